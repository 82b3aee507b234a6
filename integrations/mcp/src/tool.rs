//! Conversion between tool definitions and the SDK's tools.

use std::fmt;

use rmcp::model::Tool;

#[cfg(feature = "client")]
use toolcast::import::{ImportError, ToolDefinition, ToolFormat};
use toolcast::set::ToolInfo;
use toolcast::{Provider, Report, ToolDef};

/// A tool that can't be offered, with the reason. The other tools are not affected.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct McpToolError {
    /// The tool's name; empty if it has none.
    pub tool: String,
    /// The reason.
    pub reason: String,
    /// The report with each construct that MCP rejects, if that is the reason.
    pub report: Option<Report>,
}

impl McpToolError {
    pub(super) fn new(tool: impl Into<String>, reason: impl Into<String>) -> Self {
        McpToolError {
            tool: tool.into(),
            reason: reason.into(),
            report: None,
        }
    }
}

impl fmt::Display for McpToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the tool `{}` is left out: {}", self.tool, self.reason)
    }
}

impl std::error::Error for McpToolError {}

/// Conversion to the SDK's tool.
pub trait ToMcpTool {
    /// Returns the declaration for MCP as the SDK's tool. A [`ToolInfo`] has the name that MCP's
    /// clients see. A `ToolDefinition` (feature `client`) that came from MCP keeps its MCP-specific
    /// members.
    ///
    /// # Errors
    ///
    /// Returns an error if the tool has no declaration for MCP, or if the SDK can't read it: a
    /// member from `#[tool(extra(Mcp = ..))]` may have another form there.
    fn to_mcp_tool(&self) -> Result<Tool, McpToolError>;
}

impl ToMcpTool for ToolDef {
    fn to_mcp_tool(&self) -> Result<Tool, McpToolError> {
        let text = self.try_schema_for(Provider::Mcp);
        of_text(
            self.name(),
            text.ok_or_else(|| self.report_for(Provider::Mcp)),
        )
    }
}

impl ToMcpTool for ToolInfo<'_> {
    fn to_mcp_tool(&self) -> Result<Tool, McpToolError> {
        let text = self.schema_for(Provider::Mcp);
        of_text(
            self.name(),
            text.ok_or_else(|| self.report_for(Provider::Mcp)),
        )
    }
}

#[cfg(feature = "client")]
impl ToMcpTool for ToolDefinition {
    fn to_mcp_tool(&self) -> Result<Tool, McpToolError> {
        of_text(self.name(), self.schema_for(Provider::Mcp))
    }
}

/// Reads the SDK's tool as a definition.
///
/// # Errors
///
/// Returns an error if the schema of its parameters can't be read.
#[cfg(feature = "client")]
pub fn definition(tool: &Tool) -> Result<ToolDefinition, ImportError> {
    let written = serde_json::to_value(tool).unwrap_or_default();
    ToolDefinition::parse_as(&written, ToolFormat::Mcp)
}

fn of_text(name: &str, text: Result<impl AsRef<str>, Report>) -> Result<Tool, McpToolError> {
    let text = text.map_err(|report| {
        let mut error = McpToolError::new(name, report.to_string());
        error.report = Some(report);
        error
    })?;
    serde_json::from_str(text.as_ref())
        .map_err(|error| McpToolError::new(name, format_args!("{error}").to_string()))
}
