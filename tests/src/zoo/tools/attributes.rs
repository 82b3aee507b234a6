//! `#[tool(..)]` on functions: names, strict modes, providers, hints.

use std::collections::BTreeMap;
use std::time::Duration;
use toolcast::tool;

const NAME: &str = "named-by-a-const";

#[tool(name = NAME, title = "A title for people", description = "Described by an attribute, with \"quotes\".")]
pub fn named(text: &str) -> usize {
    text.len()
}

#[tool]
pub fn without_any_docs(left_over: Option<u8>) -> Option<u8> {
    left_over
}

/// Kept apart from a type of the same name.
#[tool(type = OtherType)]
pub fn typed(x: u8) -> u8 {
    x
}

/// Strict wherever it may be.
#[tool(strict)]
pub fn strictly(query: &str, page: Option<u32>, labels: BTreeMap<String, u8>) -> String {
    format!("{query} {page:?} {}", labels.len())
}

/// Strict where it is asked for by name.
#[tool(strict(Bedrock, DeepSeek))]
pub fn strictly_there(query: &str, page: u32) -> String {
    format!("{query} {page}")
}

/// Never strict.
#[tool(strict = false)]
pub fn loosely(query: &str) -> String {
    query.into()
}

/// For hosts that don't know the key.
#[tool(strict = omit)]
pub fn omits(query: &str) -> String {
    query.into()
}

/// For two providers.
#[tool(providers(OpenAi, Mcp))]
pub fn for_two(x: u8) -> u8 {
    x
}

/// For all but two.
#[tool(except(Cohere, Groq))]
pub fn for_the_others(x: u8) -> u8 {
    x
}

/// Has a value that Gemini rejects, and is allowed anyway.
#[tool(allow_rejected(Gemini, Vertex, Portable))]
pub fn allowed(kind: EmptyValue) -> String {
    format!("{kind:?}")
}

/// One of its values is the empty text.
#[derive(
    Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize, toolcast::ToolSchema,
)]
pub enum EmptyValue {
    #[serde(rename = "")]
    Nothing,
    #[serde(rename = "some")]
    Something,
}

/// Nothing of it is lost anywhere.
#[tool(lossless)]
pub fn whole(query: &str, exact: bool) -> String {
    format!("{query} {exact}")
}

/// Carries more members.
#[tool(extra(Anthropic = r#"{"cache_control":{"type":"ephemeral"}}"#))]
pub fn extra(x: u8) -> u8 {
    x
}

/// Hints at everything.
#[tool(
    read_only,
    idempotent,
    destructive = false,
    open_world = false,
    return_direct
)]
pub fn hints(x: u8) -> u8 {
    x
}

/// Takes its time.
#[tool(blocking, timeout = Duration::from_secs(5))]
pub fn slow(x: u8) -> u8 {
    x
}

/// Has a description with everything that has to be escaped: "quotes", back\slashes,	a tab, ümlauts, 😀,
/// a [link](https://example.com) and `code`.
///
/// A second paragraph.
///
/// # A heading
/// Never shown.
#[tool]
#[allow(clippy::tabs_in_doc_comments)]
pub fn described(
    /// With a "quote" of its own
    x: u8,
) -> u8 {
    x
}

super::tools! {
    /// A name from a const, a title, a description from an attribute
    named = [r#"{"text": "abc"}"# => "3"];
    /// No docs at all: the words of the name describe it
    without_any_docs = ["{}" => "", r#"{"left_over": 1}"# => "1"];
    /// A type of another name, for functions whose name is taken
    OtherType = [r#"{"x": 1}"# => "1"];
    /// Strict modes with every rewrite that they need
    strictly = [r#"{"query": "q", "page": null, "labels": {"a": 1}}"# => "q None 1"];
    /// Strict modes only for the listed providers
    strictly_there = [r#"{"query": "q", "page": 1}"# => "q 1"];
    /// No strict mode
    loosely = [r#"{"query": "q"}"# => "q"];
    /// No word about strict modes
    omits = [r#"{"query": "q"}"# => "q"];
    /// Made for two providers; the others have no text
    for_two = [r#"{"x": 1}"# => "1"];
    /// Made for all but two
    for_the_others = [r#"{"x": 1}"# => "1"];
    /// Sent in spite of a refusal, which the report keeps
    allowed = [r#"{"kind": ""}"# => "Nothing"];
    /// A compile error, were anything lost
    whole = [r#"{"query": "q", "exact": true}"# => "q true"];
    /// More members in one provider's declaration
    extra = [r#"{"x": 1}"# => "1"];
    /// Every hint of MCP, and an answer for the user
    hints = [r#"{"x": 1}"# => "1"];
    /// A function that blocks, with a timeout as an expression
    slow = [r#"{"x": 1}"# => "1"];
    /// A description that has to be escaped, cut at its heading
    described = [r#"{"x": 1}"# => "1"];
}
