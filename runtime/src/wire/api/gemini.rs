//! Gemini's `generateContent`, on the Gemini API and Vertex.

use serde_json::{Value, json};

use super::gemini_parts::{
    NO_SIGNATURE, PART, either, read_function_response, read_part, sends_id, write_call,
    write_function_response, write_part,
};
use super::{ChatApi, interactions};
use crate::message::{JsonValue, Message, ResultView, result_views};
use crate::provider::Provider;
use crate::wire::node::JsonDocument;
use crate::wire::node::JsonNode;
use crate::wire::reader::{MessageReader, string};
use crate::wire::stream::{
    decoder::StreamDecoder as _, gemini::GeminiStream, output::StreamOutput,
};
use crate::wire::turn::{TurnReader, body, part_call, signed_call};
use crate::wire::unanswered_calls::ResultLink;
use crate::wire::writer::MessageWriter;
use crate::wire::{FinishReason, ResponseLimits, WireError};

pub(in crate::wire) struct Gemini;

impl ChatApi for Gemini {
    fn read_response(
        &self,
        response: JsonNode<'_>,
        into: &mut TurnReader,
    ) -> Result<(), WireError> {
        if response.is_list() {
            let chunks = response.list()?;
            // Steps have a type; chunks and errors of the streaming method have none.
            let steps = chunks
                .first()
                .is_none_or(|first| !first.is_object() || first.has("type"));
            return if steps {
                interactions::read_steps(response, into)
            } else {
                self.read_chunks(&chunks, into)
            };
        }
        let response = response.object()?;
        if interactions::is_one(response) {
            return interactions::read(response, into);
        }
        if response.get("candidates").is_none()
            && let Some(feedback) = response.member("promptFeedback")?
        {
            // The prompt was blocked, so the response has no answer.
            into.finish(match feedback.text("blockReason")? {
                Some(_) => FinishReason::Refused,
                None => FinishReason::Unknown,
            });
            return Ok(());
        }
        let candidates = body(response, "candidates")?;
        let candidate = match candidates.list()?.first() {
            Some(candidate) => candidate.object()?,
            None => return Err(candidates.expected("one candidate at least")),
        };
        if let Some(content) = candidate.member("content")? {
            read_content(content, into)?;
        }
        into.finish_by(candidate.text("finishReason")?);
        Ok(())
    }

    fn read_message(&self, content: &Value, into: &mut MessageReader) -> Result<(), WireError> {
        // Steps of the Interactions API have a type; contents have parts.
        if content.get("type").is_some() && content.get("parts").is_none() {
            return interactions::read_step(content, into);
        }
        let role = match string(content, "role") {
            None | Some("function") => "user",
            Some(role) => role,
        };
        into.lose_unread("a message", content, &["role", "parts"]);
        let (mut parts, mut calls) = (Vec::new(), Vec::new());
        for part in into.list(content, "parts")? {
            let signature = either(part, "thoughtSignature", "thought_signature");
            // The placeholder for a missing signature isn't a signature.
            let signature = signature.filter(|signature| *signature != NO_SIGNATURE);
            if let Some(call) = either(part, "functionCall", "function_call") {
                let signature = signature.and_then(Value::as_str);
                calls.push(into.call(string(call, "id"), call, "args", signature)?);
                into.lose_unread("a call", call, &["id", "name", "args"]);
                into.lose_unread("a call", part, &PART);
                continue;
            }
            if let Some(response) = either(part, "functionResponse", "function_response") {
                read_function_response(response, into)?;
                into.lose_unread("a result", response, &["id", "name", "response"]);
                into.lose_unread("a result", part, &PART);
                continue;
            }
            if part["thought"] == true {
                into.lose("the model's thoughts");
                continue;
            }
            if signature.is_some() {
                into.lose("the thought signature of a text");
            }
            let read = read_part(part, into)?;
            if read.is_some() {
                into.lose_unread("a part", part, &PART);
            }
            parts.extend(read);
        }
        into.message(role, "model", parts, calls)
    }

    fn write_message(&self, message: &Message, into: &mut MessageWriter) {
        match message {
            Message::System(text) | Message::Developer(text) => into.system(text),
            Message::User(parts) => {
                let parts = parts.iter().map(|part| write_part(part, into)).collect();
                into.push_content("user", "parts", parts);
            }
            Message::Assistant { text, calls } => {
                let mut parts = Vec::new();
                if !text.is_empty() {
                    parts.push(json!({ "text": text }));
                }
                for (i, call) in calls.iter().enumerate() {
                    parts.push(write_call(call, i == 0, into));
                }
                into.push_content("model", "parts", parts);
            }
            Message::Results(results) => self.write_results(&result_views(results), into),
        }
    }

    fn write_results(&self, results: &[ResultView<'_>], into: &mut MessageWriter) {
        let parts = results.iter().map(|result| {
            let mut response = Vec::from([
                ("name", into.result_name(result.name).into()),
                ("response", write_function_response(result, into)),
            ]);
            if sends_id(into.provider, result.id) {
                response.push(("id", result.id.into()));
            }
            JsonValue::from([("functionResponse", JsonValue::Object(response))])
        });
        let parts = parts.collect();
        into.user_content("parts", parts);
    }

    fn result_link(&self, to: Provider, id: &str) -> ResultLink {
        if sends_id(to, id) {
            ResultLink::Id
        } else {
            ResultLink::Name
        }
    }
}

impl Gemini {
    /// Reads a response of the streaming method without `alt=sse`: a list of its chunks.
    fn read_chunks(&self, chunks: &[JsonNode<'_>], into: &mut TurnReader) -> Result<(), WireError> {
        let mut stream = GeminiStream::default();
        let provider = into.provider;
        // The list itself was within the limit, and the calls are counted below.
        let limits = ResponseLimits::default()
            .max_bytes(usize::MAX)
            .max_calls(usize::MAX);
        let mut out = StreamOutput::new(provider, limits);
        for chunk in chunks {
            stream.event(chunk.object()?, &mut out)?;
            out.take();
        }
        let whole = stream.response_text(provider, true)?;
        let doc = JsonDocument::parse(provider, &whole)?;
        into.metadata(JsonNode::root(&doc));
        self.read_response(JsonNode::root(&doc), into)
    }
}

fn read_content(content: JsonNode<'_>, into: &mut TurnReader) -> Result<(), WireError> {
    for (i, part) in content.items("parts")?.into_iter().enumerate() {
        if let Some(call) = part_call(part)? {
            into.call(i, signed_call(part, call)?)?;
        } else if part.get("thought").is_some_and(JsonNode::is_true) {
            into.thoughts(part.get("text"));
        } else if let Some(text) = part.text("text")? {
            into.text(text);
        }
    }
    into.history(|changed| {
        let mut content = content.value()?;
        content["role"] = json!("model");
        for change in changed {
            for key in ["functionCall", "function_call"] {
                let Some(call) = content["parts"][change.block].get_mut(key) else {
                    continue;
                };
                change.write_name(call);
                // A synthetic id is never sent.
                if call
                    .get("id")
                    .is_some_and(|old| !old.is_null() && old != "")
                {
                    change.write_id(call, "id");
                }
            }
        }
        Ok(content)
    })
}
