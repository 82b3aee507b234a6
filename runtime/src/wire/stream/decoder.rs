//! The assembly of one provider's events into the text of a whole response.

use core::fmt;
use std::collections::BTreeMap;

use super::output::StreamOutput;
use crate::message::{JsonMembers, JsonValue};
use crate::provider::Provider;
use crate::wire::WireError;
use crate::wire::limits::check;
use crate::wire::node::{JsonDocument, JsonNode};

pub(in crate::wire) trait StreamDecoder: fmt::Debug + Send + Sync {
    /// Adds an event. `out` counts the bytes that are kept, and gets what is new in the event.
    fn event(&mut self, event: JsonNode<'_>, out: &mut StreamOutput) -> Result<(), WireError>;

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
    pub(super) fn keep(
        &mut self,
        object: JsonNode<'_>,
        keys: &[&str],
        out: &mut StreamOutput,
    ) -> Result<(), WireError> {
        for key in keys {
            if let Some(value) = object.get(key) {
                self.set(key, value, out)?;
            }
        }
        Ok(())
    }

    pub(super) fn keep_all(
        &mut self,
        object: JsonNode<'_>,
        out: &mut StreamOutput,
    ) -> Result<(), WireError> {
        for (key, value) in object.members() {
            self.set(key, value, out)?;
        }
        Ok(())
    }

    fn set(
        &mut self,
        key: &str,
        value: JsonNode<'_>,
        out: &mut StreamOutput,
    ) -> Result<(), WireError> {
        if self.get(key).is_none() {
            check_count(value.provider(), self.0.len())?;
            out.keep(2 * size_of::<String>() + key.len())?;
        }
        let (raw, old) = (value.raw(), self.get(key).map_or(0, str::len));
        out.keep(raw.len().saturating_sub(old))?;
        self.0.insert(key.to_owned(), raw.to_owned());
        Ok(())
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, JsonValue<'_>)> {
        let members = self.0.iter();
        members.map(|(key, raw)| (key.as_str(), JsonValue::verbatim(raw)))
    }

    pub(super) fn object_with<'t>(&'t self, others: JsonMembers<'t>) -> String {
        let mut members: JsonMembers<'t> = self.iter().collect();
        members.extend(others);
        JsonValue::Object(members).into_text()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(String::as_str)
    }
}

#[derive(Debug, Default)]
pub(super) struct RawList(String);

impl RawList {
    pub(super) fn push(
        &mut self,
        item: JsonNode<'_>,
        out: &mut StreamOutput,
    ) -> Result<(), WireError> {
        if !self.0.is_empty() {
            out.append(&mut self.0, ",")?;
        }
        out.append(&mut self.0, item.raw())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn written(&self) -> JsonValue<'_> {
        JsonValue::verbatim(format!("[{}]", self.0))
    }
}

#[derive(Debug)]
pub(super) struct StreamPart {
    pub(super) kind: PartKind,
    pub(super) text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PartKind {
    /// Text that the next event may continue.
    Text,
    /// Thoughts, the same.
    Thoughts,
    /// Any other part, verbatim.
    Raw,
}

#[derive(Debug, Default)]
pub(super) struct Parts(pub(super) Vec<StreamPart>);

impl Parts {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn keep(&mut self, kind: PartKind, text: String) {
        self.0.push(StreamPart { kind, text });
    }

    /// Reports a text or thoughts, and appends them to the last part if it is of the same kind.
    /// Otherwise they are a new part.
    pub(super) fn push(
        &mut self,
        kind: PartKind,
        more: &str,
        out: &mut StreamOutput,
    ) -> Result<(), WireError> {
        match self.0.last_mut() {
            Some(last) if last.kind == kind && kind != PartKind::Raw => {
                out.append(&mut last.text, more)?;
            }
            _ => {
                out.keep(size_of::<StreamPart>() + more.len())?;
                self.keep(kind, more.to_owned());
            }
        }
        self.report(kind, more, out);
        Ok(())
    }

    pub(super) fn report(&self, kind: PartKind, more: &str, out: &mut StreamOutput) {
        match kind {
            PartKind::Text => out.text(more),
            PartKind::Thoughts => out.reasoning((self.0.len() as u64, 0), more),
            PartKind::Raw => {}
        }
    }
}

/// Limits the number of blocks and calls in use before another one, to more than a real response
/// has.
pub(super) fn check_count(provider: Provider, count: usize) -> Result<(), WireError> {
    check(provider, "blocks", count + 1, 1 << 16)
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
    if parts.is_empty() || !response.items(key)?.is_empty() {
        return Ok(last.into());
    }
    let others = response.entries().filter(|(name, _)| *name != key);
    let others = others.map(|(name, value)| (name, JsonValue::verbatim(value.raw())));
    let parts = (key, JsonValue::List(parts));
    Ok(JsonValue::Object(others.chain([parts]).collect()).into_text())
}

pub(super) fn unfinished(provider: Provider, call: Option<&str>) -> WireError {
    WireError::Unfinished {
        provider,
        call: call.map(Into::into),
    }
}
