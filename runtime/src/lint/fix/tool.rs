//! Repairs one tool: small repairs in place, anything else by rewriting it.

use serde_json::{Map, Value};

use super::lists::ORIGIN;
use super::{MAX_LEVELS, Repair, RewrittenTool, at, discard};
use crate::json_index::is_deeper;
use crate::lint::envelope::parts;
use crate::lint::finding::{Finding, Findings};
use crate::lint::request_layout::EntryPlace;
use crate::lint::tool::check;
use crate::provider::ToolFormat;

impl Repair<'_> {
    /// Repairs a tool, which then has the number of its origin. Returns `None` if it is left out.
    pub(super) fn tool(&mut self, entry: Value, mut place: EntryPlace) -> Option<Value> {
        let name = name_of(&entry, place.format);
        let mended = if is_deeper(&entry, MAX_LEVELS) {
            discard(entry);
            let reason = format!("nested deeper than {MAX_LEVELS} levels");
            Err(Vec::from([reason]))
        } else {
            self.mended(entry, &mut place, name.as_deref())
        };
        let (tool, definition) = match mended {
            Ok(mended) => mended,
            Err(reasons) => {
                self.report
                    .leave_out(&place.pointer, name.as_deref(), reasons);
                return None;
            }
        };
        let before = name.clone().or_else(|| name_of(&tool, place.format));
        let mut tool = self.unique(tool, name, &place, definition)?;
        if let Value::Object(members) = &mut tool {
            members.insert(ORIGIN.to_owned(), self.origins.len().into());
            self.origins.push((place.pointer, before));
        }
        Some(tool)
    }

    /// Repairs a tool, and returns its definition if it is rewritten. The error is the reasons for
    /// leaving it out.
    fn mended(
        &mut self,
        mut tool: Value,
        place: &mut EntryPlace,
        name: Option<&str>,
    ) -> Result<(Value, Option<RewrittenTool>), Vec<String>> {
        if self.is_excluded(&tool, name) {
            let reason = "the choice excludes it, and the provider's format can't express that";
            return Err(Vec::from([reason.to_owned()]));
        }
        let mut findings = self.findings_of(&tool, place);
        if !findings.is_empty() {
            self.shallow_fixes(&mut tool, place, &findings);
            findings = self.findings_of(&tool, place);
        }
        if findings.is_empty() {
            return Ok((tool, None));
        }
        let (written, definition) = self.rerendered(&tool, place, &findings)?;
        place.misplaced = false;
        let left = self.findings_of(&written, place);
        if left.is_empty() {
            Ok((written, Some(definition)))
        } else {
            Err(left.iter().map(ToString::to_string).collect())
        }
    }

    fn findings_of(&self, entry: &Value, place: &EntryPlace) -> Vec<Finding> {
        Findings::of(|all| check(self.body, false, place, entry, all))
    }
}

pub(super) fn name_of(entry: &Value, format: ToolFormat) -> Option<String> {
    let parts = parts(entry.as_object()?, format)?;
    parts.tool.get("name")?.as_str().map(ToOwned::to_owned)
}

/// Returns the object of an entry that has the name.
pub(super) fn tool_of(entry: &mut Value, format: ToolFormat) -> Option<&mut Map<String, Value>> {
    let inside = parts(entry.as_object()?, format)?.inside;
    at(entry, inside)?.as_object_mut()
}
