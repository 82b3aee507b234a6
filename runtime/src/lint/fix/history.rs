//! Renames calls in a conversation, so that the model finds the tools that it called.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Repair, at};
use crate::lint::report::ChangeKind;
use crate::lint::walk::below;

const PARTS: [&str; 3] = ["content", "parts", "tool_calls"];
/// The members of a part that may contain a call or a result with a name.
const NAMED: [&str; 7] = [
    "function",
    "functionCall",
    "function_call",
    "functionResponse",
    "function_response",
    "toolUse",
    "tool_use",
];

/// The new names of tools, and the places of renamed calls with their old names.
struct Renaming<'n> {
    names: &'n BTreeMap<String, String>,
    done: Vec<(String, String)>,
}

impl Repair<'_> {
    /// Renames the calls in a conversation to their tools' current names.
    pub(super) fn history(&mut self, request: &mut Value) {
        let changed = self.renamed.iter().any(|(old, new)| old != new);
        if !changed {
            return;
        }
        let mut renaming = Renaming {
            names: &self.renamed,
            done: Vec::new(),
        };
        for key in ["messages", "contents", "input"] {
            for (pointer, message) in items(request, "", &[key]) {
                renaming.message(message, &pointer);
            }
        }
        for (pointer, old) in renaming.done {
            let why = "a call of a tool that has another name now";
            self.report
                .change(&pointer, Some(&old), ChangeKind::Renamed, why);
        }
    }
}

impl Renaming<'_> {
    fn message(&mut self, message: &mut Value, pointer: &str) {
        let by_type = matches!(
            message["type"].as_str(),
            Some("function_call" | "function_result")
        );
        let result = matches!(message["role"].as_str(), Some("tool" | "function"));
        if by_type || result {
            self.rename(message, "name", pointer);
            self.rename(message, "tool_name", pointer);
        }
        self.rename_in(message, pointer);
        for key in PARTS {
            for (pointer, part) in items(message, pointer, &[key]) {
                if part["type"] == "tool_use" {
                    self.rename(part, "name", &pointer);
                }
                // The tools that a search of deferred tools has found, in Anthropic's results.
                for path in [&["content"] as &[&str], &["content", "tool_references"]] {
                    for (pointer, found) in items(part, &pointer, path) {
                        if found["type"] == "tool_reference" {
                            self.rename(found, "tool_name", &pointer);
                        }
                    }
                }
                self.rename_in(part, &pointer);
            }
        }
    }

    fn rename_in(&mut self, part: &mut Value, pointer: &str) {
        for key in NAMED {
            if let Some(inner @ Value::Object(_)) = part.get_mut(key) {
                self.rename(inner, "name", &below(pointer, &[key]));
            }
        }
    }

    fn rename(&mut self, value: &mut Value, key: &str, pointer: &str) {
        let Some(Value::String(name)) = value.get_mut(key) else {
            return;
        };
        if let Some(new) = self.names.get(name.as_str()).filter(|new| *new != name) {
            self.done.push((below(pointer, &[key]), name.to_owned()));
            name.clone_from(new);
        }
    }
}

/// Returns the items of a list in a value, with their pointers.
fn items<'v>(
    value: &'v mut Value,
    pointer: &str,
    path: &[&str],
) -> impl Iterator<Item = (String, &'v mut Value)> {
    let list = below(pointer, path);
    let items = at(value, path).and_then(Value::as_array_mut);
    let items = items.into_iter().flatten().enumerate();
    items.map(move |(i, item)| (format!("{list}/{i}"), item))
}
