//! The assembly of one provider's events into the text of a whole response.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use serde_json::Value;

use crate::provider::Provider;
use crate::wire::WireError;
use crate::wire::choice::quoted;
use crate::wire::limits::Budget;
use crate::wire::node::{Node, Object};
use crate::wire::tape::is_json;

/// Assembles the events of one provider.
pub(in crate::wire) trait Gather: fmt::Debug + Send + Sync {
    /// Adds an event. Stored data is charged to the budget.
    fn event(&mut self, event: Node<'_>, budget: &mut Budget) -> Result<(), WireError>;

    /// Returns the complete response as text. `done` is `true` if the stream's end was announced
    /// outside its events (`[DONE]`).
    fn whole(&mut self, provider: Provider, done: bool) -> Result<String, WireError>;
}

/// Limits the number of blocks and calls in use, to more than a real response has.
pub(super) fn check_count(provider: Provider, count: usize) -> Result<(), WireError> {
    const LIMIT: usize = 1 << 16;
    if count >= LIMIT {
        return Err(WireError::TooLarge {
            provider,
            what: "blocks",
            limit: LIMIT,
        });
    }
    Ok(())
}

/// Returns collected argument text as a value within a response. Blank text becomes an empty
/// object. Invalid JSON, such as truncated arguments, becomes a string.
pub(super) fn as_value(arguments: &str) -> String {
    match arguments.trim() {
        "" => String::from("{}"),
        text if is_json(text) => text.into(),
        _ => quoted(arguments),
    }
}

/// Builds an object from keys and JSON texts.
pub(super) fn object(members: &[(&str, &str)]) -> String {
    let mut text = String::from("{");
    for (i, (key, value)) in members.iter().enumerate() {
        if i > 0 {
            text.push(',');
        }
        text.push_str(&quoted(key));
        text.push(':');
        text.push_str(value);
    }
    text.push('}');
    text
}

/// Builds a list from JSON texts.
pub(super) fn list<T: AsRef<str>>(items: impl IntoIterator<Item = T>) -> String {
    let mut text = String::from("[");
    for (i, item) in items.into_iter().enumerate() {
        if i > 0 {
            text.push(',');
        }
        text.push_str(item.as_ref());
    }
    text.push(']');
    text
}

/// Returns an object's text with one more member, or another value for it.
pub(super) fn with_member(value: &Value, key: &str, text: &str) -> String {
    let others = value.as_object().into_iter().flatten();
    let others = others.filter(|(other, _)| *other != key);
    let others: Vec<_> = others
        .map(|(key, value)| (key, value.to_string()))
        .collect();
    let mut members: Vec<_> = others
        .iter()
        .map(|(k, v)| (k.as_str(), v.as_str()))
        .collect();
    members.push((key, text));
    object(&members)
}

/// The same for an object in a response, whose other members keep their source text.
pub(super) fn with_text(response: &Object<'_>, key: &str, text: &str) -> String {
    let others = response.members().filter(|(other, _)| *other != key);
    let others: Vec<_> = others.collect();
    let mut members: Vec<_> = others.iter().map(|(k, v)| (*k, v.raw())).collect();
    members.push((key, text));
    object(&members)
}

pub(super) fn unfinished(provider: Provider, call: Option<&str>) -> WireError {
    WireError::Unfinished {
        provider,
        call: call.map(Into::into),
    }
}
