//! Makes tool names valid and unique.

use serde_json::Value;

use super::Repair;
use super::tool::{name_of, set_name};
use crate::dialect::of;
use crate::import::ToolDefinition;
use crate::lint::report::ChangeKind;
use crate::lint::request_layout::EntryPlace;
use crate::provider::Provider;

impl Repair<'_> {
    /// Makes a tool's name unique.
    pub(super) fn unique(
        &mut self,
        mut tool: Value,
        before: Option<String>,
        place: &EntryPlace,
        definition: Option<(ToolDefinition, Provider)>,
    ) -> Option<Value> {
        let Some(now) = name_of(&tool, place.format) else {
            return Some(tool);
        };
        let before = before.unwrap_or_else(|| now.clone());
        let mut name = now.clone();
        let scoped = place.namespace.map(|namespace| (namespace, now.clone()));
        let there = match &scoped {
            Some(scoped) => self.scoped.get(scoped),
            None => self.taken.get(&now),
        };
        if let Some(there) = there {
            if *there == tool {
                let why = "the same tool twice";
                self.report
                    .change(&place.pointer, Some(&before), ChangeKind::Removed, why);
                return None;
            }
            name = self.next_name(&now);
            let why = format!("another tool is `{now}`; it is `{name}` now");
            self.report
                .change(&place.pointer, Some(&before), ChangeKind::Renamed, why);
        }
        if let Some((namespace, _)) = scoped {
            self.scoped.insert((namespace, name.clone()), tool.clone());
        } else {
            self.taken.insert(name.clone(), tool.clone());
        }
        if name != now {
            set_name(&mut tool, place.format, &name);
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
        self.taken.contains_key(name) || self.given.contains(name)
    }

    /// Returns an unused name derived from a duplicate one.
    fn next_name(&mut self, name: &str) -> String {
        let most = match of(self.body.provider, false).names.most {
            0 => 64,
            most => most,
        };
        let next = self.next.entry(name.to_owned()).or_insert(1);
        loop {
            *next += 1;
            let end = format!("_{next}");
            let room = most.saturating_sub(end.len());
            let base: String = name.chars().take(room).collect();
            let made = base + &end;
            if !self.taken.contains_key(&made) && !self.given.contains(&made) {
                return made;
            }
        }
    }
}
