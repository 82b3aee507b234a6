//! Rules for some models of a provider, and for members next to the parameters: each violation is
//! found and repaired, and nothing else is changed.

use crate::support::{check, declared, fine, found, normalize, request, strict, tool};
use serde_json::{Value, json};
use toolcast::Provider;
use toolcast::call::ToolCall;
use toolcast::lint::{Effect, Evidence, Finding, FixReport, Rule};

/// Mends the request; nothing is left and nothing taken out.
#[track_caller]
fn mended(provider: Provider, body: &mut Value) -> FixReport {
    let report = normalize(provider, body);
    assert_eq!(report.remaining, [], "{provider}: {body}");
    assert_eq!(report.removed, [], "{provider}: {body}");
    assert!(!report.is_unchanged());
    fine(provider, body);
    report
}

fn bounded() -> Value {
    json!({
        "type": "object",
        "properties": {
            "name": {"type": "string", "pattern": "^[a-z]+$"},
            "age": {"type": "integer", "minimum": 0},
            "tags": {"type": "array", "items": {"type": "string"}, "maxItems": 3},
        },
        "required": ["name", "age", "tags"],
        "additionalProperties": false,
    })
}

fn recursive() -> Value {
    json!({
        "type": "object",
        "properties": {"tree": {"$ref": "#/$defs/Tree"}},
        "required": ["tree"],
        "$defs": {"Tree": {"type": "object", "properties": {"kids": {"type": "array", "items": {"$ref": "#/$defs/Tree"}}}}},
    })
}

#[test]
fn models_that_were_trained_further_take_less_in_strict_mode() {
    for provider in [Provider::OpenAi, Provider::OpenAiResponses] {
        let mut body = request(provider, &[strict("a", bounded()), tool("b", bounded())]);
        body["model"] = json!("gpt-4o");
        fine(provider, &body);
        body["model"] = json!("ft:gpt-4o-2024-08-06:team::id");
        let rules = found(provider, &body);
        assert_eq!(rules.len(), 3, "{rules:?}");
        assert!(
            rules
                .iter()
                .all(|(rule, at)| *rule == Rule::Keyword && at.starts_with("/tools/0/"))
        );
        let plain = body["tools"][1].clone();
        let _ = mended(provider, &mut body);
        // Keywords that strict mode lacks move into the description, and the tool stays strict.
        let text = body["tools"][0].to_string();
        assert!(
            text.contains(r#""strict":true"#) && !text.contains(r#""maxItems":3"#),
            "{text}"
        );
        assert!(text.contains("at most 3 items"), "{text}");
        assert_eq!(body["tools"][1], plain);
    }
    // A fine-tuned model has the name and structure rules of its base model.
    let mut body = request(Provider::OpenAi, &[tool("a.b", bounded())]);
    body["model"] = json!("ft:gpt-4o:t::i");
    assert_eq!(found(Provider::OpenAi, &body)[0].0, Rule::Name);
    let schema = json!({"model": "ft:gpt-4o:t::i", "response_format": {"type": "json_schema", "json_schema": {
        "name": "a", "strict": true, "schema": bounded(),
    }}});
    assert_eq!(found(Provider::OpenAi, &schema).len(), 3);
    let _ = mended(Provider::OpenAi, &mut schema.clone());
}

#[test]
fn grok_on_azure_reads_no_definitions() {
    let mut body = request(Provider::AzureOpenAi, &[tool("a", recursive())]);
    body["model"] = json!("gpt-5");
    fine(Provider::AzureOpenAi, &body);
    body["model"] = json!("Grok-4-fast");
    let rules = found(Provider::AzureOpenAi, &body);
    let is_keyword = |(rule, _): &(Rule, String)| *rule == Rule::Keyword;
    assert!(
        !rules.is_empty() && rules.iter().all(is_keyword),
        "{rules:?}"
    );
    let report = mended(Provider::AzureOpenAi, &mut body);
    assert!(!body.to_string().contains("$ref"));
    // Arguments are converted back from the new form.
    let call = ToolCall::new("1", "a", r#"{"tree": {"kids": ["{\"kids\":[]}"]}}"#);
    assert_eq!(
        &*report.restore(call).arguments,
        r#"{"tree":{"kids":[{"kids":[]}]}}"#
    );
    // xAI's own API supports definitions.
    body = request(Provider::XAi, &[tool("a", recursive())]);
    body["model"] = json!("grok-4");
    fine(Provider::XAi, &body);
}

#[test]
fn gpt_oss_sees_no_references_on_any_host() {
    let body = |model: &str| {
        let mut body = request(Provider::Bedrock, &[tool("a", recursive())]);
        body["modelId"] = json!(model);
        body
    };
    let lost = |model: &str| {
        let findings = check(Provider::Bedrock, &body(model));
        let dropped = |one: &&Finding| one.effect == Effect::Dropped && one.keyword == "$ref";
        findings.iter().filter(dropped).count()
    };
    assert_eq!(lost("openai.gpt-oss-120b-1:0"), 2);
    assert_eq!(lost("anthropic.claude-sonnet-4-5"), 0);
    assert_eq!(lost("mistral.mistral-large-3"), 0);
}

#[test]
fn gpt_oss_is_not_shown_definitions() {
    let mut body = request(Provider::Groq, &[tool("a", recursive())]);
    body["model"] = json!("llama-3.3-70b-versatile");
    fine(Provider::Groq, &body);
    body["model"] = json!("openai/gpt-oss-120b");
    let findings = check(Provider::Groq, &body);
    assert!(!findings.is_empty());
    assert!(
        findings
            .iter()
            .all(|one| one.effect == Effect::Dropped && one.evidence == Evidence::Documented)
    );
    let _ = mended(Provider::Groq, &mut body);
}

#[test]
fn strict_is_found_for_a_model_or_a_member_that_excludes_it() {
    let closed = json!({"type": "object", "properties": {}, "additionalProperties": false});
    for (model, many) in [
        ("eu.amazon.nova-pro-v1:0", 1),
        ("meta.llama3-3-70b-instruct-v1:0", 1),
        ("anthropic.claude-sonnet-4-5", 0),
    ] {
        let mut body = request(Provider::Bedrock, &[strict("a", closed.clone())]);
        body["modelId"] = json!(model);
        let rules = found(Provider::Bedrock, &body);
        assert_eq!(
            rules,
            vec![
                (
                    Rule::Strict,
                    "/toolConfig/tools/0/toolSpec/strict".to_owned()
                );
                many
            ]
        );
        if many > 0 {
            let _ = mended(Provider::Bedrock, &mut body);
            assert_eq!(
                body["toolConfig"]["tools"][0]["toolSpec"].get("strict"),
                None
            );
        }
    }
    let mut body = request(Provider::Anthropic, &[strict("a", closed)]);
    body["tools"][0]["allowed_callers"] = json!(["direct"]);
    fine(Provider::Anthropic, &body);
    body["tools"][0]["allowed_callers"] = json!(["code_execution_20250825"]);
    assert_eq!(
        found(Provider::Anthropic, &body),
        [(Rule::Strict, "/tools/0/strict".into())]
    );
    let _ = mended(Provider::Anthropic, &mut body);
    assert_eq!(
        body["tools"][0]["allowed_callers"],
        json!(["code_execution_20250825"])
    );
}

#[test]
fn invalid_names_of_response_formats_have_a_finding() {
    let schema =
        json!({"type": "object", "properties": {}, "required": [], "additionalProperties": false});
    let long = "a".repeat(65);
    for (name, at) in [
        (json!("my answer"), "/name"),
        (json!(long), "/name"),
        (json!(""), "/name"),
        (json!(7), "/name"),
        (Value::Null, ""),
    ] {
        let mut format = json!({"type": "json_schema", "schema": schema, "strict": true});
        if !name.is_null() {
            format["name"] = name;
        }
        for (provider, mut body, place) in [
            (
                Provider::AzureOpenAi,
                json!({"response_format": {"type": "json_schema", "json_schema": format}}),
                "/response_format/json_schema",
            ),
            (
                Provider::OpenAiResponses,
                json!({"text": {"format": format}}),
                "/text/format",
            ),
        ] {
            assert_eq!(
                found(provider, &body),
                [(Rule::OutputName, format!("{place}{at}"))]
            );
            let _ = mended(provider, &mut body);
            assert!(
                body.pointer(&format!("{place}/name"))
                    .is_some_and(Value::is_string)
            );
            // Other providers have no such rule.
            fine(
                Provider::Mistral,
                &json!({"response_format": {"type": "json_schema", "json_schema": format}}),
            );
        }
    }
    fine(
        Provider::OpenAiResponses,
        &json!({"text": {"format": {"type": "text"}}}),
    );
}

#[test]
fn enum_values_of_another_type_have_a_finding_in_strict_mode() {
    let with = |one: Value| json!({"type": "object", "properties": {"a": one}, "required": ["a"], "additionalProperties": false});
    for (one, openai, claude) in [
        (json!({"type": "string", "enum": ["x"]}), 0, 0),
        (
            json!({"type": ["string", "null"], "enum": ["x", null]}),
            0,
            0,
        ),
        (json!({"type": "string", "enum": ["x", 1]}), 1, 0),
        (json!({"type": "integer", "enum": [1.0]}), 0, 0),
        (json!({"type": "integer", "enum": [1, 1.5]}), 1, 0),
        (
            json!({"type": "array", "items": {"type": "string"}, "const": ["x"]}),
            0,
            1,
        ),
    ] {
        for (provider, many) in [(Provider::OpenAi, openai), (Provider::Anthropic, claude)] {
            let mut body = request(provider, &[strict("a", with(one.clone()))]);
            let rules = found(provider, &body);
            assert_eq!(
                rules.iter().filter(|(rule, _)| *rule == Rule::Enum).count(),
                many,
                "{provider} {one}: {rules:?}"
            );
            if !rules.is_empty() {
                let _ = mended(provider, &mut body);
            }
        }
    }
    let mut body = request(
        Provider::Anthropic,
        &[strict(
            "a",
            json!({
                "type": "object",
                "properties": {"a": {"allOf": [{"$ref": "#/$defs/A"}], "description": "d"}},
                "additionalProperties": false,
                "$defs": {"A": {"type": "string"}},
            }),
        )],
    );
    assert_eq!(found(Provider::Anthropic, &body)[0].0, Rule::Keyword);
    let _ = mended(Provider::Anthropic, &mut body);
}

#[test]
fn the_response_schema_of_a_gemini_function_is_checked() {
    let bad = json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"type": "string"}}});
    for (provider, field, many) in [
        (Provider::Gemini, "response", 1),
        (Provider::Vertex, "response", 1),
        (Provider::Gemini, "responseJsonSchema", 0),
        (Provider::GeminiJsonSchema, "response_json_schema", 0),
    ] {
        let mut one = json!({"name": "f", "description": "d"});
        one[field] = bad.clone();
        let mut body = json!({"tools": [{"functionDeclarations": [one]}]});
        let rules = found(provider, &body);
        assert_eq!(rules.is_empty(), many == 0, "{provider} {field}: {rules:?}");
        if many > 0 {
            let report = mended(provider, &mut body);
            assert_eq!(report.changes.len(), 1, "{report}");
            let written = &body["tools"][0]["functionDeclarations"][0][field];
            assert_eq!(written["properties"]["a"], json!({"type": "STRING"}));
        }
    }
    let mut body = json!({"tools": [{"functionDeclarations": [{
        "name": "f", "description": "d", "response": {"type": "STRING"}, "responseJsonSchema": {"type": "string"},
    }]}]});
    assert_eq!(found(Provider::Gemini, &body)[0].0, Rule::InvalidMember);
    let _ = mended(Provider::Gemini, &mut body);
    let mut body = request(
        Provider::Gemini,
        &[tool(
            "f",
            json!({
                "type": "OBJECT", "properties": {"a": {"type": "STRING"}, "b": {"type": "STRING"}}, "propertyOrdering": ["b", "a"],
            }),
        )],
    );
    fine(Provider::Gemini, &body);
    body.pointer_mut("/tools/0/functionDeclarations/0/parameters")
        .expect("it is there")["propertyOrdering"] = json!(["b", "c"]);
    assert_eq!(found(Provider::Gemini, &body)[0].0, Rule::Value);
    let _ = mended(Provider::Gemini, &mut body);
}

#[test]
fn vertex_has_references_of_its_own() {
    let mut body = request(
        Provider::Vertex,
        &[tool(
            "f",
            json!({
                "type": "OBJECT",
                "properties": {"a-b": {"ref": "#/defs/A"}},
                "defs": {"A": {"type": "INTEGER", "description": "How many"}},
            }),
        )],
    );
    let _ = mended(Provider::Vertex, &mut body);
    let text = body.to_string();
    assert!(
        text.contains("INTEGER") && text.contains("How many"),
        "{text}"
    );
}

#[test]
fn unknown_values_of_tool_choice_have_a_finding() {
    let with = |provider: Provider, choice: Value| {
        let mut body = request(provider, &[tool("a", bounded())]);
        body["tool_choice"] = choice;
        body
    };
    for provider in [
        Provider::OpenAi,
        Provider::OpenAiResponses,
        Provider::AzureOpenAi,
        Provider::XAi,
        Provider::DeepSeek,
        Provider::Groq,
        Provider::Mistral,
    ] {
        for word in ["auto", "none", "required"] {
            fine(provider, &with(provider, json!(word)));
        }
        for (choice, kept) in [
            (json!("any"), Some(json!("required"))),
            (json!("always"), None),
            (json!({"type": "any"}), Some(json!("required"))),
            (json!({"type": "auto"}), None),
            (json!(true), None),
        ] {
            let mut body = with(provider, choice.clone());
            if provider == Provider::Mistral && choice == "any" {
                fine(provider, &body);
                continue;
            }
            assert_eq!(
                found(provider, &body),
                [(Rule::ToolChoice, "/tool_choice".into())],
                "{provider} {choice}"
            );
            let _ = mended(provider, &mut body);
            assert_eq!(
                body.get("tool_choice").cloned(),
                kept,
                "{provider} {choice}"
            );
        }
        let mut body = with(provider, json!({"type": "tool", "name": "a"}));
        let _ = mended(provider, &mut body);
        assert!(
            body["tool_choice"].to_string().contains(r#""name":"a""#),
            "{body}"
        );
    }
    // Gemini's Interactions.
    let mut body = json!({"input": "x", "tools": [{"type": "function", "name": "a", "description": "d", "parameters": bounded()}], "tool_choice": "validated"});
    fine(Provider::Gemini, &body);
    body["tool_choice"] = json!("required");
    let _ = mended(Provider::Gemini, &mut body);
    assert_eq!(body["tool_choice"], "any");
    let mut body = request(Provider::Bedrock, &[tool("a", bounded())]);
    body["toolConfig"]["toolChoice"] = json!({"any": {}});
    fine(Provider::Bedrock, &body);
    for choice in [
        json!({"required": {}}),
        json!("any"),
        json!({"any": {}, "auto": {}}),
        json!({}),
    ] {
        body["toolConfig"]["toolChoice"] = choice;
        assert_eq!(
            found(Provider::Bedrock, &body),
            [(Rule::ToolChoice, "/toolConfig/toolChoice".into())]
        );
        let _ = mended(Provider::Bedrock, &mut body);
    }
    let mut body = request(
        Provider::Gemini,
        &[tool(
            "a",
            json!({"type": "OBJECT", "properties": {"a": {"type": "STRING"}}}),
        )],
    );
    body["toolConfig"] = json!({"functionCallingConfig": {"mode": "REQUIRED"}});
    assert_eq!(
        found(Provider::Gemini, &body),
        [(Rule::ToolChoice, "/toolConfig/functionCallingConfig".into())]
    );
    let _ = mended(Provider::Gemini, &mut body);
    assert_eq!(body["toolConfig"]["functionCallingConfig"]["mode"], "ANY");
}

#[test]
fn names_in_namespaces_are_checked() {
    let one = |name: &str| declared(Provider::OpenAiResponses, &tool(name, bounded()));
    let long = "n".repeat(100);
    let mut body = json!({"input": "x", "tools": [
        one("find"),
        {"type": "namespace", "name": "crm", "description": "d", "tools": [one("find"), one(&long)]},
        {"type": "namespace", "name": "erp", "description": "d", "tools": [one("find")]},
    ]});
    for tools in [
        "/tools/0",
        "/tools/1/tools/0",
        "/tools/1/tools/1",
        "/tools/2/tools/0",
    ] {
        body.pointer_mut(tools).expect("it is there")["strict"] = json!(false);
    }
    fine(Provider::OpenAiResponses, &body);
    // A duplicate within one namespace is an error.
    let twice = body["tools"][2]["tools"][0].clone();
    body["tools"][2]["tools"]
        .as_array_mut()
        .expect("a list")
        .push(twice);
    assert_eq!(
        found(Provider::OpenAiResponses, &body),
        [(Rule::DuplicateName, "/tools/2/tools/1".into())]
    );
    let _ = mended(Provider::OpenAiResponses, &mut body);
    assert_eq!(body["tools"][2]["tools"].as_array().map(Vec::len), Some(1));
    assert_eq!(body["tools"][1]["tools"][0]["name"], "find");
    // Outside of a namespace, 64 characters.
    let body = json!({"input": "x", "tools": [one(&long)]});
    assert_eq!(found(Provider::OpenAiResponses, &body)[0].0, Rule::Name);
}

#[test]
fn the_line_of_a_finding_ends_with_its_repair() {
    let body = json!({"model": "m", "tools": [{"type": "function", "function": {"name": "a b"}}]});
    let findings = check(Provider::OpenAi, &body);
    assert!(!findings.is_empty());
    for finding in findings {
        assert!(!finding.suggestion().is_empty());
        assert!(
            finding.to_string().ends_with(finding.suggestion()),
            "{finding}"
        );
    }
}
