//! Encoder state: provider-independent messages written in a provider's format.

use core::fmt;
use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::empty::{self, Cleanup};
use super::ids;
use super::node::is_json;
use crate::call::ToolCall;
use crate::dialect::accepted_name;
use crate::json_index::object;
use crate::message::{
    EMPTY_CONTENT, ERROR, JsonMembers, JsonValue, Media, Part, ResultBody, ResultView,
};
use crate::provider::Provider;
use crate::request::{exactly, message_tree};

/// Something in a conversation that the new provider can't express.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ConversionLoss {
    /// The index of the old message it belongs to, from 0. `None` for a member of the request.
    pub message: Option<usize>,
    /// A description of what was lost.
    pub content: String,
}

impl ConversionLoss {
    pub(super) fn of(message: usize, content: impl Into<String>) -> Self {
        ConversionLoss {
            message: Some(message),
            content: content.into(),
        }
    }
}

/// Returns `false` for `null`, `false`, empty values and defaults: `auto`, and the caller `direct`
/// of a call that the model's text made, not its code.
pub(super) fn has_content(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(flag) => *flag,
        Value::Number(_) => true,
        Value::String(text) => !matches!(text.as_str(), "" | "auto"),
        Value::Array(items) => !items.is_empty(),
        Value::Object(members) => !members.is_empty() && value["type"] != "direct",
    }
}

impl fmt::Display for ConversionLoss {
    /// Writes the content, behind the index of its message.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(message) = self.message {
            write!(f, "message {message}: ")?;
        }
        f.write_str(&self.content)
    }
}

#[derive(Debug)]
pub(super) struct MessageWriter {
    pub(super) provider: Provider,
    pub(super) messages: Vec<Value>,
    pub(super) texts: Option<Vec<String>>,
    pub(super) system: Vec<String>,
    pub(super) lost: Vec<ConversionLoss>,
    /// The calls of the last message that have no result yet are losses: the caller doesn't keep a
    /// list of them.
    pub(super) lists_open_calls: bool,
    pub(super) at: usize,
}

impl MessageWriter {
    pub(super) fn new(provider: Provider) -> Self {
        MessageWriter {
            provider,
            messages: Vec::new(),
            texts: None,
            system: Vec::new(),
            lost: Vec::new(),
            lists_open_calls: true,
            at: 0,
        }
    }

    pub(super) fn push(&mut self, mut message: Value) {
        if self.clean(&mut message) != Cleanup::Gone {
            self.messages.push(message);
        }
    }

    /// Removes empty parts that the provider rejects. A message without content is listed as lost.
    fn clean(&mut self, message: &mut Value) -> Cleanup {
        let mended = empty::mend(self.provider, message);
        match mended {
            Cleanup::Kept => {}
            Cleanup::Replaced => {
                self.lose(format!("an empty message: it is `{EMPTY_CONTENT}`"));
            }
            Cleanup::Gone => self.lose(EMPTY),
        }
        mended
    }

    pub(super) fn system(&mut self, text: &str) {
        if text.trim().is_empty() {
            self.lose(EMPTY);
        } else {
            self.system.push(text.into());
        }
    }

    pub(super) fn rejects(&self, text: &str) -> bool {
        empty::is_rejected(self.provider, text)
    }

    pub(super) fn or_placeholder<'t>(&self, text: Cow<'t, str>) -> Cow<'t, str> {
        if empty::is_rejected_message(self.provider, &text) {
            Cow::Borrowed(EMPTY_CONTENT)
        } else {
            text
        }
    }

    pub(super) fn sanitized_id<'i>(&self, id: &'i str) -> Cow<'i, str> {
        ids::sanitize(self.provider.request().call_ids, id)
    }

    pub(super) fn message(&mut self, members: JsonMembers<'_>) {
        let message = JsonValue::Object(members);
        match &mut self.texts {
            Some(texts) => texts.push(message.into_text()),
            None => self.messages.push(message.into_tree()),
        }
    }

    /// Adds a message of the user with these items, as text or like
    /// [`push_content`](Self::push_content).
    pub(super) fn user_content(&mut self, key: &'static str, items: Vec<JsonValue<'_>>) {
        if self.texts.is_some() {
            return self.message(Vec::from([
                ("role", "user".into()),
                (key, JsonValue::List(items)),
            ]));
        }
        let items = items.into_iter().map(JsonValue::into_tree).collect();
        self.push_content("user", key, items);
    }

    pub(super) fn lose(&mut self, what: impl Into<String>) {
        self.lost.push(ConversionLoss::of(self.at, what));
    }

    pub(super) fn leave_out(&mut self, media: &Media) -> String {
        let note = media.note();
        self.lose(note.clone());
        note
    }

    pub(super) fn part(
        &mut self,
        part: &Part,
        text: impl Fn(&str) -> Value,
        media: impl Fn(&Media) -> Option<Value>,
    ) -> Value {
        match part {
            Part::Text(part) | Part::Json(part) => text(part),
            Part::Media(part) => media(part).unwrap_or_else(|| text(&self.leave_out(part))),
        }
    }

    /// Writes parts by such functions. A single text becomes a string.
    pub(super) fn content(
        &mut self,
        parts: &[Part],
        text: impl Fn(&str) -> Value,
        media: impl Fn(&Media) -> Option<Value>,
    ) -> Value {
        if let [Part::Text(text) | Part::Json(text)] = parts {
            return json!(text);
        }
        let parts = parts.iter();
        parts.map(|part| self.part(part, &text, &media)).collect()
    }

    /// Reports a thought signature as lost: only Gemini sends and accepts them.
    pub(super) fn leave_out_signature(&mut self, call: &ToolCall) {
        if call.signature.is_some() {
            self.lose(format!("the thought signature of the call `{}`", call.id));
        }
    }

    pub(super) fn result_name<'n>(&self, name: &'n str) -> Cow<'n, str> {
        accepted_name(self.provider, name).map_or(Cow::Borrowed(name), Cow::Owned)
    }

    /// Returns the arguments as an object. Anything else is kept as text under the key [`RAW`].
    pub(super) fn arguments(&mut self, call: &ToolCall) -> Value {
        let text = self.arguments_text(call);
        let Some(object) = message_tree(&text) else {
            self.lose_object(call);
            return raw(&call.arguments);
        };
        if exactly(&text).is_none() {
            self.lose(format!(
                "digits of numbers in the arguments of the call `{}`",
                call.id
            ));
        }
        object
    }

    /// Returns the arguments as the text of an object. Anything else is kept as text under the key
    /// [`RAW`].
    pub(super) fn arguments_text<'c>(&mut self, call: &'c ToolCall) -> Cow<'c, str> {
        let Some(other) = object_text(&call.arguments) else {
            return Cow::Borrowed(&call.arguments);
        };
        if !is_none(&call.arguments) {
            self.lose_object(call);
        }
        Cow::Owned(other)
    }

    fn lose_object(&mut self, call: &ToolCall) {
        self.lose(format!(
            "the arguments of the call `{}` are not a JSON object that fits into a message: they are sent as text under `{RAW}`",
            call.id
        ));
    }

    /// Appends content to the last message if it has the same role, otherwise starts a new one.
    /// Some providers require alternating roles.
    pub(super) fn push_content(&mut self, role: &str, key: &str, content: Vec<Value>) {
        let members = [("role", role.into()), (key, Value::Array(content))];
        let mut message = object(members.map(|(name, value)| (name.into(), value)));
        let listed = self.lost.len();
        let mended = self.clean(&mut message);
        if mended == Cleanup::Gone {
            return;
        }
        if let Some(last) = self.messages.last_mut()
            && last.get("role").and_then(Value::as_str) == Some(role)
            && let Some(list) = last.get_mut(key).and_then(Value::as_array_mut)
        {
            if mended == Cleanup::Replaced {
                // The role already has a message, so it needs no placeholder.
                self.lost.truncate(listed);
                self.lose(EMPTY);
            } else if let Some(Value::Array(content)) = message.get_mut(key) {
                list.append(content);
            }
            return;
        }
        self.messages.push(message);
    }
}

impl<'r> ResultView<'r> {
    /// Joins all parts as one text, for providers that accept only text. Reports media as lost.
    pub(super) fn text(&self, writer: &mut MessageWriter) -> Cow<'r, str> {
        let parts = match &self.body {
            ResultBody::Text(text) | ResultBody::Json(text) => return Cow::Borrowed(text),
            ResultBody::Parts(parts) => parts,
        };
        let mut text = String::new();
        for (i, part) in parts.iter().enumerate() {
            if i > 0 {
                text.push('\n');
            }
            match part {
                Part::Text(part) | Part::Json(part) => text.push_str(part),
                Part::Media(media) => text.push_str(&writer.leave_out(media)),
            }
        }
        Cow::Owned(text)
    }

    /// Returns an error with media as an answer whose text has the prefix, for a provider without a
    /// flag, or one that rejects media in an error. Any other result is unchanged.
    pub(super) fn with_prefix(&self, is_media: impl Fn(&Media) -> bool) -> Cow<'_, Self> {
        let ResultBody::Parts(parts) = &self.body else {
            return Cow::Borrowed(self);
        };
        let is_media = |part: &Part| matches!(part, Part::Media(media) if is_media(media));
        if !self.is_error || !parts.iter().any(is_media) {
            return Cow::Borrowed(self);
        }
        let mut parts = parts.to_vec();
        match parts.first_mut() {
            Some(Part::Text(text) | Part::Json(text)) => text.insert_str(0, ERROR),
            _ => parts.insert(0, Part::Text(ERROR.to_owned())),
        }
        Cow::Owned(ResultView {
            id: self.id,
            name: self.name,
            body: ResultBody::Parts(Cow::Owned(parts)),
            is_error: false,
            output: None,
        })
    }

    /// Like [`text`](Self::text), with a prefix on errors, for providers without an error flag.
    pub(super) fn flagged_text(&self, writer: &mut MessageWriter) -> Cow<'r, str> {
        let text = self.text(writer);
        if self.is_error {
            Cow::Owned(format!("{ERROR}{text}"))
        } else {
            text
        }
    }
}

pub(super) const EMPTY: &str = "an empty message";

/// The member for arguments that aren't an object, for providers that accept only objects.
pub(super) const RAW: &str = "_raw";

fn raw(arguments: &str) -> Value {
    json!({ RAW: arguments })
}

/// Makes the arguments of a response, a string, the text of an object: vLLM and llama.cpp parse the
/// strings of the history, and reject each request with one that was cut.
pub(super) fn wrap_arguments(arguments: &mut Value) {
    if let Value::String(text) = arguments
        && let Some(other) = object_text(text)
    {
        *text = other;
    }
}

fn is_none(arguments: &str) -> bool {
    matches!(arguments.trim(), "" | "null")
}

fn object_text(arguments: &str) -> Option<String> {
    let text = arguments.trim();
    if is_none(text) {
        Some(String::from("{}"))
    } else if text.starts_with('{') && is_json(text) {
        None
    } else {
        Some(raw(arguments).to_string())
    }
}

/// Makes such a string an object, by the same rule, for a provider that requires objects. A stream
/// has one for arguments that were cut.
pub(super) fn restore_arguments(arguments: Option<&mut Value>) {
    if let Some(arguments) = arguments
        && let Some(text) = arguments.as_str()
    {
        let object = exactly(object_text(text).as_deref().unwrap_or(text));
        *arguments = object.unwrap_or_else(|| raw(text));
    }
}
