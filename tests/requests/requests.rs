//! Each rule about envelopes, names, choices and numbers, one by one. Expectations come from the
//! providers' documents, cited in the fact sheet (`docs/providers.md`).

use crate::support::{Tool, check, fine, found, plain, request, strict, tool};
use serde_json::{Value, json};
use toolcast::Provider;
use toolcast::lint::{Evidence, Rule};

fn closed() -> Value {
    json!({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": false})
}

#[track_caller]
fn only(provider: Provider, body: &Value, rule: Rule, pointer: &str) {
    assert_eq!(
        found(provider, body),
        [(rule, pointer.to_owned())],
        "{provider}"
    );
}

#[test]
fn a_plain_tool_is_fine_everywhere() {
    for &provider in Provider::ALL {
        fine(
            provider,
            &request(provider, &[tool("get_weather", plain())]),
        );
    }
}

#[test]
fn a_tool_in_another_providers_envelope_has_a_finding() {
    for &provider in Provider::ALL {
        for &other in Provider::ALL {
            if [provider, other].contains(&Provider::JsonSchema) {
                continue;
            }
            // Both as lists of tools, so that only the envelope differs.
            let one = crate::support::declared(other, &tool("get_weather", plain()));
            let same = one == crate::support::declared(provider, &tool("get_weather", plain()));
            let google = |p| {
                matches!(
                    p,
                    Provider::Gemini | Provider::GeminiJsonSchema | Provider::Vertex
                )
            };
            let body = match provider {
                Provider::Bedrock => json!({"toolConfig": {"tools": [one]}}),
                _ if google(provider) => json!({"tools": [{"functionDeclarations": [one]}]}),
                _ => json!({"tools": [one]}),
            };
            let found = found(provider, &body);
            let told = found.iter().any(|(rule, _)| *rule == Rule::Envelope);
            assert_eq!(
                told,
                !(same || google(provider) && google(other)),
                "{provider} with {other}: {found:?}"
            );
        }
    }
}

#[test]
fn declarations_outside_of_one_list_have_a_finding_for_google() {
    for provider in [
        Provider::Gemini,
        Provider::GeminiJsonSchema,
        Provider::Vertex,
    ] {
        let one = json!({"name": "a", "description": "b"});
        only(
            provider,
            &json!({"tools": [one]}),
            Rule::Envelope,
            "/tools/0",
        );
        fine(
            provider,
            &json!({"tools": [{"function_declarations": [one]}, {"googleSearch": {}}]}),
        );
    }
}

#[test]
fn tools_in_another_providers_place_have_a_finding() {
    let bedrock = json!({"toolSpec": {"name": "a", "inputSchema": {"json": plain()}}});
    let openai = json!({"type": "function", "function": {"name": "a", "parameters": plain()}});
    assert!(
        found(
            Provider::OpenAi,
            &json!({"toolConfig": {"tools": [openai]}})
        )
        .contains(&(Rule::MisplacedMember, "/toolConfig/tools".into()))
    );
    only(
        Provider::Bedrock,
        &json!({"tools": [bedrock]}),
        Rule::MisplacedMember,
        "/tools",
    );
    fine(
        Provider::Bedrock,
        &json!({"toolConfig": {"tools": [bedrock, {"cachePoint": {"type": "default"}}]}}),
    );
    only(
        Provider::Bedrock,
        &json!({"toolConfig": {"tools": []}}),
        Rule::ToolCount,
        "/toolConfig/tools",
    );
}

#[test]
fn tools_that_the_provider_runs_are_left_alone() {
    fine(
        Provider::Anthropic,
        &json!({"tools": [
        {"type": "web_search_20250305", "name": "web_search", "max_uses": 5},
        {"type": "custom", "name": "a", "input_schema": plain()},
    ], "tool_choice": {"type": "tool", "name": "web_search"}}),
    );
    fine(
        Provider::OpenAiResponses,
        &json!({"input": [], "tools": [
            {"type": "web_search"}, {"type": "mcp", "server_label": "s", "server_url": "u"},
            {"type": "namespace", "name": "crm", "tools": [{"type": "function", "name": "a", "parameters": plain(), "strict": false}]},
        ]}),
    );
    fine(
        Provider::OpenAi,
        &json!({"tools": [{"type": "custom", "custom": {"name": "a"}}]}),
    );
    only(
        Provider::OpenAiResponses,
        &json!({"input": [], "tools": [{"type": "namespace", "tools": [{"type": "function", "name": "a", "parameters": {"type": "object", "properties": {"l": {"type": "array"}}}}]}]}),
        Rule::MissingItems,
        "/tools/0/tools/0/parameters/properties/l",
    );
}

#[test]
fn flat_tools_belong_to_a_responses_api() {
    let flat = json!({"type": "function", "name": "a", "parameters": plain()});
    for provider in [
        Provider::OpenAi,
        Provider::AzureOpenAi,
        Provider::XAi,
        Provider::Groq,
        Provider::DeepSeek,
        Provider::Gemini,
        Provider::GeminiJsonSchema,
    ] {
        fine(provider, &json!({"input": "hi", "tools": [flat]}));
        assert!(
            !found(
                provider,
                &json!({"messages": [], "contents": [], "tools": [flat]})
            )
            .is_empty(),
            "{provider}"
        );
    }
}

#[test]
fn names_that_the_provider_rejects_have_a_finding() {
    let named = |provider, name: &str| found(provider, &request(provider, &[tool(name, plain())]));
    let long = "n".repeat(65);
    for (provider, bad, good) in [
        (Provider::OpenAi, "a.b", "a-b_9"),
        (Provider::OpenAi, &*long, "9"),
        (Provider::Anthropic, "a b", &*long),
        (Provider::Gemini, "9a", "a.b:c-d"),
        (Provider::Vertex, "a:b", "a.b-c"),
        (Provider::Bedrock, "a.b", "a-b"),
        (Provider::Mistral, "é", "e"),
        (Provider::DeepSeek, "a/b", "a_b"),
        (Provider::Mcp, "a/b", "a.b"),
        (Provider::Ollama, "", "anything goes"),
    ] {
        let rules: Vec<Rule> = named(provider, bad).into_iter().map(|one| one.0).collect();
        assert_eq!(rules, [Rule::Name], "{provider} {bad}");
        assert_eq!(named(provider, good), [], "{provider} {good}");
    }
    let body = json!({"tools": [{"type": "function", "function": {"name": 7}}, {"type": "function", "function": {}}, null, 3]});
    let rules: Vec<Rule> = found(Provider::OpenAi, &body)
        .into_iter()
        .map(|one| one.0)
        .collect();
    assert_eq!(rules, [Rule::InvalidMember; 4]);
}

#[test]
fn duplicate_names_have_a_finding() {
    for &provider in Provider::ALL {
        if provider == Provider::JsonSchema {
            continue;
        }
        let body = request(
            provider,
            &[tool("a", plain()), tool("b", plain()), tool("a", plain())],
        );
        let findings = check(provider, &body);
        assert_eq!(findings.len(), 1, "{provider}: {findings:?}");
        assert_eq!(
            (findings[0].rule, findings[0].tool.as_deref()),
            (Rule::DuplicateName, None)
        );
    }
}

#[test]
fn descriptions_that_the_provider_rejects_have_a_finding() {
    let described = |provider, text: &str| {
        let mut body = request(provider, &[tool("a", plain())]);
        let place = match provider {
            Provider::Bedrock => "/toolConfig/tools/0/toolSpec/description",
            _ => "/tools/0/function/description",
        };
        *body.pointer_mut(place).expect("a description") = json!(text);
        found(provider, &body)
            .into_iter()
            .map(|one| one.0)
            .collect::<Vec<_>>()
    };
    assert_eq!(described(Provider::Bedrock, ""), [Rule::Description]);
    assert_eq!(
        described(Provider::AzureOpenAi, &"é".repeat(1025)),
        [Rule::Description]
    );
    assert_eq!(described(Provider::AzureOpenAi, &"é".repeat(1024)), []);
    assert_eq!(described(Provider::OpenAi, ""), []);
}

#[test]
fn a_missing_schema_has_a_finding_if_it_is_required() {
    for &provider in Provider::ALL {
        let body = match provider {
            Provider::JsonSchema => continue,
            _ => request(
                provider,
                &[Tool {
                    name: "a".into(),
                    schema: None,
                    strict: false,
                }],
            ),
        };
        let wanted = matches!(
            provider,
            Provider::Anthropic
                | Provider::Bedrock
                | Provider::Mistral
                | Provider::Cohere
                | Provider::Mcp
                | Provider::Portable
        );
        let rules: Vec<Rule> = found(provider, &body)
            .into_iter()
            .map(|one| one.0)
            .collect();
        assert_eq!(
            rules,
            if wanted {
                vec![Rule::InvalidMember]
            } else {
                vec![]
            },
            "{provider}"
        );
    }
    let null = json!({"tools": [{"name": "a", "inputSchema": null}]});
    only(
        Provider::Mcp,
        &null,
        Rule::InvalidMember,
        "/tools/0/inputSchema",
    );
    let text = json!({"toolConfig": {"tools": [{"toolSpec": {"name": "a", "inputSchema": {"json": "{}"}}}]}});
    only(
        Provider::Bedrock,
        &text,
        Rule::Root,
        "/toolConfig/tools/0/toolSpec/inputSchema/json",
    );
}

#[test]
fn unknown_members_have_a_finding_if_the_provider_refuses_them() {
    let body = |provider| {
        let mut one = crate::support::declared(provider, &tool("a", plain()));
        let inner = match provider {
            Provider::Bedrock => &mut one["toolSpec"],
            Provider::Mistral | Provider::OpenAi => &mut one["function"],
            _ => &mut one,
        };
        inner["cache_control"] = json!({"type": "ephemeral"});
        match provider {
            Provider::Bedrock => json!({"toolConfig": {"tools": [one]}}),
            Provider::Gemini => json!({"tools": [{"functionDeclarations": [one]}]}),
            _ => json!({"tools": [one]}),
        }
    };
    only(
        Provider::Bedrock,
        &body(Provider::Bedrock),
        Rule::UnknownMember,
        "/toolConfig/tools/0/toolSpec/cache_control",
    );
    only(
        Provider::Mistral,
        &body(Provider::Mistral),
        Rule::UnknownMember,
        "/tools/0/function/cache_control",
    );
    only(
        Provider::Gemini,
        &body(Provider::Gemini),
        Rule::UnknownMember,
        "/tools/0/functionDeclarations/0/cache_control",
    );
    fine(Provider::Anthropic, &body(Provider::Anthropic));
    fine(Provider::OpenAi, &body(Provider::OpenAi));
}

#[test]
fn both_fields_of_google_exclude_each_other() {
    let body = json!({"tools": [{"functionDeclarations": [{"name": "a", "parameters": plain(), "parametersJsonSchema": plain()}]}]});
    only(
        Provider::Gemini,
        &body,
        Rule::InvalidMember,
        "/tools/0/functionDeclarations/0/parameters",
    );
}

#[test]
fn the_field_decides_which_rules_apply_to_a_schema() {
    let body = |field: &str| json!({"tools": [{"functionDeclarations": [{"name": "a", field: {"type": "object", "properties": {"a": {"type": ["string", "null"]}}, "additionalProperties": false}}]}]});
    for provider in [
        Provider::Gemini,
        Provider::GeminiJsonSchema,
        Provider::Vertex,
    ] {
        fine(provider, &body("parametersJsonSchema"));
        fine(provider, &body("parameters_json_schema"));
        let rules = found(provider, &body("parameters"));
        assert!(
            rules.iter().any(|(rule, _)| *rule == Rule::UnsupportedType),
            "{provider}"
        );
        let closed = rules.iter().any(|(rule, _)| *rule == Rule::Keyword);
        assert_eq!(closed, provider != Provider::Vertex);
    }
}

#[test]
fn snake_case_is_read_alike_by_a_proto() {
    let fields = json!({"type": "OBJECT", "properties": {"a": {"any_of": [{"type": "STRING", "min_length": "1"}, {"type": "ARRAY", "items": {"type": "STRING"}, "max_items": 3}]}}, "property_ordering": ["a"]});
    fine(
        Provider::Gemini,
        &json!({"tools": [{"function_declarations": [{"name": "a", "parameters": fields}]}]}),
    );
    fine(
        Provider::Vertex,
        &json!({"generation_config": {"response_schema": fields}}),
    );
    only(
        Provider::Gemini,
        &json!({"generation_config": {"response_schema": {"type": "OBJECT", "additional_properties": true}}}),
        Rule::Keyword,
        "/generation_config/response_schema",
    );
}

#[test]
fn more_tools_than_the_limit_have_a_finding() {
    let many = |provider, n: usize| {
        let tools: Vec<Tool> = (0..n).map(|i| tool(&format!("t{i}"), plain())).collect();
        found(provider, &request(provider, &tools))
    };
    for (provider, most) in [
        (Provider::OpenAi, 128),
        (Provider::OpenAiResponses, 128),
        (Provider::AzureOpenAi, 128),
        (Provider::XAi, 128),
        (Provider::DeepSeek, 128),
        (Provider::Groq, 128),
        (Provider::Gemini, 512),
        (Provider::Vertex, 512),
    ] {
        assert_eq!(many(provider, most), [], "{provider}");
        let rules: Vec<Rule> = many(provider, most + 1)
            .into_iter()
            .map(|one| one.0)
            .collect();
        assert_eq!(rules, [Rule::ToolCount], "{provider}");
    }
    assert_eq!(many(Provider::Anthropic, 600), []);
}

#[test]
fn limits_over_all_strict_tools_are_checked() {
    let optional = |n: usize| {
        let properties: serde_json::Map<String, Value> = (0..n)
            .map(|i| (format!("p{i}"), json!({"type": "string"})))
            .collect();
        json!({"type": "object", "properties": properties, "additionalProperties": false})
    };
    for provider in [Provider::Anthropic, Provider::Bedrock] {
        let twelve = |name: &str| strict(name, optional(12));
        assert_eq!(
            found(provider, &request(provider, &[twelve("a"), twelve("b")])),
            []
        );
        let rules = found(
            provider,
            &request(
                provider,
                &[twelve("a"), twelve("b"), strict("c", optional(1))],
            ),
        );
        let at = if provider == Provider::Bedrock {
            "/toolConfig/tools/2"
        } else {
            "/tools/2"
        };
        assert_eq!(rules, [(Rule::Strict, at.into())]);
        let all: Vec<Tool> = (0..21)
            .map(|i| strict(&format!("t{i}"), closed()))
            .collect();
        assert_eq!(found(provider, &request(provider, &all[..20])), []);
        assert_eq!(found(provider, &request(provider, &all)).len(), 1);
    }
    // The response schema counts too.
    let mut body = request(Provider::Anthropic, &[strict("a", optional(20))]);
    body["output_config"] = json!({"format": {"type": "json_schema", "schema": optional(5)}});
    only(
        Provider::Anthropic,
        &body,
        Rule::Strict,
        "/output_config/format/schema",
    );
}

#[test]
fn deepseek_tools_that_are_partly_strict_have_a_finding() {
    let body = request(
        Provider::DeepSeek,
        &[strict("a", closed()), tool("b", plain())],
    );
    only(Provider::DeepSeek, &body, Rule::Strict, "/tools/1");
}

#[test]
fn azure_strict_tools_with_parallel_calls_have_a_finding() {
    let mut body = request(Provider::AzureOpenAi, &[strict("a", closed())]);
    fine(Provider::AzureOpenAi, &body);
    body["parallel_tool_calls"] = json!(true);
    only(
        Provider::AzureOpenAi,
        &body,
        Rule::ParallelToolCalls,
        "/tools/0",
    );
    fine(Provider::OpenAi, &body);
}

#[test]
fn coheres_strict_tools_have_additional_rules() {
    let mut body = request(
        Provider::Cohere,
        &[tool(
            "a",
            json!({"type": "object", "properties": {"p": {"type": "string", "pattern": "^a$"}}}),
        )],
    );
    fine(Provider::Cohere, &body);
    body["strict_tools"] = json!(true);
    let rules: Vec<Rule> = found(Provider::Cohere, &body)
        .into_iter()
        .map(|one| one.0)
        .collect();
    assert_eq!(rules, [Rule::Required, Rule::Pattern]);
    let properties: serde_json::Map<String, Value> = (0..201)
        .map(|i| (format!("p{i}"), json!({"type": "string"})))
        .collect();
    let mut wide = request(
        Provider::Cohere,
        &[tool(
            "a",
            json!({"type": "object", "properties": properties, "required": ["p0"]}),
        )],
    );
    wide["strict_tools"] = json!(true);
    only(Provider::Cohere, &wide, Rule::Strict, "/tools");
}

#[test]
fn a_choice_of_an_unknown_tool_has_a_finding() {
    let with = |provider, key: &str, choice: Value| {
        let mut body = request(provider, &[tool("a", plain())]);
        if key == "toolChoice" {
            body["toolConfig"][key] = choice;
        } else {
            body[key] = choice;
        }
        found(provider, &body)
    };
    for (provider, key, choice, at) in [
        (
            Provider::OpenAi,
            "tool_choice",
            json!({"type": "function", "function": {"name": "NAME"}}),
            "/tool_choice/function/name",
        ),
        (
            Provider::OpenAi,
            "tool_choice",
            json!({"type": "allowed_tools", "allowed_tools": {"mode": "auto", "tools": [{"type": "function", "function": {"name": "NAME"}}]}}),
            "/tool_choice/allowed_tools/tools/0/function/name",
        ),
        (
            Provider::OpenAiResponses,
            "tool_choice",
            json!({"type": "function", "name": "NAME"}),
            "/tool_choice/name",
        ),
        (
            Provider::Anthropic,
            "tool_choice",
            json!({"type": "tool", "name": "NAME"}),
            "/tool_choice/name",
        ),
        (
            Provider::Bedrock,
            "toolChoice",
            json!({"tool": {"name": "NAME"}}),
            "/toolConfig/toolChoice/tool/name",
        ),
        (
            Provider::Gemini,
            "toolConfig",
            json!({"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["NAME"]}}),
            "/toolConfig/functionCallingConfig/allowedFunctionNames/0",
        ),
        (
            Provider::Mistral,
            "tool_choice",
            json!({"type": "function", "function": {"name": "NAME"}}),
            "/tool_choice/function/name",
        ),
    ] {
        let named = |name: &str| {
            serde_json::from_str(&choice.to_string().replace("NAME", name)).expect("JSON")
        };
        assert_eq!(with(provider, key, named("a")), [], "{provider}");
        assert_eq!(
            with(provider, key, named("b")),
            [(Rule::ToolChoice, at.into())],
            "{provider}"
        );
    }
    assert_eq!(with(Provider::Cohere, "tool_choice", json!("REQUIRED")), []);
    assert_eq!(
        with(Provider::Cohere, "tool_choice", json!("auto")).len(),
        1
    );
    assert_eq!(
        with(
            Provider::OpenAi,
            "tool_choice",
            json!({"type": "function", "name": "a"})
        )
        .len(),
        1
    );
    assert_eq!(
        with(Provider::Anthropic, "tool_choice", json!("auto")).len(),
        1
    );
    assert_eq!(
        with(Provider::Gemini, "parallel_tool_calls", json!(true)).len(),
        1
    );
    assert_eq!(
        with(
            Provider::Gemini,
            "toolConfig",
            json!({"functionCallingConfig": {"mode": "AUTO", "allowedFunctionNames": ["a"]}})
        )
        .len(),
        1
    );
    only(
        Provider::Gemini,
        &json!({"toolConfig": {"functionCallingConfig": {"mode": "AUTO"}}}),
        Rule::ToolChoice,
        "/toolConfig/functionCallingConfig",
    );
}

#[test]
fn invalid_combinations_of_choice_have_a_finding_for_anthropic() {
    let mut body = request(Provider::Anthropic, &[tool("a", plain())]);
    body["tool_choice"] = json!({"type": "none", "disable_parallel_tool_use": true});
    only(
        Provider::Anthropic,
        &body,
        Rule::ParallelToolCalls,
        "/tool_choice/disable_parallel_tool_use",
    );
    body["tool_choice"] = json!({"type": "any"});
    fine(Provider::Anthropic, &body);
    body["thinking"] = json!({"type": "enabled", "budget_tokens": 2000});
    only(Provider::Anthropic, &body, Rule::ToolChoice, "/tool_choice");
}

#[test]
fn schemas_of_answers_are_judged_where_each_has_them() {
    let bad = json!({"type": "object", "properties": {"a": {"type": "string", "oneOf": [{"type": "string"}]}}, "required": ["a"], "additionalProperties": false});
    let chat = json!({"response_format": {"type": "json_schema", "json_schema": {"name": "a", "schema": bad, "strict": true}}});
    only(
        Provider::OpenAi,
        &chat,
        Rule::Keyword,
        "/response_format/json_schema/schema/properties/a",
    );
    fine(Provider::Groq, &chat);
    let flat = json!({"input": "", "text": {"format": {"type": "json_schema", "name": "a", "schema": bad, "strict": true}}});
    only(
        Provider::OpenAiResponses,
        &flat,
        Rule::Keyword,
        "/text/format/schema/properties/a",
    );
    for path in ["output_format", "output_config"] {
        let format = json!({"type": "json_schema", "schema": bad});
        let body = if path == "output_format" {
            json!({path: format})
        } else {
            json!({path: {"format": format}})
        };
        assert_eq!(found(Provider::Anthropic, &body).len(), 1);
    }
    let bedrock = json!({"outputConfig": {"textFormat": {"type": "json_schema", "structure": {"jsonSchema": {"name": "a", "schema": bad.to_string()}}}}});
    only(
        Provider::Bedrock,
        &bedrock,
        Rule::Keyword,
        "/outputConfig/textFormat/structure/jsonSchema/schema",
    );
    let gemini = json!({"generationConfig": {"responseSchema": {"type": "ARRAY", "items": {"type": "STRING", "const": "a"}}}});
    only(
        Provider::Gemini,
        &gemini,
        Rule::Keyword,
        "/generationConfig/responseSchema/items",
    );
    let ollama = json!({"format": {"type": "object", "properties": {"a": {"const": "b"}}}});
    assert_eq!(found(Provider::Ollama, &ollama).len(), 1);
    fine(Provider::Ollama, &json!({"format": "json"}));
}

#[test]
fn a_finding_has_place_tool_rule_effect_source_and_fix() {
    let body = request(
        Provider::OpenAi,
        &[
            tool("a", plain()),
            strict(
                "find",
                json!({"type": "object", "properties": {"it": {"type": "string", "format": "uri"}}, "required": ["it"], "additionalProperties": false}),
            ),
        ],
    );
    let findings = check(Provider::OpenAi, &body);
    let [finding] = findings.as_slice() else {
        panic!("{findings:?}")
    };
    assert_eq!(finding.tool.as_deref(), Some("find"));
    assert_eq!(
        (finding.evidence, finding.source),
        (Evidence::Recorded, "oa-errors")
    );
    assert_eq!(
        finding.to_string(),
        "/tools/1/function/parameters/properties/it (tool `find`): format `uri` [format: rejected, recorded in oa-errors]; write it in the description"
    );
}

#[test]
fn the_legacy_list_of_functions_is_judged() {
    let body = json!({"messages": [], "functions": [{"name": "a.b", "parameters": {"type": "object"}}], "function_call": {"name": "c"}});
    let rules: Vec<Rule> = found(Provider::OpenAi, &body)
        .into_iter()
        .map(|one| one.0)
        .collect();
    assert_eq!(
        rules,
        [Rule::Name, Rule::MissingProperties, Rule::ToolChoice]
    );
}
