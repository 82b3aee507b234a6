//! Checks the rules for all tools of a request together.

use std::collections::BTreeMap;

use serde_json::Value;

use super::finding::{BrokenRule, Findings};
use super::request_layout::RequestKind;
use super::rule::{Citation, Rule};
use super::tool::ToolSummary;
use crate::provider::RequestLimits;
use crate::request::SchemaCounts;
use crate::text::beginning;

/// A sum over all strict tools: the count, its maximum, its name and the evidence.
type StrictTotal = (fn(&SchemaCounts) -> usize, u32, &'static str, Citation);

/// The facts collected from a request's tools.
pub(super) struct ToolsSummary {
    pub(super) body: RequestKind,
    pub(super) tools: Vec<ToolSummary>,
    /// The counts of structured-output schemas, with their pointers.
    pub(super) answers: Vec<(String, SchemaCounts)>,
    /// The number of Gemini's lists of declarations.
    pub(super) lists: usize,
}

impl ToolsSummary {
    /// Returns the names of the tools.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.tools.iter().filter_map(|tool| tool.name.as_deref())
    }

    pub(super) fn check(&self, request: &Value, findings: &mut Findings) {
        findings.in_tool(None);
        self.duplicates(findings);
        self.number(findings);
        self.strict(request, findings);
        if let Some(because) = self.body.google().and_then(|google| google.one_list)
            && self.lists > 1
        {
            findings.add(
                BrokenRule::new(Rule::SeveralToolLists, because, "functionDeclarations"),
                || "/tools".to_string(),
                format!("{} lists of functions", self.lists),
            );
        }
    }

    fn duplicates(&self, findings: &mut Findings) {
        let because = self.body.refusal().sources.duplicates;
        let mut seen = BTreeMap::new();
        for tool in &self.tools {
            let Some(name) = tool.name.as_deref().filter(|_| tool.function) else {
                continue;
            };
            let place = (tool.namespace, name);
            if let Some(first) = seen.insert(place, &tool.pointer) {
                findings.add(
                    BrokenRule::new(Rule::DuplicateName, because, "name"),
                    || tool.pointer.clone(),
                    format!("the name `{}`, which {first} has", beginning(name)),
                );
                seen.insert(place, first);
            }
        }
    }

    fn number(&self, findings: &mut Findings) {
        let most = self.body.provider.request().limits.tools;
        let because = self.body.refusal().sources.tools;
        if let Some((number, first)) = beyond(&self.tools, most) {
            findings.add(
                BrokenRule::new(Rule::ToolCount, because, ""),
                || self.tools[first].pointer.clone(),
                format!("{number} tools, more than {most}"),
            );
        }
    }

    fn strict(&self, request: &Value, findings: &mut Findings) {
        let limits = self.body.provider.request().limits;
        let because = self.body.refusal().sources.strict;
        let first = self.tools.iter().find(|tool| tool.strict);
        if limits.strict_tools != 0 {
            self.budget(&limits, findings);
        }
        if limits.all_or_none {
            let plain = self.tools.iter().find(|tool| tool.function && !tool.strict);
            if let (Some(plain), Some(_)) = (plain, first) {
                findings.add(
                    BrokenRule::new(Rule::Strict, because, "strict"),
                    || plain.pointer.clone(),
                    "a tool that is not strict beside a strict one",
                );
            }
        }
        // A list of tools alone has no place for the flag.
        if limits.one_call
            && request.is_object()
            && let Some(first) = first
            && request.get("parallel_tool_calls") != Some(&Value::Bool(false))
        {
            findings.add(
                BrokenRule::new(Rule::ParallelToolCalls, because, "parallel_tool_calls"),
                || first.pointer.clone(),
                "a strict tool without `\"parallel_tool_calls\": false`",
            );
        }
        if limits.fields != 0 && request.get("strict_tools") == Some(&Value::Bool(true)) {
            self.fields(limits.fields, findings);
        }
    }

    /// Checks the sums over all strict tools and the structured-output schema.
    fn budget(&self, limits: &RequestLimits, findings: &mut Findings) {
        let sources = &self.body.refusal().sources;
        let strict = self.tools.iter().filter(|tool| tool.strict);
        if let Some(beyond) = strict.clone().nth(limits.strict_tools) {
            let number = strict.clone().count();
            findings.add(
                BrokenRule::new(Rule::Strict, sources.strict, "strict"),
                || beyond.pointer.clone(),
                format!("{number} strict tools, more than {}", limits.strict_tools),
            );
        }
        let all = strict.map(|tool| (&tool.pointer, &tool.counts)).chain(
            self.answers
                .iter()
                .map(|(pointer, counts)| (pointer, counts)),
        );
        let sums: [StrictTotal; 2] = [
            (
                |counts| counts.optional,
                limits.optional,
                "optional parameters",
                sources.optional,
            ),
            (
                |counts| counts.unions,
                limits.unions,
                "parameters of several types",
                sources.strict,
            ),
        ];
        for (count, most, what, because) in sums {
            let total: usize = all.clone().map(|(_, counts)| count(counts)).sum();
            if total <= most as usize {
                continue;
            }
            let mut sum = 0;
            let beyond = all.clone().find(|(_, counts)| {
                sum += count(counts);
                sum > most as usize
            });
            findings.add(
                BrokenRule::new(Rule::Strict, because, "strict"),
                || {
                    beyond
                        .map(|(pointer, _)| pointer.clone())
                        .unwrap_or_default()
                },
                format!("{total} {what} in strict mode, more than {most}"),
            );
        }
    }

    /// Checks the number of properties in all tools.
    fn fields(&self, most: u32, findings: &mut Findings) {
        let fields: usize = self.tools.iter().map(|tool| tool.counts.properties).sum();
        if fields > most as usize {
            findings.add(
                BrokenRule::new(
                    Rule::Strict,
                    self.body.refusal().sources.strict,
                    "strict_tools",
                ),
                || "/tools".to_string(),
                format!("{fields} properties in all tools, more than {most}"),
            );
        }
    }
}

/// Returns the number of tools and the index of the first one beyond a maximum, if there is one. A
/// namespace counts as one tool: OpenAI's limit is the length of the list. 0 means no maximum.
pub(super) fn beyond(tools: &[ToolSummary], most: usize) -> Option<(usize, usize)> {
    let mut number = 0;
    let mut first = None;
    let mut namespace = None;
    for (i, tool) in tools.iter().enumerate() {
        if tool.namespace.is_some() && tool.namespace == namespace {
            continue;
        }
        namespace = tool.namespace;
        number += 1;
        if number > most {
            first = first.or(Some(i));
        }
    }
    first.filter(|_| most != 0).map(|first| (number, first))
}
