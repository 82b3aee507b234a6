//! What is written while messages in nobody's shape become a provider's.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use serde_json::{Map, Value};

use super::empty::{self, Mended};
use super::exact::exactly;
use super::neutral::{Media, NOTHING};
use super::tape::is_json;
use super::write::{Items, Members, text_of, tree_of};
use crate::call::ToolCall;
use crate::provider::Provider;

/// Something of a conversation that the new provider was not told.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Lost {
    /// Of which of the old messages, from 0.
    pub message: usize,
    /// What it is.
    pub what: String,
}

/// What is written while messages in nobody's shape become a provider's.
#[derive(Debug)]
pub(super) struct Said {
    pub(super) provider: Provider,
    pub(super) messages: Vec<Value>,
    /// In place of the messages, where they are wanted as text.
    pub(super) texts: Option<Vec<String>>,
    /// What goes into the request's own place for it.
    pub(super) system: Vec<String>,
    pub(super) lost: Vec<Lost>,
    /// The old message that is being written.
    pub(super) at: usize,
}

impl Said {
    pub(super) fn new(provider: Provider) -> Self {
        Said {
            provider,
            messages: Vec::new(),
            texts: None,
            system: Vec::new(),
            lost: Vec::new(),
            at: 0,
        }
    }

    pub(super) fn push(&mut self, mut message: Value) {
        if self.mend(&mut message) != Mended::Gone {
            self.messages.push(message);
        }
    }

    /// Takes out what the provider rejects for being empty. A message that said nothing is listed.
    fn mend(&mut self, message: &mut Value) -> Mended {
        let mended = empty::mend(self.provider, message);
        match mended {
            Mended::Kept => {}
            Mended::Replaced => self.lose(alloc::format!("an empty message: it is `{NOTHING}`")),
            Mended::Gone => self.lose(EMPTY),
        }
        mended
    }

    /// A system text for the request's own place.
    pub(super) fn system(&mut self, text: &str) {
        if text.trim().is_empty() {
            self.lose(EMPTY);
        } else {
            self.system.push(text.into());
        }
    }

    /// Whether the provider rejects a part with this text.
    pub(super) fn rejects(&self, text: &str) -> bool {
        empty::is_rejected(self.provider, text)
    }

    /// The text of a message, or what is sent in its place if it is empty and rejected.
    pub(super) fn or_nothing<'t>(&self, text: Cow<'t, str>) -> Cow<'t, str> {
        if empty::is_rejected_message(self.provider, &text) {
            Cow::Borrowed(NOTHING)
        } else {
            text
        }
    }

    /// Who speaks in the last message.
    pub(super) fn last_role(&self) -> Option<&str> {
        self.messages.last()?.get("role")?.as_str()
    }

    /// A message that is written in one go.
    pub(super) fn message(&mut self, write: &mut dyn FnMut(&mut dyn Members)) {
        match &mut self.texts {
            Some(texts) => texts.push(text_of(write)),
            None => self.messages.push(Value::Object(tree_of(write))),
        }
    }

    /// As [`push_content`](Self::push_content), written in one go.
    pub(super) fn content(&mut self, role: &str, key: &str, write: &mut dyn FnMut(&mut dyn Items)) {
        if self.texts.is_some() {
            return self.message(&mut |message| {
                message.text("role", role);
                message.list(key, write);
            });
        }
        let mut list = Vec::new();
        write(&mut list);
        self.push_content(role, key, list);
    }

    pub(super) fn lose(&mut self, what: impl Into<String>) {
        self.lost.push(Lost {
            message: self.at,
            what: what.into(),
        });
    }

    /// A text in place of something that the provider doesn't take.
    pub(super) fn leave_out(&mut self, media: &Media) -> String {
        let note = media.note();
        self.lose(note.clone());
        note
    }

    /// What only Gemini gives and takes.
    pub(super) fn leave_out_signature(&mut self, call: &ToolCall) {
        if call.signature.is_some() {
            self.lose(alloc::format!(
                "the thought signature of the call `{}`",
                call.id
            ));
        }
    }

    /// The arguments as an object. What is none is kept as text under a key of its own.
    pub(super) fn arguments(&mut self, call: &ToolCall) -> Value {
        if let Ok(Value::Object(object)) = serde_json::from_str(&call.arguments) {
            if exactly(&call.arguments).is_none() {
                self.lose(alloc::format!(
                    "digits of numbers in the arguments of the call `{}`",
                    call.id
                ));
            }
            return Value::Object(object);
        }
        self.lose(alloc::format!(
                    "the arguments of the call `{}` are no JSON object: they are sent as text under `{RAW}`",
                    call.id
                ));
        raw(&call.arguments)
    }

    /// Adds content to the last message if it has that role, else begins one: some providers want roles to alternate.
    pub(super) fn push_content(&mut self, role: &str, key: &str, content: Vec<Value>) {
        let content = Value::Array(content);
        let mut message = Value::Object(Map::from_iter([
            ("role".into(), role.into()),
            (key.into(), content),
        ]));
        let listed = self.lost.len();
        let mended = self.mend(&mut message);
        if mended == Mended::Gone {
            return;
        }
        if let Some(last) = self.messages.last_mut()
            && last.get("role").and_then(Value::as_str) == Some(role)
            && let Some(list) = last.get_mut(key).and_then(Value::as_array_mut)
        {
            if mended == Mended::Replaced {
                // The role speaks already, so nothing has to be said for it.
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

/// An entry for a message that is not sent.
pub(super) const EMPTY: &str = "an empty message";

/// Where arguments stand that are no object, for providers that take only objects.
pub(super) const RAW: &str = "_raw";

fn raw(arguments: &str) -> Value {
    let text = Value::String(arguments.into());
    Value::Object(Map::from_iter([(RAW.into(), text)]))
}

/// Arguments of a response as such a provider takes them back, where they were cut off and are the text that came.
pub(super) fn take_back(arguments: Option<&mut Value>) {
    if let Some(arguments) = arguments
        && let Some(text) = arguments.as_str()
        && !text.trim().is_empty()
        && !is_json(text)
    {
        *arguments = raw(text);
    }
}
