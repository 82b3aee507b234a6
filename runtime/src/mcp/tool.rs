//! Conversion between tool definitions and the SDK's tools.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use core::fmt;

use rmcp::model::Tool;

use crate::import::{Definition, ImportError, Shape};
use crate::provider::Provider;
use crate::set::ToolInfo;
use crate::tool::ToolDef;

/// A tool that can't be offered, with the reason. The other tools are not affected.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeftOut {
    /// The tool's name; empty if it has none.
    pub tool: String,
    /// The reason.
    pub reason: String,
}

impl LeftOut {
    pub(super) fn new(tool: impl Into<String>, reason: impl Into<String>) -> Self {
        LeftOut {
            tool: tool.into(),
            reason: reason.into(),
        }
    }
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the tool `{}` is left out: {}", self.tool, self.reason)
    }
}

impl core::error::Error for LeftOut {}

/// Converts the declaration that was rendered at compile time for MCP.
///
/// # Errors
///
/// Returns an error if the tool has no declaration for MCP. Also returns an error if
/// `#[tool(extra(Mcp = ..))]` adds a member in a form that the SDK can't read.
impl TryFrom<&ToolDef> for Tool {
    type Error = LeftOut;

    fn try_from(def: &ToolDef) -> Result<Self, LeftOut> {
        match def.try_schema_for(Provider::Mcp) {
            Ok(text) => of_text(def.name(), text),
            Err(_) => Err(LeftOut::new(
                def.name(),
                def.report_for(Provider::Mcp).to_string(),
            )),
        }
    }
}

/// Like the conversion from [`ToolDef`], under the name shown to MCP.
///
/// # Errors
///
/// The errors of the conversion from [`ToolDef`].
impl TryFrom<ToolInfo<'_>> for Tool {
    type Error = LeftOut;

    fn try_from(info: ToolInfo<'_>) -> Result<Self, LeftOut> {
        match info.schema_for(Provider::Mcp) {
            Some(text) => of_text(info.name(), text),
            None => Err(LeftOut::new(
                info.name(),
                info.report_for(Provider::Mcp).to_string(),
            )),
        }
    }
}

/// Renders a definition for MCP. One that came from MCP keeps its MCP-specific members.
///
/// # Errors
///
/// Returns an error if MCP can't express the tool.
impl TryFrom<&Definition> for Tool {
    type Error = LeftOut;

    fn try_from(definition: &Definition) -> Result<Self, LeftOut> {
        match definition.render(Provider::Mcp) {
            Ok(text) => of_text(definition.name(), &text),
            Err(report) => Err(LeftOut::new(definition.name(), report.to_string())),
        }
    }
}

/// Reads the SDK's tool as a definition.
///
/// # Errors
///
/// Returns an error if the schema of its parameters can't be read.
impl TryFrom<&Tool> for Definition {
    type Error = ImportError;

    fn try_from(tool: &Tool) -> Result<Self, ImportError> {
        let written = serde_json::to_value(tool).unwrap_or_default();
        Definition::read_as(&written, Shape::Mcp)
    }
}

fn of_text(name: &str, text: &str) -> Result<Tool, LeftOut> {
    serde_json::from_str(text)
        .map_err(|error| LeftOut::new(name.to_owned(), format_args!("{error}").to_string()))
}
