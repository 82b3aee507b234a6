//! Which tools a model may or must call, and what each provider's words for it are made of.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::WireError;
use crate::provider::Provider;

/// Which tools a model may or must call.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ToolChoice {
    /// Whatever it likes; each provider's default.
    Auto,
    /// No tool.
    None,
    /// At least one tool, whichever.
    Required,
    /// This tool.
    Tool(String),
    /// At least one tool, and only of these. Where a provider has no list, only these are declared and a call is asked for.
    AnyOf(Vec<String>),
}

/// A choice in a provider's words.
#[derive(Debug, Default)]
pub(super) struct Chosen {
    /// Members of the request as JSON text. Bedrock's `toolChoice` goes into `toolConfig`.
    pub(super) members: Vec<(&'static str, String)>,
    /// The tools that stay declared, where the list is how the choice is said.
    pub(super) only: Option<Vec<String>>,
    /// No tool is declared: how `None` is said where there is no word for it.
    pub(super) none: bool,
}

impl Chosen {
    /// Nothing is said.
    pub(super) fn nothing() -> Self {
        Self::default()
    }

    /// One member.
    pub(super) fn member(key: &'static str, text: impl Into<String>) -> Self {
        Chosen {
            members: Vec::from([(key, text.into())]),
            ..Self::default()
        }
    }

    /// No tool is declared.
    pub(super) fn without_tools() -> Self {
        Chosen {
            none: true,
            ..Self::default()
        }
    }

    /// And only these are declared.
    pub(super) fn only(mut self, names: &[String]) -> Self {
        self.only = Some(names.to_vec());
        self
    }

    /// And one more member.
    pub(super) fn and(mut self, key: &'static str, text: impl Into<String>) -> Self {
        self.members.push((key, text.into()));
        self
    }

    /// And a flag for several calls in one turn, where it is asked for.
    pub(super) fn flag(self, key: &'static str, parallel: Option<bool>) -> Self {
        match parallel {
            Some(on) => self.and(key, if on { "true" } else { "false" }),
            None => self,
        }
    }
}

/// A string as JSON text.
pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Names as a JSON list.
pub(super) fn quoted_list(names: &[String]) -> String {
    serde_json::Value::from(names).to_string()
}

/// For providers without a flag: several calls in one turn are what they do, and it can't be turned off.
pub(super) fn no_parallel_flag(
    provider: Provider,
    parallel: Option<bool>,
) -> Result<(), WireError> {
    match parallel {
        Some(false) => Err(no_words(provider, "one call a turn")),
        _ => Ok(()),
    }
}

pub(super) fn no_words(provider: Provider, what: &str) -> WireError {
    WireError::NoWords {
        provider,
        what: what.into(),
    }
}
