//! Checks the rules for all tools of a request together.

use std::collections::BTreeMap;

use serde_json::Value;

use super::finding::Findings;
use super::request_layout::RequestKind;
use super::rule::Rule;
use super::tool::ToolSummary;
use crate::provider::RequestLimits;
use crate::request::SchemaCounts;
use crate::text::beginning;

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
            let key = "functionDeclarations";
            let found = format!("{} lists of functions", self.lists);
            findings.add(Rule::SeveralToolLists, because, "/tools", key, found);
        }
    }

    fn duplicates(&self, findings: &mut Findings) {
        let because = self.body.refusal().sources.duplicates;
        let mut seen = BTreeMap::new();
        for tool in self.tools.iter().filter(|tool| tool.function) {
            let Some(name) = tool.name.as_deref() else {
                continue;
            };
            let pointer = &tool.pointer;
            let first = *seen.entry((tool.namespace, name)).or_insert(pointer);
            if first != pointer {
                let found = format!("the name `{}`, which {first} has", beginning(name));
                findings.add(Rule::DuplicateName, because, pointer, "name", found);
            }
        }
    }

    fn number(&self, findings: &mut Findings) {
        let most = self.body.provider.request().limits.tools;
        let because = self.body.refusal().sources.tools;
        if let Some((number, first)) = beyond(&self.tools, most) {
            let pointer = &self.tools[first].pointer;
            let found = format!("{number} tools, more than {most}");
            findings.add(Rule::ToolCount, because, pointer, "", found);
        }
    }

    fn strict(&self, request: &Value, findings: &mut Findings) {
        let limits = self.body.provider.request().limits;
        let because = self.body.refusal().sources.strict;
        if limits.strict_tools != 0 {
            self.budget(&limits, findings);
        }
        if let Some(first) = self.tools.iter().find(|tool| tool.strict) {
            let mut plain = self
                .tools
                .iter()
                .filter(|tool| tool.function && !tool.strict);
            if limits.all_or_none
                && let Some(plain) = plain.next()
            {
                let found = "a tool that is not strict beside a strict one";
                findings.add(Rule::Strict, because, &plain.pointer, "strict", found);
            }
            // A list of tools alone has no place for the flag.
            let key = "parallel_tool_calls";
            let is_off = request.get(key) == Some(&Value::Bool(false));
            if limits.one_call && request.is_object() && !is_off {
                let found = "a strict tool without `\"parallel_tool_calls\": false`";
                findings.add(Rule::ParallelToolCalls, because, &first.pointer, key, found);
            }
        }
        // The number of properties in all tools.
        let key = "strict_tools";
        let fields: usize = self.tools.iter().map(|tool| tool.counts.properties).sum();
        if limits.fields != 0
            && request.get(key) == Some(&Value::Bool(true))
            && fields > limits.fields as usize
        {
            let most = limits.fields;
            let found = format!("{fields} properties in all tools, more than {most}");
            findings.add(Rule::Strict, because, "/tools", key, found);
        }
    }

    /// Checks the sums over all strict tools and the structured-output schema.
    fn budget(&self, limits: &RequestLimits, findings: &mut Findings) {
        let sources = &self.body.refusal().sources;
        let (optional, unions) = (limits.optional as usize, limits.unions as usize);
        let rules = [
            (limits.strict_tools, "strict tools", sources.strict),
            (
                optional,
                "optional parameters in strict mode",
                sources.optional,
            ),
            (
                unions,
                "parameters of several types in strict mode",
                sources.strict,
            ),
        ];
        let counts = |tools: usize, counts: &SchemaCounts| [tools, counts.optional, counts.unions];
        let tools = self.tools.iter().filter(|tool| tool.strict);
        let tools = tools.map(|tool| (&tool.pointer, counts(1, &tool.counts)));
        let answers = self.answers.iter();
        let answers = answers.map(|(pointer, one)| (pointer, counts(0, one)));
        let all: Vec<_> = tools.chain(answers).collect();
        for (i, (most, what, because)) in rules.into_iter().enumerate() {
            let (mut total, mut beyond) = (0, None);
            for (pointer, counts) in &all {
                total += counts[i];
                if total > most {
                    beyond = beyond.or(Some(*pointer));
                }
            }
            if let Some(pointer) = beyond {
                let found = format!("{total} {what}, more than {most}");
                findings.add(Rule::Strict, because, pointer, "strict", found);
            }
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
