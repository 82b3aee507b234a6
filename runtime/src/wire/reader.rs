//! Decoder state: a provider's messages read into the common model.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::WireError;
use super::ids::UniqueIds;
use super::node::CallIdNode;
use super::turn::RawCall;
use super::unanswered_calls::{CallKey, UnansweredCall, UnansweredCalls};
use super::writer::{ConversionLoss, EMPTY, RAW, has_content};
use crate::call::ToolCall;
use crate::message::{ERROR, Message, Part, ToolResultMessage};
use crate::order::{ByKey, sort_by_key};
use crate::provider::{CallIds, Provider};
use crate::request::kind_of;

#[derive(Debug)]
pub(super) struct MessageReader {
    provider: Provider,
    /// Each with the index of the old message that it starts with.
    pub(super) messages: Vec<(usize, Message)>,
    /// The contents that the common model doesn't have.
    pub(super) lost: Vec<ConversionLoss>,
    /// The members that aren't read, of messages whose content is.
    unread: Vec<ConversionLoss>,
    /// The entries of `unread`.
    listed: HashSet<(usize, String)>,
    pub(super) at: usize,
    read: Option<usize>,
    ids: UniqueIds,
    pub(super) keeps_ids: bool,
    calls: usize,
    waiting: UnansweredCalls,
    /// The last call for each id found in the messages.
    named: ByKey<String, (String, String)>,
}

impl MessageReader {
    pub(super) fn new(provider: Provider) -> Self {
        MessageReader {
            provider,
            messages: Vec::new(),
            lost: Vec::new(),
            unread: Vec::new(),
            listed: HashSet::new(),
            at: 0,
            read: None,
            ids: UniqueIds::new(CallIds::Any),
            keeps_ids: false,
            calls: 0,
            waiting: UnansweredCalls::default(),
            named: ByKey::default(),
        }
    }

    pub(super) fn leave_out_signatures(&mut self) {
        for (at, message) in &mut self.messages {
            let Message::Assistant { calls, .. } = message else {
                continue;
            };
            for call in calls.iter_mut().filter(|call| call.signature.is_some()) {
                call.signature = None;
                let what = format!("the thought signature of the call `{}`", call.id);
                self.lost.push(ConversionLoss::of(*at, what));
            }
        }
    }

    pub(super) fn lose(&mut self, what: impl Into<String>) {
        self.lost.push(ConversionLoss::of(self.at, what));
    }

    /// Lists the members of an object that have content and aren't read, once for each message.
    pub(super) fn lose_unread(&mut self, of: &str, object: &Value, read: &[&str]) {
        for (key, value) in object.as_object().into_iter().flatten() {
            if !has_content(value) || read.contains(&key.as_str()) {
                continue;
            }
            let what = format!("the member `{key}` of {of}");
            if self.listed.insert((self.at, what.clone())) {
                self.unread.push(ConversionLoss::of(self.at, what));
            }
        }
    }

    /// Returns all losses in the order of the messages.
    pub(super) fn take_losses(&mut self) -> Vec<ConversionLoss> {
        let mut all = core::mem::take(&mut self.lost);
        all.append(&mut self.unread);
        sort_by_key(&mut all, |lost| lost.message);
        all
    }

    pub(super) fn system(&mut self, text: impl Into<String>) {
        self.messages.push((self.at, Message::System(text.into())));
    }

    pub(super) fn system_parts(&mut self, parts: &[Part]) {
        let text = self.joined(parts);
        self.system(text);
    }

    pub(super) fn developer(&mut self, text: impl Into<String>) {
        let message = Message::Developer(text.into());
        self.messages.push((self.at, message));
    }

    /// Reads the request's own member for the system text: a text, a list of texts, or a content.
    pub(super) fn system_texts(&mut self, system: &Value) -> Result<(), WireError> {
        let system = system.get("parts").unwrap_or(system);
        let texts = match system {
            Value::Null => &[],
            Value::String(_) => core::slice::from_ref(system),
            Value::Array(list) => list.as_slice(),
            other => {
                return Err(self.expected("system", "a text or a list of texts", Some(other)));
            }
        };
        for text in texts {
            self.lose_unread("the system text", text, &["type", "text"]);
            match text.as_str().or_else(|| string(text, "text")) {
                Some(text) => self.system(text),
                None => self.lose("a part of the system text"),
            }
        }
        Ok(())
    }

    pub(super) fn user(&mut self, parts: Vec<Part>) {
        if parts.is_empty() {
            self.lose_empty();
        } else {
            self.messages.push((self.at, Message::User(parts)));
        }
    }

    /// Lists a message without content, unless a part of it was listed or had a result.
    fn lose_empty(&mut self) {
        let last = self.lost.last();
        let listed = last.is_some_and(|last| last.message == Some(self.at));
        if !listed && self.read != Some(self.at) {
            self.lose(EMPTY);
        }
    }

    /// Extends the model's turn if the last message is one, otherwise starts a new one.
    pub(super) fn assistant(&mut self, reply: String, called: Vec<ToolCall>) {
        if reply.is_empty() && called.is_empty() {
            return self.lose_empty();
        }
        if let Some((_, Message::Assistant { text, calls })) = self.messages.last_mut() {
            if !text.is_empty() && !reply.is_empty() {
                text.push('\n');
            }
            text.push_str(&reply);
            calls.extend(called);
            return;
        }
        let message = Message::Assistant {
            text: reply,
            calls: called,
        };
        self.messages.push((self.at, message));
    }

    pub(super) fn assistant_parts(&mut self, parts: &[Part], called: Vec<ToolCall>) {
        let text = self.joined(parts);
        self.assistant(text, called);
    }

    /// Adds a message of the user, of the system, or of the model, whose role has this name.
    pub(super) fn message(
        &mut self,
        role: &str,
        model: &str,
        parts: Vec<Part>,
        calls: Vec<ToolCall>,
    ) -> Result<(), WireError> {
        match role {
            "user" => self.user(parts),
            "system" => self.system_parts(&parts),
            _ if role == model => self.assistant_parts(&parts, calls),
            _ => return Err(self.shape("role", &format!("`user` or `{model}`"), "a string")),
        }
        Ok(())
    }

    pub(super) fn joined(&mut self, parts: &[Part]) -> String {
        let mut text = String::new();
        for part in parts {
            match part {
                Part::Text(part) | Part::Json(part) => text.push_str(part),
                Part::Media(media) => self.lose(media.note()),
            }
        }
        text
    }

    /// Reads a call, whose name is a member of `function`, and whose arguments are the member of
    /// that key. Its id becomes unique within the conversation: some hosts repeat a few ids in
    /// every turn.
    pub(super) fn call(
        &mut self,
        id: Option<&str>,
        function: &Value,
        arguments: &str,
        signature: Option<&str>,
    ) -> Result<ToolCall, WireError> {
        let given = id.filter(|id| !id.is_empty());
        let called = RawCall {
            id: given.map(|text| CallIdNode {
                text,
                number: false,
            }),
            name: self.need(function, "name")?,
            arguments: arguments_text(function.get(arguments)).into(),
            signature,
        };
        let id = match given {
            Some(given) if self.keeps_ids => String::from(given),
            _ => called.unique_id(&mut self.ids, self.calls),
        };
        self.calls += 1;
        let call = called.with_id(id);
        if let Some(given) = given {
            self.named
                .insert(given.to_owned(), (call.id.clone(), call.name.clone()));
        }
        self.waiting.add(UnansweredCall {
            given: given.map(ToOwned::to_owned),
            id: call.id.clone(),
            name: call.name.clone(),
        });
        Ok(call)
    }

    /// Finds the call that a result answers. Tries its id, then the first waiting call with that
    /// name, then the first waiting call.
    pub(super) fn answered(
        &mut self,
        given: Option<&str>,
        name: Option<&str>,
    ) -> Result<(String, String), WireError> {
        let given = given.filter(|id| !id.is_empty());
        let name = name.map(ToOwned::to_owned);
        let key = match given {
            Some(id) => CallKey::Id(id.to_owned()),
            None => CallKey::Name(name.clone()),
        };
        if let Some(call) = self.waiting.take(&key) {
            return Ok((call.id, call.name));
        }
        if let Some(known) = given.and_then(|id| self.named.get(id)) {
            return Ok(known.clone());
        }
        // Ids may be missing on one side only.
        match self.waiting.take(&CallKey::Unmarked(name)) {
            Some(call) => Ok((call.id, call.name)),
            None => Err(self.shape("", "a result of a call before it", "one of another call")),
        }
    }

    /// Adds the result of a call. Consecutive results form one message.
    pub(super) fn result(
        &mut self,
        (id, name): (String, String),
        parts: Vec<Part>,
        is_error: bool,
    ) {
        let result = ToolResultMessage {
            id,
            name,
            parts,
            is_error,
        };
        self.read = Some(self.at);
        if let Some((_, Message::Results(results))) = self.messages.last_mut() {
            results.push(result);
            return;
        }
        self.messages
            .push((self.at, Message::Results(Vec::from([result]))));
    }

    /// Adds a result in a format without an error flag: errors are recognised by their prefix.
    pub(super) fn flagged_result(&mut self, call: (String, String), mut parts: Vec<Part>) {
        let mut is_error = false;
        if let Some(Part::Text(text)) = parts.first() {
            let rest = text.strip_prefix(ERROR);
            is_error = rest.is_some();
            parts[0] = Part::text_or_json(rest.unwrap_or(text));
        }
        self.result(call, parts, is_error);
    }

    fn shape(&self, key: &str, expected: &str, found: &str) -> WireError {
        let dot = if key.is_empty() { "" } else { "." };
        WireError::Shape {
            provider: self.provider,
            at: format!("[{}]{dot}{key}", self.at),
            expected: expected.to_owned(),
            found: found.to_owned(),
        }
    }

    pub(super) fn expected(&self, key: &str, expected: &str, found: Option<&Value>) -> WireError {
        self.shape(key, expected, found.map_or("none", kind_of))
    }

    pub(super) fn need<'v>(&self, of: &'v Value, key: &str) -> Result<&'v str, WireError> {
        match of.get(key) {
            Some(Value::String(text)) => Ok(text),
            other => Err(self.expected(key, "a string", other)),
        }
    }

    pub(super) fn parts(
        &mut self,
        of: &Value,
        key: &str,
        read_part: impl Fn(&Value, &mut Self) -> Result<Option<Part>, WireError>,
    ) -> Result<Vec<Part>, WireError> {
        if let Some(Value::String(text)) = of.get(key) {
            return Ok(Vec::from([Part::Text(text.clone())]));
        }
        let mut parts = Vec::new();
        for part in self.list(of, key)? {
            parts.extend(read_part(part, self)?);
        }
        Ok(parts)
    }

    pub(super) fn unknown_type(&mut self, what: &str, part: &Value) -> Option<Part> {
        self.lose(match string(part, "type") {
            Some(of) if !of.is_empty() => format!("{what} of type `{of}`"),
            _ => format!("{what} without a type"),
        });
        None
    }

    pub(super) fn unknown_key(&mut self, what: &str, part: &Value) -> Option<Part> {
        let mut keys = part.as_object().into_iter().flat_map(Map::keys);
        self.lose(match keys.next() {
            Some(key) => format!("{what} `{key}`"),
            None => format!("{what} without a member"),
        });
        None
    }

    /// Returns a list member; a missing or `null` one is empty.
    pub(super) fn list<'v>(&self, of: &'v Value, key: &str) -> Result<&'v [Value], WireError> {
        match of.get(key) {
            None | Some(Value::Null) => Ok(&[]),
            Some(Value::Array(list)) => Ok(list),
            other => Err(self.expected(key, "a list", other)),
        }
    }
}

pub(super) fn string<'v>(of: &'v Value, key: &str) -> Option<&'v str> {
    of.get(key)?.as_str()
}

/// Returns an object of arguments as text. Restores text that
/// [`MessageWriter::arguments`](super::writer::MessageWriter::arguments) wrapped.
fn arguments_text(arguments: Option<&Value>) -> String {
    match arguments {
        None | Some(Value::Null) => String::from("{}"),
        Some(Value::String(text)) if text.trim().is_empty() => String::from("{}"),
        Some(Value::String(text)) => {
            let object = Some(text).filter(|text| text.contains(RAW));
            let object = object.and_then(|text| serde_json::from_str(text).ok());
            object.as_ref().and_then(wrapped).unwrap_or(text).to_owned()
        }
        Some(other) => wrapped(other).map_or_else(|| other.to_string(), str::to_owned),
    }
}

fn wrapped(arguments: &Value) -> Option<&str> {
    let object = arguments.as_object().filter(|object| object.len() == 1)?;
    object.get(RAW)?.as_str()
}

pub(super) fn value_parts(value: Option<&Value>) -> Vec<Part> {
    match value {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::String(text)) => Vec::from([Part::text_or_json(text)]),
        Some(other) => Vec::from([Part::Json(other.to_string())]),
    }
}
