//! Options of a conversation's requests.

use alloc::string::String;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::set::RequestOptions;
use crate::wire::ToolChoice;

/// Options of a conversation's requests.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Options {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) temperature: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tool_choice: Option<ToolChoice>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) parallel_tool_calls: Option<bool>,
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub(super) members: Map<String, Value>,
}

impl Options {
    /// The options for the tools.
    pub(super) fn of_tools(&self) -> RequestOptions {
        let mut options = RequestOptions::new();
        if let Some(choice) = &self.tool_choice {
            options = options.tool_choice(choice.clone());
        }
        match self.parallel_tool_calls {
            Some(parallel) => options.parallel_tool_calls(parallel),
            None => options,
        }
    }
}
