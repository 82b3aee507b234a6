//! Repairs one tool: small repairs in place, anything else by rewriting it.

use serde_json::Value;

use super::Repair;
use super::depth::{MAX_LEVELS, discard, is_deep};
use super::lists::ORIGIN;
use crate::lint::envelope::parts;
use crate::lint::finding::{Finding, Findings};
use crate::lint::request_layout::EntryPlace;
use crate::lint::tool::check;
use crate::provider::ToolFormat;

impl Repair<'_> {
    /// Repairs a tool, which then has the number of its origin. Returns `None` if it is left out.
    pub(super) fn tool(&mut self, mut entry: Value, mut place: EntryPlace) -> Option<Value> {
        if is_deep(&entry) {
            let reason = format!("nested deeper than {MAX_LEVELS} levels");
            let name = name_of(&entry, place.format);
            discard(entry);
            self.report
                .leave_out(&place.pointer, name.as_deref(), Vec::from([reason]));
            return None;
        }
        let name = name_of(&entry, place.format);
        if self.is_excluded(&entry, name.as_deref()) {
            let reason = "the choice excludes it, and the provider's format can't express that";
            let reasons = Vec::from([reason.to_owned()]);
            self.report
                .leave_out(&place.pointer, name.as_deref(), reasons);
            return None;
        }
        let mut findings = self.findings_of(&entry, &place);
        if !findings.is_empty() {
            self.shallow_fixes(&mut entry, &place, &findings);
            findings = self.findings_of(&entry, &place);
        }
        let mut tool = entry;
        let mut definition = None;
        if !findings.is_empty() {
            match self.rerendered(&tool, &place, &findings) {
                Ok((written, read)) => {
                    tool = written;
                    definition = Some(read);
                }
                Err(reasons) => {
                    self.report
                        .leave_out(&place.pointer, name.as_deref(), reasons);
                    return None;
                }
            }
            place.misplaced = false;
            let left = self.findings_of(&tool, &place);
            if !left.is_empty() {
                let reasons = left.iter().map(ToString::to_string).collect();
                self.report
                    .leave_out(&place.pointer, name.as_deref(), reasons);
                return None;
            }
        }
        let before = name.clone().or_else(|| name_of(&tool, place.format));
        let mut tool = self.unique(tool, name, &place, definition)?;
        if let Value::Object(members) = &mut tool {
            members.insert(ORIGIN.to_owned(), self.origins.len().into());
            self.origins.push((place.pointer, before));
        }
        Some(tool)
    }

    fn findings_of(&self, entry: &Value, place: &EntryPlace) -> Vec<Finding> {
        let mut findings = Findings::new();
        check(self.body, false, place, entry, &mut findings);
        findings.finish()
    }
}

pub(super) fn name_of(entry: &Value, format: ToolFormat) -> Option<String> {
    let parts = parts(entry.as_object()?, format)?;
    parts.tool.get("name")?.as_str().map(ToOwned::to_owned)
}

pub(super) fn set_name(entry: &mut Value, format: ToolFormat, name: &str) {
    let inside = entry
        .as_object()
        .and_then(|map| parts(map, format))
        .map(|parts| parts.inside);
    if let Some(tool) = inside.and_then(|inside| super::at(entry, inside)) {
        tool["name"] = name.into();
    }
}
