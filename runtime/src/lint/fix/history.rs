//! Renames calls in a conversation, so that the model finds the tools that it called.

use serde_json::Value;

use super::Repair;
use crate::lint::report::ChangeKind;
use crate::lint::walk::{below, push_index};

/// The members of a message that may contain its parts.
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

impl Repair<'_> {
    /// Renames the calls in a conversation to their tools' current names.
    pub(super) fn history(&mut self, request: &mut Value) {
        let changed = self.renamed.iter().any(|(old, new)| old != new);
        if !changed {
            return;
        }
        for key in ["messages", "contents", "input"] {
            let Some(Value::Array(messages)) = request.get_mut(key) else {
                continue;
            };
            let mut at = Vec::new();
            for (i, message) in messages.iter_mut().enumerate() {
                let mut pointer = below("", &[key]);
                push_index(&mut pointer, i);
                let by_type = matches!(
                    message["type"].as_str(),
                    Some("function_call" | "function_result")
                );
                let result = matches!(message["role"].as_str(), Some("tool" | "function"));
                if by_type || result {
                    self.rename(message, "name", &pointer, &mut at);
                    self.rename(message, "tool_name", &pointer, &mut at);
                }
                self.rename_in(message, &pointer, &mut at);
                for key in PARTS {
                    let Some(Value::Array(parts)) = message.get_mut(key) else {
                        continue;
                    };
                    for (i, part) in parts.iter_mut().enumerate() {
                        let mut pointer = below(&pointer, &[key]);
                        push_index(&mut pointer, i);
                        if part["type"] == "tool_use" {
                            self.rename(part, "name", &pointer, &mut at);
                        }
                        self.rename_references(part, &pointer, &mut at);
                        self.rename_in(part, &pointer, &mut at);
                    }
                }
            }
            for (pointer, old) in at {
                let why = "a call of a tool that has another name now";
                self.report
                    .change(&pointer, Some(&old), ChangeKind::Renamed, why);
            }
        }
    }

    /// Renames the tools that a search of deferred tools has found, in Anthropic's results.
    fn rename_references(&self, part: &mut Value, pointer: &str, at: &mut Vec<(String, String)>) {
        for path in [&["content"] as &[&str], &["content", "tool_references"]] {
            let Some(Value::Array(found)) = super::at(part, path) else {
                continue;
            };
            for (i, one) in found.iter_mut().enumerate() {
                if one["type"] == "tool_reference" {
                    let mut pointer = below(pointer, path);
                    push_index(&mut pointer, i);
                    self.rename(one, "tool_name", &pointer, at);
                }
            }
        }
    }

    fn rename_in(&self, part: &mut Value, pointer: &str, at: &mut Vec<(String, String)>) {
        for key in NAMED {
            if let Some(inner @ Value::Object(_)) = part.get_mut(key) {
                self.rename(inner, "name", &below(pointer, &[key]), at);
            }
        }
    }

    fn rename(&self, value: &mut Value, key: &str, pointer: &str, at: &mut Vec<(String, String)>) {
        let Some(Value::String(name)) = value.get_mut(key) else {
            return;
        };
        if let Some(new) = self.renamed.get(name.as_str()).filter(|new| *new != name) {
            at.push((below(pointer, &[key]), name.to_owned()));
            name.clone_from(new);
        }
    }
}
