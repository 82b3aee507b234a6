//! Conversion of a conversation that changes provider midway.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::api::ChatApi;
use super::reader::MessageReader;
use super::response::chat_api;
use super::unanswered_calls::put_in_order;
use super::writer::{ConversionLoss, MessageWriter};
use super::{Message, WireError, result_order};
use crate::call::ToolCall;
use crate::dialect;
use crate::message::{NumberedMessage, ToolResultMessage};
use crate::order::sort_by_key;
use crate::provider::{Api, Provider};

/// Messages that were converted to a provider's format, and what was lost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
#[must_use = "the converted messages are in the value"]
pub struct Converted {
    /// The messages (or items, or contents) for the request.
    pub messages: Vec<Value>,
    /// The system texts in order, if the request has a separate member for them (Anthropic's and
    /// Bedrock's `system`, Gemini's `systemInstruction`). Otherwise empty, and the texts are
    /// messages.
    pub system: Vec<String>,
    /// Everything the new format can't express.
    pub losses: Vec<ConversionLoss>,
}

/// Converts a conversation from one provider's format to another's: user messages, the model's
/// texts and calls, and the results. Ids are rewritten to fit the new provider, consistently for a
/// call and its result. An id that repeats later in the conversation gets a suffix.
///
/// If the new provider's results have no ids, they follow the order of their calls. A tool name
/// that the new provider rejects is rewritten as in a tool set.
///
/// [`Converted::losses`] lists everything specific to the old provider (signatures, reasoning, its
/// own items) and everything the new format can't express. A text replaces an unsupported image or
/// file. If both providers use the same message format, the messages are returned unchanged.
///
/// Results are placed directly after the message with their calls. A call without a result gets an
/// error result. At the end of the conversation it gets none, and the next request must contain its
/// result. Both cases are listed.
///
/// ```
/// use serde_json::json;
/// use toolcast::{Provider, wire::convert_messages};
///
/// let messages = [
///     json!({"role": "user", "content": "Hello"}),
///     json!({"role": "assistant", "content": "Hi!"}),
/// ];
/// let converted = convert_messages(&messages, Provider::OpenAi, Provider::Gemini)?;
/// assert_eq!(converted.messages[1], json!({"role": "model", "parts": [{"text": "Hi!"}]}));
/// assert!(converted.losses.is_empty());
/// # Ok::<(), toolcast::WireError>(())
/// ```
///
/// # Errors
///
/// [`WireError::Shape`] if a message isn't in the old provider's format, or a result answers no
/// call. [`WireError::NoCalls`] for [`Provider::JsonSchema`].
pub fn convert_messages(
    messages: &[Value],
    from: Provider,
    to: Provider,
) -> Result<Converted, WireError> {
    converted(&Value::Null, messages, from, to, true)
}

/// Like [`convert_messages`], without the open calls among the losses: a conversation lists them.
pub(crate) fn convert_with_open_calls(
    messages: &[Value],
    from: Provider,
    to: Provider,
) -> Result<Converted, WireError> {
    converted(&Value::Null, messages, from, to, false)
}

fn converted(
    system: &Value,
    messages: &[Value],
    from: Provider,
    to: Provider,
    lists_open_calls: bool,
) -> Result<Converted, WireError> {
    let (old, new) = (chat_api(from)?, chat_api(to)?);
    let stay = from.message_format() == to.message_format();
    let mut reader = MessageReader::new(from);
    reader.system_texts(system)?;
    if !stay {
        read_all(&mut reader, messages, old)?;
    }
    // Another route of Gemini rejects the signatures of the first one.
    if matches!(to.request().api, Api::Gemini) {
        reader.leave_out_signatures();
    }
    let mut out = MessageWriter::new(to);
    out.lost = reader.take_losses();
    out.lists_open_calls = lists_open_calls;
    let read = reader.messages.into_iter();
    let read = read.map(|(at, message)| (at, Cow::Owned(message)));
    let mut converted = written(read.collect(), to, new, out);
    if stay {
        converted.messages.extend_from_slice(messages);
    }
    Ok(converted)
}

/// Converts a conversation to another provider's format, with the system text from the old
/// request's own member: `system` (Anthropic, Bedrock), `systemInstruction` (Gemini, Vertex),
/// `instructions` (Responses). It becomes the first message or [`Converted::system`], depending on
/// the new provider. Otherwise as [`convert_messages`].
///
/// ```
/// use serde_json::json;
/// use toolcast::Provider;
/// use toolcast::wire::convert_messages_with_system;
///
/// let request = json!({"system": "Be brief.", "messages": [{"role": "user", "content": "Hello"}]});
/// let messages = request["messages"].as_array().map(Vec::as_slice).unwrap_or_default();
/// let (from, to) = (Provider::Anthropic, Provider::OpenAi);
/// let converted = convert_messages_with_system(&request["system"], messages, from, to)?;
/// assert_eq!(converted.messages[0], json!({"role": "system", "content": "Be brief."}));
/// # Ok::<(), toolcast::wire::WireError>(())
/// ```
///
/// # Errors
///
/// As [`convert_messages`]. Also [`WireError::Shape`] if `system` isn't `null`, a text, a list of
/// texts or a content with parts.
pub fn convert_messages_with_system(
    system: &Value,
    messages: &[Value],
    from: Provider,
    to: Provider,
) -> Result<Converted, WireError> {
    converted(system, messages, from, to, true)
}

/// Reads a provider's messages into the provider-independent model, with a list of what it can't
/// express.
///
/// # Errors
///
/// As [`convert_messages`].
pub fn read_messages(
    messages: &[Value],
    from: Provider,
) -> Result<(Vec<Message>, Vec<ConversionLoss>), WireError> {
    let mut reader = MessageReader::new(from);
    read_all(&mut reader, messages, chat_api(from)?)?;
    let lost = reader.take_losses();
    let messages = reader.messages.into_iter().map(|(_, message)| message);
    Ok((messages.collect(), lost))
}

/// Encodes provider-independent messages for a provider.
///
/// # Errors
///
/// [`WireError::NoCalls`] for [`Provider::JsonSchema`].
pub fn write_messages(messages: &[Message], to: Provider) -> Result<Converted, WireError> {
    let new = chat_api(to)?;
    let messages = messages.iter().map(Cow::Borrowed).enumerate().collect();
    Ok(written(messages, to, new, MessageWriter::new(to)))
}

/// Like [`write_messages`], behind the messages of a conversation, of which the last may become
/// longer. The open calls aren't among the losses: a conversation lists them.
pub(crate) fn write_behind(
    old: Vec<Value>,
    messages: &[Message],
    to: Provider,
) -> Result<Converted, WireError> {
    let mut out = MessageWriter::new(to);
    out.lists_open_calls = false;
    out.messages = old;
    let messages = messages.iter().map(Cow::Borrowed).enumerate().collect();
    Ok(written(messages, to, chat_api(to)?, out))
}

/// Returns the calls of each message of the model, with their ids in the messages.
pub(crate) fn calls_of_messages(
    messages: &[Value],
    provider: Provider,
) -> Result<Vec<Vec<ToolCall>>, WireError> {
    let mut reader = MessageReader::new(provider);
    reader.keeps_ids = true;
    read_all(&mut reader, messages, chat_api(provider)?)?;
    let calls = reader
        .messages
        .into_iter()
        .filter_map(|(_, message)| match message {
            Message::Assistant { calls, .. } => Some(calls),
            _ => None,
        });
    Ok(calls.collect())
}

fn read_all(
    reader: &mut MessageReader,
    messages: &[Value],
    wire: &dyn ChatApi,
) -> Result<(), WireError> {
    for (i, message) in messages.iter().enumerate() {
        reader.at = i;
        wire.read_message(message, reader)?;
    }
    Ok(())
}

fn written(
    messages: Vec<NumberedMessage<'_>>,
    to: Provider,
    new: &dyn ChatApi,
    mut out: MessageWriter,
) -> Converted {
    let mut messages = result_order::answer(messages, &mut out);
    rename(&mut messages, &mut out);
    put_in_order(&mut messages, &|id| new.result_link(to, id), &mut out);
    for (at, message) in &messages {
        out.at = *at;
        new.write_message(message, &mut out);
    }
    sort_by_key(&mut out.lost, |lost| lost.message);
    Converted {
        messages: out.messages,
        system: out.system,
        losses: out.lost,
    }
}

/// Writes messages behind those of a conversation, and returns what the format can't express. Each
/// loss has the index that its message would have behind the old ones. If the provider requires
/// alternating roles, the first may become a part of the last old message. An error changes
/// nothing.
pub(crate) fn append(
    provider: Provider,
    messages: &mut Vec<Value>,
    new: &[Message],
) -> Result<Vec<ConversionLoss>, WireError> {
    let wire = chat_api(provider)?;
    let mut out = MessageWriter::new(provider);
    let first = messages.len();
    out.messages = core::mem::take(messages);
    for (i, message) in new.iter().enumerate() {
        out.at = first + i;
        wire.write_message(message, &mut out);
    }
    *messages = out.messages;
    Ok(out.lost)
}

fn rename(messages: &mut [NumberedMessage<'_>], out: &mut MessageWriter) {
    let rule = dialect::of(out.provider, false).foreign_names();
    let mut names: Vec<(&str, bool)> = Vec::new();
    let mut places = Vec::new();
    let mut seen = HashSet::new();
    for (at, message) in &*messages {
        for name in names_in(message) {
            if seen.insert(name) {
                names.push((name, true));
                places.push(*at);
            }
        }
    }
    let mut others: BTreeMap<String, String> = BTreeMap::new();
    for (i, other) in rule.rewritten(&names) {
        let (name, _) = names[i];
        out.at = places[i];
        out.lose(format!("the name `{name}`: it is `{other}` there"));
        others.insert(name.to_owned(), other);
    }
    let rename = |name: &mut String| {
        if let Some(other) = others.get(name) {
            name.clone_from(other);
        }
    };
    for (_, message) in messages {
        if !names_in(message).any(|name| others.contains_key(name)) {
            continue;
        }
        match message.to_mut() {
            Message::Assistant { calls, .. } => {
                for call in calls {
                    rename(&mut call.name);
                }
            }
            Message::Results(results) => {
                for result in results {
                    rename(&mut result.name);
                }
            }
            Message::System(_) | Message::Developer(_) | Message::User(_) => {}
        }
    }
}

fn names_in(message: &Message) -> impl Iterator<Item = &str> {
    let (calls, results): (&[ToolCall], &[ToolResultMessage]) = match message {
        Message::Assistant { calls, .. } => (calls, &[]),
        Message::Results(results) => (&[], results),
        Message::System(_) | Message::Developer(_) | Message::User(_) => (&[], &[]),
    };
    let calls = calls.iter().map(|call| call.name.as_str());
    calls.chain(results.iter().map(|result| result.name.as_str()))
}
