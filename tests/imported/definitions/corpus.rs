//! Real tools, as the tools of their servers in sets. Each is declared to every provider under a
//! name that it accepts, and called by that name.

use futures_executor::block_on;
use serde_json::Value;
use std::collections::HashSet;
use toolcast::Provider;
use toolcast::call::{ToolCall, ToolError};
use toolcast::import::{SourceCall, ToolSource};
use toolcast::import::{ToolDefinition, ToolDefinitions, ToolFormat};
use toolcast::set::{SetError, ToolSet};
use toolcast_test_support::lists::Counts;
use toolcast_test_support::{judges, none};

/// The files of a folder of the corpus, with their texts.
fn files(folder: &str) -> Vec<(String, String)> {
    let files = toolcast_test_support::corpus::files(folder).into_iter();
    let files = files.map(|file| {
        let name = file.file_stem().expect("a name").to_string_lossy();
        let text = std::fs::read_to_string(&file).expect("a text");
        (name.into_owned(), text)
    });
    files.collect()
}

fn source(name: &str, definitions: ToolDefinitions) -> ToolSource {
    ToolSource::new(name, definitions, |call: SourceCall| async move {
        Err::<String, _>(ToolError::failed(&call.tool))
    })
}

/// The findings of the provider's judge. Our own MCP texts are stricter than the specification, for
/// strict clients. Third-party definitions are returned unchanged, so they may have a draft, an
/// output that is not an object, and unknown annotations.
fn findings(provider: Provider, declaration: &Value) -> Vec<String> {
    let findings = judges::declaration(provider, declaration);
    let findings = findings.iter().map(ToString::to_string);
    findings
        .filter(|finding| {
            provider != Provider::Mcp
                || !finding.starts_with("House") && !finding.contains("`/annotations`")
        })
        .collect()
}

#[test]
fn the_tools_of_every_server_are_rendered_without_findings() {
    let mut failures = Vec::new();
    let mut tools = 0;
    let mut counts = Counts::default();
    let mut builder = ToolSet::builder();
    for (file, text) in files("mcp_tools") {
        let read = ToolDefinitions::parse(&text).expect("a server's tools");
        failures.extend(read.unreadable.iter().map(|bad| format!("{file}: {bad}")));
        tools += read.tools.len();
        counts.add("tools", read.tools.len());
        builder = builder.source(source(&file, read.clone()));
        let set = ToolSet::builder()
            .source(source(&file, read))
            .build()
            .expect("a set");
        for &provider in Provider::ALL {
            match set.request_fragment(provider) {
                Ok(_) => {}
                Err(SetError::LimitExceeded { .. }) if set.len() > 128 => {
                    counts.one(format!("servers with too many tools for {provider}"));
                    continue;
                }
                Err(_) if provider == Provider::JsonSchema => {
                    counts.one("servers without requests for json-schema");
                    continue;
                }
                Err(error) => {
                    failures.push(format!("{file} for {provider}: {error}"));
                    continue;
                }
            }
            let report = set.request_report(provider);
            for one in report.expect("as before").skipped {
                failures.push(format!("{file} for {provider}: {one}"));
            }
            for text in set.declarations(provider).expect("as before") {
                counts.one("texts");
                let declaration: Value = serde_json::from_str(text).expect("our text is JSON");
                for finding in findings(provider, &declaration) {
                    failures.push(format!("{file} for {provider}: {finding}"));
                }
            }
        }
    }
    // All tools in one set.
    let set = builder.build().expect("names are told apart");
    assert_eq!(set.len(), tools);
    for &provider in Provider::ALL {
        let names: HashSet<&str> = set.tools().map(|tool| tool.name_for(provider)).collect();
        assert_eq!(names.len(), tools, "{provider}");
    }
    for tool in set.tools() {
        let call = ToolCall::new("1", tool.name_for(Provider::OpenAi), "[]");
        // The tool is found and reports such arguments.
        let error = block_on(set.call(Provider::OpenAi, call)).error;
        if !matches!(error, Some(ToolError::Arguments(_) | ToolError::Failed(_))) {
            failures.push(format!("{}: {error:?}", tool.name()));
        }
    }
    none(&failures);
    counts.agree_with_corpus("imported/definitions/corpus");
}

#[test]
#[cfg_attr(not(has_corpus), ignore = "needs the corpus")]
fn samples_of_the_specification_are_rendered_without_findings() {
    for (file, text) in files("mcp_spec_examples") {
        let read = ToolDefinitions::parse(&text).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert_eq!((read.tools.len(), read.unreadable.len()), (1, 0), "{file}");
        let tool = &read.tools[0];
        assert_eq!(tool.format(), ToolFormat::Mcp, "{file}");
        for &provider in Provider::ALL {
            let text = tool
                .schema_for(provider)
                .unwrap_or_else(|report| panic!("{file}: {report}"));
            let declaration: Value = serde_json::from_str(&text).expect("JSON");
            none(&findings(provider, &declaration));
        }
        // MCP clients read the original values.
        let given: Value = serde_json::from_str(&text).expect("JSON");
        let given = given.pointer(tool.pointer()).expect("it stands there");
        let again: Value =
            serde_json::from_str(&tool.schema_for(Provider::Mcp).expect("a text")).expect("JSON");
        for member in ["title", "outputSchema", "icons", "annotations"] {
            assert_eq!(given.get(member), again.get(member), "{file}");
        }
        let union = tool.parameters().wrapper_name().is_some();
        assert_eq!(union, file.contains("composition"), "{file}");
    }
}

/// Functions of another collection: bare parameters in an envelope of each shape.
#[test]
#[cfg_attr(not(has_corpus), ignore = "needs the corpus")]
fn functions_are_read_in_every_envelope() {
    let mut failures = Vec::new();
    let (mut read, mut bad) = (0, 0);
    for (_, text) in files("bfcl") {
        let all: Value = serde_json::from_str(&text).expect("JSON");
        let functions = all["functions"].as_array().expect("a list");
        for function in functions.iter().step_by(7) {
            let (name, description) = (&function["name"], &function["description"]);
            let schema = &function["parameters_raw"];
            for (shape, definition) in [
                (
                    ToolFormat::OpenAi,
                    serde_json::json!({"type": "function", "function": {"name": name, "description": description, "parameters": schema}}),
                ),
                (
                    ToolFormat::Gemini,
                    serde_json::json!({"name": name, "description": description, "parameters": schema}),
                ),
                (
                    ToolFormat::Anthropic,
                    serde_json::json!({"name": name, "description": description, "input_schema": schema}),
                ),
                (
                    ToolFormat::Bedrock,
                    serde_json::json!({"toolSpec": {"name": name, "description": description, "inputSchema": {"json": schema}}}),
                ),
            ] {
                match ToolDefinition::parse(&definition) {
                    Ok(tool) => {
                        read += 1;
                        assert_eq!(tool.format(), shape);
                        let tool = tool.clone().with_name(tool.name_for(Provider::Portable));
                        if let Err(report) = tool.schema_for(Provider::Vertex) {
                            failures.push(format!("{name}: {report}"));
                        }
                    }
                    // One function has a parameter of the type "".
                    Err(error) if error.reason.contains("is not a type of JSON Schema") => bad += 1,
                    Err(error) => failures.push(format!("{name} as {shape}: {error}")),
                }
            }
        }
    }
    none(&failures);
    assert_eq!((read, bad), (500, 4));
}
