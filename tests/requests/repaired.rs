//! Single repairs: what the request has then, what is left alone, and what the report restores.

use serde_json::{Value, json};
use toolcast::Provider;
use toolcast::lint::{self, ChangeKind, FixReport, Rule};

use crate::good::parameters;
use crate::normalized::mended;
use crate::support::{check, declared, request, tool};

/// The kind, the place and the tool of each change.
pub(crate) fn changes(report: &FixReport) -> Vec<(ChangeKind, &str, Option<&str>)> {
    let each = report.changes.iter();
    each.map(|one| (one.kind, &*one.pointer, one.tool.as_deref()))
        .collect()
}

#[test]
fn of_two_fields_with_parameters_google_keeps_the_json_schema_as_it_was() {
    let schema = json!({"type": "object", "title": "T", "properties": {"n": {"type": "string"}}});
    let one = json!({"name": "a", "description": "d", "parametersJsonSchema": schema});
    let with = |tool: &Value| json!({"contents": [], "tools": [{"functionDeclarations": [tool]}]});
    for provider in [
        Provider::Gemini,
        Provider::GeminiJsonSchema,
        Provider::Vertex,
    ] {
        let mut both = one.clone();
        both["parameters"] = json!({"type": "OBJECT", "properties": {"n": {"type": "STRING"}}});
        let mut body = with(&both);
        let report = mended(provider, &mut body);
        let place = "/tools/0/functionDeclarations/0/parameters";
        assert_eq!(
            changes(&report),
            [(ChangeKind::Removed, place, Some("a"))],
            "{provider}"
        );
        assert_eq!(body, with(&one), "{provider}");
    }
}

#[test]
fn an_unknown_member_with_slashes_and_tildes_is_removed_and_others_are_not() {
    let provider = Provider::Gemini;
    let mut body = request(
        provider,
        &[tool(
            "a",
            json!({"type": "OBJECT", "properties": {"n": {"type": "STRING"}}}),
        )],
    );
    let good = body.clone();
    for name in ["a/b", "a~b", "~1", "/~0/", "a~1b"] {
        body["tools"][0]["functionDeclarations"][0][name] = json!(1);
        let report = mended(provider, &mut body);
        assert_eq!(report.changes.len(), 1, "{name}");
        assert_eq!(report.changes[0].kind, ChangeKind::Removed);
        assert_eq!(body, good, "{name}");
    }
}

#[test]
fn a_null_choice_beside_tools_in_another_place_stays() {
    let one = declared(Provider::OpenAi, &tool("a", parameters()));
    let mut body = json!({
        "model": "m", "messages": [], "tool_choice": null, "toolConfig": {"tools": [one]}
    });
    let report = mended(Provider::OpenAi, &mut body);
    let moved = (ChangeKind::Moved, "/toolConfig/tools", None);
    assert_eq!(changes(&report), [moved]);
    assert_eq!(
        body,
        json!({"model": "m", "messages": [], "tool_choice": null, "tools": [one]})
    );
}

#[test]
fn a_foreign_choice_is_only_read_if_tools_are_in_another_place() {
    let one = declared(Provider::OpenAi, &tool("a", parameters()));
    let choice = json!({"toolChoice": {"tool": {"name": "a"}}});
    let kept = json!({"model": "m", "messages": [], "tools": [one], "toolConfig": choice});
    let mut body = kept.clone();
    assert_eq!(check(Provider::OpenAi, &body), []);
    assert!(mended(Provider::OpenAi, &mut body).is_unchanged());
    assert_eq!(body, kept);

    let mut config = choice;
    config["tools"] = json!([one]);
    let mut body = json!({"model": "m", "messages": [], "toolConfig": config});
    let _ = mended(Provider::OpenAi, &mut body);
    let named = json!({"type": "function", "function": {"name": "a"}});
    assert_eq!(
        body,
        json!({"model": "m", "messages": [], "tools": [one], "tool_choice": named})
    );
}

#[test]
fn bedrocks_own_choice_stays_beside_a_foreign_one() {
    let mut body = request(Provider::Bedrock, &[tool("a", parameters())]);
    body["toolConfig"]["toolChoice"] = json!({"any": {}});
    let good = body.clone();
    body["tool_choice"] = json!("none");
    body["function_call"] = json!({"name": "a"});
    let report = mended(Provider::Bedrock, &mut body);
    assert_eq!(body, good);
    assert_eq!(
        changes(&report),
        [
            (ChangeKind::Removed, "/tool_choice", None),
            (ChangeKind::Removed, "/function_call", None)
        ]
    );
}

#[test]
fn a_rejected_choice_of_the_provider_is_read_before_foreign_ones() {
    let tools = || ["a", "b"].map(|name| tool(name, parameters()));
    let mut body = request(Provider::GeminiJsonSchema, &tools());
    body["tool_choice"] = json!("none");
    body["toolConfig"] =
        json!({"functionCallingConfig": {"mode": "AUTO", "allowedFunctionNames": ["a"]}});
    let _ = mended(Provider::GeminiJsonSchema, &mut body);
    assert!(body.get("tool_choice").is_none());
    assert_eq!(
        body["toolConfig"],
        json!({"functionCallingConfig": {"mode": "VALIDATED", "allowedFunctionNames": ["a"]}})
    );

    let mut body = request(Provider::Bedrock, &tools());
    body["tool_choice"] = json!("none");
    body["toolConfig"]["toolChoice"] = json!({"tool": {"name": "a"}, "auto": {}});
    let _ = mended(Provider::Bedrock, &mut body);
    assert!(body.get("tool_choice").is_none());
    assert_eq!(
        body["toolConfig"]["toolChoice"],
        json!({"tool": {"name": "a"}})
    );
}

#[test]
fn googles_choice_is_written_in_the_spelling_that_the_request_has() {
    let provider = Provider::GeminiJsonSchema;
    for (outer, inner) in [
        ("toolConfig", "functionCallingConfig"),
        ("tool_config", "function_calling_config"),
        ("toolConfig", "function_calling_config"),
        ("tool_config", "functionCallingConfig"),
    ] {
        // Beside another member of the object, and beside another object.
        for config in [
            json!({inner: {"other": 1}}),
            json!({"retrieval": {"other": 1}}),
        ] {
            let mut body = request(provider, &[tool("a", parameters())]);
            body[outer] = config.clone();
            body["tool_choice"] = json!({"type": "any"});
            let _ = mended(provider, &mut body);
            let is_inside = config.get(inner).is_some();
            let usual = match outer {
                "toolConfig" => "functionCallingConfig",
                _ => "function_calling_config",
            };
            let mut wanted = config.clone();
            wanted[if is_inside { inner } else { usual }]["mode"] = json!("ANY");
            assert_eq!(body[outer], wanted, "{config}");
            let configs = body.as_object().expect("a request").keys();
            assert_eq!(
                configs.filter(|key| key.starts_with("tool")).count(),
                2,
                "{body}"
            );
        }
    }
    let mut body = request(provider, &[tool("a", parameters())]);
    body["tool_choice"] = json!({"type": "any"});
    let _ = mended(provider, &mut body);
    assert_eq!(
        body["toolConfig"],
        json!({"functionCallingConfig": {"mode": "ANY"}})
    );
}

#[test]
fn a_rewritten_tool_reports_what_its_reading_lost_before_what_its_writing_lost() {
    let schema = json!({
        "type": "object",
        "properties": {"n": {
            "type": "array", "items": {"type": "string"}, "uniqueItems": true,
            "unevaluatedItems": false
        }},
        "if": {"required": ["n"]},
        "then": {"minProperties": 2},
        "required": ["n"],
        "additionalProperties": false
    });
    let mut body = request(Provider::Gemini, &[tool("a", schema)]);
    let report = mended(Provider::Gemini, &mut body);
    assert_eq!(report.losses.len(), 1);
    let lost = &report.losses[0];
    assert_eq!((&*lost.tool, lost.provider), ("a", Provider::Gemini));
    let lost: Vec<String> = (lost.entries.iter())
        .map(|one| format!("{} {} {:?}", one.pointer, one.keyword, one.outcome))
        .collect();
    assert_eq!(
        lost,
        [
            "/parameters/properties/n unevaluatedItems Described",
            "/parameters if Described",
            "/parameters then Described",
            "/properties/n uniqueItems Described"
        ]
    );
}

#[test]
fn a_rewritten_tool_names_eight_findings_and_the_number_of_the_others() {
    for (number, end) in [(8, ""), (9, "; and 1 more"), (12, "; and 4 more")] {
        let name = |i: usize| (format!("p{i}"), json!({"type": "array"}));
        let properties: serde_json::Map<String, Value> = (0..number).map(name).collect();
        let schema = json!({"type": "object", "properties": properties});
        let mut body = request(Provider::OpenAi, &[tool("a", schema)]);
        let findings = check(Provider::OpenAi, &body);
        let missing = findings.iter().filter(|one| one.rule == Rule::MissingItems);
        assert_eq!((missing.count(), findings.len()), (number, number));
        let report = mended(Provider::OpenAi, &mut body);
        assert_eq!(
            changes(&report),
            [(ChangeKind::Rewritten, "/tools/0", Some("a"))]
        );
        let found = [&*findings[0].found; 8].join("; ");
        assert_eq!(report.changes[0].reason, found + end);
    }
}

#[test]
fn a_choice_of_one_tool_removes_what_bedrock_runs_and_keeps_a_cache_point() {
    let tools = ["a", "b"].map(|name| tool(name, parameters()));
    let mut body = request(Provider::Bedrock, &tools);
    let own = body["toolConfig"]["tools"][0].clone();
    let run = json!({"systemTool": {"name": "nova_grounding"}});
    let mark = json!({"cachePoint": {"type": "default"}});
    let list = body["toolConfig"]["tools"].as_array_mut().expect("a list");
    list.extend([run, mark.clone()]);
    let allowed = json!({"mode": "auto", "tools": [{"type": "function", "name": "a"}]});
    body["tool_choice"] = json!({"type": "allowed_tools", "allowed_tools": allowed});
    let report = mended(Provider::Bedrock, &mut body);
    assert_eq!(body["toolConfig"], json!({"tools": [own, mark]}));
    let removed: Vec<&str> = report.removed.iter().map(|one| &*one.pointer).collect();
    assert_eq!(removed, ["/toolConfig/tools/1", "/toolConfig/tools/2"]);
}

#[test]
fn a_choice_that_claude_has_no_form_for_keeps_what_it_names_even_a_tool_that_claude_runs() {
    let run = json!({"type": "bash_20250124", "name": "bash"});
    for names in [&["a", "bash"][..], &["bash"], &["b"]] {
        let tools = ["a", "b"].map(|name| tool(name, parameters()));
        let mut body = request(Provider::Anthropic, &tools);
        let list = body["tools"].as_array_mut().expect("a list");
        list.push(run.clone());
        let chosen = names
            .iter()
            .map(|name| json!({"type": "function", "name": name}));
        let chosen: Vec<Value> = chosen.collect();
        body["tool_choice"] = json!({"type": "allowed_tools", "mode": "auto", "tools": chosen});
        let _ = mended(Provider::Anthropic, &mut body);
        let left = body["tools"].as_array().into_iter().flatten();
        let left: Vec<&str> = left.filter_map(|one| one["name"].as_str()).collect();
        assert_eq!(left, names);
    }
}

#[test]
fn a_required_call_without_a_tool_goes_and_a_cache_point_is_not_a_tool() {
    let tools = |more: Value| json!({"messages": [], "toolConfig": {"tools": [more]}});
    let with_choice = |more: Value| {
        let mut body = tools(more);
        body["tool_choice"] = json!("required");
        body
    };
    let mark = json!({"cachePoint": {"type": "default"}});
    let mut body = with_choice(mark.clone());
    let _ = mended(Provider::Bedrock, &mut body);
    assert_eq!(body, tools(mark));
    let run = json!({"systemTool": {"name": "nova_grounding"}});
    let mut body = with_choice(run.clone());
    let _ = mended(Provider::Bedrock, &mut body);
    let mut wanted = tools(run);
    wanted["toolConfig"]["toolChoice"] = json!({"any": {}});
    assert_eq!(body, wanted);
}

#[test]
fn a_rewritten_tool_is_strict_in_responses_alone_if_it_has_no_flag() {
    let closed = parameters();
    let counts = json!({"type": "object", "additionalProperties": {"type": "integer"}});
    let open = json!({"type": "object", "properties": {"m": counts, "n": {}}});
    for (schema, is_strict) in [(closed, Some(true)), (open, Some(false))] {
        let one = json!({"name": "a", "description": "d", "inputSchema": schema});
        let mut body = json!({"model": "m", "input": "x", "tools": [one]});
        let _ = mended(Provider::OpenAiResponses, &mut body);
        let strict = body["tools"][0].get("strict").and_then(Value::as_bool);
        assert_eq!(strict, is_strict, "{body}");
        let mut body = json!({"model": "m", "messages": [], "tools": [one]});
        let _ = mended(Provider::OpenAi, &mut body);
        assert_eq!(body["tools"][0]["function"].get("strict"), None, "{body}");
    }
}

#[test]
fn one_empty_part_of_two_is_removed_and_the_message_stays() {
    let text = |text: &str| json!({"type": "text", "text": text});
    let with =
        |parts: Value| json!({"model": "m", "messages": [{"role": "user", "content": parts}]});
    let mut body = with(json!([text("Hello"), text("")]));
    let report = mended(Provider::Anthropic, &mut body);
    assert_eq!(body, with(json!([text("Hello")])));
    let place = "/messages/0/content/1";
    assert_eq!(changes(&report), [(ChangeKind::Removed, place, None)]);
}

#[test]
fn openais_flag_for_one_call_becomes_part_of_claudes_choice() {
    let mut body = request(Provider::Anthropic, &[tool("a", parameters())]);
    body["tool_choice"] = json!("required");
    body["parallel_tool_calls"] = json!(false);
    let _ = mended(Provider::Anthropic, &mut body);
    assert!(body.get("parallel_tool_calls").is_none());
    assert_eq!(
        body["tool_choice"],
        json!({"type": "any", "disable_parallel_tool_use": true})
    );
}

#[test]
fn googles_declarations_without_a_list_are_put_into_one_or_removed() {
    let provider = Provider::GeminiJsonSchema;
    for key in ["functionDeclarations", "function_declarations"] {
        let place = format!("/tools/0/{key}");
        let good = json!({"name": "a", "description": "d", "parametersJsonSchema": parameters()});
        let mut body = json!({"contents": [], "tools": [{key: good}]});
        let found = check(provider, &body);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(
            (found[0].rule, &*found[0].pointer),
            (Rule::InvalidMember, &*place)
        );
        let report = mended(provider, &mut body);
        assert_eq!(body["tools"], json!([{key: [good]}]));
        assert_eq!(changes(&report), [(ChangeKind::Moved, &*place, None)]);
        for wrong in [json!(7), json!("a"), json!(true)] {
            let mut body = json!({"contents": [], "tools": [{key: wrong}, {"googleSearch": {}}]});
            assert_eq!(check(provider, &body).len(), 1);
            let _ = mended(provider, &mut body);
            assert_eq!(body["tools"], json!([{"googleSearch": {}}]), "{wrong}");
        }
        // An absent member may be `null` in a proto.
        assert_eq!(
            check(provider, &json!({"contents": [], "tools": [{key: null}]})),
            []
        );
    }
}

#[test]
fn a_response_that_strict_mode_cannot_express_loses_the_flag_at_its_place() {
    let schema = json!({"type": "object", "properties": {"n": {"type": "integer"}}});
    let mut body = json!({
        "model": "m",
        "messages": [{"role": "user", "content": "How many?"}],
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "answer", "strict": true, "schema": schema},
        },
    });
    let report = mended(Provider::DeepSeek, &mut body);
    let place = "/response_format/json_schema/strict";
    let off = changes(&report).into_iter();
    let off: Vec<_> = off
        .filter(|(kind, ..)| *kind == ChangeKind::StrictOff)
        .collect();
    assert_eq!(off, [(ChangeKind::StrictOff, place, None)]);
    assert_eq!(body.pointer(place), Some(&json!(false)));
}

/// OpenAI and Anthropic run tools that have a `type`; MCP's list has only functions.
#[test]
fn an_object_that_no_tool_can_be_has_a_finding_and_is_removed() {
    let forms = ["openai", "mistral", "openai-responses", "anthropic", "mcp"];
    for provider in forms.map(|name| name.parse::<Provider>().expect("a provider")) {
        let tools = [tool("a", parameters())];
        let good = request(provider, &tools);
        let mut body = good.clone();
        let list = body["tools"].as_array_mut().expect("a list");
        list.push(json!({"description": "d"}));
        let found = check(provider, &body);
        let found: Vec<_> = (found.iter().map(|one| (one.rule, &*one.pointer))).collect();
        assert_eq!(found, [(Rule::InvalidMember, "/tools/1")], "{provider}");
        let report = mended(provider, &mut body);
        assert_eq!(body, good, "{provider}");
        let removed: Vec<_> = report.removed.iter().map(|one| &*one.pointer).collect();
        assert_eq!(removed, ["/tools/1"], "{provider}");
    }
}

#[test]
fn two_structured_outputs_of_a_request_are_reported_in_its_order() {
    // Maps, which both strict modes reject.
    let scores = json!({"type": "object", "additionalProperties": {"type": "integer"}});
    let schema =
        json!({"type": "object", "properties": {"scores": scores}, "required": ["scores"]});
    let named = json!({"type": "json_schema", "name": "a b", "strict": true, "schema": schema});
    let chat = json!({"type": "json_schema", "json_schema": named});
    let formats = json!({"response_format": chat, "text": {"format": named}});
    let claude = json!({"type": "json_schema", "schema": schema});
    let claude = json!({"output_config": {"format": claude}, "output_format": claude});
    for (provider, mut body, places) in [
        (Provider::OpenAi, formats, ["/response_format/", "/text/"]),
        (
            Provider::Anthropic,
            claude,
            ["/output_config/", "/output_format/"],
        ),
    ] {
        let number = |pointer: &str| {
            let pointer = format!("{pointer}/");
            places.iter().position(|place| pointer.starts_with(place))
        };
        for is_name in [true, false] {
            let mut findings = lint::check(provider, &body);
            findings.retain(|one| (one.rule == Rule::OutputName) == is_name);
            let found: Vec<_> = findings.iter().map(|one| number(&one.pointer)).collect();
            assert!(found.is_sorted(), "{provider}: {findings:?}");
        }
        let report = lint::fix(provider, &mut body);
        let numbers: Vec<_> = changes(&report)
            .iter()
            .filter_map(|(_, place, _)| number(place))
            .collect();
        assert!(numbers.contains(&0) && numbers.contains(&1), "{report}");
        assert!(numbers.is_sorted(), "{provider}: {report}");
    }
}
