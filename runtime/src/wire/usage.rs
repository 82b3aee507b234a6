//! The tokens that a response consumed.

use core::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

use super::node::JsonNode;
use crate::provider::{TokenCount, UsageMembers};

/// The tokens that a response consumed. `None` is a count that the provider didn't report.
///
/// The counts mean the same for every provider: if its numbers exclude cached or reasoning tokens
/// (Anthropic, Bedrock, Gemini, xAI), those are added. Cohere's are the tokens of the model, not
/// those billed. Ollama doesn't count a prompt that it has in its cache. xAI sometimes leaves
/// cached tokens out of its count of the prompt, so its `cached_input_tokens` may be the greater
/// number.
///
/// ```
/// use toolcast::Provider;
///
/// let response = r#"{
///     "content": [{"type": "text", "text": "18 C"}],
///     "usage": {"input_tokens": 3, "cache_read_input_tokens": 1111, "output_tokens": 414}
/// }"#;
/// let usage = Provider::Anthropic.parse_turn(response)?.usage.unwrap_or_default();
/// assert_eq!((usage.input_tokens, usage.output_tokens), (Some(1114), Some(414)));
/// assert_eq!(usage.cached_input_tokens, Some(1111));
/// assert_eq!((usage + usage).output_tokens, Some(828));
/// # Ok::<(), toolcast::wire::WireError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Usage {
    /// All tokens of the prompt, including those read from or written to a cache.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_tokens: Option<u64>,
    /// All generated tokens, including reasoning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_tokens: Option<u64>,
    /// The tokens of the prompt that were read from a cache: a part of `input_tokens`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cached_input_tokens: Option<u64>,
    /// The tokens of the prompt that were written to a cache: a part of `input_tokens`, which some
    /// providers bill at a price of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cache_write_input_tokens: Option<u64>,
    /// The generated tokens that are reasoning: a part of `output_tokens`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasoning_tokens: Option<u64>,
}

impl Add for Usage {
    type Output = Usage;

    /// Adds two usages. A count that only one of them has is kept.
    fn add(self, other: Usage) -> Usage {
        Usage {
            input_tokens: sum(self.input_tokens, other.input_tokens),
            output_tokens: sum(self.output_tokens, other.output_tokens),
            cached_input_tokens: sum(self.cached_input_tokens, other.cached_input_tokens),
            cache_write_input_tokens: sum(
                self.cache_write_input_tokens,
                other.cache_write_input_tokens,
            ),
            reasoning_tokens: sum(self.reasoning_tokens, other.reasoning_tokens),
        }
    }
}

impl AddAssign for Usage {
    fn add_assign(&mut self, other: Usage) {
        *self = Add::add(*self, other);
    }
}

fn sum(one: Option<u64>, other: Option<u64>) -> Option<u64> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.saturating_add(other)),
        (one, other) => one.or(other),
    }
}

pub(super) fn usage_of(response: JsonNode<'_>, members: &UsageMembers) -> Option<Usage> {
    let counts = first(response, members.at)?;
    let count = |count: TokenCount| match count {
        TokenCount::First(paths) => first(counts, paths).and_then(number),
        TokenCount::Sum(paths) => {
            let present = paths.iter().map(|path| counts.at(path).and_then(number));
            present.fold(None, sum)
        }
    };
    let usage = Usage {
        input_tokens: count(members.input),
        output_tokens: count(members.output),
        cached_input_tokens: count(members.cached_input),
        cache_write_input_tokens: count(members.cache_write),
        reasoning_tokens: count(members.reasoning),
    };
    (usage != Usage::default()).then_some(usage)
}

pub(super) fn first<'r>(of: JsonNode<'r>, paths: &[&str]) -> Option<JsonNode<'r>> {
    paths.iter().find_map(|path| of.at(path))
}

/// Reads a count. Some hosts write whole numbers as floats.
fn number(node: JsonNode<'_>) -> Option<u64> {
    let text = node.raw();
    text.strip_suffix(".0").unwrap_or(text).parse().ok()
}
