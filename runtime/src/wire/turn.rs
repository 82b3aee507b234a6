//! What a model answered.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use std::collections::HashMap;

use serde_json::Value;

use super::empty::{self, Mended};
use super::family::Wire;
use super::node::{Node, Object};
use super::tape::Doc;
use super::{Limits, WireError, ids, wire_of};
use crate::call::{CallId, ToolCall};
use crate::provider::Provider;

/// What a model answered.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Turn {
    /// What it said, its thoughts aside. A refusal's text too.
    pub text: String,
    /// What it called, in order. No two have the same id.
    pub calls: Vec<ToolCall>,
    /// What the provider wants back of it in the next request, in front of the results: the messages (or items, or contents) as they came, with signatures, thoughts and items
    /// that this crate knows nothing of. Only an id that was missing or used before is written in.
    pub history: Vec<Value>,
    /// Why it stopped.
    pub finish: Finish,
}

/// Why a model stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Finish {
    /// The response does not say.
    #[default]
    Unknown,
    /// It had said everything.
    Stop,
    /// It waits for results of its calls, of which there is one at least.
    Calls,
    /// There was no more room.
    Length,
    /// It, or its provider, would not.
    Refused,
    /// Another reason, in the provider's word.
    Other(String),
}

/// Reads a whole response.
pub(super) fn read(
    provider: Provider,
    response: &str,
    limits: Limits,
    history: bool,
) -> Result<Turn, WireError> {
    let wire = wire_of(provider)?;
    super::limits::Budget::new(provider, limits).check(response.len())?;
    let mut reader = Reader::new(provider, wire, limits, history);
    let doc = Doc::parse(provider, response)?;
    wire.read(Node::root(&doc), &mut reader)?;
    if !reader.turn.calls.is_empty() && matches!(reader.turn.finish, Finish::Stop | Finish::Unknown)
    {
        // Gemini and Ollama have no word of their own for it.
        reader.turn.finish = Finish::Calls;
    }
    Ok(reader.turn)
}

/// A call as it stands in a response.
#[derive(Debug)]
pub(super) struct Found<'r> {
    /// Empty is none.
    pub(super) id: Option<Id<'r>>,
    pub(super) name: Cow<'r, str>,
    /// A string that holds JSON, or the value itself. None is no arguments.
    pub(super) arguments: Option<Node<'r>>,
    pub(super) signature: Option<String>,
}

/// A call's id in a response.
#[derive(Debug)]
pub(super) struct Id<'r> {
    pub(super) text: Cow<'r, str>,
    /// It is a number there, which becomes a text in the history, as it is one in the result.
    pub(super) number: bool,
}

/// What a turn is made of while it is read.
pub(super) struct Reader {
    provider: Provider,
    wire: &'static dyn Wire,
    limits: Limits,
    history: bool,
    turn: Turn,
    /// How often each id was there.
    seen: HashMap<CallId, usize>,
}

impl Reader {
    fn new(provider: Provider, wire: &'static dyn Wire, limits: Limits, history: bool) -> Self {
        Reader {
            provider,
            wire,
            limits,
            history,
            turn: Turn::default(),
            seen: HashMap::new(),
        }
    }

    pub(super) fn provider(&self) -> Provider {
        self.provider
    }

    /// More of what it said.
    pub(super) fn text(&mut self, text: &str) {
        self.turn.text.push_str(text);
    }

    /// Why it stopped, if the provider's word is that it waits for results. Without calls that are
    /// known here it would wait forever, so the word is returned as it is.
    pub(super) fn waits(&self, word: &str) -> Finish {
        if self.turn.calls.is_empty() {
            Finish::Other(word.into())
        } else {
            Finish::Calls
        }
    }

    pub(super) fn finish(&mut self, finish: Finish) {
        self.turn.finish = finish;
    }

    /// A call. The id is returned where it is not the one that stands in the response.
    pub(super) fn call(
        &mut self,
        at: Node<'_>,
        found: Found<'_>,
    ) -> Result<Option<CallId>, WireError> {
        if self.turn.calls.len() >= self.limits.calls {
            return Err(WireError::TooLarge {
                provider: at.provider(),
                what: "calls",
                limit: self.limits.calls,
            });
        }
        let arguments = arguments_of(found.arguments)?;
        let given = found.id.filter(|id| !id.text.is_empty());
        let wanted = if let Some(id) = &given {
            CallId::from(&*self.wire.fit(&id.text))
        } else {
            let made = ids::made_up(self.turn.calls.len(), &found.name, &arguments);
            CallId::from(&*self.wire.fit(made.as_str()))
        };
        let id = self.unique(wanted);
        let changed = given.is_none_or(|given| given.number || *given.text != *id.as_str());
        let mut call = ToolCall::new(id.clone(), found.name, arguments);
        call.signature = found.signature;
        self.turn.calls.push(call);
        Ok(changed.then_some(id))
    }

    /// The id, or where another call has it, one that no call has.
    fn unique(&mut self, id: CallId) -> CallId {
        let mut n = *self.seen.get(&id).unwrap_or(&0);
        if n == 0 {
            self.seen.insert(id.clone(), 1);
            return id;
        }
        // Somebody may have given `x-2` too.
        loop {
            n += 1;
            let other = ids::again(id.as_str(), n);
            let other = CallId::from(&*self.wire.fit(other.as_str()));
            if !self.seen.contains_key(&other) {
                self.seen.insert(id, n);
                self.seen.insert(other.clone(), 1);
                return other;
            }
        }
    }

    /// A message for the next request, without the empty texts that the provider rejects. The tree
    /// is made only if it is wanted.
    pub(super) fn history(
        &mut self,
        message: impl FnOnce() -> Result<Value, WireError>,
    ) -> Result<(), WireError> {
        if self.history {
            let mut message = message()?;
            if empty::mend(self.provider, &mut message) != Mended::Gone {
                self.turn.history.push(message);
            }
        }
        Ok(())
    }
}

/// Arguments as JSON text. Text in a string is that text, whatever is in it; an object keeps the text it has in the response, so numbers stay as they are
/// written. None, `null` and an empty string are what hosts send for no arguments.
fn arguments_of(arguments: Option<Node<'_>>) -> Result<String, WireError> {
    let text = match arguments {
        None => Cow::Borrowed(""),
        Some(node) if node.is_string() => node.string()?,
        Some(node) => Cow::Borrowed(node.raw()),
    };
    Ok(if text.trim().is_empty() {
        String::from("{}")
    } else {
        text.into_owned()
    })
}

/// The provider's own error, where that is what came instead of a response.
pub(super) fn api_error(object: &Object<'_>) -> Option<WireError> {
    let provider = object.node().provider();
    let error = object.get("error");
    let inner = error.filter(|e| e.is_object()).map(Node::object);
    let inner = match inner {
        Some(Ok(inner)) => Some(inner),
        _ => None,
    };
    let of = inner.as_ref().unwrap_or(object);
    let string = |key: &str| {
        let node = of.get(key)?;
        if node.is_string() {
            node.string().ok().map(Cow::into_owned)
        } else {
            Some(node.raw().into())
        }
    };
    let message = match error {
        Some(error) if error.is_string() => error.string().ok().map(Cow::into_owned),
        Some(error) => string("message").or_else(|| Some(error.raw().into())),
        // Not an object: there `message` is what we look for.
        None => ["message", "detail"].into_iter().find_map(|key| {
            let node = object.get(key)?;
            (node.is_string() || key == "detail").then(|| string(key))?
        }),
    }?;
    let code = ["code", "type", "status", "__type"]
        .into_iter()
        .find_map(|key| string(key).filter(|code| code != "error"));
    Some(WireError::Api {
        provider,
        code,
        message,
    })
}

/// A member that a response has, or the error that came instead.
pub(super) fn body<'r>(object: &Object<'r>, key: &str) -> Result<Node<'r>, WireError> {
    match object.get(key) {
        Some(body) => Ok(body),
        None => Err(match api_error(object) {
            Some(error) => error,
            None => match object.need(key) {
                Err(error) => error,
                Ok(node) => return Ok(node),
            },
        }),
    }
}
