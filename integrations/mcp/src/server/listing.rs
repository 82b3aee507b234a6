//! The tool list offered to clients.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use rmcp::model::{JsonObject, Tool};
use serde_json::{Number, Value};

use crate::{McpToolError, ToMcpTool as _};
use toolcast::integration::has_wide_integers;
use toolcast::set::{ToolInfo, ToolSet};

/// A set, and its tools in the SDK's types.
pub(super) struct Listing {
    pub(super) set: ToolSet,
    pub(super) tools: Vec<Tool>,
    pub(super) skipped: Vec<McpToolError>,
    /// The index in `tools` of each name.
    index: HashMap<String, usize>,
    /// The names of tools with integers of more than 64 bits.
    wide: HashSet<String>,
}

impl Listing {
    pub(super) fn new(set: ToolSet) -> Self {
        let mut tools = Vec::new();
        let mut skipped = Vec::new();
        let mut index = HashMap::new();
        let mut wide = HashSet::new();
        for info in set.tools().filter(ToolInfo::is_enabled) {
            match info.to_mcp_tool() {
                Ok(tool) => {
                    let name = tool.name.to_string();
                    if has_wide_integers(&info) {
                        wide.insert(name.clone());
                    }
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
            wide,
        }
    }

    pub(super) fn tool(&self, name: &str) -> Option<&Tool> {
        self.tools.get(*self.index.get(name)?)
    }

    /// Returns a number of the arguments that the SDK has rounded, if the tool may take it for an
    /// integer. It reads integers beyond 64 bits as floats, so their digits are lost.
    pub(super) fn inexact_number<'v>(
        &self,
        name: &str,
        arguments: &'v JsonObject,
    ) -> Option<&'v Number> {
        let is_wide = self.wide.contains(name);
        arguments.values().filter(|_| is_wide).find_map(wide_number)
    }

    /// Returns the page after a cursor, and the next cursor. A cursor is the name of the page's
    /// last tool. `None` if no tool has that name.
    pub(super) fn page(&self, after: Option<&str>, most: usize) -> Option<(&[Tool], Option<&str>)> {
        let from = match after {
            Some(name) => self.index.get(name)? + 1,
            None => 0,
        };
        let rest = &self.tools[from..];
        if most == 0 || rest.len() <= most {
            return Some((rest, None));
        }
        let page = &rest[..most];
        Some((page, page.last().map(|tool| tool.name.as_ref())))
    }
}

/// 2^63, as a float. Integers from there on may be beyond `i64`, and all of 2^64 are beyond `u64`.
const BEYOND: f64 = 9_223_372_036_854_775_808.0;

fn wide_number(value: &Value) -> Option<&Number> {
    match value {
        Value::Number(number) if number.is_f64() => {
            let is_beyond = number.as_f64().is_some_and(|float| float.abs() >= BEYOND);
            is_beyond.then_some(number)
        }
        Value::Object(members) => members.values().find_map(wide_number),
        Value::Array(items) => items.iter().find_map(wide_number),
        _ => None,
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
