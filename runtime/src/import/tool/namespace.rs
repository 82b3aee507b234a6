//! Groups of tools in OpenAI's Responses: `{"type": "namespace", "name", "description", "tools"}`.
//! No other provider has them, so the group's description is added to each of its tools.

use core::cell::Cell;
use std::sync::Arc;

use super::ToolDefinition;
use super::input::InputMembers;
use super::short::MAX_CHARS;
use crate::import::pointer::escape;
use crate::render::{Outcome, ReportEntry};

/// A group of tools.
pub(super) struct Namespace {
    name: Arc<str>,
    /// The text appended to the description of each tool. `None` if it is too long for any.
    words: Option<String>,
    pointer: String,
    /// Members of the group that are not used. Reported once, with the first of its tools.
    unused: Vec<ReportEntry>,
    reported: Cell<bool>,
}

impl Namespace {
    pub(super) fn of(members: &InputMembers<'_>, pointer: &str) -> Self {
        let text = |name: &str| members.get(name)?.string();
        let unused = members.iter().filter_map(|(name, value)| {
            let reason = match name.as_str() {
                "type" | "tools" => return None,
                "name" | "description" if value.string().is_some() => return None,
                _ if value.is_null() => return None,
                "name" | "description" => "it is not a string",
                _ => "it can't be part of a tool",
            };
            let pointer = format!("{pointer}/{}", escape(name));
            Some(ReportEntry::new(pointer, name, Outcome::Hidden, reason))
        });
        let name = text("name").unwrap_or_default();
        let description = text("description").unwrap_or_default();
        let words = match description.trim() {
            "" => Some(String::new()),
            // A group may have many tools, each of which would repeat the text.
            description if name.len() + description.len() > 4 * MAX_CHARS => None,
            description => Some(format!("\n\nPart of `{name}`: {description}")),
        };
        Namespace {
            name: name.into(),
            words,
            pointer: pointer.to_owned(),
            unused: unused.collect(),
            reported: Cell::new(false),
        }
    }

    /// Adds a tool to the group.
    pub(super) fn around(&self, tool: &mut ToolDefinition) {
        tool.namespace = Some(Arc::clone(&self.name));
        if !self.reported.replace(true) {
            tool.losses.extend(self.unused.iter().cloned());
        }
        if self.words.as_deref() == Some("") {
            return;
        }
        let words = self.words.as_deref().filter(|words| {
            tool.description().chars().count() + words.chars().count() <= MAX_CHARS
        });
        let (outcome, reason) = if let Some(words) = words {
            tool.describe(&format!("{}{words}", tool.description()));
            (Outcome::Described, "it is in the tool's description")
        } else {
            let reason = "it is too long to be in the tool's description too";
            (Outcome::Hidden, reason)
        };
        let entry = ReportEntry::new(self.pointer.clone(), "description", outcome, reason);
        tool.losses.push(entry);
    }
}
