//! Reads messages into records. An unreadable message doesn't affect the others.

use std::collections::HashMap;
use std::fmt;
use std::time::SystemTime;

use serde::Serialize;
use serde_json::Value;

use super::content::{MessageContent, PartText, content};
use super::message::message;
use super::record::{Record, Role};
use super::time;

/// The tool use that a history includes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ToolUse {
    /// Results are records with the role `tool`. Calls, which have no text, are omitted.
    #[default]
    Results,
    /// Calls are included as records with the role `assistant` and the text
    /// `{"tool_call":{"id":..,"name":..,"arguments":..}}`.
    All,
    /// Results and calls are both omitted.
    None,
}

/// Options for reading messages.
#[derive(Clone, Debug)]
pub struct ReadOptions {
    tools: ToolUse,
    join: String,
    time: Option<SystemTime>,
    /// Leaves out the calls and results that a tool set reports.
    pub(super) observed: bool,
}

impl Default for ReadOptions {
    fn default() -> Self {
        ReadOptions {
            tools: ToolUse::default(),
            join: "\n".into(),
            time: None,
            observed: false,
        }
    }
}

impl ReadOptions {
    /// Creates the default options: results but no calls, texts joined by line breaks, and only the
    /// times in the messages.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the tool use to include.
    #[must_use]
    pub fn tool_use(mut self, tools: ToolUse) -> Self {
        self.tools = tools;
        self
    }

    /// Sets the separator between the texts of one message. The default is a line break.
    #[must_use]
    pub fn separator(mut self, between: impl Into<String>) -> Self {
        self.join = between.into();
        self
    }

    /// Sets the time for messages without one.
    #[must_use]
    pub fn default_time(mut self, time: SystemTime) -> Self {
        self.time = Some(time);
        self
    }

    /// Removes the calls and results that the history doesn't include.
    fn keep(&self, calls: &mut Vec<PartText>, results: &mut Vec<PartText>) {
        if self.observed {
            calls.retain(|call| call.of_provider);
            results.retain(|result| result.of_provider);
        }
        match self.tools {
            ToolUse::All => {}
            ToolUse::Results => calls.clear(),
            ToolUse::None => {
                calls.clear();
                results.clear();
            }
        }
    }
}

/// The result of reading messages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct History {
    /// The records, in the order of the messages.
    pub records: Vec<Record>,
    /// The indices, from 0, of messages without a record. They have no text or can't be read; the
    /// latter also have a warning.
    pub skipped: Vec<usize>,
    /// The problems found in messages.
    pub warnings: Vec<Warning>,
}

/// A problem in a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Warning {
    /// The message's index, from 0.
    pub index: usize,
    /// A description of the problem and its handling.
    pub reason: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "message {}: {}", self.index, self.reason)
    }
}

/// Reads messages in any supported format; see the [module](super). Results of tools become
/// records, and calls don't.
pub fn read(messages: &[Value]) -> History {
    read_with(messages, &ReadOptions::new())
}

/// Reads messages in any supported format, with options for the tool use, the separator of texts
/// and the time.
pub fn read_with(messages: &[Value], options: &ReadOptions) -> History {
    read_after(0, messages, options, &mut Ids::of(usize::MAX))
}

/// Like [`read_with`], for messages that follow `before` others. Only ids depend on that.
pub(super) fn read_after(
    before: usize,
    messages: &[Value],
    options: &ReadOptions,
    ids: &mut Ids,
) -> History {
    let mut history = History::default();
    for (index, value) in messages.iter().enumerate() {
        let records = history.records.len();
        if let Err(reason) = one(before, index, value, options, ids, &mut history) {
            let reason = format!("{reason}; the message is skipped");
            history.warnings.push(Warning { index, reason });
        }
        if history.records.len() == records {
            history.skipped.push(index);
        }
    }
    history
}

fn one(
    before: usize,
    index: usize,
    value: &Value,
    options: &ReadOptions,
    ids: &mut Ids,
    history: &mut History,
) -> Result<(), String> {
    let message = message(value)?;
    // The item of a call that the provider ran has its result too.
    let is_both = message.item == "mcp_call";
    let MessageContent {
        mut texts,
        mut results,
        mut calls,
        odd,
    } = content(&message)?;
    let mut warn = |reason: String| history.warnings.push(Warning { index, reason });
    odd.into_iter().for_each(&mut warn);
    if let Some(word) = message.unknown {
        warn(format!(
            "the role `{}` is unknown: read as `user`",
            short(word)
        ));
    }
    // A tool message has its result in place of a text.
    if message.role == Role::Tool && !texts.is_empty() {
        let ids: &[&str] = if is_both {
            &["id"]
        } else {
            &["tool_call_id", "call_id"]
        };
        let mut ids = ids.iter();
        let id = ids.find_map(|key| message.body.get(*key)?.as_str());
        let text = PartText {
            id: id.filter(|id| !id.is_empty()).map(Into::into),
            text: texts.join(&options.join),
            of_provider: is_both,
        };
        results.insert(0, text);
        texts.clear();
    }
    options.keep(&mut calls, &mut results);
    if texts.is_empty() && results.is_empty() && calls.is_empty() {
        return Ok(());
    }
    let timestamp = match time::time_of(message.body) {
        Some(Ok(time)) => Some(time),
        read => {
            if let Some(Err(reason)) = read {
                warn(reason);
            }
            options.time.and_then(time::of_system)
        }
    };
    let mut push = |role: Role, given: Option<String>, content: String| {
        history.records.push(Record {
            id: ids.take(given, before + index, role, &content),
            role,
            content,
            timestamp: timestamp.clone(),
        });
    };
    // The message's id belongs to its text, or to its only result.
    let mut own = own_id(message.body.get("id"));
    let alone = texts.is_empty() && results.len() == 1 && (!is_both || calls.is_empty());
    if is_both {
        for told in calls.drain(..) {
            push(Role::Assistant, told.id, told.text);
        }
    }
    for told in results {
        let call = told.id.map(|id| format!("{id}-result"));
        let given = if alone { own.take().or(call) } else { call };
        push(Role::Tool, given, told.text);
    }
    if !texts.is_empty() {
        push(message.role, own.take(), texts.join(&options.join));
    }
    for told in calls {
        push(Role::Assistant, told.id, told.text);
    }
    Ok(())
}

fn own_id(id: Option<&Value>) -> Option<String> {
    match id? {
        Value::String(id) if !id.is_empty() => Some(id.clone()),
        Value::Number(id) => Some(format!("{id}")),
        _ => None,
    }
}

fn short(word: &str) -> String {
    match word.char_indices().nth(64) {
        Some((end, _)) => format!("{}..", &word[..end]),
        None => word.into(),
    }
}

/// The ids of records, each with the number of times it was requested. Remembers at least the last
/// `max` ids and at most twice as many. Only hashes are kept, so long ids take no more memory. A
/// collision only adds an unnecessary number to an id.
#[derive(Debug, Default)]
pub(super) struct Ids {
    max: usize,
    /// The ids requested since `older` was last replaced.
    recent: HashMap<u64, usize>,
    older: HashMap<u64, usize>,
}

impl Ids {
    pub(super) fn of(max: usize) -> Self {
        Ids {
            max,
            ..Ids::default()
        }
    }

    /// Returns a record's id: its own, or one made from its index, role and content. A repeated id
    /// gets a number.
    pub(super) fn take(
        &mut self,
        given: Option<String>,
        index: usize,
        role: Role,
        content: &str,
    ) -> String {
        let id = given.unwrap_or_else(|| synthetic_id(index, role, content));
        let Some(mut wanted) = self.wanted(&id) else {
            self.keep(&id, 1);
            return id;
        };
        // Continues after the last number used for this id.
        let free = loop {
            wanted += 1;
            let free = format!("{id}-{wanted}");
            if self.wanted(&free).is_none() {
                break free;
            }
        };
        self.keep(&id, wanted);
        self.keep(&free, 1);
        free
    }

    fn wanted(&self, id: &str) -> Option<usize> {
        let hash = hash(id.bytes());
        self.recent
            .get(&hash)
            .or_else(|| self.older.get(&hash))
            .copied()
    }

    fn keep(&mut self, id: &str, wanted: usize) {
        if self.recent.len() >= self.max {
            self.older = std::mem::take(&mut self.recent);
        }
        self.recent.insert(hash(id.bytes()), wanted);
    }
}

fn synthetic_id(index: usize, role: Role, content: &str) -> String {
    let index = (index as u64).to_le_bytes();
    let bytes = index
        .into_iter()
        .chain(role.name().bytes())
        .chain([0])
        .chain(content.bytes());
    format!("made_{:016x}", hash(bytes))
}

/// FNV-1a, which is stable across programs and versions, unlike the standard library's hashes.
fn hash(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(ids: &mut Ids, id: &str) -> String {
        ids.take(Some(id.into()), 0, Role::User, "")
    }

    #[test]
    fn the_number_of_remembered_ids_is_bounded() {
        let mut ids = Ids::of(10);
        for n in 0..10_000 {
            assert_eq!(take(&mut ids, &format!("id-{n}")), format!("id-{n}"));
            assert!(ids.recent.len() <= 10 && ids.older.len() <= 10);
        }
    }

    #[test]
    fn an_id_among_the_latest_gets_a_number() {
        let mut ids = Ids::of(10);
        take(&mut ids, "x");
        (0..9).for_each(|n| drop(take(&mut ids, &format!("id-{n}"))));
        assert_eq!(take(&mut ids, "x"), "x-2");
        assert_eq!(take(&mut ids, "x-2"), "x-2-2");
        assert_eq!(take(&mut ids, "x"), "x-3");
    }

    /// A model may restart its call ids in each turn.
    #[test]
    fn an_id_that_repeats_often_is_never_forgotten() {
        let mut ids = Ids::of(10);
        let mut all = std::collections::HashSet::new();
        for n in 0..1_000 {
            assert!(all.insert(take(&mut ids, "call_1")), "{n}");
            assert!(all.insert(take(&mut ids, &format!("id-{n}"))), "{n}");
        }
    }
}
