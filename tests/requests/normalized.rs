//! Results of `fix`: repaired, with minimal changes, and idempotent.

use crate::support::{Tool, declared, none, normalize, plain, request, strict, tool};
use serde_json::{Value, json};
use toolcast::Provider;
use toolcast::call::ToolCall;
use toolcast::lint::{self, ChangeKind, FixOptions, FixReport, Rule};
use toolcast_test_support::json::{places, replaced};

/// Normalizes the request. Checks that the result has no finding, and that normalizing it again
/// changes nothing.
#[track_caller]
pub(crate) fn mended(provider: Provider, body: &mut Value) -> FixReport {
    let report = normalize(provider, body);
    assert_eq!(report.remaining, [], "{provider}: {body}");
    assert_eq!(lint::check(provider, body), [], "{provider}: {body}");
    let once = body.clone();
    let again = lint::fix(provider, body);
    assert!(again.is_unchanged(), "{provider}: {again}");
    assert_eq!(*body, once);
    report
}

#[test]
fn a_valid_request_is_unchanged() {
    for &provider in Provider::ALL {
        let body = request(provider, &[tool("a", plain()), tool("b", plain())]);
        let mut same = body.clone();
        let report = lint::fix(provider, &mut same);
        assert!(report.is_unchanged() && report.losses.is_empty());
        assert_eq!(same, body);
        assert_eq!(
            report.to_string(),
            format!("the request for {provider}: unchanged")
        );
    }
}

#[test]
fn a_valid_tool_is_unchanged_beside_an_invalid_one() {
    for &provider in Provider::ALL {
        if provider == Provider::JsonSchema {
            continue;
        }
        let odd = json!({"type": "object", "title": "Fine", "properties": {"a": {"type": "string", "description": ""}}});
        let bad = json!({"anyOf": [{"type": "string"}, {"type": "object", "properties": {"x": {"type": ["integer", "null"], "const": 1}}}]});
        let one = |schema: Value| {
            if provider == Provider::Portable {
                plain()
            } else {
                schema
            }
        };
        let mut body = request(
            provider,
            &[tool("fine", one(odd.clone())), tool("bad", bad)],
        );
        let before = body.clone();
        let report = mended(provider, &mut body);
        if provider == Provider::Ollama || provider == Provider::Mcp {
            continue; // These accept more.
        }
        assert_eq!(report.removed, [], "{provider}");
        let first = match provider {
            Provider::Bedrock => "/toolConfig/tools/0",
            Provider::Gemini | Provider::GeminiJsonSchema | Provider::Vertex => {
                "/tools/0/functionDeclarations/0"
            }
            _ => "/tools/0",
        };
        assert_eq!(body.pointer(first), before.pointer(first), "{provider}");
        assert_ne!(body, before);
        let rewritten: Vec<_> = report
            .changes
            .iter()
            .filter(|one| one.kind == ChangeKind::Rewritten)
            .collect();
        assert_eq!(rewritten.len(), 1, "{provider}: {report}");
        assert_eq!(rewritten[0].tool.as_deref(), Some("bad"));
    }
}

#[test]
fn every_envelope_is_converted_into_every_other() {
    let rich = json!({
        "type": "object",
        "properties": {"to": {"type": "array", "items": {"type": "string"}}, "n": {"type": "integer", "minimum": 1}},
        "required": ["to"],
    });
    for &provider in Provider::ALL {
        for &from in Provider::ALL {
            if [provider, from].contains(&Provider::JsonSchema) {
                continue;
            }
            // The place in the other provider's request, and in this one's.
            let theirs = request(from, &[tool("send", rich.clone())]);
            let ours = {
                let one = declared(from, &tool("send", rich.clone()));
                match provider {
                    Provider::Bedrock => json!({"messages": [], "toolConfig": {"tools": [one]}}),
                    Provider::OpenAiResponses => json!({"input": [], "tools": [one]}),
                    _ => json!({"tools": [one]}),
                }
            };
            for mut body in [theirs, ours] {
                // A Responses body identifies its own API.
                if body.get("input").is_some() && provider != Provider::OpenAiResponses {
                    body.as_object_mut().expect("a request").remove("input");
                }
                let report = mended(provider, &mut body);
                assert_eq!(report.removed, [], "{provider} from {from}");
                let place = match provider {
                    Provider::Bedrock => "/toolConfig/tools/0/toolSpec/name",
                    Provider::Gemini | Provider::GeminiJsonSchema | Provider::Vertex => {
                        "/tools/0/functionDeclarations/0/name"
                    }
                    Provider::Anthropic | Provider::OpenAiResponses | Provider::Mcp => {
                        "/tools/0/name"
                    }
                    _ => "/tools/0/function/name",
                };
                assert_eq!(
                    body.pointer(place),
                    Some(&json!("send")),
                    "{provider} from {from}: {body}"
                );
            }
        }
    }
}

#[test]
fn other_members_of_a_repaired_tool_are_unchanged() {
    let mut body = json!({"tools": [{
        "name": "find", "description": "Find it", "cache_control": {"type": "ephemeral"},
        "input_schema": {"type": "object", "properties": {"sizes[]": {"type": "object", "additionalProperties": {"type": "integer"}}}, "additionalProperties": false},
        "input_examples": [{"sizes[]": {"a": 1}}], "strict": true,
    }]});
    let report = mended(Provider::Anthropic, &mut body);
    let one = &body["tools"][0];
    assert_eq!(one["cache_control"], json!({"type": "ephemeral"}));
    assert_eq!(one["strict"], json!(true));
    // Examples match the rewritten schema: such names are rejected, and strict mode has no such
    // map.
    let (name, sizes) = one["input_examples"][0]
        .as_object()
        .and_then(|map| map.iter().next())
        .expect("an example");
    assert!(one["input_schema"]["properties"].get(name).is_some());
    assert_eq!(*sizes, json!([{"key": "a", "value": 1}]));
    let back = report.restore_arguments("find", one["input_examples"][0].clone());
    assert_eq!(back, json!({"sizes[]": {"a": 1}}));

    // Members of another envelope that this provider also has are converted.
    let mut body = json!({"tools": [{"type": "function", "cache_control": {"type": "ephemeral"}, "x": 1, "function": {"name": "a", "parameters": plain()}}]});
    let report = mended(Provider::Anthropic, &mut body);
    assert_eq!(
        body["tools"][0]["cache_control"],
        json!({"type": "ephemeral"})
    );
    let removed: Vec<_> = report
        .changes
        .iter()
        .filter(|one| one.kind == ChangeKind::Removed)
        .map(|one| one.pointer.as_str())
        .collect();
    assert_eq!(removed, ["/tools/0/x"]);
}

#[test]
fn names_are_changed_everywhere_and_restored_in_calls() {
    let mut body = json!({
        "messages": [
            {"role": "user", "content": "hi"},
            {"role": "assistant", "content": null, "tool_calls": [{"id": "1", "type": "function", "function": {"name": "mail.send", "arguments": "{}"}}]},
            {"role": "tool", "tool_call_id": "1", "name": "mail.send", "content": "sent"},
        ],
        "tools": [
            {"type": "function", "function": {"name": "mail.send", "parameters": plain()}},
            {"type": "function", "function": {"name": "now", "parameters": plain()}},
        ],
        "tool_choice": {"type": "function", "function": {"name": "mail.send"}},
    });
    let report = mended(Provider::OpenAi, &mut body);
    let name = body["tools"][0]["function"]["name"]
        .as_str()
        .expect("a name")
        .to_owned();
    assert_ne!(name, "mail.send");
    assert_eq!(body["tool_choice"]["function"]["name"], json!(name));
    assert_eq!(
        body["messages"][1]["tool_calls"][0]["function"]["name"],
        json!(name)
    );
    assert_eq!(body["messages"][2]["name"], json!(name));
    assert_eq!(report.original_name(&name), "mail.send");
    assert_eq!(report.original_name("now"), "now");
    // The schema was valid, so the arguments stay unchanged byte for byte.
    let call = report.restore(ToolCall::new("1", &*name, r#"{ "a":  "b" }"#));
    assert_eq!(
        (&*call.name, &*call.arguments),
        ("mail.send", r#"{ "a":  "b" }"#)
    );
}

#[test]
fn conversations_of_each_provider_follow_their_names() {
    let bad = "no spaces";
    let cases = [
        (
            Provider::Anthropic,
            json!({"messages": [{"role": "assistant", "content": [{"type": "tool_use", "id": "1", "name": bad, "input": {}}]}], "tools": [{"name": bad, "input_schema": plain()}]}),
            "/messages/0/content/0/name",
            "/tools/0/name",
        ),
        (
            Provider::Bedrock,
            json!({"messages": [{"role": "assistant", "content": [{"toolUse": {"toolUseId": "1", "name": bad, "input": {}}}]}], "toolConfig": {"tools": [{"toolSpec": {"name": bad, "inputSchema": {"json": plain()}}}]}}),
            "/messages/0/content/0/toolUse/name",
            "/toolConfig/tools/0/toolSpec/name",
        ),
        (
            Provider::Gemini,
            json!({"contents": [{"role": "model", "parts": [{"functionCall": {"name": bad, "args": {}}}]}], "tools": [{"functionDeclarations": [{"name": bad}]}]}),
            "/contents/0/parts/0/functionCall/name",
            "/tools/0/functionDeclarations/0/name",
        ),
        (
            Provider::OpenAiResponses,
            json!({"input": [{"type": "function_call", "call_id": "1", "name": bad, "arguments": "{}"}], "tools": [{"type": "function", "name": bad, "parameters": plain()}]}),
            "/input/0/name",
            "/tools/0/name",
        ),
    ];
    for (provider, mut body, call, name) in cases {
        let _ = mended(provider, &mut body);
        assert_ne!(body.pointer(name), Some(&json!(bad)), "{provider}");
        assert_eq!(body.pointer(call), body.pointer(name), "{provider}");
    }
}

#[test]
fn duplicate_names_are_made_unique() {
    let mut body = request(
        Provider::OpenAi,
        &[
            tool("a", plain()),
            tool("a", plain()),
            tool("a", json!({"type": "object", "properties": {}})),
            tool("a_2", plain()),
        ],
    );
    let report = mended(Provider::OpenAi, &mut body);
    let names: Vec<_> = body["tools"]
        .as_array()
        .expect("tools")
        .iter()
        .map(|one| one["function"]["name"].as_str().expect("a name").to_owned())
        .collect();
    // Identical tools are merged; a different tool of the same name gets an unused one.
    assert_eq!(names.len(), 3);
    assert_eq!(names[0], "a");
    assert_eq!(report.original_name(&names[1]), "a");
    assert!(
        report
            .changes
            .iter()
            .any(|one| one.kind == ChangeKind::Removed)
    );
}

#[test]
fn arguments_are_converted_to_the_original_form() {
    let schema = json!({
        "type": "object",
        "properties": {"scores": {"type": "object", "additionalProperties": {"type": "integer"}}, "note": {"type": "string"}},
        "required": ["scores"],
    });
    // Some frameworks mark every tool as strict.
    let mut body = request(Provider::OpenAi, &[strict("best", schema)]);
    let report = mended(Provider::OpenAi, &mut body);
    assert_eq!(body["tools"][0]["function"]["strict"], json!(true));
    let call = ToolCall::new(
        "1",
        "best",
        r#"{"scores":[{"key":"Ada","value":3}],"note":null}"#,
    );
    assert_eq!(report.restore(call).arguments, r#"{"scores":{"Ada":3}}"#);
    // Invalid JSON from the model stays unchanged.
    let call = ToolCall::new("1", "best", "{");
    assert_eq!(report.restore(call).arguments, "{");
    // A tree would change these.
    for text in [
        r#"{"scores":[{"key":"Ada","value":123456789012345678901234567890}]}"#,
        r#"{"scores":[{"key":"Ada","value":1}],"scores":[]}"#,
    ] {
        let call = ToolCall::new("1", "best", text);
        assert_eq!(report.restore(call).arguments, text);
    }
}

#[test]
fn a_root_that_is_a_union_is_wrapped_and_unwrapped() {
    let schema = json!({"type": "object", "anyOf": [
        {"type": "object", "properties": {"url": {"type": "string"}}, "required": ["url"], "additionalProperties": false},
        {"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"], "additionalProperties": false},
    ]});
    for provider in [
        Provider::OpenAi,
        Provider::Anthropic,
        Provider::Bedrock,
        Provider::Gemini,
    ] {
        let mut body = request(provider, &[tool("attach", schema.clone())]);
        let report = mended(provider, &mut body);
        let lifted = report.restore_arguments("attach", json!({"input": {"id": 7}}));
        assert_eq!(lifted, json!({"id": 7}), "{provider}: {body}");
    }
}

#[test]
fn a_tool_that_the_provider_cannot_express_is_left_out_or_an_error() {
    let never =
        json!({"type": "object", "properties": {"a": false}, "required": ["a"], "anyOf": 7});
    let mut body = request(
        Provider::Gemini,
        &[tool("good", plain()), tool("bad", never), tool("", plain())],
    );
    let before = body.clone();
    let failed = lint::fix_with(
        Provider::Gemini,
        &mut body,
        FixOptions::new().error_on_removed(),
    );
    let error = failed.expect_err("one can't be said");
    assert_eq!(body, before);
    assert!(
        error
            .to_string()
            .contains("/tools/0/functionDeclarations/1"),
        "{error}"
    );
    let report = mended(Provider::Gemini, &mut body);
    let left: Vec<_> = report
        .removed
        .iter()
        .map(|one| one.pointer.as_str())
        .collect();
    assert_eq!(left, ["/tools/0/functionDeclarations/1"]);
    assert_eq!(report.removed, error.tools);
    assert_eq!(
        body["tools"][0]["functionDeclarations"]
            .as_array()
            .map(Vec::len),
        Some(2)
    );
    // If everything can be expressed, the result equals that of `fix`.
    let mut body = before;
    body["tools"][0]["functionDeclarations"]
        .as_array_mut()
        .expect("tools")
        .truncate(1);
    let report = lint::fix_with(
        Provider::Gemini,
        &mut body,
        FixOptions::new().error_on_removed(),
    )
    .expect("nothing is wrong");
    assert!(report.is_unchanged());
}

#[test]
fn strict_mode_is_turned_off_for_the_fewest() {
    let optional = |n: usize| {
        let properties: serde_json::Map<String, Value> = (0..n)
            .map(|i| (format!("p{i}"), json!({"type": "string"})))
            .collect();
        json!({"type": "object", "properties": properties, "additionalProperties": false})
    };
    for provider in [Provider::Anthropic, Provider::Bedrock] {
        let mut body = request(
            provider,
            &[
                strict("wide", optional(24)),
                strict("a", optional(8)),
                strict("b", optional(8)),
            ],
        );
        let report = mended(provider, &mut body);
        let off: Vec<_> = report
            .changes
            .iter()
            .filter(|one| one.kind == ChangeKind::StrictOff)
            .filter_map(|one| one.tool.as_deref())
            .collect();
        assert_eq!(off, ["wide"], "{provider}");
    }
    let closed = json!({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": false});
    let mut body = request(
        Provider::DeepSeek,
        &[strict("a", closed.clone()), tool("b", plain())],
    );
    let _ = mended(Provider::DeepSeek, &mut body);
    assert_eq!(body["tools"][0]["function"].get("strict"), None);
    let mut body = request(Provider::AzureOpenAi, &[strict("a", closed.clone())]);
    body["parallel_tool_calls"] = Value::Null;
    let _ = mended(Provider::AzureOpenAi, &mut body);
    assert_eq!(body["parallel_tool_calls"], json!(false));
    body["parallel_tool_calls"] = json!(true);
    let _ = mended(Provider::AzureOpenAi, &mut body);
    assert_eq!(body["tools"][0]["function"]["strict"], json!(false));
    assert_eq!(body["parallel_tool_calls"], json!(true));
    let mut body = request(
        Provider::Cohere,
        &[tool("a", json!({"type": "object", "properties": {}}))],
    );
    body["strict_tools"] = json!(true);
    let _ = mended(Provider::Cohere, &mut body);
    assert_eq!(body["strict_tools"], json!(false));
}

#[test]
fn tools_beyond_the_limit_are_removed() {
    for (provider, most) in [(Provider::OpenAi, 128), (Provider::Gemini, 512)] {
        let tools: Vec<Tool> = (0..most + 3)
            .map(|i| tool(&format!("t{i}"), plain()))
            .collect();
        let mut body = request(provider, &tools);
        let report = mended(provider, &mut body);
        let names: Vec<_> = report
            .removed
            .iter()
            .filter_map(|one| one.name.clone())
            .collect();
        assert_eq!(
            names,
            (most..most + 3)
                .map(|i| format!("t{i}"))
                .collect::<Vec<_>>()
        );
    }
}

#[test]
fn google_has_all_functions_in_one_list() {
    for provider in [
        Provider::Gemini,
        Provider::GeminiJsonSchema,
        Provider::Vertex,
    ] {
        let mut body = json!({"tools": [
            {"functionDeclarations": [{"name": "a"}]},
            {"googleSearch": {}},
            {"function_declarations": [{"name": "b"}], "codeExecution": {}},
            {"type": "function", "function": {"name": "c", "parameters": plain()}},
        ]});
        let _ = mended(provider, &mut body);
        let names: Vec<_> = body["tools"][0]["functionDeclarations"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|one| one["name"].as_str().expect("a name"))
            .collect();
        assert_eq!(names, ["a", "b", "c"]);
        assert_eq!(body["tools"][1], json!({"googleSearch": {}}));
        assert_eq!(body["tools"][2], json!({"codeExecution": {}}));
    }
}

#[test]
fn a_choice_in_another_format_is_written_anew_or_removed() {
    let cases = [
        (Provider::Anthropic, json!("auto"), None),
        (
            Provider::Anthropic,
            json!("required"),
            Some(json!({"type": "any"})),
        ),
        (
            Provider::Anthropic,
            json!({"type": "function", "function": {"name": "a"}}),
            Some(json!({"type": "tool", "name": "a"})),
        ),
        (
            Provider::Anthropic,
            json!({"type": "tool", "name": "gone"}),
            Some(json!({"type": "none"})),
        ),
        (
            Provider::OpenAi,
            json!({"type": "function", "name": "a"}),
            Some(json!({"type": "function", "function": {"name": "a"}})),
        ),
        (Provider::Cohere, json!("any"), Some(json!("REQUIRED"))),
        (Provider::Cohere, json!("auto"), None),
    ];
    for (provider, choice, expected) in cases {
        let mut body = request(provider, &[tool("a", plain())]);
        body["tool_choice"] = choice.clone();
        let report = mended(provider, &mut body);
        assert_eq!(
            body.get("tool_choice"),
            expected.as_ref(),
            "{provider} {choice}"
        );
        assert!(!report.is_unchanged());
    }
    let mut body = request(Provider::Gemini, &[tool("a", plain())]);
    body["tool_choice"] = json!({"type": "function", "function": {"name": "a"}});
    body["parallel_tool_calls"] = json!(false);
    let _ = mended(Provider::Gemini, &mut body);
    assert_eq!(
        body["toolConfig"],
        json!({"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["a"]}})
    );
    let mut body = request(Provider::Bedrock, &[tool("a", plain())]);
    body["tool_choice"] = json!("required");
    let _ = mended(Provider::Bedrock, &mut body);
    assert_eq!(body["toolConfig"]["toolChoice"], json!({"any": {}}));
}

#[test]
fn response_formats_are_rewritten_and_answers_converted_back() {
    let schema = json!({"type": "object", "properties": {"scores": {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}}}, "required": ["scores"]});
    let lowered = json!({"scores": [{"key": "a", "value": 1}]});
    let lifted = json!({"scores": {"a": 1}});
    let mut chat = json!({"response_format": {"type": "json_schema", "json_schema": {"name": "a", "schema": schema, "strict": true}}});
    let report = mended(Provider::OpenAi, &mut chat);
    assert_eq!(report.restore_output(lowered.clone()), lifted);
    let mut claude =
        json!({"output_config": {"format": {"type": "json_schema", "schema": schema}}});
    let report = mended(Provider::Anthropic, &mut claude);
    assert_eq!(report.restore_output(lowered.clone()), lifted);
    assert!(!report.losses.is_empty(), "the bound is in the description");
    let mut bedrock = json!({"outputConfig": {"textFormat": {"type": "json_schema", "structure": {"jsonSchema": {"name": "a", "schema": schema.to_string()}}}}});
    let report = mended(Provider::Bedrock, &mut bedrock);
    assert_eq!(report.restore_output(lowered.clone()), lifted);
    let mut gemini = json!({"generationConfig": {"responseSchema": schema}});
    let report = mended(Provider::Gemini, &mut gemini);
    assert_eq!(report.restore_output(lowered), lifted);
    assert_eq!(report.restore_output(json!(7)), json!(7));
}

#[test]
fn a_report_has_the_changes_and_the_losses() {
    let mut body = request(
        Provider::Gemini,
        &[tool(
            "a",
            json!({"type": "object", "properties": {"n": {"type": "integer", "multipleOf": 5}}}),
        )],
    );
    let report = mended(Provider::Gemini, &mut body);
    assert_eq!(report.changes.len(), 1);
    assert_eq!(report.losses.len(), 1);
    assert_eq!(report.losses[0].entries[0].keyword, "multipleOf");
    assert_eq!(
        report.to_string(),
        "the request for gemini:\n  /tools/0/functionDeclarations/0 (tool `a`): rewritten: `multipleOf`"
    );
}

#[test]
fn junk_in_a_request_is_repaired_or_remains_as_a_finding() {
    let junk = [
        json!(null),
        json!(7),
        json!(""),
        json!("x"),
        json!([]),
        json!([null]),
        json!({}),
        json!({"type": ["object", 7]}),
        json!({"name": {}}),
    ];
    let mut failures = Vec::new();
    for &provider in Provider::ALL {
        let mut whole = request(
            provider,
            &[
                strict("a", plain()),
                tool(
                    "b.c d",
                    json!({"type": "object", "properties": {"p": {"type": "array", "items": {"$ref": "#/$defs/D"}}}, "$defs": {"D": {"oneOf": [{"type": "string", "minLength": 1}]}}}),
                ),
            ],
        );
        if provider != Provider::JsonSchema {
            whole["tool_choice"] = json!({"type": "tool", "name": "a"});
        }
        for (pointer, _) in places(&whole) {
            for one in &junk {
                let mut body = replaced(&whole, &pointer, one.clone());
                let given = body.clone();
                let report = normalize(provider, &mut body);
                let once = body.clone();
                let again = lint::fix(provider, &mut body);
                // A value that is not a request can't be repaired.
                let hopeless = report
                    .remaining
                    .iter()
                    .all(|one| one.rule == Rule::Request || provider == Provider::JsonSchema);
                if !hopeless {
                    failures.push(format!("{provider}: {given}: {report} gave {once}"));
                }
                if !again.is_unchanged() || once != body {
                    failures.push(format!(
                        "{provider}: {given}: twice: {report} and {again} gave {once} and {body}"
                    ));
                }
            }
        }
    }
    none(&failures);
}

#[test]
fn a_new_name_is_not_the_name_of_another_tool() {
    let mut body = request(
        Provider::OpenAi,
        &[
            tool("mail.send", plain()),
            tool("mail send", plain()),
            tool("mail_send", plain()),
        ],
    );
    let report = mended(Provider::OpenAi, &mut body);
    let names: Vec<String> = body["tools"]
        .as_array()
        .expect("tools")
        .iter()
        .map(|one| one["function"]["name"].as_str().expect("a name").to_owned())
        .collect();
    assert_eq!(names[2], "mail_send");
    let back: Vec<&str> = names
        .iter()
        .map(|name| report.original_name(name))
        .collect();
    assert_eq!(back, ["mail.send", "mail send", "mail_send"]);
    let again: std::collections::BTreeSet<&String> = names.iter().collect();
    assert_eq!(again.len(), 3);
    // A single tool gets the obvious name.
    let mut body = request(Provider::OpenAi, &[tool("mail.send", plain())]);
    let _ = mended(Provider::OpenAi, &mut body);
    assert_eq!(body["tools"][0]["function"]["name"], json!("mail_send"));
}

#[test]
fn arguments_are_turned_back_by_the_field_that_was_written() {
    // The Gemini API's other field accepts a map; `parameters` does not.
    let schema = json!({
        "type": "object",
        "properties": {
            "scores": {"type": "object", "additionalProperties": {"type": "integer"}},
            "who": {"$ref": "#/$defs/Who", "title": "Who"},
        },
        "$defs": {"Who": {"type": "string"}},
    });
    let declaration = json!({"name": "best", "parametersJsonSchema": schema});
    let mut body = json!({"tools": [{"functionDeclarations": [declaration]}]});
    let report = mended(Provider::Gemini, &mut body);
    let written = &body["tools"][0]["functionDeclarations"][0]["parametersJsonSchema"];
    assert!(written["properties"]["scores"]["additionalProperties"].is_object());
    let arguments = json!({"scores": {"Ada": 3}, "who": "x"});
    assert_eq!(
        report.restore_arguments("best", arguments.clone()),
        arguments
    );
}

#[test]
fn the_choice_of_a_legacy_function_follows_its_name() {
    let mut body = json!({"functions": [{"name": "a.b", "parameters": plain()}], "function_call": {"name": "a.b"}});
    let _ = mended(Provider::OpenAi, &mut body);
    assert_eq!(body["functions"][0]["name"], json!("a_b"));
    assert_eq!(body["function_call"], json!({"name": "a_b"}));
}
