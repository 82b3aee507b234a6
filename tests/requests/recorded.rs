//! Recorded answers of live APIs: an accepted request has no finding; one rejected for its schema
//! has a finding with tool, path and keyword.

use crate::support::{OVERTAKEN, Tool, corpus, none, request, schema_at};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use toolcast::Provider;
use toolcast::lint::{self, Effect, Finding, Rule};

/// A schema that was sent, and what came back.
struct Sent<'e> {
    entry: &'e Value,
    provider: Provider,
    request: Value,
    /// The pointer to the schema in the request.
    at: String,
}

/// The provider that a recording is of; none for hosts that only resemble one.
fn provider(host: &str) -> Option<Provider> {
    Some(match host {
        "openai" => Provider::OpenAi,
        "anthropic" => Provider::Anthropic,
        "gemini" | "gemini-api" => Provider::Gemini,
        "vertex" => Provider::Vertex,
        "bedrock" => Provider::Bedrock,
        "cohere" => Provider::Cohere,
        "deepseek" => Provider::DeepSeek,
        "groq" => Provider::Groq,
        "mistral" => Provider::Mistral,
        "ollama" => Provider::Ollama,
        "xai" => Provider::XAi,
        _ => return None,
    })
}

/// The request around a recorded schema, in the API and the field that it was sent to.
fn rebuilt(entry: &Value, number: usize) -> Option<Sent<'_>> {
    let text = |key: &str| entry[key].as_str().unwrap_or_default();
    let mut provider = provider(text("provider"))?;
    // Google's OpenAI-compatible API.
    if matches!(provider, Provider::Gemini | Provider::Vertex) && text("format") == "openai-chat" {
        return None;
    }
    let slot = [text("slot"), text("field")].concat();
    let schema = &entry["schema"];
    let strict = entry["strict"] == true;
    let chat = |schema: &Value| {
        json!({"response_format": {"type": "json_schema", "json_schema": {
            "name": "answer", "schema": schema, "strict": strict,
        }}})
    };
    let flat = text("format").starts_with("openai-responses") || text("slot") == "parameters";
    let answer = match slot.as_str() {
        "response_format" => Some(("/response_format/json_schema/schema", chat(schema))),
        "text.format" => {
            if provider == Provider::OpenAi {
                provider = Provider::OpenAiResponses;
            }
            let format =
                json!({"type": "json_schema", "name": "a", "schema": schema, "strict": strict});
            Some((
                "/text/format/schema",
                json!({"input": [], "text": {"format": format}}),
            ))
        }
        "output_config.format" => Some((
            "/output_config/format/schema",
            json!({"output_config": {"format": {"type": "json_schema", "schema": schema}}}),
        )),
        "outputConfig.textFormat" => Some((
            "/outputConfig/textFormat/structure/jsonSchema/schema",
            json!({"outputConfig": {"textFormat": {"type": "json_schema", "structure": {
                "jsonSchema": {"name": "a", "schema": schema.to_string()}
            }}}}),
        )),
        "generationConfig.responseSchema" => Some((
            "/generationConfig/responseSchema",
            json!({"generationConfig": {"responseSchema": schema}}),
        )),
        "generationConfig.responseJsonSchema" | "responseJsonSchema" => Some((
            "/generationConfig/responseJsonSchema",
            json!({"generationConfig": {"responseJsonSchema": schema}}),
        )),
        _ => None,
    };
    if let Some((at, request)) = answer {
        return Some(Sent {
            entry,
            provider,
            request,
            at: at.into(),
        });
    }
    let google = matches!(provider, Provider::Gemini | Provider::Vertex);
    match slot.as_str() {
        "input_schema"
        | "function.parameters"
        | "toolSpec.inputSchema.json"
        | "inputSchema.json" => {}
        "parametersJsonSchema" | "parameters_json_schema" => provider = Provider::GeminiJsonSchema,
        "parameters" if google || !flat => {}
        "parameters" if provider == Provider::OpenAi => provider = Provider::OpenAiResponses,
        // Other providers that have a Responses API.
        "parameters" => {
            let tools: Vec<Value> = (0..number)
                .map(|i| json!({"type": "function", "name": format!("t{i}"), "parameters": schema, "strict": strict}))
                .collect();
            let request = json!({"input": [], "tools": tools});
            return Some(Sent {
                entry,
                provider,
                request,
                at: "/tools/0/parameters".into(),
            });
        }
        _ => return None,
    }
    let tools: Vec<Tool> = (0..number)
        .map(|i| Tool {
            name: entry["tool"]
                .as_str()
                .or(entry["name"].as_str())
                .map_or_else(
                    || "tool".into(),
                    |name| {
                        if i == 0 {
                            name.into()
                        } else {
                            format!("{name}_{i}")
                        }
                    },
                ),
            schema: Some(schema.clone()),
            strict,
        })
        .collect();
    let request = request(provider, &tools);
    Some(Sent {
        entry,
        provider,
        request,
        at: schema_at(provider, 0),
    })
}

/// The finding expected for an error: a part of the error's text, the rule, the place below the
/// schema, and the keyword.
const NAMED: [(&str, Rule, &str, &str); 7] = [
    ("Too many strict tools", Rule::Strict, "", "strict"),
    (
        "too many parameters with union types",
        Rule::Strict,
        "",
        "strict",
    ),
    (
        "input_schema: Input does not match the expected shape",
        Rule::Root,
        "",
        "",
    ),
    ("input_schema.type: Field required", Rule::Root, "", "type"),
    (
        "input_schema.type: Input should be 'object'",
        Rule::Root,
        "",
        "type",
    ),
    (
        "does not support oneOf, allOf, or anyOf at the top level",
        Rule::Root,
        "",
        "anyOf",
    ),
    (
        "Property keys should match pattern",
        Rule::PropertyName,
        "",
        "",
    ),
];

/// Refusals that are not the schema's fault, with the reason.
const ELSEWHERE: [(&str, &str); 8] = [
    ("does not exist", "the model's name"),
    (
        "too complex for compilation",
        "the size of the grammar, which has no published limit",
    ),
    ("video content block", "a message"),
    ("Tool choice is required", "what the model did"),
    ("Tool call validation failed", "the model's arguments"),
    ("Invalid 'messages", "a message"),
    ("unsupported_file", "a message"),
    ("Cannot fetch content", "a message"),
];

#[derive(Default)]
struct Tally {
    taken: usize,
    named: usize,
    others: usize,
    elsewhere: BTreeMap<&'static str, usize>,
    failures: Vec<String>,
}

impl Tally {
    fn taken(&mut self, sent: &Sent<'_>) {
        self.taken += 1;
        for finding in lint::check(sent.provider, &sent.request) {
            let Sent {
                provider, entry, ..
            } = sent;
            self.failures
                .push(format!("{provider} took {}: {finding}", entry["schema"]));
        }
    }

    fn refused(&mut self, sent: &Sent<'_>, errors: &str) {
        if let Some((_, why)) = ELSEWHERE.iter().find(|(text, _)| errors.contains(text)) {
            *self.elsewhere.entry(why).or_default() += 1;
            return;
        }
        let Some((_, rule, below, keyword)) = NAMED.iter().find(|(text, ..)| errors.contains(text))
        else {
            self.failures
                .push(format!("no expected finding for {errors}"));
            return;
        };
        let fits = |finding: &Finding| {
            finding.rule == *rule
                && finding.effect == Effect::Rejected
                && finding.keyword == *keyword
                && (*rule == Rule::Strict || finding.pointer == format!("{}{below}", sent.at))
        };
        let findings = lint::check(sent.provider, &sent.request);
        if findings.iter().any(fits) {
            self.named += 1;
        } else {
            let Sent {
                provider, entry, ..
            } = sent;
            self.failures.push(format!(
                "{provider} refused {} with {errors}, found: {findings:?}",
                entry["schema"]
            ));
        }
    }

    /// `counts` are those of [accepted, rejected for the schema, other hosts and fields]. Except
    /// for the listed reasons, the linter agrees with every answer.
    fn report(self, name: &str, counts: [usize; 3], elsewhere: &[(&str, usize)]) {
        println!(
            "{name}: {} taken, {} refused for the schema, {} of other hosts and fields",
            self.taken, self.named, self.others
        );
        for (why, count) in &self.elsewhere {
            println!("    {count} refused for something else: {why}");
        }
        none(&self.failures);
        let other: Vec<&str> = elsewhere.iter().map(|(why, _)| *why).collect();
        let other_count: usize = elsewhere.iter().map(|(_, count)| count).sum();
        let [taken, named, others] = counts;
        on_the_page(&format!(
            "| `{name}` | {taken} | {named} | {other_count}: {} | {others} |",
            other.join(", ")
        ));
        assert_eq!([self.taken, self.named, self.others], counts, "{name}");
        let found: Vec<_> = self.elsewhere.into_iter().collect();
        assert_eq!(found, elsewhere, "{name}");
    }
}

/// The page has the line that the figures of this run make.
#[track_caller]
fn on_the_page(line: &str) {
    let page = include_str!("../../docs/conformance.md");
    assert!(
        page.contains(line),
        "`docs/conformance.md` has not what is counted now: {line}"
    );
}

#[test]
#[cfg_attr(not(has_corpus), ignore = "needs the corpus")]
fn the_linter_agrees_with_verdicts_of_live_apis() {
    let entries = corpus("verdicts/live_api.json");
    let mut tally = Tally::default();
    for entry in entries.as_array().expect("a list") {
        let statuses: Vec<u64> = entry["statuses"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(Value::as_u64)
            .collect();
        let errors = entry["errors"].to_string();
        let numbers: Vec<usize> = entry["tools_in_request"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|number| usize::try_from(number.as_u64()?).ok())
            .collect();
        // Accepted in one request and rejected in another with more tools.
        let both = statuses.len() > 1;
        let (least, most) = (1, numbers.iter().max().copied().unwrap_or(1));
        if statuses.contains(&200) {
            match rebuilt(entry, if both { 20 } else { least }) {
                Some(sent) => tally.taken(&sent),
                None => tally.others += 1,
            }
        }
        if statuses.iter().any(|status| *status != 200) {
            match rebuilt(entry, if both { most } else { least }) {
                Some(sent) => tally.refused(&sent, &errors),
                None => tally
                    .failures
                    .push(format!("a refusal isn't used: {errors}")),
            }
        }
    }
    let grammar = "the size of the grammar, which has no published limit";
    tally.report(
        "verdicts",
        [116, 7, 51],
        &[("the model's name", 1), (grammar, 1)],
    );
}

#[test]
#[cfg_attr(not(has_corpus), ignore = "needs the corpus")]
fn the_linter_agrees_with_recorded_requests() {
    let entries = corpus("wire/accepted_and_refused.json");
    let mut tally = Tally::default();
    for entry in entries.as_array().expect("a list") {
        let Some(sent) = rebuilt(entry, 1) else {
            if entry["status"] == 200 {
                tally.others += 1;
            } else {
                let error = &entry["error"];
                tally
                    .failures
                    .push(format!("a refusal isn't used: {error}"));
            }
            continue;
        };
        if entry["status"] == 200 {
            tally.taken(&sent);
        } else {
            tally.refused(&sent, &entry["error"].to_string());
        }
    }
    tally.report(
        "wire",
        [94, 0, 12],
        &[
            ("a message", 4),
            ("the model's arguments", 1),
            ("what the model did", 1),
        ],
    );
}

/// The provider of a reported failure, and whether its strict mode was used.
fn reported(entry: &Value) -> Option<(Provider, bool)> {
    let api = entry["api"].as_str()?;
    let strict = api.contains("strict") || api.contains("structured");
    let provider = match entry["provider"].as_str()? {
        "openai" if api.starts_with("responses") => Provider::OpenAiResponses,
        "openai" => Provider::OpenAi,
        "azure" => Provider::AzureOpenAi,
        "anthropic" => Provider::Anthropic,
        "gemini" if api.starts_with("parametersJsonSchema") => Provider::GeminiJsonSchema,
        "gemini" => Provider::Gemini,
        "vertex" => Provider::Vertex,
        "bedrock" => Provider::Bedrock,
        "mcp-client" => Provider::Mcp,
        _ => return None,
    };
    Some((provider, strict))
}

/// Failures that users reported. Each schema was rejected, and has a finding.
#[test]
#[cfg_attr(not(has_corpus), ignore = "needs the corpus")]
fn the_linter_finds_reported_failures() {
    let entries = corpus("issues/failing_schemas.json");
    let mut failures = Vec::new();
    let (mut seen, mut elsewhere) = (0, BTreeMap::<&str, usize>::new());
    for entry in entries.as_array().expect("a list") {
        let thread = entry["thread"].as_str().unwrap_or_default();
        let schema = &entry["schema"];
        let Some((provider, strict)) = reported(entry).filter(|_| !schema.is_null()) else {
            *elsewhere
                .entry("another provider, or no schema in the report")
                .or_default() += 1;
            continue;
        };
        let body = match entry["where"].as_str().unwrap_or_default() {
            "tool input schema" => request(
                provider,
                &[Tool {
                    name: "tool".into(),
                    schema: Some(schema.clone()),
                    strict,
                }],
            ),
            "tool outputSchema" => {
                json!({"tools": [{"name": "tool", "inputSchema": {"type": "object"}, "outputSchema": schema}]})
            }
            "response_format" => {
                json!({"response_format": {"type": "json_schema", "json_schema": {"name": "a", "schema": schema, "strict": true}}})
            }
            "output_config.format" => {
                json!({"output_config": {"format": {"type": "json_schema", "schema": schema}}})
            }
            "responseSchema" => json!({"generationConfig": {"responseSchema": schema}}),
            _ => {
                *elsewhere.entry("another part of the request").or_default() += 1;
                continue;
            }
        };
        let findings = lint::check(provider, &body);
        let overtaken = OVERTAKEN.iter().find(|(part, _)| thread.contains(part));
        match (findings.is_empty(), overtaken) {
            (true, Some((_, why))) => *elsewhere.entry(why).or_default() += 1,
            (true, None) => failures.push(format!(
                "{provider} strict {strict}: {schema} with {}: {thread}",
                entry["error"]
            )),
            (false, Some((part, _))) => failures.push(format!("{part} is named: {findings:?}")),
            (false, None) => seen += 1,
        }
    }
    println!("reported: {seen} named");
    on_the_page(&format!("Of the failures in `issues`, {seen} are named."));
    for (why, count) in &elsewhere {
        println!("    {count} not: {why}");
    }
    none(&failures);
}
