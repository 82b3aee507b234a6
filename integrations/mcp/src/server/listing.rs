//! The tool list offered to clients.

use std::collections::HashMap;
use std::sync::Arc;

use rmcp::model::{JsonObject, Tool};

use crate::{McpToolError, ToMcpTool as _};
use toolcast::set::ToolSet;

/// A set, and its tools in the SDK's types.
pub(super) struct Listing {
    pub(super) set: ToolSet,
    pub(super) tools: Vec<Tool>,
    pub(super) skipped: Vec<McpToolError>,
    /// The index in `tools` of each name.
    index: HashMap<String, usize>,
}

impl Listing {
    pub(super) fn new(set: ToolSet) -> Self {
        let mut tools = Vec::new();
        let mut skipped = Vec::new();
        let mut index = HashMap::new();
        for info in set.tools() {
            match info.to_mcp_tool() {
                Ok(tool) => {
                    let name = tool.name.to_string();
                    index.insert(name, tools.len());
                    tools.push(tool);
                }
                Err(why) => skipped.push(why),
            }
        }
        Listing {
            set,
            tools,
            skipped,
            index,
        }
    }

    pub(super) fn tool(&self, name: &str) -> Option<&Tool> {
        self.tools.get(*self.index.get(name)?)
    }

    /// Returns the page after a cursor, and the next cursor. A cursor is the name of the page's
    /// last tool. `None` if no tool has that name.
    pub(super) fn page(
        &self,
        after: Option<&str>,
        size: Option<usize>,
    ) -> Option<(&[Tool], Option<&str>)> {
        let from = match after {
            Some(name) => self.index.get(name)? + 1,
            None => 0,
        };
        let rest = &self.tools[from..];
        let Some(page) = size.and_then(|size| rest.get(..size)) else {
            return Some((rest, None));
        };
        if page.len() == rest.len() {
            return Some((rest, None));
        }
        Some((page, page.last().map(|tool| tool.name.as_ref())))
    }
}

/// Removes an output schema that is not an object. Clients of older protocol versions reject the
/// whole list because of it.
pub(super) fn for_older(tool: &Tool) -> Tool {
    let mut tool = tool.clone();
    let is_object = |schema: &Arc<JsonObject>| {
        schema.get("type").and_then(|one| one.as_str()) == Some("object")
    };
    tool.output_schema = tool.output_schema.take().filter(is_object);
    tool
}
