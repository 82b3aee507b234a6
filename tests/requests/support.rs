//! Requests built from schemas, and lists of failures.

use serde_json::{Map, Value, json};
use std::sync::LazyLock;
use toolcast::Provider;
use toolcast::lint::{self, Finding, FixReport, Rule};
use toolcast_test_support::json::{below, values};
use toolcast_test_support::lists;
pub(crate) use toolcast_test_support::{name, none};

/// A tool of a request.
pub(crate) struct Tool {
    pub(crate) name: String,
    pub(crate) schema: Option<Value>,
    pub(crate) strict: bool,
}

pub(crate) fn tool(name: &str, schema: Value) -> Tool {
    Tool {
        name: name.into(),
        schema: Some(schema),
        strict: false,
    }
}

pub(crate) fn strict(name: &str, schema: Value) -> Tool {
    Tool {
        strict: true,
        ..tool(name, schema)
    }
}

/// A schema that every provider accepts.
pub(crate) fn plain() -> Value {
    json!({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]})
}

/// A tool as the provider has it, written by hand.
pub(crate) fn declared(provider: Provider, tool: &Tool) -> Value {
    let description = format!("What {} does", tool.name);
    let mut inner = Map::new();
    inner.insert("name".into(), json!(tool.name));
    inner.insert("description".into(), json!(description));
    let mut put = |key: &str, value: Option<Value>| {
        if let Some(value) = value {
            inner.insert(key.into(), value);
        }
    };
    let schema = tool.schema.clone();
    match provider {
        Provider::Anthropic => put("input_schema", schema),
        Provider::GeminiJsonSchema => put("parametersJsonSchema", schema),
        Provider::Bedrock => put("inputSchema", schema.map(|schema| json!({"json": schema}))),
        Provider::Mcp => put("inputSchema", schema),
        _ => put("parameters", schema),
    }
    if tool.strict {
        put("strict", Some(json!(true)));
    }
    match provider {
        Provider::OpenAiResponses => {
            put("type", Some(json!("function")));
            Value::Object(inner)
        }
        Provider::Anthropic
        | Provider::Gemini
        | Provider::GeminiJsonSchema
        | Provider::Vertex
        | Provider::Mcp => Value::Object(inner),
        Provider::Bedrock => json!({"toolSpec": inner}),
        _ => json!({"type": "function", "function": inner}),
    }
}

/// A request with tools in the provider's place; of JSON Schema, the first one's schema.
pub(crate) fn request(provider: Provider, tools: &[Tool]) -> Value {
    if provider == Provider::JsonSchema {
        return tools[0].schema.clone().expect("a schema");
    }
    let all: Vec<Value> = tools.iter().map(|tool| declared(provider, tool)).collect();
    let mut request = match provider {
        Provider::Gemini | Provider::GeminiJsonSchema | Provider::Vertex => {
            json!({"contents": [], "tools": [{"functionDeclarations": all}]})
        }
        Provider::Bedrock => json!({"messages": [], "toolConfig": {"tools": all}}),
        Provider::OpenAiResponses => json!({"model": "m", "input": [], "tools": all}),
        _ => json!({"model": "m", "messages": [], "tools": all}),
    };
    if provider == Provider::AzureOpenAi && tools.iter().any(|tool| tool.strict) {
        request["parallel_tool_calls"] = json!(false);
    }
    request
}

/// The pointer to the schema of the tool with that number.
pub(crate) fn schema_at(provider: Provider, number: usize) -> String {
    match provider {
        Provider::OpenAiResponses => format!("/tools/{number}/parameters"),
        Provider::Anthropic => format!("/tools/{number}/input_schema"),
        Provider::Gemini | Provider::Vertex => {
            format!("/tools/0/functionDeclarations/{number}/parameters")
        }
        Provider::GeminiJsonSchema => {
            format!("/tools/0/functionDeclarations/{number}/parametersJsonSchema")
        }
        Provider::Bedrock => format!("/toolConfig/tools/{number}/toolSpec/inputSchema/json"),
        Provider::Mcp => format!("/tools/{number}/inputSchema"),
        Provider::JsonSchema => String::new(),
        _ => format!("/tools/{number}/function/parameters"),
    }
}

/// A file of recordings.
pub(crate) fn corpus(file: &str) -> Value {
    serde_json::from_str(&toolcast_test_support::corpus::text(file)).expect("JSON")
}

/// Checks the request, and looks up the words of the findings.
#[track_caller]
pub(crate) fn check(provider: Provider, body: &Value) -> Vec<Finding> {
    let findings = lint::check(provider, body);
    listed(&findings);
    findings
}

/// The rules that are broken, each with its pointer.
#[track_caller]
pub(crate) fn found(provider: Provider, body: &Value) -> Vec<(Rule, String)> {
    let findings = check(provider, body).into_iter();
    findings.map(|one| (one.rule, one.pointer)).collect()
}

#[track_caller]
pub(crate) fn fine(provider: Provider, body: &Value) {
    assert_eq!(found(provider, body), [], "{provider}: {body}");
}

/// Normalizes the request. Each part that differs then is in a change, each change leads to a part
/// of the original request.
#[track_caller]
pub(crate) fn normalize(provider: Provider, body: &mut Value) -> FixReport {
    let before = body.clone();
    let report = fixed(provider, body);
    let mut silent = Vec::new();
    differences(&before, body, "", &mut |pointer| {
        let about = |change: &lint::Change| {
            is_above(&change.pointer, pointer) || is_above(pointer, &change.pointer)
        };
        let skipped = |one: &lint::RemovedTool| {
            is_above(&one.pointer, pointer) || is_above(pointer, &one.pointer)
        };
        if !report.changes.iter().any(about) && !report.removed.iter().any(skipped) {
            silent.push(format!(
                "{provider}, {pointer} of {before}: no change in {report}"
            ));
        }
    });
    for change in &report.changes {
        if before.pointer(&change.pointer).is_none() && change.kind != lint::ChangeKind::Set {
            silent.push(format!("{provider}: {} is not in {before}", change.pointer));
        }
    }
    none(&silent);
    report
}

/// Repairs the request. The words of each change are in `expected/lists/lint-changes.txt`.
#[track_caller]
pub(crate) fn fixed(provider: Provider, body: &mut Value) -> FixReport {
    static KNOWN: LazyLock<lists::Growing> = LazyLock::new(|| lists::Growing::read("lint-changes"));
    let report = lint::fix(provider, body);
    KNOWN.has(report.changes.iter().flat_map(|change| {
        let at = change.pointer.split('/').nth(1).unwrap_or_default();
        let words = change.reason.split("; ").map(|words| masked(words, ""));
        words.map(move |words| format!("{}, {at}: {words}", change.kind))
    }));
    report
}

/// The words without the names, texts and numbers that a test gives; but with the keyword.
pub(crate) fn masked(words: &str, keyword: &str) -> String {
    let is_keyword = |part: &str| part == keyword;
    let words = lists::masked(words, '`', is_keyword);
    lists::without_numbers(&lists::masked(&words, '"', is_keyword))
}

/// Calls `found` with each pointer into the old request at which the new one differs. A list that
/// holds nothing may go in silence.
fn differences(old: &Value, new: &Value, at: &str, found: &mut dyn FnMut(&str)) {
    let mut member = |name: &str, old: &Value, new: Option<&Value>| {
        let at = below(at, name);
        match new {
            Some(new) => differences(old, new, &at, found),
            None if holds_nothing(old) => {}
            None => found(&at),
        }
    };
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            for (name, old) in old {
                member(name, old, new.get(name));
            }
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            for (i, old) in old.iter().enumerate() {
                member(&i.to_string(), old, new.get(i));
            }
        }
        _ if old == new || holds_nothing(old) => {}
        _ => found(at),
    }
}

/// Returns true if there is nothing but empty lists and objects.
fn holds_nothing(value: &Value) -> bool {
    values(value).all(|value| value.is_array() || value.is_object())
}

/// Returns true if the pointer is `other` or above it.
fn is_above(pointer: &str, other: &str) -> bool {
    let rest = other.strip_prefix(pointer);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Looks up the words of findings in `expected/lists/lint-messages.txt`, which has each of them
/// once, without the names that a test gives. With `UPDATE=1` new ones are added.
#[track_caller]
pub(crate) fn listed(findings: &[Finding]) {
    static KNOWN: LazyLock<lists::Growing> =
        LazyLock::new(|| lists::Growing::read("lint-messages"));
    KNOWN.has(findings.iter().map(|finding| {
        let Finding { rule, keyword, .. } = finding;
        let found = masked(&finding.found, keyword);
        format!("{rule} {keyword}: {found}; {}", finding.suggestion())
    }));
}

/// Reports that don't contradict the provider's current rules: a part of the thread's address, with
/// the reason. The judges and the linter may accept them.
pub(crate) const OVERTAKEN: [(&str, &str); 5] = [
    (
        "generative-computing/mellea/issues/1491",
        "a host that resembles OpenAI refused `$defs`",
    ),
    (
        "roychri/mcp-server-asana/issues/16",
        "a dot in a property's name, which has been taken since 2025",
    ),
    (
        "CherryHQ/cherry-studio/issues/3270",
        "a root without properties, which recordings show as taken",
    ),
    (
        "zed-industries/zed/issues/28521",
        "Amazon Nova, which later took it",
    ),
    (
        "baruchiro/paperless-mcp/pull/140",
        "a gateway's own check of `type`",
    ),
];
