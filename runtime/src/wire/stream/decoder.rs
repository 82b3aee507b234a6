//! The assembly of one provider's events into the text of a whole response.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use serde_json::Value;

use super::output::Output;
use crate::provider::Provider;
use crate::wire::WireError;
use crate::wire::choice::quoted;
use crate::wire::node::{JsonNode, ObjectNode};

/// Assembles the events of one provider.
pub(in crate::wire) trait StreamDecoder: fmt::Debug + Send + Sync {
    /// Adds an event. Stored data is charged to the budget of `out`, which gets what is new in the
    /// event.
    fn event(&mut self, event: JsonNode<'_>, out: &mut Output) -> Result<(), WireError>;

    /// Returns `true` if an event was the last. Providers without such an event end their streams
    /// with the body.
    fn is_over(&self) -> bool {
        false
    }

    /// Returns the complete response as text. `done` is `true` if the stream's end was announced
    /// outside its events (`[DONE]`).
    fn whole(&mut self, provider: Provider, done: bool) -> Result<String, WireError>;
}

/// Members of a response that several events may have. The last value of each counts.
#[derive(Debug, Default)]
pub(super) struct ResponseMembers(Vec<(&'static str, String)>);

impl ResponseMembers {
    /// Keeps members of an object.
    pub(super) fn keep(
        &mut self,
        object: &ObjectNode<'_>,
        keys: &[&'static str],
        out: &mut Output,
    ) -> Result<(), WireError> {
        for key in keys {
            let Some(value) = object.get(key) else {
                continue;
            };
            let raw = value.raw();
            let place = self.0.iter().position(|(known, _)| known == key);
            let place = place.unwrap_or_else(|| {
                self.0.push((key, String::new()));
                self.0.len() - 1
            });
            let old = &mut self.0[place].1;
            out.budget.take(raw.len().saturating_sub(old.len()))?;
            old.clear();
            old.push_str(raw);
        }
        Ok(())
    }

    /// Builds an object of these members and the given ones.
    pub(super) fn object_with(&self, others: &[(&str, &str)]) -> String {
        let members = self.0.iter().map(|(key, raw)| (*key, raw.as_str()));
        let members: Vec<_> = members.chain(others.iter().copied()).collect();
        object(&members)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the source text of a member.
    pub(super) fn get(&self, key: &str) -> Option<&str> {
        let member = self.0.iter().find(|(known, _)| *known == key);
        member.map(|(_, raw)| raw.as_str())
    }
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

/// The same for an object in a response and several members. Its other members keep their source
/// text.
pub(super) fn with_members(response: &ObjectNode<'_>, members: &[(&str, String)]) -> String {
    let is_new = |key: &str| members.iter().any(|(new, _)| *new == key);
    let others = response.entries().filter(|(key, _)| !is_new(key));
    let others = others.map(|(key, value)| (key, value.raw()));
    let members = members.iter().map(|(key, text)| (*key, text.as_str()));
    let members: Vec<_> = others.chain(members).collect();
    object(&members)
}

pub(super) fn unfinished(provider: Provider, call: Option<&str>) -> WireError {
    WireError::Unfinished {
        provider,
        call: call.map(Into::into),
    }
}
