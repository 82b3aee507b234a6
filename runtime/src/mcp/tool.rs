//! Between our tools and the SDK's.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use core::fmt;

use rmcp::model::Tool;

use crate::import::{Definition, ImportError, Shape};
use crate::provider::Provider;
use crate::set::ToolInfo;
use crate::tool::ToolDef;

/// A tool that can't be offered, and why. The others are, without it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeftOut {
    /// The tool's name; empty where it has none.
    pub tool: String,
    /// What is wrong with it.
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

/// The declaration that the compiler made for MCP, as the SDK has it.
///
/// # Errors
///
/// Where the tool has no declaration for MCP, or `#[tool(extra(Mcp = ..))]` adds a member that no MCP tool has in that form.
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

/// As for a [`ToolDef`], under the name that MCP is shown of it.
///
/// # Errors
///
/// As for a [`ToolDef`].
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

/// As the definition came, where it came from MCP; else as MCP is told of such a tool.
///
/// # Errors
///
/// Where MCP has no words for it.
impl TryFrom<&Definition> for Tool {
    type Error = LeftOut;

    fn try_from(definition: &Definition) -> Result<Self, LeftOut> {
        match definition.render(Provider::Mcp) {
            Ok(text) => of_text(definition.name(), &text),
            Err(report) => Err(LeftOut::new(definition.name(), report.to_string())),
        }
    }
}

/// # Errors
///
/// Where the schema of its parameters can't be read.
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
