//! A conversation that changes provider midway.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use serde_json::Value;

use super::family::Wire;
use super::heard::Heard;
use super::said::{Lost, Said};
use super::{Message, WireError, answers, renamed, unanswered, wire_of};
use crate::provider::Provider;

/// A conversation in another provider's shape.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Converted {
    /// The messages (or items, or contents) for the request.
    pub messages: Vec<Value>,
    /// What the program tells the model, where that has a place of its own in the request (Anthropic's `system`, Gemini's `systemInstruction`, Bedrock's `system`): the texts in order.
    /// Else empty, and in the messages.
    pub system: Vec<String>,
    /// What could not be said.
    pub lost: Vec<Lost>,
}

/// Turns a conversation from one provider's shape into another's: what the user said, what the model said and called, and what the calls gave. Ids become such as the new provider takes,
/// the same for a call and its result; an id that comes again later in the conversation is made another.
///
/// Results that carry no ids there stand in the order of their calls. A tool's name that the new provider refuses is rewritten, as in a set of tools.
///
/// What belongs to the old provider alone (signatures, thoughts, its own items) and what the new one has no place for is listed in [`Converted::lost`]; a text stands in place of a
/// picture or file. Between two names of one provider's shape, messages stay as they are.
///
/// Results stand right behind the message with their calls. A call without one gets an error in its place;
/// at the end of the conversation it waits for its result, which the next request must have. Either is
/// listed.
///
/// # Errors
///
/// [`WireError::Shape`] where a message is none of the old provider's, or a result answers no call; [`WireError::NoCalls`] for [`Provider::JsonSchema`].
pub fn convert_history(
    messages: &[Value],
    from: Provider,
    to: Provider,
) -> Result<Converted, WireError> {
    let (old, new) = (wire_of(from)?, wire_of(to)?);
    if from == to || old.same_messages(from, to) {
        return Ok(Converted {
            messages: messages.to_vec(),
            ..Converted::default()
        });
    }
    let mut heard = Heard::new(from);
    heard.all(messages, old)?;
    Ok(written(heard.numbered(), to, new, heard.lost))
}

/// As [`convert_history`], with what stands in the old request's own place for the system text: `system`
/// (Anthropic, Bedrock), `systemInstruction` (Gemini, Vertex), `instructions` (Responses). It goes where
/// the new provider has it: to the front of the messages, or into [`Converted::system`].
///
/// ```
/// use serde_json::json;
/// use toolcast::Provider;
/// use toolcast::wire::convert_history_with_system;
///
/// let request = json!({"system": "Be brief.", "messages": [{"role": "user", "content": "Hello"}]});
/// let messages = request["messages"].as_array().map(Vec::as_slice).unwrap_or_default();
/// let (from, to) = (Provider::Anthropic, Provider::OpenAi);
/// let converted = convert_history_with_system(&request["system"], messages, from, to)?;
/// assert_eq!(converted.messages[0], json!({"role": "system", "content": "Be brief."}));
/// # Ok::<(), toolcast::wire::WireError>(())
/// ```
///
/// # Errors
///
/// As [`convert_history`]; [`WireError::Shape`] if `system` is neither `null`, a text, a list of texts
/// nor a content with parts.
pub fn convert_history_with_system(
    system: &Value,
    messages: &[Value],
    from: Provider,
    to: Provider,
) -> Result<Converted, WireError> {
    let (old, new) = (wire_of(from)?, wire_of(to)?);
    let mut heard = Heard::new(from);
    heard.system_texts(system)?;
    if from == to || old.same_messages(from, to) {
        let mut converted = written(heard.numbered(), to, new, heard.lost);
        converted.messages.extend_from_slice(messages);
        return Ok(converted);
    }
    heard.all(messages, old)?;
    Ok(written(heard.numbered(), to, new, heard.lost))
}

/// Reads a provider's messages into nobody's shape. What could not be read is listed.
///
/// # Errors
///
/// As [`convert_history`].
pub fn read_history(
    messages: &[Value],
    from: Provider,
) -> Result<(Vec<Message>, Vec<Lost>), WireError> {
    let mut heard = Heard::new(from);
    heard.all(messages, wire_of(from)?)?;
    let messages = heard.messages.into_iter().map(|(_, message)| message);
    Ok((messages.collect(), heard.lost))
}

/// Writes messages in nobody's shape for a provider.
///
/// # Errors
///
/// [`WireError::NoCalls`] for [`Provider::JsonSchema`].
pub fn write_history(messages: &[Message], to: Provider) -> Result<Converted, WireError> {
    let new = wire_of(to)?;
    let messages = messages.iter().map(Cow::Borrowed).enumerate().collect();
    Ok(written(messages, to, new, Vec::new()))
}

/// A message in nobody's shape, with the number of the old one that it begins with.
pub(super) type Numbered<'m> = (usize, Cow<'m, Message>);

fn written(
    messages: Vec<Numbered<'_>>,
    to: Provider,
    new: &dyn Wire,
    lost: Vec<Lost>,
) -> Converted {
    let mut said = Said::new(to);
    said.lost = lost;
    let mut messages = unanswered::answer(messages, &mut said);
    renamed::rename(&mut messages, &mut said);
    answers::put_in_order(&mut messages, new, &mut said);
    for (at, message) in &messages {
        said.at = *at;
        new.say(message, &mut said);
    }
    said.lost.sort_by_key(|lost| lost.message);
    Converted {
        messages: said.messages,
        system: said.system,
        lost: said.lost,
    }
}
