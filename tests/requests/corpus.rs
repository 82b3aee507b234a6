//! All schemas of the corpus for every provider. The renderer's text has no finding, and a
//! framework's request with the unchanged schemas is repaired.

use crate::support::{Tool, name, none, normalize, request};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use toolcast::import::ToolDefinition;
use toolcast::set::{DynamicTool, ToolSet};
use toolcast::{Dialect, Outcome, Provider, lint, render};
use toolcast_test_support::lists::{self, Counts, masked, without_numbers};
use toolcast_test_support::{corpus, sampled};

/// The schemas of a folder, each with its origin.
fn schemas(folder: &str) -> Vec<(String, Value)> {
    let mut schemas = Vec::new();
    for file in corpus::files(folder) {
        let text = std::fs::read_to_string(&file).expect("a text");
        let data: Value = serde_json::from_str(&text).expect("JSON");
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let lists = ["tools", "functions"].map(|key| data.get(key));
        let entries = lists
            .into_iter()
            .flatten()
            .find_map(Value::as_array)
            .or_else(|| data.as_array());
        for (i, entry) in entries.expect("a list").iter().enumerate() {
            let schema = ["inputSchema", "parameters_raw", "parameters", "schema"]
                .iter()
                .find_map(|key| entry.get(key));
            if let Some(schema) = schema.filter(|schema| !schema.is_null()) {
                schemas.push((format!("{name} {i}"), schema.clone()));
            }
        }
    }
    schemas
}

/// The kind of a reason: without the numbers and names of one schema.
fn kind(reason: &str) -> String {
    masked(&without_numbers(reason), '`', |_| false)
}

/// Checks the renderer's texts, strict and not.
fn rendered(folder: &str) {
    let mut failures = Vec::new();
    let mut counts = Counts::default();
    for (place, schema) in sampled(schemas(folder)) {
        let tool = match ToolDefinition::parse(&json!({"name": "tool", "inputSchema": schema})) {
            Ok(tool) => tool,
            Err(error) => {
                counts.one(format!("not read: {}", kind(&error.reason)));
                continue;
            }
        };
        counts.one("read");
        for dialect in Dialect::all() {
            let text = match tool.with_schema(|schema| render(schema, dialect)) {
                Ok(text) => text,
                Err(report) => {
                    let entries = report.entries.iter();
                    let rejected = entries.filter(|entry| entry.outcome == Outcome::Rejected);
                    let reasons: BTreeSet<String> =
                        rejected.map(|entry| kind(&entry.reason)).collect();
                    for reason in reasons {
                        counts.one(format!("refused: {}: {reason}", name(dialect)));
                    }
                    continue;
                }
            };
            counts.one("texts");
            let provider = dialect.provider();
            let tool = Tool {
                name: "tool".into(),
                schema: Some(serde_json::from_str(&text).expect("our text is JSON")),
                strict: dialect.strict(),
            };
            for finding in lint::check(provider, &request(provider, &[tool])) {
                failures.push(format!("{place}, {}: {finding}: {text}", name(dialect)));
            }
        }
    }
    none(&failures);
    counts.agree_with_corpus(&format!("requests/corpus, {folder}, rendered"));
}

/// Checks requests of a framework that only knows the envelope, with one tool each.
fn naive(folder: &str) {
    let mut failures = Vec::new();
    // Only the servers in the repository.
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let in_repository: BTreeSet<String> = corpus::servers()
        .iter()
        .filter_map(|file| Some(file.file_name()?.to_string_lossy().into_owned()))
        .collect();
    for (place, schema) in schemas(folder) {
        let file = place.split(' ').next().unwrap_or_default();
        let counted = folder != "mcp_tools" || in_repository.contains(file);
        let mut count = |what: String| {
            if counted {
                *counts.entry(what).or_default() += 1;
            }
        };
        for &provider in Provider::ALL {
            if provider == Provider::JsonSchema {
                continue;
            }
            let one = Tool {
                name: "tool".into(),
                schema: Some(schema.clone()),
                strict: false,
            };
            let mut body = request(provider, &[one]);
            let before = body.clone();
            let found = lint::check(provider, &body);
            let report = normalize(provider, &mut body);
            let what = if found.is_empty() {
                if body != before {
                    failures.push(format!("{place}, {provider}: fine and changed"));
                }
                "fine"
            } else if report.removed.is_empty() {
                "mended"
            } else {
                for one in &report.removed {
                    count(format!("left out: {}", one.reasons[0]));
                }
                "left out"
            };
            count(format!("{provider}: {what}"));
            for finding in lint::check(provider, &body) {
                failures.push(format!("{place}, {provider}: {finding}: {body}"));
            }
            let first = body.clone();
            if !lint::fix(provider, &mut body).is_unchanged() || body != first {
                failures.push(format!(
                    "{place}, {provider}: not the same twice: {first} and {body}"
                ));
            }
        }
    }
    none(&failures);
    lists::agrees(
        &format!("lint-over-{folder}"),
        counts
            .iter()
            .map(|(what, count)| format!("{what}: {count}")),
    );
}

#[test]
fn rendered_tools_of_servers_have_no_finding() {
    rendered("mcp_tools");
}

#[test]
#[cfg_attr(not(has_corpus), ignore = "needs the corpus")]
fn rendered_functions_have_no_finding() {
    rendered("bfcl");
    rendered("issues");
}

#[test]
#[cfg_attr(not(has_corpus), ignore = "needs the corpus")]
fn rendered_schemas_have_no_finding() {
    rendered("maskbench");
}

#[test]
fn tools_of_servers_are_repaired() {
    naive("mcp_tools");
}

#[test]
#[cfg_attr(not(has_corpus), ignore = "needs the corpus")]
fn functions_in_a_bare_envelope_are_repaired_or_left_out() {
    naive("bfcl");
    naive("issues");
}

#[test]
#[cfg_attr(not(has_corpus), ignore = "needs the corpus")]
fn schemas_in_a_bare_envelope_are_repaired_or_left_out() {
    naive("maskbench");
}

/// All tools of a server in one request.
#[test]
fn requests_with_all_tools_of_a_server_have_no_finding_after_repair() {
    let mut failures = Vec::new();
    let mut servers: BTreeMap<String, Vec<Tool>> = BTreeMap::new();
    for (place, schema) in schemas("mcp_tools") {
        let server = place.split(' ').next().unwrap_or_default().to_owned();
        let tools = servers.entry(server).or_default();
        tools.push(Tool {
            name: format!("tool.{}", tools.len()),
            schema: Some(schema),
            strict: true,
        });
    }
    let mut counts = Counts::default();
    for (server, tools) in sampled(&servers) {
        counts.one("servers");
        counts.add("tools", tools.len());
        for provider in [
            Provider::OpenAi,
            Provider::Anthropic,
            Provider::Vertex,
            Provider::Bedrock,
            Provider::DeepSeek,
        ] {
            let mut body = request(provider, tools);
            let report = normalize(provider, &mut body);
            for finding in &report.remaining {
                failures.push(format!("{server}, {provider}: {finding}"));
            }
            let first = body.clone();
            if !lint::fix(provider, &mut body).is_unchanged() || body != first {
                failures.push(format!("{server}, {provider}: not the same twice"));
            }
        }
    }
    none(&failures);
    counts.agree_with_corpus("requests/corpus, whole servers");
}

/// Checks every seventh tool of the servers, in a set of its own.
#[test]
fn declarations_of_one_tool_in_a_set_have_no_finding() {
    let mut failures = Vec::new();
    let mut counts = Counts::default();
    for (place, schema) in schemas("mcp_tools").into_iter().step_by(7) {
        let made = DynamicTool::from_schema(
            "tool",
            "What it does",
            &schema,
            |arguments: Value, _: &_| Ok::<_, String>(arguments.to_string()),
        );
        let made = match made {
            Ok(made) => made,
            Err(error) => {
                counts.one(format!("not read: {}", kind(&error.to_string())));
                continue;
            }
        };
        counts.one("sets");
        let set = ToolSet::builder().dynamic(made).build().expect("a set");
        for &provider in Provider::ALL {
            let mut body = json!({});
            if provider == Provider::JsonSchema {
                continue;
            }
            let declared = match set.extend_request(provider, &mut body) {
                Ok(declared) => declared,
                Err(error) => {
                    counts.one(format!("{provider}: {}", kind(&error.to_string())));
                    continue;
                }
            };
            for one in &declared.skipped {
                counts.one(format!(
                    "left out for {provider}: {}",
                    kind(&one.reasons[0])
                ));
            }
            counts.one("requests");
            for finding in lint::check(provider, &body) {
                failures.push(format!("{place}, {provider}: {finding}"));
            }
        }
    }
    none(&failures);
    counts.agree_with_corpus("requests/corpus, declarations of a set");
}
