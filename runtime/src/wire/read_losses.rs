//! The parts of messages that are not in the common model.

use std::collections::HashSet;

use serde_json::Value;

use super::writer::ConversionLoss;
use crate::order::sort_by_key;

#[derive(Debug, Default)]
pub(super) struct ReadLosses {
    contents: Vec<ConversionLoss>,
    /// Members that aren't read, of messages whose content is.
    members: Vec<ConversionLoss>,
    listed: HashSet<(usize, String)>,
}

impl ReadLosses {
    pub(super) fn add(&mut self, message: usize, what: impl Into<String>) {
        self.contents.push(ConversionLoss::of(message, what));
    }

    /// Adds the members of an object that have content and aren't among those that are read, once
    /// for each message.
    pub(super) fn add_members(&mut self, message: usize, of: &str, object: &Value, read: &[&str]) {
        for (key, value) in object.as_object().into_iter().flatten() {
            if !has_content(value) || read.contains(&key.as_str()) {
                continue;
            }
            let what = format!("the member `{key}` of {of}");
            if self.listed.insert((message, what.clone())) {
                self.members.push(ConversionLoss::of(message, what));
            }
        }
    }

    pub(super) fn contents(&self) -> usize {
        self.contents.len()
    }

    pub(super) fn is_last(&self, message: usize) -> bool {
        let last = self.contents.last();
        last.is_some_and(|last| last.message == Some(message))
    }

    pub(super) fn into_all(mut self) -> Vec<ConversionLoss> {
        self.contents.append(&mut self.members);
        sort_by_key(&mut self.contents, |lost| lost.message);
        self.contents
    }
}

/// Returns `false` for `null`, `false`, empty values and defaults: `auto`, and the caller `direct`
/// of a call that the model's text made, not its code.
pub(super) fn has_content(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(flag) => *flag,
        Value::Number(_) => true,
        Value::String(text) => !matches!(text.as_str(), "" | "auto"),
        Value::Array(items) => !items.is_empty(),
        Value::Object(members) => !members.is_empty() && value["type"] != "direct",
    }
}
