//! The assembly of one provider's events into the text of a whole response.

use core::fmt;
use std::collections::BTreeMap;

use super::output::Output;
use crate::message::{JsonMembers, JsonValue};
use crate::provider::Provider;
use crate::wire::WireError;
use crate::wire::document::JsonDocument;
use crate::wire::limits::check;
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
    fn response_text(&self, provider: Provider, done: bool) -> Result<String, WireError>;
}

/// Members of a response that several events may have. The last value of each counts.
#[derive(Debug, Default)]
pub(super) struct ResponseMembers(BTreeMap<String, String>);

impl ResponseMembers {
    /// Keeps members of an object.
    pub(super) fn keep(
        &mut self,
        object: &ObjectNode<'_>,
        keys: &[&str],
        out: &mut Output,
    ) -> Result<(), WireError> {
        for key in keys {
            if let Some(value) = object.get(key) {
                self.set(key, value, out)?;
            }
        }
        Ok(())
    }

    /// Keeps all members of an object.
    pub(super) fn keep_all(
        &mut self,
        object: &ObjectNode<'_>,
        out: &mut Output,
    ) -> Result<(), WireError> {
        for (key, value) in object.members() {
            self.set(key, value, out)?;
        }
        Ok(())
    }

    fn set(&mut self, key: &str, value: JsonNode<'_>, out: &mut Output) -> Result<(), WireError> {
        if self.get(key).is_none() {
            check_count(value.provider(), self.0.len())?;
            out.budget.take(2 * size_of::<String>() + key.len())?;
        }
        let (raw, old) = (value.raw(), self.get(key).map_or(0, str::len));
        out.budget.take(raw.len().saturating_sub(old))?;
        self.0.insert(key.to_owned(), raw.to_owned());
        Ok(())
    }

    /// Returns the members.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, JsonValue<'_>)> {
        let members = self.0.iter();
        members.map(|(key, raw)| (key.as_str(), JsonValue::verbatim(raw)))
    }

    /// Builds an object of these members and the given ones.
    pub(super) fn object_with<'t>(
        &'t self,
        others: impl IntoIterator<Item = (&'t str, JsonValue<'t>)>,
    ) -> String {
        JsonValue::Object(self.iter().chain(others).collect()).into_text()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the source text of a member.
    pub(super) fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(String::as_str)
    }
}

/// Limits the number of blocks and calls in use before another one, to more than a real response
/// has.
pub(super) fn check_count(provider: Provider, count: usize) -> Result<(), WireError> {
    check(provider, "blocks", count + 1, 1 << 16)
}

/// Returns an object's text with more members, or other values for them. Its other members keep
/// their source text.
pub(super) fn with_members<'t>(
    object: &ObjectNode<'t>,
    members: impl Into<JsonMembers<'t>>,
) -> String {
    let members = members.into();
    let is_old = |key: &str| members.iter().all(|(new, _)| *new != key);
    let old = object.entries().filter(|(key, _)| is_old(key));
    let mut all: Vec<_> = old
        .map(|(key, value)| (key, JsonValue::verbatim(value.raw())))
        .collect();
    all.extend(members);
    JsonValue::Object(all).into_text()
}

/// Returns the response of the last event. Some hosts leave out its parts, which are those of the
/// earlier events then.
pub(super) fn response_with(
    provider: Provider,
    last: &str,
    key: &str,
    parts: Vec<JsonValue<'_>>,
) -> Result<String, WireError> {
    let doc = JsonDocument::parse(provider, last)?;
    let response = JsonNode::root(&doc).object()?;
    if parts.is_empty() || !response.list(key)?.is_empty() {
        return Ok(last.into());
    }
    Ok(with_members(&response, [(key, JsonValue::List(parts))]))
}

/// Returns the name of the tool whose call begins with this text, an object.
pub(super) fn name_in(provider: Provider, call: &str) -> Result<Option<String>, WireError> {
    let doc = JsonDocument::parse(provider, call)?;
    let name = JsonNode::root(&doc).object()?.string("name")?;
    Ok(name.map(ToOwned::to_owned))
}

pub(super) fn unfinished(provider: Provider, call: Option<&str>) -> WireError {
    WireError::Unfinished {
        provider,
        call: call.map(Into::into),
    }
}
