//! Conversion of a conversation that changes provider midway.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::family::Wire;
use super::heard::Heard;
use super::neutral::Numbered;
use super::registry::wire_of;
use super::said::{ConversionLoss, Said};
use super::{Message, WireError, answers, renamed, unanswered};
use crate::order::sort_by_key;
use crate::provider::Provider;

/// A conversation in another provider's format.
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
    pub lost: Vec<ConversionLoss>,
}

/// Converts a conversation from one provider's format to another's: user messages, the model's
/// texts and calls, and the results. Ids are rewritten to fit the new provider, consistently for a
/// call and its result. An id that repeats later in the conversation gets a suffix.
///
/// If the new provider's results have no ids, they follow the order of their calls. A tool name
/// that the new provider rejects is rewritten as in a tool set.
///
/// [`Converted::lost`] lists everything specific to the old provider (signatures, reasoning, its
/// own items) and everything the new format can't express. A text replaces an unsupported image or
/// file. If both providers use the same message format, the messages are returned unchanged.
///
/// Results are placed directly after the message with their calls. A call without a result gets an
/// error result. At the end of the conversation it gets none, and the next request must contain its
/// result. Both cases are listed.
///
/// # Errors
///
/// [`WireError::Shape`] if a message isn't in the old provider's format, or a result answers no
/// call. [`WireError::NotAnApi`] for [`Provider::JsonSchema`].
pub fn convert_messages(
    messages: &[Value],
    from: Provider,
    to: Provider,
) -> Result<Converted, WireError> {
    let (old, new) = (wire_of(from)?, wire_of(to)?);
    if messages_of(from) == messages_of(to) {
        return Ok(Converted {
            messages: messages.to_vec(),
            ..Converted::default()
        });
    }
    let mut heard = Heard::new(from);
    hear_all(&mut heard, messages, old)?;
    Ok(written(heard.numbered(), to, new, heard.lost))
}

/// Like [`convert_messages`], with the system text from the old request's own member: `system`
/// (Anthropic, Bedrock), `systemInstruction` (Gemini, Vertex), `instructions` (Responses). It
/// becomes the first message or [`Converted::system`], depending on the new provider.
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
    let (old, new) = (wire_of(from)?, wire_of(to)?);
    let mut heard = Heard::new(from);
    heard.system_texts(system)?;
    if messages_of(from) == messages_of(to) {
        let mut converted = written(heard.numbered(), to, new, heard.lost);
        converted.messages.extend_from_slice(messages);
        return Ok(converted);
    }
    hear_all(&mut heard, messages, old)?;
    Ok(written(heard.numbered(), to, new, heard.lost))
}

/// Returns the provider whose messages these are too.
fn messages_of(provider: Provider) -> Provider {
    provider.request().same_messages.unwrap_or(provider)
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
    let mut heard = Heard::new(from);
    hear_all(&mut heard, messages, wire_of(from)?)?;
    let messages = heard.messages.into_iter().map(|(_, message)| message);
    Ok((messages.collect(), heard.lost))
}

/// Encodes provider-independent messages for a provider.
///
/// # Errors
///
/// [`WireError::NotAnApi`] for [`Provider::JsonSchema`].
pub fn write_messages(messages: &[Message], to: Provider) -> Result<Converted, WireError> {
    let new = wire_of(to)?;
    let messages = messages.iter().map(Cow::Borrowed).enumerate().collect();
    Ok(written(messages, to, new, Vec::new()))
}

fn hear_all(heard: &mut Heard, messages: &[Value], wire: &dyn Wire) -> Result<(), WireError> {
    for (i, message) in messages.iter().enumerate() {
        heard.at = i;
        wire.hear(message, heard)?;
    }
    Ok(())
}

fn written(
    messages: Vec<Numbered<'_>>,
    to: Provider,
    new: &dyn Wire,
    lost: Vec<ConversionLoss>,
) -> Converted {
    let mut said = Said::new(to);
    said.lost = lost;
    let mut messages = unanswered::answer(messages, &mut said);
    renamed::rename(&mut messages, &mut said);
    answers::put_in_order(&mut messages, &|id| new.answers(to, id.as_str()), &mut said);
    for (at, message) in &messages {
        said.at = *at;
        new.say(message, &mut said);
    }
    sort_by_key(&mut said.lost, |lost| lost.message);
    Converted {
        messages: said.messages,
        system: said.system,
        lost: said.lost,
    }
}
