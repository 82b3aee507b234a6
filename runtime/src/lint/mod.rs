//! Checks requests to models, and repairs what a provider would reject.
#![cfg_attr(doc, doc = include_str!("../../docs/lint.md"))]

mod choice;
mod count;
mod envelope;
mod finding;
mod fix;
mod keyword_values;
mod messages;
mod objects;
mod reference;
mod report;
mod request_layout;
mod request_limits;
mod rule;
mod schema;
mod texts;
mod tool;
mod walk;

pub use finding::Finding;
pub use fix::{FixError, FixOptions, fix, fix_with};
pub use report::{Change, ChangeKind, FixReport, RemovedTool};
pub use rule::{Effect, Evidence, Rule};

use std::collections::BTreeSet;

use serde_json::Value;

use crate::dialect::of;
use crate::provider::{AnswerText, Provider, ToolFormat};
use crate::request::SchemaCounts;
use finding::{Findings, described};
use request_layout::{OutputSchema, RequestKind, inner};
use request_limits::ToolsSummary;
use rule::Citation;

/// Lists everything in a request that a provider would reject, and schema structure that it would
/// silently drop.
///
/// `request` is the whole request body, ready to send. For MCP it is a result of `tools/list` or
/// the response around it; for [`Provider::JsonSchema`] it is a schema. A list is read as the list
/// of tools. Besides tools, the tool choice and schemas, only empty texts of the conversation are
/// checked. The work is linear in the request's size, and no request causes a panic.
///
/// ```
/// use serde_json::json;
/// use toolcast::{Provider, lint};
///
/// let request = json!({
///     "model": "some-model",
///     "messages": [],
///     "tools": [{"type": "function", "function": {
///         "name": "search",
///         "parameters": {"type": "object", "properties": {"words": {"type": "array"}}},
///     }}],
/// });
/// let findings = lint::check(Provider::OpenAi, &request);
/// assert_eq!(findings.len(), 1);
/// assert_eq!(findings[0].pointer, "/tools/0/function/parameters/properties/words");
/// assert_eq!(findings[0].rule, lint::Rule::MissingItems);
/// assert_eq!(findings[0].evidence, lint::Evidence::Recorded);
/// ```
#[must_use = "a check changes nothing"]
pub fn check(provider: Provider, request: &Value) -> Vec<Finding> {
    let mut findings = Findings::default();
    if provider.tool_form().format == ToolFormat::JsonSchema {
        let reader = provider.refusal().plain;
        schema::check(reader, true, request, String::new(), &mut findings);
        return findings.finish();
    }
    if !request.is_object() && !request.is_array() {
        let found = format!("{} instead of a request", described(request));
        let because = provider.refusal().tool.because;
        findings.add(Rule::Request, because, "", "", found);
        return findings.finish();
    }
    let body = RequestKind::of(provider, request);
    let together = tools(body, request, &mut findings);
    together.check(request, &mut findings);
    let names: BTreeSet<&str> = together.names().collect();
    let has_functions = together.tools.iter().any(|tool| tool.function);
    choice::check(body, request, &names, has_functions, &mut findings);
    answer_names(body, request, &mut findings);
    messages::check(body.provider, request, &mut findings);
    findings.finish()
}

/// Checks the names of structured outputs. The rule is that for names of tools.
fn answer_names(body: RequestKind, request: &Value, findings: &mut Findings) {
    const SPEC: Citation = (Evidence::Documented, "oa-spec");
    let rule = of(body.provider, false).foreign_names();
    findings.in_tool(None);
    let all = body.answers(request).into_iter();
    let names = all.filter_map(|(_, rules)| RequestKind::answer_name(request, rules));
    for (pointer, name) in names {
        let (pointer, found) = match name {
            None => (pointer, "a schema without a name".into()),
            Some(Value::String(name)) if rule.takes(name) => continue,
            Some(name) => {
                let found = format!("the name {}", described(name));
                (walk::below(&pointer, &["name"]), found)
            }
        };
        findings.add(Rule::OutputName, SPEC, &pointer, "name", found);
    }
}

/// Checks the tools and the schemas of structured output.
fn tools(body: RequestKind, request: &Value, findings: &mut Findings) -> ToolsSummary {
    let because = body.tool().because;
    let mut together = ToolsSummary {
        body,
        tools: Vec::new(),
        answers: Vec::new(),
        lists: 0,
    };
    let strict_tools = body.provider.request().limits.fields != 0
        && request.get("strict_tools") == Some(&Value::Bool(true));
    for list in body.lists(request) {
        findings.in_tool(None);
        let pointer = walk::below("", list.path);
        let value = walk::find(request, list.path).unwrap_or(request);
        let Some(entries) = value.as_array() else {
            let found = format!("{} instead of the tools", described(value));
            findings.add(Rule::InvalidMember, because, &pointer, "tools", found);
            continue;
        };
        if list.misplaced {
            let found = "tools in a place that this provider doesn't read";
            findings.add(Rule::MisplacedMember, because, &pointer, "tools", found);
        }
        if !body.refusal().empty_list && entries.is_empty() && request.is_object() {
            let found = "an empty list of tools";
            findings.add(Rule::ToolCount, because, &pointer, "tools", found);
        }
        together.lists += entries
            .iter()
            .filter_map(inner)
            .filter(|(key, list)| *key != "tools" && !list.is_empty())
            .count();
        for (place, entry) in body.entries(request, &list) {
            let judged = tool::check(body, strict_tools, &place, entry, findings);
            together.tools.push(judged);
        }
    }
    let answers = body.answers(request).into_iter();
    for answer in answers.filter_map(|(_, rules)| body.answer(request, rules)) {
        findings.in_tool(None);
        let counts = judge_answer(&answer, findings);
        if answer.counts {
            together.answers.push((answer.pointer, counts));
        }
    }
    together
}

fn judge_answer(answer: &OutputSchema<'_>, findings: &mut Findings) -> SchemaCounts {
    let pointer = answer.pointer.clone();
    let root = answer.rules.root;
    match (answer.schema, answer.rules.text) {
        (Value::String(text), AnswerText::Json(because)) => match serde_json::from_str(text) {
            Ok(schema) => {
                let since = findings.len();
                let counts = schema::check(answer.reader, root, &schema, String::new(), findings);
                findings.in_text(since, &pointer);
                return counts;
            }
            Err(error) => {
                let found = format!("a schema that is not JSON: {error}");
                findings.add(Rule::Value, because, &pointer, "schema", found);
                return SchemaCounts::default();
            }
        },
        (Value::String(_), AnswerText::Word) => return SchemaCounts::default(),
        (schema, AnswerText::Json(because)) => {
            let found = format!("{} instead of the schema as JSON text", described(schema));
            findings.add(Rule::Value, because, &pointer, "schema", found);
        }
        _ => {}
    }
    schema::check(answer.reader, root, answer.schema, pointer, findings)
}
