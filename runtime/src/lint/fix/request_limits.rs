//! Enforces limits on all tools together: turns strict mode off for as few as possible, and removes
//! tools beyond the maximum.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::tool::tool_of;
use super::{Repair, remove_at};
use crate::dialect::{StrictKey, of};
use crate::lint::check;
use crate::lint::finding::Findings;
use crate::lint::report::ChangeKind;
use crate::lint::request_limits::beyond;
use crate::lint::tool::{self, ToolSummary};
use crate::set::limits::StrictUse;

const MAX_STRICT: usize = 1024;

impl Repair<'_> {
    pub(super) fn together(&mut self, request: &mut Value) {
        self.number(request);
        let limits = self.body.provider.request().limits;
        let known = self.known(request);
        let strict: Vec<_> = known.iter().filter(|one| one.strict).collect();
        let parallel = request.get("parallel_tool_calls").and_then(Value::as_bool);
        let used = StrictUse {
            has_plain: known.iter().any(|one| one.function && !one.strict),
            ..StrictUse::of_answers(self.body.provider, request)
        };
        let mut flags = vec![true; strict.len()];
        if limits.strict_tools != 0 {
            // Real requests have fewer, and the selection allocates memory for each.
            flags.truncate(MAX_STRICT);
        }
        let (keep, why) = limits.keep_strict(&flags, |at| strict[at].counts, parallel, &used);
        for (i, one) in strict.iter().enumerate() {
            if keep.get(i) != Some(&true) {
                self.off(request, one, why);
            }
        }
        // An explicit setting by the caller takes precedence.
        if limits.one_call && !strict.is_empty() && parallel.is_none() {
            let why = "strict tools exclude several calls in one turn";
            self.set(request, "parallel_tool_calls", why);
        }
        if limits.fields != 0 && request.get("strict_tools") == Some(&Value::Bool(true)) {
            let (_, source) = self.body.refusal().sources.strict;
            let broken = check(self.body.provider, request)
                .into_iter()
                .find(|one| one.source == source && one.pointer.starts_with("/tools"));
            if let Some(broken) = broken {
                self.set(request, "strict_tools", &broken.found);
            }
        }
    }

    fn set(&mut self, request: &mut Value, key: &str, why: &str) {
        if let Value::Object(map) = request {
            super::set(map, key, Value::Bool(false));
            self.report
                .change(&format!("/{key}"), None, ChangeKind::Set, why);
        }
    }

    pub(super) fn known(&self, request: &Value) -> Vec<ToolSummary> {
        let entries = self.body.all_entries(request).into_iter();
        let judged = entries.enumerate().map(|(number, (place, entry))| {
            let judged = tool::check(self.body, false, &place, entry, &mut Findings::default());
            ToolSummary { number, ..judged }
        });
        judged.collect()
    }

    /// Turns strict mode off for a tool. Every strict schema is also valid without strict mode.
    fn off(&mut self, request: &mut Value, known: &ToolSummary, why: &str) {
        let entry = request.pointer_mut(&known.pointer);
        let Some(tool) = entry.and_then(|entry| tool_of(entry, self.body.format())) else {
            return;
        };
        let envelope = of(self.body.provider, false).envelope;
        if envelope.strict == StrictKey::Always {
            tool.insert("strict".into(), Value::Bool(false));
        } else {
            tool.remove("strict");
        }
        let (pointer, name) = self.origin(known);
        let kind = ChangeKind::StrictOff;
        self.report.change(&pointer, name.as_deref(), kind, why);
    }

    fn number(&mut self, request: &mut Value) {
        let most = self.body.provider.request().limits.tools;
        let known = self.known(request);
        let Some((number, first)) = beyond(&known, most) else {
            return;
        };
        let why = format!("{number} tools, more than {most}");
        self.leave_out(request, &known[first..], &why);
    }

    /// Removes tools, and namespaces that are empty then.
    pub(super) fn leave_out(&mut self, request: &mut Value, tools: &[ToolSummary], why: &str) {
        // The indices of each list, and the original place of the list.
        let mut lists: BTreeMap<String, (BTreeSet<usize>, String)> = BTreeMap::new();
        for one in tools {
            let (pointer, name) = self.origin(one);
            if let Some((list, at)) = one.pointer.rsplit_once('/')
                && let Ok(at) = at.parse()
            {
                let (indices, place) = lists.entry(list.to_owned()).or_default();
                indices.insert(at);
                let origin = pointer.rsplit_once('/').map_or("", |(list, _)| list);
                origin.clone_into(place);
            }
            let reasons = Vec::from([why.to_owned()]);
            self.report.leave_out(&pointer, name.as_deref(), reasons);
            if let Some(name) = one.name.as_ref().filter(|_| one.namespace.is_none()) {
                self.taken.remove(&(None, name.clone()));
                self.report.tools.remove(name);
                self.report.names.remove(name);
            }
        }
        // A list inside of another one has the longer pointer, and comes first here.
        while let Some((list, (indices, place))) = lists.pop_last() {
            let Some(Value::Array(entries)) = request.pointer_mut(&list) else {
                continue;
            };
            remove_at(entries, &indices);
            let outer = list.strip_suffix("/tools").filter(|_| entries.is_empty());
            if let Some((outer, at)) = outer.and_then(|outer| outer.rsplit_once('/'))
                && let Ok(at) = at.parse()
            {
                let namespace = place.strip_suffix("/tools").unwrap_or(&place);
                let why = "a namespace without tools";
                self.report
                    .change(namespace, None, ChangeKind::Removed, why);
                let (indices, _) = lists.entry(outer.to_owned()).or_default();
                indices.insert(at);
            }
        }
        let removed: BTreeSet<usize> = tools.iter().map(|one| one.number).collect();
        let mut number = 0_usize;
        self.origins.retain(|_| {
            number += 1;
            !removed.contains(&(number - 1))
        });
    }

    /// Returns the original place and name of an entry of the request.
    fn origin(&self, one: &ToolSummary) -> (String, Option<String>) {
        match self.origins.get(one.number) {
            Some((pointer, name)) => (pointer.clone(), name.clone().or_else(|| one.name.clone())),
            None => (one.pointer.clone(), one.name.clone()),
        }
    }
}
