//! Enforces limits on all tools together: turns strict mode off for as few as possible, and removes
//! tools beyond the maximum.

use std::collections::BTreeSet;

use serde_json::Value;

use super::Repair;
use crate::dialect::{StrictKey, of};
use crate::lint::check;
use crate::lint::envelope::parts;
use crate::lint::finding::Findings;
use crate::lint::judge_answer;
use crate::lint::report::ChangeKind;
use crate::lint::rule::Rule;
use crate::lint::tool::{self, ToolSummary};
use crate::provider::RequestLimits;
use crate::render;
use crate::set::limits::strict_subset;

/// Maximum number of strict tools considered.
const MAX_STRICT: usize = 1024;
const BEYOND: &str = "more than all strict tools may have together";

impl Repair<'_> {
    pub(super) fn together(&mut self, request: &mut Value) {
        self.number(request);
        let limits = self.body.provider.request().limits;
        let known = self.known(request);
        let any = known.iter().any(|one| one.strict);
        if limits.strict_tools != 0 {
            self.budget(request, &known, &limits);
        }
        if limits.all_or_none && any && known.iter().any(|one| one.function && !one.strict) {
            for one in known.iter().filter(|one| one.strict) {
                self.off(request, one, "a tool beside it is not strict");
            }
        }
        if limits.one_call && any {
            match request.get("parallel_tool_calls") {
                Some(Value::Bool(false)) => {}
                // An explicit setting by the caller takes precedence.
                Some(Value::Bool(true)) => {
                    for one in known.iter().filter(|one| one.strict) {
                        self.off(request, one, "`parallel_tool_calls` is on");
                    }
                }
                _ => self.set(
                    request,
                    "parallel_tool_calls",
                    "strict tools exclude several calls in one turn",
                ),
            }
        }
        if limits.fields != 0 && request.get("strict_tools") == Some(&Value::Bool(true)) {
            let (_, source) = self.body.refusal().sources.strict;
            let broken = check(self.body.provider, request)
                .into_iter()
                .find(|one| one.source == source && one.rule != Rule::Choice);
            if let Some(broken) = broken {
                self.set(request, "strict_tools", &broken.found);
            }
        }
    }

    fn set(&mut self, request: &mut Value, key: &str, why: &str) {
        if let Value::Object(map) = request {
            map.insert(key.to_owned(), Value::Bool(false));
            self.report
                .change(&format!("/{key}"), None, ChangeKind::Set, why);
        }
    }

    /// Returns the names of all tools.
    pub(super) fn names(&self, request: &Value) -> BTreeSet<String> {
        let known = self.known(request).into_iter();
        known.filter_map(|one| one.name).collect()
    }

    fn known(&self, request: &Value) -> Vec<ToolSummary> {
        let lists = self.body.lists(request).into_iter();
        let entries = lists.flat_map(|list| self.body.entries(&list));
        let judged = entries.map(|(place, entry)| {
            tool::check(self.body, false, &place, entry, &mut Findings::new())
        });
        judged.collect()
    }

    /// Enforces the sums over all strict tools, minus the counts of structured-output schemas.
    fn budget(&mut self, request: &mut Value, known: &[ToolSummary], limits: &RequestLimits) {
        let (mut optional, mut unions) = (limits.optional, limits.unions);
        for answer in self
            .body
            .answers(request)
            .iter()
            .filter(|one| one.rules.counts)
        {
            let counts = judge_answer(answer, &mut Findings::new());
            optional = optional.saturating_sub(u32::try_from(counts.optional).unwrap_or(u32::MAX));
            unions = unions.saturating_sub(u32::try_from(counts.unions).unwrap_or(u32::MAX));
        }
        let mut strict: Vec<&ToolSummary> = known.iter().filter(|one| one.strict).collect();
        // Real requests have fewer, and the selection allocates memory for each.
        for one in strict.split_off(strict.len().min(MAX_STRICT)) {
            self.off(request, one, BEYOND);
        }
        let costs: Vec<Option<render::SharedCounts>> = strict
            .iter()
            .map(|one| {
                Some(render::SharedCounts {
                    optional: u32::try_from(one.counts.optional).unwrap_or(u32::MAX),
                    unions: u32::try_from(one.counts.unions).unwrap_or(u32::MAX),
                    ..render::SharedCounts::default()
                })
            })
            .collect();
        let keep = strict_subset(&costs, limits.strict_tools, optional, unions);
        for (one, _) in strict.iter().zip(keep).filter(|(_, keep)| !keep) {
            self.off(request, one, BEYOND);
        }
    }

    /// Turns strict mode off for a tool. Every strict schema is also valid without strict mode.
    fn off(&mut self, request: &mut Value, known: &ToolSummary, why: &str) {
        let Some(Value::Object(entry)) = request.pointer_mut(&known.pointer) else {
            return;
        };
        let format = self.body.format();
        let Some(inside) = parts(entry, format).map(|parts| parts.inside) else {
            return;
        };
        let mut tool = entry;
        for key in inside {
            match tool.get_mut(*key) {
                Some(Value::Object(inner)) => tool = inner,
                _ => return,
            }
        }
        let envelope = of(self.body.provider, false).envelope;
        if envelope.strict == StrictKey::Always {
            tool.insert("strict".into(), Value::Bool(false));
        } else {
            tool.remove("strict");
        }
        let kind = ChangeKind::StrictOff;
        self.report
            .change(&known.pointer, known.name.as_deref(), kind, why);
    }

    /// Removes the tools beyond the maximum.
    fn number(&mut self, request: &mut Value) {
        let most = self.body.provider.request().limits.tools;
        let known = self.known(request);
        if most == 0 || known.len() <= most {
            return;
        }
        // In reverse order, so that earlier indices stay valid.
        for one in known[most..].iter().rev() {
            let Some((list, place)) = one.pointer.rsplit_once('/') else {
                continue;
            };
            let list = request.pointer_mut(list).and_then(Value::as_array_mut);
            if let (Some(list), Ok(place)) = (list, place.parse::<usize>())
                && place < list.len()
            {
                list.remove(place);
            }
            if let Some(name) = &one.name {
                self.taken.remove(name);
                self.report.tools.remove(name);
            }
        }
        for one in &known[most..] {
            let reason = format!("{} tools, more than {most}", known.len());
            self.report
                .leave_out(&one.pointer, one.name.as_deref(), Vec::from([reason]));
        }
    }
}
