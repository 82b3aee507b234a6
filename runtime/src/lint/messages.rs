//! Checks and repairs the conversation of a request: empty texts that the provider rejects.

use serde_json::Value;

use super::finding::Findings;
use super::fix::{Repair, at};
use super::report::ChangeKind;
use super::rule::Rule;
use super::walk::{below, find, push_index};
use crate::provider::{Empties, Provider};
use crate::wire::empty::{self, Cleanup};

/// Lists the empty texts in the messages and system texts of a request.
pub(super) fn check(provider: Provider, request: &Value, findings: &mut Findings) {
    let Some(rules) = Empties::of(provider) else {
        return;
    };
    let rule = Rule::EmptyText;
    findings.in_tool(None);
    for path in rules.system() {
        let parts = find(request, path).and_then(Value::as_array);
        for (i, _) in
            (parts.into_iter().flatten().enumerate()).filter(|(_, part)| rules.is_empty_part(part))
        {
            let mut pointer = below("", path);
            push_index(&mut pointer, i);
            let found = "a part with an empty text";
            findings.add(rule, rules.because, &pointer, "", found);
        }
    }
    let messages = request.get(rules.messages()).and_then(Value::as_array);
    let messages = messages.map(Vec::as_slice).unwrap_or_default();
    for (i, message) in messages.iter().enumerate() {
        for (at, found) in rules.rejected(message, i + 1 == messages.len()) {
            let pointer = format!("/{}/{i}{at}", rules.messages());
            findings.add(rule, rules.because, &pointer, "", found);
        }
    }
}

impl Repair<'_> {
    /// Removes the empty texts that the provider rejects.
    pub(super) fn talk(&mut self, request: &mut Value) {
        let provider = self.body.provider;
        let Some(rules) = Empties::of(provider) else {
            return;
        };
        for path in rules.system() {
            self.system(&rules, path, request);
        }
        let key = rules.messages();
        let Some(Value::Array(messages)) = request.get_mut(key) else {
            return;
        };
        let (count, mut at) = (messages.len(), 0);
        messages.retain_mut(|message| {
            let i = at;
            at += 1;
            let rejected = rules.rejected(message, i + 1 == count).into_iter().next();
            let Some((first, found)) = rejected else {
                return true;
            };
            let mended = empty::mend(provider, message);
            let kind = match mended {
                Cleanup::Kept if !first.is_empty() => ChangeKind::Removed,
                Cleanup::Kept | Cleanup::Replaced => ChangeKind::Set,
                Cleanup::Gone => ChangeKind::Removed,
            };
            let pointer = format!("/{key}/{i}{first}");
            self.report.change(&pointer, None, kind, found);
            mended != Cleanup::Gone
        });
    }

    fn system(&mut self, rules: &Empties, path: &[&str], request: &mut Value) {
        let Some(Value::Array(parts)) = at(request, path) else {
            return;
        };
        let before = parts.len();
        parts.retain(|part| !rules.is_empty_part(part));
        if parts.len() == before {
            return;
        }
        let pointer: String = below("", path);
        let why = "a part with an empty text";
        self.report.change(&pointer, None, ChangeKind::Removed, why);
        if parts.is_empty()
            && let Some(members) = request.as_object_mut()
        {
            members.remove(path[0]);
        }
    }
}
