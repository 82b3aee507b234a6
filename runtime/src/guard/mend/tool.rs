//! Repairs one tool: small repairs in place, anything else by rewriting it.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::Value;

use super::Mend;
use super::deep::{MOST_LEVELS, discard, is_deep};
use crate::guard::body::Entry;
use crate::guard::envelope::{Shape, parts};
use crate::guard::finding::{Finding, Findings};
use crate::guard::tool::judge;

/// A tool's location.
pub(super) struct At<'p> {
    pub(super) pointer: &'p str,
    pub(super) shape: Shape,
    pub(super) misplaced: bool,
    pub(super) declared: bool,
    pub(super) namespace: Option<usize>,
}

impl Mend<'_> {
    /// Repairs a tool. Returns `None` if it is left out.
    pub(super) fn tool(
        &mut self,
        mut entry: Value,
        pointer: &str,
        shape: Shape,
        misplaced: bool,
        declared: bool,
        namespace: Option<usize>,
    ) -> Option<Value> {
        let place = At {
            pointer,
            shape,
            misplaced,
            declared,
            namespace,
        };
        if is_deep(&entry) {
            let reason = format!("nested deeper than {MOST_LEVELS} levels");
            let name = name_of(&entry, shape);
            discard(entry);
            self.report
                .leave_out(pointer, name.as_deref(), Vec::from([reason]));
            return None;
        }
        let name = name_of(&entry, shape);
        let mut findings = self.judge(&entry, &place);
        if !findings.is_empty() {
            self.small(&mut entry, &place, &findings);
            findings = self.judge(&entry, &place);
        }
        let mut tool = entry;
        let mut definition = None;
        if !findings.is_empty() {
            match self.anew(&tool, &place, &findings) {
                Ok((written, read)) => {
                    tool = written;
                    definition = Some(read);
                }
                Err(reasons) => {
                    self.report.leave_out(pointer, name.as_deref(), reasons);
                    return None;
                }
            }
            let here = At {
                misplaced: false,
                ..place
            };
            let left = self.judge(&tool, &here);
            if !left.is_empty() {
                let reasons = left.iter().map(ToString::to_string).collect();
                self.report.leave_out(pointer, name.as_deref(), reasons);
                return None;
            }
        }
        self.unique(tool, name, &place, definition)
    }

    fn judge(&self, entry: &Value, place: &At<'_>) -> Vec<Finding> {
        let mut findings = Findings::new();
        let entry = Entry {
            pointer: place.pointer.to_owned(),
            value: entry,
            misplaced: place.misplaced,
            declared: place.declared,
            shape: place.shape,
            namespace: place.namespace,
        };
        judge(self.body, false, &entry, &mut findings);
        findings.finish()
    }
}

pub(super) fn name_of(entry: &Value, shape: Shape) -> Option<String> {
    let parts = parts(entry.as_object()?, shape)?;
    parts.tool.get("name")?.as_str().map(ToOwned::to_owned)
}

pub(super) fn set_name(entry: &mut Value, shape: Shape, name: &str) {
    let inside = entry
        .as_object()
        .and_then(|map| parts(map, shape))
        .map(|parts| parts.inside);
    if let Some(tool) = inside.and_then(|inside| super::at(entry, inside)) {
        tool["name"] = name.into();
    }
}
