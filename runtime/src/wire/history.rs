//! A conversation that changes provider midway.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use serde_json::Value;

use super::family::Wire;
use super::heard::Heard;
use super::said::{Lost, Said};
use super::{Message, WireError, answers, renamed, wire_of};
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
    let heard = heard(messages, from, old)?;
    let messages = heard.messages.into_iter();
    let messages = messages.map(|(at, message)| (at, Cow::Owned(message)));
    Ok(written(messages.collect(), to, new, heard.lost))
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
    let heard = heard(messages, from, wire_of(from)?)?;
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

fn heard(messages: &[Value], from: Provider, old: &dyn Wire) -> Result<Heard, WireError> {
    let mut heard = Heard::new(from);
    for (i, message) in messages.iter().enumerate() {
        heard.at = i;
        old.hear(message, &mut heard)?;
    }
    Ok(heard)
}

fn written(
    mut messages: Vec<Numbered<'_>>,
    to: Provider,
    new: &dyn Wire,
    lost: Vec<Lost>,
) -> Converted {
    let mut said = Said::new(to);
    said.lost = lost;
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
