//! Removal of old content from the messages of a conversation, which stays valid.

use alloc::borrow::ToOwned;
use alloc::vec::Vec;
use std::collections::HashSet;

use serde_json::Value;

use super::WireError;
use super::append::append;
use super::message::{Message, Part, ToolResultMessage};
use super::reader::MessageReader;
use super::registry::chat_api;
use crate::provider::Provider;

/// The text in the place of a result that was removed.
pub(crate) const CLEARED: &str =
    "(This result was removed to save space. Call the tool again if you need it.)";

/// The contents of one message of a provider.
struct Contents {
    /// It begins with content of the user: the messages from here on are valid alone.
    is_user: bool,
    /// The results in it.
    results: Vec<ToolResultMessage>,
    /// There is nothing but results in it.
    only_results: bool,
}

/// Returns the indices of the messages that begin with content of the user, in order. The
/// conversation may begin at each of them, because no later result answers an earlier call.
pub(crate) fn user_messages(
    messages: &[Value],
    provider: Provider,
) -> Result<Vec<usize>, WireError> {
    let contents = contents(messages, provider)?;
    let users = contents.iter().enumerate().filter(|(_, one)| one.is_user);
    Ok(users.map(|(i, _)| i).collect())
}

/// Replaces the content of all results but the last ones by [`CLEARED`]. Returns the number of
/// results that were replaced. Results beside other content stay, and so do those of a call whose
/// id an earlier call has too.
pub(crate) fn clear_results(
    messages: &mut [Value],
    provider: Provider,
    keep: usize,
) -> Result<usize, WireError> {
    let contents = contents(messages, provider)?;
    let all: usize = contents.iter().map(|one| one.results.len()).sum();
    let mut left = all.saturating_sub(keep);
    let mut cleared = 0;
    for (message, one) in messages.iter_mut().zip(contents) {
        let count = one.results.len().min(left);
        left -= count;
        let mut results = one.results;
        let mut replaced = 0;
        for result in &mut results[..count] {
            replaced += usize::from(clear(result));
        }
        if replaced == 0 || !one.only_results {
            continue;
        }
        let mut written = Vec::new();
        append(provider, &mut written, &[Message::Results(results)])?;
        if let [only] = written.as_mut_slice()
            && has_ids_of(message, only)
        {
            *message = only.take();
            cleared += replaced;
        }
    }
    Ok(cleared)
}

/// Returns true if the old message has each id of the written one. The reader gives a repeated id a
/// suffix.
fn has_ids_of(old: &Value, written: &Value) -> bool {
    let mut known = HashSet::new();
    visit_ids(old, &mut |id| {
        known.insert(id);
    });
    let mut all_known = true;
    visit_ids(written, &mut |id| all_known &= known.contains(id));
    all_known
}

fn visit_ids<'v>(value: &'v Value, visit: &mut dyn FnMut(&'v str)) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| visit_ids(item, visit)),
        Value::Object(members) => {
            for (name, member) in members {
                match member {
                    Value::String(text) if name.ends_with("id") || name.ends_with("Id") => {
                        visit(text);
                    }
                    member => visit_ids(member, visit),
                }
            }
        }
        _ => {}
    }
}

/// Returns whether the result's content was replaced. A shorter content stays.
fn clear(result: &mut ToolResultMessage) -> bool {
    let is_short = match result.parts.as_slice() {
        [] => true,
        [Part::Text(text) | Part::Json(text)] => text.len() <= CLEARED.len(),
        _ => false,
    };
    if !is_short {
        result.parts = Vec::from([Part::Text(CLEARED.to_owned())]);
    }
    !is_short
}

fn contents(messages: &[Value], provider: Provider) -> Result<Vec<Contents>, WireError> {
    let wire = chat_api(provider)?;
    let mut reader = MessageReader::new(provider);
    let mut all = Vec::with_capacity(messages.len());
    for (i, message) in messages.iter().enumerate() {
        let (read, lost) = (reader.messages.len(), reader.lost.len());
        // Results of one turn in several messages are read into one.
        let before = reader
            .messages
            .last()
            .map_or(0, |(_, last)| results(last).len());
        reader.at = i;
        wire.read_message(message, &mut reader)?;
        let (old, new) = reader.messages.split_at(read);
        let more = old
            .last()
            .map_or(&[][..], |(_, last)| &results(last)[before..]);
        let mut found = more.to_vec();
        for (_, message) in new {
            found.extend_from_slice(results(message));
        }
        let others = new.iter().any(|(_, new)| results(new).is_empty());
        all.push(Contents {
            is_user: found.is_empty() && matches!(new, [(_, Message::User(_)), ..]),
            only_results: !others && reader.lost.len() == lost,
            results: found,
        });
    }
    Ok(all)
}

fn results(message: &Message) -> &[ToolResultMessage] {
    match message {
        Message::Results(results) => results,
        _ => &[],
    }
}
