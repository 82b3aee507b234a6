//! A model's response, decoded.

use std::borrow::Cow;
use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::empty::{self, Cleanup};
use super::ids::UniqueIds;
use super::limits::check;
use super::model_parts::{keep_own, leave_out_last_thoughts, thought_texts};
use super::node::{CallIdNode, JsonNode};
use super::usage::{Usage, first, usage_of};
use super::{FinishReason, ResponseLimits, WireError, ids};
use crate::call::ToolCall;
use crate::dialect::accepted_name;
use crate::provider::Provider;
use crate::text::hide_credentials;

/// A model's response, decoded.
///
/// ```
/// use toolcast::Provider;
///
/// let response = r#"{"message": {"role": "assistant", "content": "Hello!"}, "done": true}"#;
/// let turn = Provider::Ollama.parse_turn(response)?;
/// assert_eq!(turn.text, "Hello!");
/// assert!(turn.calls.is_empty());
/// # Ok::<(), toolcast::WireError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
#[must_use = "the turn has the calls and the text of the response"]
pub struct Turn {
    /// The model's text, including a refusal's text but not its reasoning.
    pub text: String,
    /// The model's calls, in order. Each id is unique.
    pub calls: Vec<ToolCall>,
    /// The messages (or items, or contents) that the provider expects in the next request, before
    /// the results. They keep signatures, reasoning and items unknown to this crate. Only parts
    /// that the provider would reject are changed: ids, names of tools that don't exist, a missing
    /// role, truncated arguments, empty texts, thoughts at the end.
    pub messages: Vec<Value>,
    /// The reason why the model stopped.
    pub finish_reason: FinishReason,
    /// The model's thoughts as far as the provider shows them, or a summary of them. Paragraphs are
    /// separated by an empty line. Empty if there are none. [`messages`](Self::messages) has what
    /// the provider expects back of them.
    pub reasoning: String,
    /// The tokens that the response consumed, if the provider reports them.
    pub usage: Option<Usage>,
    /// The response's id, if it has one.
    pub response_id: Option<String>,
    /// The model that answered, if the response has its name.
    pub model: Option<String>,
}

pub(super) struct TurnReader {
    pub(super) provider: Provider,
    limits: ResponseLimits,
    history: bool,
    pub(super) turn: Turn,
    ids: UniqueIds,
    /// The calls of a message whose ids or names differ from those in the response.
    changed: Vec<CallChange>,
    /// The ids of shell calls that the provider executes.
    hosted: HashSet<String>,
}

/// A call that the next request has with another id or name than the response.
pub(super) struct CallChange {
    pub(super) block: usize,
    pub(super) id: Option<String>,
    pub(super) name: Option<String>,
}

impl CallChange {
    pub(super) fn write_id(&self, into: &mut Value, key: &str) {
        if let Some(id) = &self.id {
            into[key] = id.as_str().into();
        }
    }

    pub(super) fn write_name(&self, into: &mut Value) {
        if let Some(name) = &self.name {
            into["name"] = name.as_str().into();
        }
    }
}

impl TurnReader {
    pub(super) fn new(provider: Provider, limits: ResponseLimits, history: bool) -> Self {
        TurnReader {
            provider,
            limits,
            history,
            turn: Turn::default(),
            ids: UniqueIds::new(provider.request().call_ids),
            changed: Vec::new(),
            hosted: HashSet::new(),
        }
    }

    pub(super) fn text(&mut self, text: &str) {
        self.turn.text.push_str(text);
    }

    /// Adds the model's thoughts: a text, or a list of parts with a member `text`. Other values are
    /// ignored, because the answer doesn't depend on them.
    pub(super) fn thoughts(&mut self, thoughts: Option<JsonNode<'_>>) {
        let texts = thoughts.map(thought_texts).unwrap_or_default();
        for (_, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
            if !self.turn.reasoning.is_empty() {
                self.turn.reasoning.push_str("\n\n");
            }
            self.turn.reasoning.push_str(text);
        }
    }

    /// Reads the id, the model and the token counts of a whole response. Members of unexpected
    /// types are ignored, because the answer doesn't depend on them.
    pub(super) fn metadata(&mut self, response: JsonNode<'_>) {
        if self.history {
            let places = &self.provider.request().metadata;
            let text = |paths| first(response, paths)?.string().ok().map(str::to_owned);
            self.turn.response_id = text(places.id);
            self.turn.model = text(places.model);
            self.turn.usage = usage_of(response, &places.usage);
        }
    }

    /// Returns the finish reason for a provider's word that means "waits for results". Without a
    /// known call it would wait forever, so the word itself is returned.
    pub(super) fn waits(&self, word: &str) -> FinishReason {
        if self.turn.calls.is_empty() {
            FinishReason::Other(word.into())
        } else {
            FinishReason::ToolCalls
        }
    }

    pub(super) fn finish(&mut self, finish: FinishReason) {
        self.turn.finish_reason = finish;
    }

    pub(super) fn finish_by(&mut self, word: Option<&str>) {
        let words = self.provider.request().api.stop_words();
        self.turn.finish_reason = match word {
            None | Some("") => FinishReason::Unknown,
            Some(word) if words.stop.contains(&word) => FinishReason::Stop,
            Some(word) if words.calls.contains(&word) => self.waits(word),
            Some(word) if words.length.contains(&word) => FinishReason::Length,
            Some(word) if words.refused.contains(&word) => FinishReason::Refused,
            Some(word) => FinishReason::Other(word.to_owned()),
        };
    }

    pub(super) fn call(&mut self, block: usize, called: RawCall<'_>) -> Result<(), WireError> {
        let position = self.turn.calls.len();
        check(self.provider, "calls", position + 1, self.limits.max_calls)?;
        let given = called.id;
        let id = called.unique_id(&mut self.ids, position);
        let is_other = given.is_none_or(|given| given.number || *given.text != *id.as_str());
        let name = accepted_name(self.provider, called.name);
        if is_other || name.is_some() {
            self.changed.push(CallChange {
                block,
                id: is_other.then(|| id.clone()),
                name,
            });
        }
        self.turn.calls.push(called.with_id(id));
        Ok(())
    }

    /// Adds a message for the next request, with the model's role and without what isn't its own
    /// or the provider rejects. The tree is built only if a history is wanted. It has the ids and
    /// names that differ from those in the response.
    pub(super) fn history(
        &mut self,
        message: impl FnOnce(Vec<CallChange>) -> Result<Value, WireError>,
    ) -> Result<(), WireError> {
        let changed = core::mem::take(&mut self.changed);
        if self.history {
            let mut message = message(changed)?;
            let api = self.provider.request().api;
            if keep_own(api, &mut message, &mut self.hosted)
                && empty::mend(self.provider, &mut message) != Cleanup::Gone
                && (!leave_out_last_thoughts(api, &mut message)
                    || empty::mend(self.provider, &mut message) != Cleanup::Gone)
            {
                self.turn.messages.push(message);
            }
        }
        Ok(())
    }
}

#[derive(Debug)]
pub(super) struct RawCall<'r> {
    /// `None` if it is missing or empty.
    pub(super) id: Option<CallIdNode<'r>>,
    pub(super) name: &'r str,
    pub(super) arguments: Cow<'r, str>,
    pub(super) signature: Option<&'r str>,
}

impl<'r> RawCall<'r> {
    pub(super) fn read(call: JsonNode<'r>, id: &str, args: &str) -> Result<Self, WireError> {
        Self::of(call.id(id)?, call, args)
    }

    /// Reads a call, whose name is a member of `function`, and whose arguments are the member of
    /// that key: a string that contains JSON, or the value itself. An empty id counts as missing.
    pub(super) fn of(
        id: Option<CallIdNode<'r>>,
        function: JsonNode<'r>,
        arguments: &str,
    ) -> Result<Self, WireError> {
        Ok(RawCall {
            id: id.filter(|id| !id.text.is_empty()),
            name: function.need("name")?.string()?,
            arguments: arguments_of(function.get(arguments))?.into(),
            signature: None,
        })
    }

    pub(super) fn signed(mut self, signature: Option<JsonNode<'r>>) -> Result<Self, WireError> {
        self.signature = signature.map(JsonNode::string).transpose()?;
        Ok(self)
    }

    /// The id that no other call has. One without an id gets it from its position and content.
    pub(super) fn unique_id(&self, ids: &mut UniqueIds, position: usize) -> String {
        match self.id {
            Some(id) => ids.assign(id.text),
            None => ids.assign(ids::synthetic(position, self.name, &self.arguments).as_str()),
        }
    }

    pub(super) fn with_id(self, id: String) -> ToolCall {
        let mut call = ToolCall::new(id, self.name, self.arguments);
        call.signature = self.signature.map(str::to_owned);
        call
    }
}

/// Returns arguments as JSON text. A string's content is returned unchecked; an object keeps its
/// source text, so numbers keep their digits. Hosts send nothing, `null` or an empty string for no
/// arguments.
fn arguments_of(arguments: Option<JsonNode<'_>>) -> Result<&str, WireError> {
    let text = match arguments {
        None => "",
        Some(node) if node.is_string() => node.string()?,
        Some(node) => node.raw(),
    };
    Ok(match text.trim() {
        "" => "{}",
        _ => text,
    })
}

/// Returns the provider's own error if the response is one. An empty one is an error too, in the
/// place of an answer.
pub(super) fn api_error(object: JsonNode<'_>) -> Option<WireError> {
    let provider = object.provider();
    let error = object.get("error");
    let inner = error.and_then(|error| error.object().ok());
    let of = inner.unwrap_or(object);
    let string = |key: &str| {
        let node = of.get(key)?;
        if node.is_string() {
            node.string().ok().map(str::to_owned)
        } else {
            Some(node.raw().into())
        }
    };
    let message = match error {
        Some(error) if error.is_string() => error.string().ok().map(str::to_owned),
        Some(error) => string("message").or_else(|| Some(error.raw().into())),
        // Not for an object: there `message` is the member to read.
        None => ["message", "detail"].into_iter().find_map(|key| {
            let node = object.get(key)?;
            (node.is_string() || key == "detail").then(|| string(key))?
        }),
    }?;
    // Beside `error`, a `status` is that of the response.
    let code = ["code", "type", "__type"]
        .into_iter()
        .chain(inner.is_some().then_some("status"))
        .find_map(|key| string(key).filter(|code| code != "error"));
    // A gateway may repeat the request's headers.
    let message = hide_credentials(Cow::Owned(message)).into_owned();
    Some(WireError::Api {
        provider,
        code,
        message,
    })
}

/// Fails with the provider's own error if the object has one as `error`. Some hosts send an empty
/// one beside an answer.
pub(super) fn no_error(object: JsonNode<'_>) -> Result<(), WireError> {
    let is_empty = |error: &JsonNode<'_>| matches!(error.raw(), "\"\"" | "{}" | "[]" | "false");
    let error = object.get("error").filter(|error| !is_empty(error));
    let error = error.and_then(|_| api_error(object));
    error.map_or(Ok(()), Err)
}

pub(super) fn error_in(object: JsonNode<'_>, expected: &str) -> WireError {
    api_error(object).unwrap_or_else(|| object.expected(expected))
}

pub(super) fn body<'r>(object: JsonNode<'r>, key: &str) -> Result<JsonNode<'r>, WireError> {
    let body = object.need(key);
    body.map_err(|missing| api_error(object).unwrap_or(missing))
}

pub(super) const CALL_METHOD: &str = "tools/call";

/// Returns the key of the call of a part, `candidates[].content.parts[]`, if it is one.
pub(super) fn call_key(part: JsonNode<'_>) -> &'static str {
    match part.get("functionCall") {
        Some(_) => "functionCall",
        None => "function_call",
    }
}

pub(super) fn part_call(part: JsonNode<'_>) -> Result<Option<JsonNode<'_>>, WireError> {
    part.member(call_key(part))
}

/// Reads the call of such a part, whose signature is a member of the part.
pub(super) fn signed_call<'r>(
    part: JsonNode<'r>,
    call: JsonNode<'r>,
) -> Result<RawCall<'r>, WireError> {
    let signature = part.get("thoughtSignature");
    let signature = signature.or_else(|| part.get("thought_signature"));
    RawCall::read(call, "id", "args")?.signed(signature)
}

/// Reads `{"id":..,"function":{"name":..,"arguments":..}}`. The arguments are a string or, from
/// Mistral and Ollama, an object.
pub(super) fn chat_call(call: JsonNode<'_>) -> Result<RawCall<'_>, WireError> {
    let function = call.need("function")?.object()?;
    RawCall::of(call.id("id")?, function, "arguments")
}

/// Returns the type of a call that is not of a function, so the program can't run it.
pub(super) fn other_type(call: JsonNode<'_>) -> Result<Option<&str>, WireError> {
    if call.has("custom") {
        return Ok(Some("custom"));
    }
    let kind = call.text("type")?;
    Ok(kind.filter(|kind| !matches!(*kind, "" | "function") && !call.has("function")))
}

/// Writes what [`chat_call`] reads.
pub(super) fn function_call(id: Option<&str>, name: &str, arguments: &str) -> Value {
    let function = json!({"name": name, "arguments": arguments});
    json!({"id": id, "type": "function", "function": function})
}

pub(super) fn call_request(request: JsonNode<'_>) -> Result<RawCall<'_>, WireError> {
    let request = request.object()?;
    let Some(method) = request.get("method") else {
        return Err(error_in(request, "a request `tools/call`"));
    };
    if method.string()? != CALL_METHOD {
        return Err(method.expected("`tools/call`"));
    }
    let id = request.id("id")?;
    RawCall::of(id, request.need("params")?.object()?, "arguments")
}
