//! Makes tool names valid and unique.

use serde_json::Value;

use super::tool::{name_of, tool_of};
use super::{Repair, RewrittenTool};
use crate::dialect::of;
use crate::lint::report::ChangeKind;
use crate::lint::request_layout::EntryPlace;

impl Repair<'_> {
    pub(super) fn unique(
        &mut self,
        mut tool: Value,
        before: Option<String>,
        place: &EntryPlace,
        definition: Option<RewrittenTool>,
    ) -> Option<Value> {
        let Some(now) = name_of(&tool, place.format) else {
            return Some(tool);
        };
        let before = before.unwrap_or_else(|| now.clone());
        let mut key = (place.namespace, now.clone());
        if let Some(there) = self.taken.get(&key) {
            if *there == tool {
                let why = "the same tool twice";
                self.report
                    .change(&place.pointer, Some(&before), ChangeKind::Removed, why);
                return None;
            }
            key.1 = self.next_name(&now);
            let why = format!("another tool is `{now}`; it is `{}` now", key.1);
            self.report
                .change(&place.pointer, Some(&before), ChangeKind::Renamed, why);
        }
        let name = key.1.clone();
        self.taken.insert(key, tool.clone());
        if name != now
            && let Some(tool) = tool_of(&mut tool, place.format)
        {
            tool.insert("name".into(), name.clone().into());
        }
        if name != before {
            self.report.names.insert(name.clone(), before.clone());
        }
        self.renamed.entry(before).or_insert_with(|| name.clone());
        if let Some(definition) = definition {
            self.report.tools.insert(name, definition);
        }
        Some(tool)
    }

    /// Returns a valid replacement for a rejected name: deterministic, and not used by another
    /// tool.
    pub(super) fn new_name(&mut self, name: &str) -> String {
        let rule = of(self.body.provider, false).foreign_names();
        let plain = rule.rewrite(name);
        let mut made = plain.clone();
        // Many tools may have the same name, so the search goes on after the last one.
        let mut again = self.marks.get(name).copied().unwrap_or_default();
        while self.is_taken(&made) {
            made = rule.marked(&plain, name, again);
            again += 1;
        }
        self.marks.insert(name.to_owned(), again);
        made
    }

    /// Returns `true` if a tool has the name or had it in the original request.
    fn is_taken(&self, name: &str) -> bool {
        self.taken.contains_key(&(None, name.to_owned())) || self.given.contains(name)
    }

    /// Returns an unused name derived from a duplicate one.
    fn next_name(&mut self, name: &str) -> String {
        let most = match of(self.body.provider, false).names.max_len {
            0 => 64,
            most => most,
        };
        let mut next = self.next.get(name).copied().unwrap_or(1);
        loop {
            next += 1;
            let end = format!("_{next}");
            let room = most.saturating_sub(end.len());
            let base: String = name.chars().take(room).collect();
            let made = base + &end;
            if !self.is_taken(&made) {
                self.next.insert(name.to_owned(), next);
                return made;
            }
        }
    }
}
