//! Checks the rules for all tools of a request together.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::Value;

use super::body::Body;
use super::count::Counts;
use super::finding::{Fault, Findings};
use super::rule::{Because, Evidence, Rule};
use super::tool::Judged;
use crate::provider::Provider;
use crate::provider::RequestLimits;
use crate::text::beginning;

use Evidence::{Documented, Recorded};

/// A sum over all strict tools: the count, its maximum, its name and the evidence.
type Sum = (fn(&Counts) -> usize, u32, &'static str, Because);

/// The facts collected from a request's tools.
pub(super) struct Together {
    pub(super) body: Body,
    pub(super) tools: Vec<Judged>,
    /// The counts of structured-output schemas, with their pointers.
    pub(super) answers: Vec<(String, Counts)>,
    /// The number of Gemini's lists of declarations.
    pub(super) lists: usize,
}

impl Together {
    /// Returns the names of the tools.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.tools.iter().filter_map(|tool| tool.name.as_deref())
    }

    pub(super) fn judge(&self, request: &Value, findings: &mut Findings) {
        findings.in_tool(None);
        self.duplicates(findings);
        self.number(findings);
        self.strict(request, findings);
        if self.lists > 1 && self.body.is_google() {
            let because = (Documented, "gm-sdk");
            findings.add(
                Fault::new(Rule::Lists, because, "functionDeclarations"),
                || "/tools".to_string(),
                format!("{} lists of functions", self.lists),
            );
        }
    }

    fn duplicates(&self, findings: &mut Findings) {
        let because = match self.body.provider {
            Provider::Anthropic | Provider::Bedrock => (Recorded, "an-errors"),
            Provider::Mcp => (Documented, "mcp-spec"),
            _ => (Documented, "common"),
        };
        let mut seen = BTreeMap::new();
        for tool in &self.tools {
            let Some(name) = tool.name.as_deref().filter(|_| tool.function) else {
                continue;
            };
            let place = (tool.namespace, name);
            if let Some(first) = seen.insert(place, &tool.pointer) {
                findings.add(
                    Fault::new(Rule::DuplicateName, because, "name"),
                    || tool.pointer.clone(),
                    format!("the name `{}`, which {first} has", beginning(name)),
                );
                seen.insert(place, first);
            }
        }
    }

    fn number(&self, findings: &mut Findings) {
        let most = self.body.provider.request().limits.tools;
        let because = match self.body.provider {
            Provider::OpenAi | Provider::OpenAiResponses | Provider::AzureOpenAi => {
                (Recorded, "oa-errors")
            }
            Provider::XAi => (Documented, "xa-docs"),
            Provider::Groq => (Documented, "gq-sdk"),
            Provider::DeepSeek => (Documented, "ds-docs"),
            _ => (Recorded, "gm-errors"),
        };
        if most != 0
            && let Some(beyond) = self.tools.get(most)
        {
            findings.add(
                Fault::new(Rule::ToolCount, because, ""),
                || beyond.pointer.clone(),
                format!("{} tools, more than {most}", self.tools.len()),
            );
        }
    }

    fn strict(&self, request: &Value, findings: &mut Findings) {
        let limits = self.body.provider.request().limits;
        let strict = || self.tools.iter().filter(|tool| tool.strict);
        match self.body.provider {
            Provider::Anthropic | Provider::Bedrock => self.claude(&limits, findings),
            Provider::DeepSeek if limits.all_or_none => {
                let plain = self.tools.iter().find(|tool| tool.function && !tool.strict);
                if let (Some(plain), Some(_)) = (plain, strict().next()) {
                    findings.add(
                        Fault::new(Rule::Strict, (Documented, "ds-docs"), "strict"),
                        || plain.pointer.clone(),
                        "a tool that is not strict beside a strict one",
                    );
                }
            }
            Provider::AzureOpenAi if limits.one_call => {
                let parallel = request.get("parallel_tool_calls");
                if let Some(first) = strict().next()
                    && parallel != Some(&Value::Bool(false))
                {
                    findings.add(
                        Fault::new(
                            Rule::Parallel,
                            (Documented, "az-docs"),
                            "parallel_tool_calls",
                        ),
                        || first.pointer.clone(),
                        "a strict tool without `\"parallel_tool_calls\": false`",
                    );
                }
            }
            Provider::Cohere if request.get("strict_tools") == Some(&Value::Bool(true)) => {
                self.cohere(findings);
            }
            _ => {}
        }
    }

    /// Checks the sums over all strict tools and the structured-output schema.
    fn claude(&self, limits: &RequestLimits, findings: &mut Findings) {
        const SUMS: Because = (Recorded, "rig-tapes");
        let strict = self.tools.iter().filter(|tool| tool.strict);
        if let Some(beyond) = strict.clone().nth(limits.strict_tools) {
            let number = strict.clone().count();
            findings.add(
                Fault::new(Rule::Strict, SUMS, "strict"),
                || beyond.pointer.clone(),
                format!("{number} strict tools, more than {}", limits.strict_tools),
            );
        }
        let all = strict.map(|tool| (&tool.pointer, &tool.counts)).chain(
            self.answers
                .iter()
                .map(|(pointer, counts)| (pointer, counts)),
        );
        let sums: [Sum; 2] = [
            (
                |counts| counts.optional,
                limits.optional,
                "optional parameters",
                (Recorded, "pydantic-ai"),
            ),
            (
                |counts| counts.unions,
                limits.unions,
                "parameters of several types",
                SUMS,
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
                Fault::new(Rule::Strict, because, "strict"),
                || {
                    beyond
                        .map(|(pointer, _)| pointer.clone())
                        .unwrap_or_default()
                },
                format!("{total} {what} in strict mode, more than {most}"),
            );
        }
    }

    fn cohere(&self, findings: &mut Findings) {
        let fields: usize = self.tools.iter().map(|tool| tool.counts.properties).sum();
        let most = self.body.provider.request().limits.fields;
        if fields > most as usize {
            findings.add(
                Fault::new(Rule::Strict, (Documented, "co-docs"), "strict_tools"),
                || "/tools".to_string(),
                format!("{fields} properties in all tools, more than {most}"),
            );
        }
    }
}
