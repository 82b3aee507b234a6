//! The judges against answers of live APIs: an accepted schema must pass, and a rejected one must
//! have a finding.
//!
//! The recordings are not in the repository.

use crate::support::OVERTAKEN;
use serde_json::Value;
use toolcast::set::DynamicTool;
use toolcast::{Provider, ToolSet};
use toolcast_test_support::judges::{self, Kind};
use toolcast_test_support::none;

fn corpus(file: &str) -> Vec<Value> {
    serde_json::from_str(&toolcast_test_support::corpus::text(file)).expect("JSON")
}

/// The provider whose rules a recording shows. `None` for hosts that only resemble one, and for
/// fields that aren't a tool.
fn provider(host: &str, slot: &str) -> Option<Provider> {
    let tool = matches!(
        slot,
        "input_schema"
            | "parameters"
            | "function.parameters"
            | "toolSpec.inputSchema.json"
            | "inputSchema.json"
            | "parametersJsonSchema"
            | "parameters_json_schema"
    );
    let json = matches!(slot, "parametersJsonSchema" | "parameters_json_schema");
    match host {
        _ if !tool => None,
        "gemini" | "gemini-api" | "vertex" if json => Some(Provider::GeminiJsonSchema),
        "gemini" | "gemini-api" => Some(Provider::Gemini),
        "vertex" => Some(Provider::Vertex),
        "anthropic" => Some(Provider::Anthropic),
        "bedrock" => Some(Provider::Bedrock),
        "cohere" => Some(Provider::Cohere),
        "deepseek" => Some(Provider::DeepSeek),
        "groq" => Some(Provider::Groq),
        "mistral" => Some(Provider::Mistral),
        "ollama" => Some(Provider::Ollama),
        "openai" => Some(Provider::OpenAi),
        "xai" => Some(Provider::XAi),
        _ => None,
    }
}

/// Rejections for other reasons than the schema alone: another part of the request, or an
/// undocumented limit.
const NOT_THE_SCHEMA: [&str; 12] = [
    "does not exist",
    "Too many strict tools",
    "too complex for compilation",
    "video content block",
    "Tool choice is required",
    // About the model's arguments, not the schema.
    "Tool call validation failed",
    "Invalid 'messages",
    "unsupported_file",
    "Cannot fetch content",
    "rate limit",
    "overloaded",
    "credit balance",
];

struct Tally {
    accepted: usize,
    refused: usize,
    elsewhere: usize,
    others: usize,
    rendered: usize,
    failures: Vec<String>,
}

impl Tally {
    fn judge(
        &mut self,
        provider: Option<Provider>,
        strict: bool,
        schema: &Value,
        accepted: bool,
        errors: &str,
    ) {
        let Some(provider) = provider else {
            self.others += 1;
            return;
        };
        self.render(provider, strict, schema, accepted);
        let found: Vec<String> = judges::schema(provider, strict, schema)
            .into_iter()
            .filter(|finding| finding.kind == Kind::Refused)
            .map(|finding| finding.to_string())
            .collect();
        if accepted {
            self.accepted += 1;
            if !found.is_empty() {
                self.failures.push(format!(
                    "{provider} took {schema}, the judge: {}",
                    found.join("; ")
                ));
            }
        } else if NOT_THE_SCHEMA.iter().any(|text| errors.contains(text)) {
            self.elsewhere += 1;
        } else {
            self.refused += 1;
            if found.is_empty() {
                self.failures.push(format!(
                    "{provider} refused {schema} with {errors}, the judge saw nothing"
                ));
            }
        }
    }

    fn report(self, name: &str) {
        let line = format!(
            "| {name} | {} | {} | {} | {} | {} |",
            self.accepted, self.refused, self.elsewhere, self.others, self.rendered
        );
        println!("{line}");
        none(&self.failures);
        let page = include_str!("../../docs/conformance.md");
        assert!(
            page.lines().any(|told| told == line),
            "`docs/conformance.md` has not what is counted now: {line}"
        );
    }

    /// Renders a tool with the schema. If the API accepted the original schema, the tool must be
    /// declared. In both cases its text must have no finding.
    fn render(&mut self, provider: Provider, strict: bool, schema: &Value, accepted: bool) {
        // These two are strict by name alone.
        let strict = strict && !matches!(provider, Provider::Bedrock | Provider::DeepSeek);
        let function = |_: Value, _: &_| Ok::<_, String>(String::new());
        let declared = DynamicTool::from_schema("tool", "A tool", schema, function)
            .map_err(|error| error.to_string())
            .and_then(|tool| {
                let tool = if strict { tool.strict() } else { tool };
                let set = ToolSet::builder()
                    .dynamic(tool)
                    .build()
                    .expect("a set of one tool");
                let tool = set.get("tool").expect("it is there");
                match tool.schema_for(provider) {
                    Some(text) => Ok(text.to_owned()),
                    None => Err(tool.report_for(provider).to_string()),
                }
            });
        let text: Value = match declared {
            Ok(text) => serde_json::from_str(&text).expect("a declaration is JSON"),
            Err(why) if accepted => {
                return self
                    .failures
                    .push(format!("{provider} took {schema}, not declared: {why}"));
            }
            Err(_) => return,
        };
        self.rendered += 1;
        for finding in judges::declaration(provider, &text) {
            self.failures
                .push(format!("{provider}: {finding}: {text} of {schema}"));
        }
    }
}

/// Returns true if the entry used an OpenAI-compatible API of the host.
fn is_compatible(entry: &Value) -> bool {
    let host = entry["provider"].as_str().unwrap_or_default();
    host.starts_with("gemini") && entry["format"] == "openai-chat"
}

fn tally(
    entries: &[Value],
    host: &str,
    slot: &str,
    status: impl Fn(&Value) -> (bool, String),
) -> Tally {
    let mut tally = Tally {
        accepted: 0,
        refused: 0,
        elsewhere: 0,
        others: 0,
        rendered: 0,
        failures: vec![],
    };
    for entry in entries {
        let text = |key: &str| entry[key].as_str().unwrap_or_default();
        let (accepted, errors) = status(entry);
        let strict = entry["strict"] == true;
        let provider = provider(text(host), text(slot)).filter(|_| !is_compatible(entry));
        tally.judge(provider, strict, &entry["schema"], accepted, &errors);
    }
    tally
}

#[test]
#[cfg_attr(not(has_corpus), ignore = "needs the corpus")]
fn the_judges_agree_with_verdicts_of_live_apis() {
    let entries = corpus("verdicts/live_api.json");
    // A schema with both answers was accepted at least once.
    let status = |entry: &Value| {
        let statuses = entry["statuses"].as_array().into_iter().flatten();
        (
            statuses.into_iter().any(|status| *status == 200),
            entry["errors"].to_string(),
        )
    };
    tally(&entries, "provider", "slot", status).report("`verdicts`");
}

#[test]
#[cfg_attr(not(has_corpus), ignore = "needs the corpus")]
fn the_judges_agree_with_recorded_requests() {
    let entries = corpus("wire/accepted_and_refused.json");
    let status = |entry: &Value| (entry["status"] == 200, entry["error"].to_string());
    tally(&entries, "provider", "field", status).report("`wire`");
}

/// The provider of a reported failure, and whether its strict mode was used.
fn reported(entry: &Value) -> Option<(Provider, bool)> {
    let api = entry["api"].as_str()?;
    if entry["where"].as_str() != Some("tool input schema") {
        return None;
    }
    let provider = match entry["provider"].as_str()? {
        "openai" => Provider::OpenAi,
        "azure" => Provider::AzureOpenAi,
        "anthropic" => Provider::Anthropic,
        "gemini" => Provider::Gemini,
        "vertex" => Provider::Vertex,
        _ => return None,
    };
    Some((
        provider,
        api.contains("strict") && !api.contains("non-strict"),
    ))
}

/// Failures that users reported. Each schema was rejected, so the judge must have a finding, even
/// if an unproven one.
#[test]
#[cfg_attr(not(has_corpus), ignore = "needs the corpus")]
fn the_judges_find_reported_failures() {
    let entries = corpus("issues/failing_schemas.json");
    let mut failures = Vec::new();
    let (mut seen, mut overtaken) = (0, 0);
    for entry in &entries {
        let Some((provider, strict)) = reported(entry) else {
            continue;
        };
        if !entry["schema"].is_object() {
            continue;
        }
        seen += 1;
        let thread = entry["thread"].as_str().unwrap_or_default();
        let is_overtaken = OVERTAKEN.iter().any(|(part, _)| thread.contains(part));
        let is_fine = judges::schema(provider, strict, &entry["schema"]).is_empty();
        overtaken += usize::from(is_fine && is_overtaken);
        if is_fine && !is_overtaken {
            failures.push(format!(
                "{provider} strict {strict}: {} with {}: {}",
                entry["schema"], entry["error"], entry["thread"]
            ));
        }
    }
    none(&failures);
    assert_eq!((seen, overtaken, entries.len()), (39, 2, 65));
}
