//! Tool choice, and its parts in a provider's request.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::WireError;
use crate::provider::Provider;

/// Tools that a model may or must call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ToolChoice {
    /// The model decides; every provider's default.
    Auto,
    /// The model may not call a tool.
    None,
    /// The model must call at least one tool.
    Required,
    /// The model must call this tool.
    Tool(String),
    /// The model must call at least one of these tools and no others. If the provider has no list
    /// for this, only these tools are declared and a call is required.
    AnyOf(Vec<String>),
}

/// The choice and the flag for parallel calls that a request should have.
#[derive(Clone, Copy)]
pub(super) struct RequestedChoice<'a> {
    pub(super) provider: Provider,
    pub(super) choice: Option<&'a ToolChoice>,
    pub(super) parallel: Option<bool>,
}

impl RequestedChoice<'_> {
    /// For providers without a flag for parallel calls, which can't turn them off. Rejects
    /// `Some(false)`.
    pub(super) fn no_parallel_flag(self) -> Result<(), WireError> {
        match self.parallel {
            Some(false) => Err(self.no_words("one call a turn")),
            _ => Ok(()),
        }
    }

    pub(super) fn no_words(self, what: &str) -> WireError {
        WireError::Unsupported {
            provider: self.provider,
            what: what.into(),
        }
    }
}

/// A choice in a provider's format.
#[derive(Debug, Default)]
pub(super) struct EncodedChoice {
    /// Members of the request as JSON text. Bedrock's `toolChoice` goes into `toolConfig`.
    pub(super) members: Vec<(&'static str, String)>,
    /// The tools to declare, if the choice is expressed by the list of declarations.
    pub(super) only: Option<Vec<String>>,
    /// Declares no tools: expresses `None` for a provider without a value for it.
    pub(super) none: bool,
}

impl EncodedChoice {
    /// Adds nothing to the request.
    pub(super) fn nothing() -> Self {
        Self::default()
    }

    /// Adds one member.
    pub(super) fn member(key: &'static str, text: impl Into<String>) -> Self {
        EncodedChoice {
            members: Vec::from([(key, text.into())]),
            ..Self::default()
        }
    }

    /// Declares no tools.
    pub(super) fn without_tools() -> Self {
        EncodedChoice {
            none: true,
            ..Self::default()
        }
    }

    /// Limits the declarations to these tools.
    pub(super) fn only(mut self, names: &[String]) -> Self {
        self.only = Some(names.to_vec());
        self
    }

    /// Adds a member.
    pub(super) fn and(mut self, key: &'static str, text: impl Into<String>) -> Self {
        self.members.push((key, text.into()));
        self
    }

    /// Adds a flag for parallel calls, if requested.
    pub(super) fn flag(self, key: &'static str, parallel: Option<bool>) -> Self {
        match parallel {
            Some(on) => self.and(key, if on { "true" } else { "false" }),
            None => self,
        }
    }
}

/// Returns a string as JSON text.
pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Returns names as a JSON list.
pub(super) fn quoted_list(names: &[String]) -> String {
    serde_json::Value::from(names).to_string()
}

/// Returns a chosen tool's name as JSON, between the provider's `open` and `close` texts.
pub(super) fn named(open: &str, name: &str, close: &str) -> String {
    let mut text = String::from(open);
    text.push_str(&quoted(name));
    text.push_str(close);
    text
}

/// Bedrock's choice is a sibling of the tools inside `toolConfig`.
pub(super) const IN_TOOL_CONFIG: &str = "toolChoice";
