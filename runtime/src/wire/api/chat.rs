//! OpenAI's Chat Completions and compatible hosts.

use serde_json::{Value, json};

use super::{ChatApi, messages};
use crate::message::{EMPTY_CONTENT, Message, ResultView};
use crate::provider::Chat;
use crate::wire::model_parts::message_thoughts;
use crate::wire::node::JsonNode;
use crate::wire::reader::MessageReader;
use crate::wire::turn::{CallChange, TurnReader, body, chat_call, no_error, other_type};
use crate::wire::writer::{MessageWriter, wrap_arguments};
use crate::wire::{FinishReason, WireError};

impl ChatApi for Chat {
    fn read_response(
        &self,
        response: JsonNode<'_>,
        into: &mut TurnReader,
    ) -> Result<(), WireError> {
        // A host may report an error beside what it has generated until then.
        no_error(response)?;
        let choices = body(response, "choices")?;
        let choice = match choices.list()?.first() {
            Some(choice) => choice.object()?,
            None => return Err(choices.expected("one choice at least")),
        };
        let message = choice.need("message")?.object()?;
        read_answer(message, into)?;
        into.finish_by(choice.text("finish_reason")?);
        let refusal = message.text("refusal")?;
        if let Some(refusal) = refusal.filter(|refusal| !refusal.is_empty()) {
            into.text(refusal);
            into.finish(FinishReason::Refused);
        }
        Ok(())
    }

    fn read_message(&self, message: &Value, into: &mut MessageReader) -> Result<(), WireError> {
        messages::read_message(message, into)
    }

    fn write_message(&self, message: &Message, into: &mut MessageWriter) {
        let last = into.messages.last();
        let after_result = last.is_some_and(|last| last["role"] == "tool");
        if !self.user_after_result && after_result && matches!(message, Message::User(_)) {
            into.push(json!({"role": "assistant", "content": EMPTY_CONTENT}));
            into.lose(format!(
                "a user message right after a result: a model message `{EMPTY_CONTENT}` is added between them"
            ));
        }
        self.style.write_message(message, into);
    }

    fn write_results(&self, results: &[ResultView<'_>], into: &mut MessageWriter) {
        self.style.write_results(results, into);
    }
}

pub(super) fn read_answer(message: JsonNode<'_>, into: &mut TurnReader) -> Result<(), WireError> {
    if let Some(content) = message.get("content") {
        read_content(content, into)?;
    }
    into.thoughts(message_thoughts(message));
    for (i, call) in message.items("tool_calls")?.into_iter().enumerate() {
        // A custom tool takes text instead of arguments and isn't supported.
        if other_type(call)?.is_some() {
            continue;
        }
        into.call(i, chat_call(call)?)?;
    }
    into.history(|changed| history_of(message, changed))
}

pub(super) fn history_of(
    message: JsonNode<'_>,
    changed: Vec<CallChange>,
) -> Result<Value, WireError> {
    let mut message = message.value()?;
    if message.get("role").is_none() {
        message["role"] = json!("assistant");
    }
    for change in changed {
        let call = &mut message["tool_calls"][change.block];
        change.write_id(call, "id");
        change.write_name(&mut call["function"]);
    }
    let calls = message.get_mut("tool_calls").and_then(Value::as_array_mut);
    for call in calls.into_iter().flatten() {
        let function = call.get_mut("function");
        if let Some(arguments) = function.and_then(|function| function.get_mut("arguments")) {
            wrap_arguments(arguments);
        }
    }
    Ok(message)
}

pub(super) fn read_content(content: JsonNode<'_>, into: &mut TurnReader) -> Result<(), WireError> {
    if !content.is_list() {
        into.text(content.string()?);
        return Ok(());
    }
    for part in content.list()? {
        match part.text("type")? {
            Some("text") => into.text(part.text("text")?.unwrap_or_default()),
            Some("thinking") => into.thoughts(part.get("thinking")),
            _ => {}
        }
    }
    Ok(())
}
