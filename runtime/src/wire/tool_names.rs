//! Renames tools in a conversation if the new provider rejects their names.

use std::collections::{HashMap, HashSet};

use super::writer::MessageWriter;
use crate::call::ToolCall;
use crate::dialect;
use crate::message::{Message, Numbered, ToolResultMessage};

/// Rewrites tool names that the provider's rule rejects, like those of a tool set. Reports each
/// name once.
pub(super) fn rename(messages: &mut [Numbered<'_>], out: &mut MessageWriter) {
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
    let mut others: HashMap<String, String> = HashMap::new();
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

/// The names of the tools that a message calls or has results of.
fn names_in(message: &Message) -> impl Iterator<Item = &str> {
    let (calls, results): (&[ToolCall], &[ToolResultMessage]) = match message {
        Message::Assistant { calls, .. } => (calls, &[]),
        Message::Results(results) => (&[], results),
        Message::System(_) | Message::Developer(_) | Message::User(_) => (&[], &[]),
    };
    let calls = calls.iter().map(|call| call.name.as_str());
    calls.chain(results.iter().map(|result| result.name.as_str()))
}
