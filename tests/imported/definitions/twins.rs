//! A compiled tool's canonical schema, put into each envelope and read at run time, is the same
//! tool: every text of it, byte for byte, for all providers.

use std::collections::BTreeMap;
use toolcast::import::{ToolDefinition, ToolDefinitions, ToolFormat};
use toolcast::{Provider, ToolDef};
use toolcast_test_support::lists::{self, Counts};
use toolcast_test_support::{as_compiled, none};
use toolcast_tests::tools;

/// The definition of a tool in a shape, around its canonical schema.
fn definition(tool: &ToolDef, shape: ToolFormat) -> String {
    let schema = tool.schema_for(Provider::JsonSchema);
    let name = serde_json::to_string(tool.name()).expect("text");
    let description = serde_json::to_string(tool.description()).expect("text");
    let head = format!("\"name\":{name},\"description\":{description}");
    match shape {
        ToolFormat::OpenAi => {
            format!(r#"{{"type":"function","function":{{{head},"parameters":{schema}}}}}"#)
        }
        ToolFormat::OpenAiResponses => {
            format!(r#"{{"type":"function",{head},"parameters":{schema}}}"#)
        }
        ToolFormat::Anthropic => format!(r#"{{{head},"input_schema":{schema}}}"#),
        ToolFormat::Gemini => format!(r#"{{{head},"parametersJsonSchema":{schema}}}"#),
        ToolFormat::Bedrock => {
            format!(r#"{{"toolSpec":{{{head},"inputSchema":{{"json":{schema}}}}}}}"#)
        }
        ToolFormat::Mcp => {
            // Only MCP's text contains behaviour hints and an output schema.
            let text = tool.schema_for(Provider::Mcp);
            let input = tool.parameters_for(Provider::Mcp).expect("it has some");
            text.replacen(input, schema, 1)
        }
        ToolFormat::JsonSchema => schema.to_owned(),
        other => panic!("no envelope for {other}"),
    }
}

/// The text with upper-case types, as Google's proto has them.
fn upper(text: &str) -> String {
    let mut text = text.to_owned();
    for name in [
        "string", "number", "integer", "boolean", "array", "object", "null",
    ] {
        text = text.replace(
            &format!("\"type\":\"{name}\""),
            &format!("\"type\":\"{}\"", name.to_uppercase()),
        );
    }
    text
}

#[test]
fn every_tool_has_a_twin_in_every_envelope() {
    let mut failures = Vec::new();
    let mut same = 0;
    for tool in tools::all() {
        let mut twins: Vec<(String, String)> = ToolFormat::ALL
            .iter()
            .map(|shape| (shape.to_string(), definition(tool, *shape)))
            .collect();
        let gemini =
            definition(tool, ToolFormat::Gemini).replace("parametersJsonSchema", "parameters");
        twins.push(("gemini parameters".into(), upper(&gemini)));
        for (shape, text) in twins {
            let twin = match ToolDefinition::parse(&text) {
                Ok(twin) => twin,
                Err(error) => {
                    failures.push(format!("{} as {shape}: {error}", tool.name()));
                    continue;
                }
            };
            if shape.starts_with(twin.format().name()) {
                same += 1;
            } else {
                failures.push(format!("{shape} is taken for {}", twin.format()));
            }
            for &provider in Provider::ALL {
                // No such text contains the author's choice of strict mode or the hints.
                let differs = match provider {
                    Provider::Anthropic => tool.name() == "send_mail",
                    Provider::Mcp => shape != "mcp",
                    _ => false,
                };
                if differs {
                    continue;
                }
                match (tool.try_schema_for(provider), twin.schema_for(provider)) {
                    (Some(a), Ok(b)) if as_compiled(provider, a) == as_compiled(provider, &b) => {
                        same += 1;
                    }
                    (None, Err(_)) => same += 1,
                    (a, b) => failures.push(format!(
                        "{} as {shape} for {provider}:\n  compiled {a:?}\n  read {b:?}",
                        tool.name()
                    )),
                }
            }
        }
    }
    none(&failures);
    let mut counts = Counts::default();
    counts.add(
        "formats that are recognized, and texts that are the same",
        same,
    );
    counts.agree("imported/definitions/twins");
}

/// Each text that we write for a provider can be read again and rendered for all providers.
#[test]
fn every_text_is_read_again() {
    let mut failures = Vec::new();
    for tool in tools::all() {
        for &from in Provider::ALL {
            let text = tool.try_schema_for(from).expect("a declaration");
            let read = match ToolDefinition::parse(text) {
                Ok(read) => read,
                Err(error) => {
                    failures.push(format!("{} of {from}: {error}: {text}", tool.name()));
                    continue;
                }
            };
            assert_eq!(read.format(), ToolFormat::from(from), "{text}");
            assert_eq!(read.name(), tool.name());
            assert_eq!(read.description(), tool.description());
            assert!(ToolDefinition::parse_as(text, ToolFormat::from(from)).is_ok());
            for &to in Provider::ALL {
                if let Err(report) = read.schema_for(to) {
                    failures.push(format!("{} of {from} for {to}: {report}", tool.name()));
                }
            }
            // A provider's own text is valid for it unchanged.
            if let Ok(again) = read.schema_for(from)
                && let Err(error) = ToolDefinition::parse(&again)
            {
                failures.push(format!("{} of {from} again: {error}", tool.name()));
            }
        }
    }
    none(&failures);
}

/// A fragment of a request, for each provider, is read as the tools that are in it.
#[test]
fn every_fragment_is_read_again() {
    let all = tools::all();
    let set = all
        .iter()
        .fold(toolcast::ToolSet::builder(), |set, tool| set.tool_def(tool))
        .build()
        .expect("a set");
    for &provider in Provider::ALL {
        if provider == Provider::JsonSchema {
            continue;
        }
        let fragment = set.request_fragment(provider).expect("they take all");
        let read = ToolDefinitions::parse(&fragment).expect("a request");
        let names: Vec<&str> = read.tools.iter().map(ToolDefinition::name).collect();
        let expected: Vec<&str> = all.iter().map(|tool| tool.name()).collect();
        assert_eq!(names, expected, "{provider}");
        assert_eq!(read.unreadable, [], "{provider}");
    }
}

/// A provider's own text, read and rendered for the same provider, is unchanged. The exceptions are
/// listed, and they change only once.
#[test]
fn a_text_that_is_read_and_rendered_again_is_unchanged() {
    let mut changed: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut failures = Vec::new();
    for tool in tools::all() {
        for &provider in Provider::ALL {
            let text = tool.try_schema_for(provider).expect("a declaration");
            let again = |text: &str| {
                let read = ToolDefinition::parse(text).expect("our own text");
                read.schema_for(provider)
                    .unwrap_or_else(|report| panic!("{report}"))
            };
            let once = again(text);
            if as_compiled(provider, &once) != as_compiled(provider, text) {
                let providers = changed.entry(tool.name()).or_default();
                providers.push(provider.to_string());
            }
            let twice = again(&once);
            if once != twice {
                failures.push(format!("{} {provider}:\n  {once}\n  {twice}", tool.name()));
            }
        }
    }
    none(&failures);
    let lines = changed
        .iter()
        .map(|(tool, providers)| format!("{tool}: {}", providers.join(", ")));
    lists::agrees("definitions-that-change-once", lines);
}
