//! Options of a conversation's requests.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::request::ToolChoice;
use crate::set::{LoadedTools, RequestOptions};

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
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub(super) cache_tools: bool,
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub(super) built_in_search: bool,
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub(super) skip_rejected: bool,
    #[serde(skip_serializing_if = "LoadedTools::is_empty")]
    pub(super) loaded: LoadedTools,
    /// The members that ask for an answer of a type.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub(super) response_format: Map<String, Value>,
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub(super) members: Map<String, Value>,
}

impl Options {
    /// The options for the tools.
    pub(super) fn of_tools(&self) -> RequestOptions {
        RequestOptions {
            choice: self.tool_choice.clone(),
            parallel: self.parallel_tool_calls,
            leave_out: self.skip_rejected,
            cache: self.cache_tools,
            built_in_search: self.built_in_search,
            loaded: self.loaded.clone(),
        }
    }
}
