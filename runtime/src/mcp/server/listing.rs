//! What clients are shown of a set.

use alloc::string::{String, ToString as _};
use alloc::sync::Arc;
use alloc::vec::Vec;
use std::collections::HashMap;

use rmcp::model::{JsonObject, Tool};

use crate::mcp::LeftOut;
use crate::schema::SchemaRef;
use crate::set::{ToolInfo, ToolSet};

/// A set, and its tools as the SDK has them.
pub(super) struct Listing {
    pub(super) set: ToolSet,
    pub(super) tools: Vec<Tool>,
    pub(super) left_out: Vec<LeftOut>,
    index: HashMap<String, Entry>,
}

/// A tool in the list.
pub(super) struct Entry {
    at: usize,
    /// The schema of its answers, where it says so and is one of the program's own.
    pub(super) output: Option<SchemaRef>,
}

impl Listing {
    pub(super) fn new(set: ToolSet) -> Self {
        let mut tools = Vec::new();
        let mut left_out = Vec::new();
        let mut index = HashMap::new();
        for info in set.tools().filter(ToolInfo::is_enabled) {
            match Tool::try_from(info) {
                Ok(tool) => {
                    let name = tool.name.to_string();
                    let entry = Entry {
                        at: tools.len(),
                        output: info.output(),
                    };
                    index.insert(name, entry);
                    tools.push(tool);
                }
                Err(why) => left_out.push(why),
            }
        }
        Listing {
            set,
            tools,
            left_out,
            index,
        }
    }

    pub(super) fn tool(&self, name: &str) -> Option<&Tool> {
        self.tools.get(self.entry(name)?.at)
    }

    pub(super) fn entry(&self, name: &str) -> Option<&Entry> {
        self.index.get(name)
    }

    /// The tools after the one of that name, and the name to go on from. `None`: there is no such tool.
    pub(super) fn page(&self, after: Option<&str>, most: usize) -> Option<(&[Tool], Option<&str>)> {
        let from = match after {
            Some(name) => self.entry(name)?.at + 1,
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

/// As clients of older protocols take it: they refuse the whole list for an answer's schema that is no object.
pub(super) fn for_older(tool: &Tool) -> Tool {
    let mut tool = tool.clone();
    let is_object = |schema: &Arc<JsonObject>| {
        schema.get("type").and_then(|one| one.as_str()) == Some("object")
    };
    tool.output_schema = tool.output_schema.take().filter(is_object);
    tool
}
