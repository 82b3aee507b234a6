//! Removal of old content from the messages of a conversation, which stays valid.

use serde_json::Value;

use super::WireError;
use super::history::append;
use super::reader::MessageReader;
use super::response::chat_api;
use crate::message::{Message, Part, ToolResultMessage};
use crate::provider::Provider;

pub(crate) const CLEARED: &str =
    "(This result was removed to save space. Call the tool again if you need it.)";

struct Contents {
    /// It begins with content of the user: the messages from here on are valid alone.
    is_user: bool,
    results: usize,
    only_results: bool,
}

/// Returns the indices of the messages that begin with content of the user, in order. The
/// conversation may begin at each of them, because no later result answers an earlier call.
pub(crate) fn user_messages(
    messages: &[Value],
    provider: Provider,
) -> Result<Vec<usize>, WireError> {
    let (contents, _) = read(messages, provider)?;
    let users = contents.iter().enumerate().filter(|(_, one)| one.is_user);
    Ok(users.map(|(i, _)| i).collect())
}

/// Replaces the content of all results but the last ones by [`CLEARED`]. Returns the number of
/// results that were replaced. Results beside other content stay.
pub(crate) fn clear_results(
    messages: &mut [Value],
    provider: Provider,
    keep: usize,
) -> Result<usize, WireError> {
    let (contents, all) = read(messages, provider)?;
    let mut left = all.len().saturating_sub(keep);
    let mut all = all.into_iter();
    let mut cleared = 0;
    for (message, one) in messages.iter_mut().zip(contents) {
        let mut results: Vec<_> = all.by_ref().take(one.results).collect();
        let count = one.results.min(left);
        left -= count;
        let mut replaced = 0;
        for result in &mut results[..count] {
            replaced += usize::from(clear(result));
        }
        if replaced == 0 || !one.only_results {
            continue;
        }
        let mut written = Vec::new();
        append(provider, &mut written, &[Message::Results(results)])?;
        if let [only] = written.as_mut_slice() {
            *message = only.take();
            cleared += replaced;
        }
    }
    Ok(cleared)
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

fn read(
    messages: &[Value],
    provider: Provider,
) -> Result<(Vec<Contents>, Vec<ToolResultMessage>), WireError> {
    let wire = chat_api(provider)?;
    let mut reader = MessageReader::new(provider);
    // A result is written back beside its call.
    reader.keeps_ids = true;
    let mut contents = Vec::with_capacity(messages.len());
    for (i, message) in messages.iter().enumerate() {
        let (read, lost) = (reader.messages.len(), reader.lost.len());
        // Results of one turn in several messages are read into one.
        let before = reader.messages.last().map_or(0, results_of);
        reader.at = i;
        wire.read_message(message, &mut reader)?;
        let (old, new) = reader.messages.split_at(read);
        let more = old.last().map_or(0, results_of) - before;
        let results = more + new.iter().map(results_of).sum::<usize>();
        contents.push(Contents {
            is_user: results == 0 && matches!(new, [(_, Message::User(_)), ..]),
            results,
            only_results: new.iter().all(|one| results_of(one) > 0) && reader.lost.len() == lost,
        });
    }
    let mut all = Vec::new();
    for (_, message) in reader.messages {
        if let Message::Results(results) = message {
            all.extend(results);
        }
    }
    Ok((contents, all))
}

fn results_of((_, message): &(usize, Message)) -> usize {
    match message {
        Message::Results(results) => results.len(),
        _ => 0,
    }
}
