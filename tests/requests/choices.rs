//! Repairs of a tool choice: the model may call no tool that the choice excludes.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use toolcast::Provider;
use toolcast::lint::{ChangeKind, FixReport, Rule};
use toolcast_test_support::json::{merge, remove};
use toolcast_test_support::lists::Counts;

use crate::support::{check, declared, normalize, request, tool};

/// The calls that a request permits.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Permitted {
    /// The tools that it may call, by their original names.
    tools: BTreeSet<String>,
    must_call: bool,
    one_call: bool,
}

const ALL: [&str; 3] = ["a", "b", "c d"];

/// The providers whose choice is checked.
fn providers() -> impl Iterator<Item = Provider> {
    let unchecked = [
        Provider::Mcp,
        Provider::JsonSchema,
        Provider::Ollama,
        Provider::Portable,
    ];
    Provider::ALL
        .iter()
        .copied()
        .filter(move |it| !unchecked.contains(it))
}

fn is_google(provider: Provider) -> bool {
    matches!(
        provider,
        Provider::Gemini | Provider::GeminiJsonSchema | Provider::Vertex
    )
}

fn three(provider: Provider) -> Value {
    let schema = || json!({"type": "object", "properties": {"n": {"type": "string"}}});
    request(provider, &ALL.map(|name| tool(name, schema())))
}

/// Choices in every provider's format, as members of a request, with what they permit.
pub(crate) fn choices() -> Vec<(Value, Permitted)> {
    let chat = |names: &[&str]| -> Vec<Value> {
        let one = |name: &&str| json!({"type": "function", "function": {"name": name}});
        names.iter().map(one).collect()
    };
    let flat = |names: &[&str]| -> Vec<Value> {
        let one = |name: &&str| json!({"type": "function", "name": name});
        names.iter().map(one).collect()
    };
    let mut all = Vec::new();
    let mut add = |choice: Value, names: &[&str], must_call: bool, one_call: bool| {
        let permitted = Permitted {
            tools: names.iter().map(|&name| name.to_owned()).collect(),
            must_call,
            one_call,
        };
        all.push((choice, permitted));
    };
    for word in ["auto", "validated"] {
        add(json!({"tool_choice": word}), &ALL, false, false);
    }
    for word in ["required", "REQUIRED", "any"] {
        add(json!({"tool_choice": word}), &ALL, true, false);
    }
    for word in ["none", "NONE"] {
        add(json!({"tool_choice": word}), &[], false, false);
    }
    for names in [&["a"] as &[&str], &["c d"], &["a", "c d"]] {
        for mode in ["auto", "required"] {
            let must = mode == "required";
            let allowed = json!({"type": "allowed_tools", "allowed_tools": {"mode": mode, "tools": chat(names)}});
            add(json!({"tool_choice": allowed}), names, must, false);
            let allowed = json!({"type": "allowed_tools", "mode": mode, "tools": flat(names)});
            add(json!({"tool_choice": allowed}), names, must, false);
        }
        for (mode, must) in [("ANY", true), ("VALIDATED", false), ("AUTO", false)] {
            let camel = json!({"mode": mode, "allowedFunctionNames": names});
            let snake = json!({"mode": mode, "allowed_function_names": names});
            for choice in [
                json!({"toolConfig": {"functionCallingConfig": camel}}),
                json!({"tool_config": {"function_calling_config": snake}}),
                json!({"toolConfig": {"function_calling_config": camel}}),
                json!({"tool_config": {"functionCallingConfig": snake}}),
            ] {
                add(choice, names, must, false);
            }
        }
        let interaction = json!({"allowed_tools": {"mode": "any", "tools": names}});
        add(json!({"tool_choice": interaction}), names, true, false);
    }
    for name in ["a", "c d"] {
        for choice in [
            chat(&[name])[0].clone(),
            flat(&[name])[0].clone(),
            json!({"type": "tool", "name": name}),
        ] {
            add(json!({"tool_choice": choice}), &[name], true, false);
        }
        let bedrock = json!({"toolConfig": {"toolChoice": {"tool": {"name": name}}}});
        add(bedrock, &[name], true, false);
    }
    for (mode, names, must) in [
        ("AUTO", &ALL as &[&str], false),
        ("VALIDATED", &ALL, false),
        ("ANY", &ALL, true),
        ("NONE", &[], false),
    ] {
        let google = json!({"toolConfig": {"functionCallingConfig": {"mode": mode}}});
        add(google, names, must, false);
    }
    for (kind, names, must) in [
        ("auto", &ALL as &[&str], false),
        ("any", &ALL, true),
        ("none", &[], false),
    ] {
        add(json!({"tool_choice": {"type": kind}}), names, must, false);
        if kind != "none" {
            let choice = json!({"type": kind, "disable_parallel_tool_use": true});
            add(json!({"tool_choice": choice}), names, must, true);
        }
    }
    all
}

/// Reads a repaired request as its provider does. Only the provider's own format has a meaning.
fn permitted(provider: Provider, body: &Value, report: &FixReport) -> Permitted {
    let original = |name: &Value| {
        let name = name.as_str().expect("a name");
        report.original_name(name).to_owned()
    };
    let names = |list: &Value, pointer: &str| -> BTreeSet<String> {
        let list = list.as_array().expect("a list");
        list.iter()
            .map(|one| original(one.pointer(pointer).expect("a name")))
            .collect()
    };
    let declared = match provider {
        Provider::Bedrock => body.pointer("/toolConfig/tools"),
        _ if is_google(provider) => body.pointer("/tools/0/functionDeclarations"),
        _ => body.get("tools"),
    };
    let at = match provider {
        Provider::Bedrock => "/toolSpec/name",
        Provider::OpenAiResponses | Provider::Anthropic => "/name",
        _ if is_google(provider) => "/name",
        _ => "/function/name",
    };
    let declared = declared.map_or_else(BTreeSet::new, |list| names(list, at));
    let choice = body.get("tool_choice").unwrap_or(&Value::Null);
    let (chosen, must_call) = if is_google(provider) {
        let path = ["/toolConfig", "/tool_config"];
        let inner = ["/functionCallingConfig", "/function_calling_config"];
        let config = path.iter().find_map(|outer| {
            let mut inner = inner.iter().map(|inner| format!("{outer}{inner}"));
            inner.find_map(|path| body.pointer(&path))
        });
        let config = config.unwrap_or(&Value::Null);
        let listed = config
            .get("allowedFunctionNames")
            .or_else(|| config.get("allowed_function_names"))
            .map(|list| names(list, ""));
        match config["mode"].as_str() {
            None | Some("AUTO") => (None, false),
            Some("VALIDATED") => (listed, false),
            Some("ANY") => (listed, true),
            Some("NONE") => (Some(BTreeSet::new()), false),
            other => panic!("{other:?}"),
        }
    } else if provider == Provider::Bedrock {
        match body.pointer("/toolConfig/toolChoice") {
            None => (None, false),
            Some(choice) => match choice.pointer("/tool/name") {
                Some(name) => (Some(BTreeSet::from([original(name)])), true),
                None => (None, choice.get("any").is_some()),
            },
        }
    } else {
        let kind = choice.as_str().or_else(|| choice["type"].as_str());
        match kind.map(str::to_lowercase).as_deref() {
            None | Some("auto") => (None, false),
            Some("none") => (Some(BTreeSet::new()), false),
            Some("required" | "any") => (None, true),
            Some("tool") => (Some(BTreeSet::from([original(&choice["name"])])), true),
            Some("function") => {
                let name = choice.pointer("/function/name").unwrap_or(&choice["name"]);
                (Some(BTreeSet::from([original(name)])), true)
            }
            Some("allowed_tools") => {
                let inner = choice.get("allowed_tools").unwrap_or(choice);
                let at = ["/function/name", "/name"];
                let at = at[usize::from(provider == Provider::OpenAiResponses)];
                (
                    Some(names(&inner["tools"], at)),
                    inner["mode"] == "required",
                )
            }
            Some(other) => panic!("{other}"),
        }
    };
    Permitted {
        tools: chosen.map_or_else(
            || declared.clone(),
            |chosen| declared.intersection(&chosen).cloned().collect(),
        ),
        must_call,
        one_call: choice["disable_parallel_tool_use"] == true
            || body["parallel_tool_calls"] == false,
    }
}

/// The provider has a flag for parallel calls.
fn has_flag(provider: Provider) -> bool {
    !is_google(provider)
        && !matches!(
            provider,
            Provider::Bedrock | Provider::Cohere | Provider::DeepSeek
        )
}

#[test]
fn a_repaired_choice_permits_what_the_request_did() {
    let mut read = 0;
    for provider in providers() {
        for (choice, expected) in choices() {
            let mut body = three(provider);
            merge(&mut body, &choice);
            // A member that the provider doesn't read has no finding everywhere.
            let foreign = choice.get("tool_choice").is_none();
            let is_read = check(provider, &body)
                .iter()
                .any(|one| one.rule == Rule::ToolChoice);
            let word = choice.get("tool_choice").filter(|one| one.is_string());
            let own = match provider {
                Provider::Bedrock => choice.pointer("/toolConfig/toolChoice").is_some(),
                _ if is_google(provider) => {
                    foreign && choice.pointer("/toolConfig/toolChoice").is_none()
                }
                Provider::OpenAi
                | Provider::AzureOpenAi
                | Provider::OpenAiResponses
                | Provider::Anthropic
                | Provider::Cohere => !foreign,
                // Hosts that don't document which objects they reject.
                _ => word.is_some() || choice.pointer("/tool_choice/function").is_some(),
            };
            if !own && !is_read {
                continue;
            }
            read += 1;
            let report = normalize(provider, &mut body);
            assert_eq!(report.remaining, [], "{provider} {choice} gave {body}");
            let mut found = permitted(provider, &body, &report);
            if !has_flag(provider) && expected.one_call {
                let flag = "/tool_choice/disable_parallel_tool_use";
                let mut changes = report.changes.iter();
                assert!(
                    changes.any(|one| one.pointer == flag),
                    "{provider} {report}"
                );
                found.one_call = true;
            }
            assert_eq!(found, expected, "{provider} {choice} gave {body}");
        }
    }
    let mut counts = Counts::default();
    counts.add("choices that are read", read);
    counts.agree("requests/choices");
}

#[test]
fn a_forced_call_beside_a_thinking_budget_is_a_free_one_of_the_same_tools() {
    for (choice, expected) in [
        (json!({"type": "tool", "name": "a"}), &["a"] as &[&str]),
        (
            json!({"type": "tool", "name": "c d", "disable_parallel_tool_use": true}),
            &["c d"],
        ),
        (json!({"type": "any"}), &ALL),
    ] {
        let mut body = three(Provider::Anthropic);
        body["thinking"] = json!({"type": "enabled", "budget_tokens": 1024});
        body["tool_choice"] = choice.clone();
        let report = normalize(Provider::Anthropic, &mut body);
        let found = permitted(Provider::Anthropic, &body, &report);
        let names: Vec<&str> = found.tools.iter().map(String::as_str).collect();
        assert_eq!(names, expected);
        assert!(!found.must_call);
        assert_eq!(
            found.one_call,
            choice.get("disable_parallel_tool_use").is_some()
        );
    }
}

#[test]
fn other_members_of_googles_configuration_remain() {
    let configs = [
        json!({"toolConfig": {"retrievalConfig": {"languageCode": "de"}}, "tool_choice": "required"}),
        json!({"tool_config": {"retrieval_config": {"language_code": "de"}}, "tool_choice": "required"}),
        json!({"toolConfig": {
            "retrievalConfig": {"languageCode": "de"},
            "functionCallingConfig": {"mode": "REQUIRED", "streamFunctionCallArguments": true},
        }}),
        json!({"tool_config": {
            "retrieval_config": {"language_code": "de"},
            "function_calling_config": {"mode": "REQUIRED", "stream_function_call_arguments": true},
        }}),
    ];
    for provider in providers().filter(|it| is_google(*it)) {
        for config in &configs {
            let mut body = three(provider);
            let members = config.as_object().expect("members").clone();
            body.as_object_mut().expect("an object").extend(members);
            let report = normalize(provider, &mut body);
            assert!(permitted(provider, &body, &report).must_call, "{body}");
            let mut left = body.clone();
            for outer in ["toolConfig", "tool_config"] {
                for inner in ["functionCallingConfig", "function_calling_config"] {
                    remove(&mut left, &format!("/{outer}/{inner}/mode"));
                }
            }
            let text = left.to_string();
            for word in config.to_string().split('"').filter(|word| {
                word.len() > 5 && !["tool_choice", "required", "REQUIRED"].contains(word)
            }) {
                assert!(text.contains(word), "{word} is not in {text}");
            }
            let both = body.get("toolConfig").is_some() && body.get("tool_config").is_some();
            assert!(!both, "{body}");
        }
    }
}

#[test]
fn a_choice_without_findings_is_not_replaced_by_another_providers() {
    let mut body = three(Provider::Gemini);
    let own = json!({"functionCallingConfig": {"mode": "NONE"}});
    body["toolConfig"] = own.clone();
    body["tool_choice"] = json!("required");
    let report = normalize(Provider::Gemini, &mut body);
    assert_eq!(body["toolConfig"], own);
    assert_eq!(body.get("tool_choice"), None);
    assert!(report.changes.iter().all(|one| one.kind != ChangeKind::Set));
}

/// A request with a choice, and the only tools that may be called afterwards.
fn case(provider: Provider, members: &Value, expected: &[&str]) {
    let mut body = three(provider);
    let given = members.as_object().expect("members").clone();
    body.as_object_mut().expect("an object").extend(given);
    let report = normalize(provider, &mut body);
    assert_eq!(report.remaining, [], "{provider} {members} gave {body}");
    let found = permitted(provider, &body, &report);
    let found: Vec<&str> = found.tools.iter().map(String::as_str).collect();
    assert_eq!(found, expected, "{provider} {members} gave {body}");
    let once = body.clone();
    let again = normalize(provider, &mut body);
    assert!(again.is_unchanged(), "{provider} {members}: {again}");
    assert_eq!(body, once);
}

#[test]
fn unusual_choices_are_read_with_their_limits() {
    let openai = |choice: Value| json!({"tool_choice": choice});
    for (provider, members, expected) in [
        // A word in another member doesn't replace the choice.
        (
            Provider::Anthropic,
            json!({"tool_choice": "none", "function_call": "auto"}),
            &[] as &[&str],
        ),
        (
            Provider::Cohere,
            json!({"tool_choice": "none", "function_call": "auto"}),
            &[],
        ),
        (
            Provider::OpenAi,
            json!({"tool_choice": {"type": "none"}, "function_call": "auto"}),
            &[],
        ),
        // Serializers write members that are null.
        (
            Provider::OpenAi,
            openai(json!({"type": "none", "name": null})),
            &[],
        ),
        (
            Provider::OpenAi,
            openai(json!({"type": "none", "name": "a"})),
            &[],
        ),
        (
            Provider::OpenAi,
            openai(json!({"type": "function", "function": {"name": "gone"}})),
            &[],
        ),
        // An empty list of OpenAI allows nothing; one of Google is as none.
        (
            Provider::OpenAiResponses,
            openai(
                json!({"type": "allowed_tools", "allowed_tools": {"mode": "auto", "tools": []}}),
            ),
            &[],
        ),
        (
            Provider::Gemini,
            json!({"toolConfig": {"functionCallingConfig": {"mode": "AUTO", "allowedFunctionNames": []}}}),
            &ALL,
        ),
        (
            Provider::Gemini,
            json!({"toolConfig": {"functionCallingConfig": {"streamFunctionCallArguments": true}}, "tool_choice": "none"}),
            &[],
        ),
        (
            Provider::Gemini,
            json!({"toolConfig": {"functionCallingConfig": {}}, "tool_choice": "none"}),
            &[],
        ),
        (
            Provider::Gemini,
            json!({"toolConfig": {"functionCallingConfig": {"mode": null}}, "tool_choice": "none"}),
            &[],
        ),
        (
            Provider::Gemini,
            json!({"toolConfig": {"functionCallingConfig": {"mode": "AUTO", "allowedFunctionNames": "a"}}}),
            &["a"],
        ),
        // Tools that only another provider has.
        (
            Provider::Anthropic,
            openai(json!({"type": "web_search"})),
            &[],
        ),
        (
            Provider::Anthropic,
            openai(json!({"type": "custom", "custom": {"name": "a"}})),
            &["a"],
        ),
        (
            Provider::Anthropic,
            openai(json!({"allowed_tools": {"mode": "none", "tools": ["a"]}})),
            &[],
        ),
        // An unknown mode doesn't change the list.
        (
            Provider::Anthropic,
            openai(json!({"allowed_tools": {"mode": "sometimes", "tools": ["a"]}})),
            &["a"],
        ),
    ] {
        case(provider, &members, expected);
    }
    for (choice, expected, must) in [
        (json!({"none": {}}), &[] as &[&str], false),
        (json!({"auto": {}, "any": null, "tool": null}), &ALL, false),
        (json!({"any": {}, "auto": null}), &ALL, true),
    ] {
        let mut body = three(Provider::Bedrock);
        body["toolConfig"]["toolChoice"] = choice.clone();
        let report = normalize(Provider::Bedrock, &mut body);
        assert_eq!(report.remaining, []);
        let found = permitted(Provider::Bedrock, &body, &report);
        let names: Vec<&str> = found.tools.iter().map(String::as_str).collect();
        assert_eq!((&*names, found.must_call), (expected, must), "{choice}");
    }
}

#[test]
fn a_choice_of_a_tool_that_is_left_out_allows_no_other() {
    for provider in providers() {
        let mut body = three(provider);
        let tools: Vec<Value> = (0..600)
            .map(|i| {
                declared(
                    provider,
                    &tool(
                        &format!("t{i}"),
                        json!({"type": "object", "properties": {"n": {"type": "string"}}}),
                    ),
                )
            })
            .collect();
        let list = match provider {
            Provider::Bedrock => "/toolConfig/tools",
            _ if is_google(provider) => "/tools/0/functionDeclarations",
            _ => "/tools",
        };
        *body.pointer_mut(list).expect("the tools") = tools.into();
        match provider {
            Provider::Bedrock => {
                body["toolConfig"]["toolChoice"] = json!({"tool": {"name": "t599"}});
            }
            _ if is_google(provider) => {
                body["toolConfig"] = json!({"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["t599"]}});
            }
            Provider::Anthropic => body["tool_choice"] = json!({"type": "tool", "name": "t599"}),
            Provider::OpenAiResponses => {
                body["tool_choice"] = json!({"type": "function", "name": "t599"});
            }
            Provider::Cohere => continue,
            _ => body["tool_choice"] = json!({"type": "function", "function": {"name": "t599"}}),
        }
        let report = normalize(provider, &mut body);
        let found = permitted(provider, &body, &report);
        let others = found.tools.iter().filter(|name| *name != "t599").count();
        assert_eq!(others, 0, "{provider}: {}", body["tool_choice"]);
    }
}

#[test]
fn tools_that_the_provider_runs_remain_in_a_list_of_allowed_ones() {
    let one = |name: &str| json!({"type": "function", "name": name, "strict": false, "description": "d", "parameters": {"type": "object", "properties": {"n": {"type": "string"}}}});
    let search = json!({"type": "web_search"});
    let mut body = json!({"model": "m", "input": "x", "tools": [one("a"), one("b"), search], "tool_choice": {"type": "allowed_tools", "mode": "auto", "tools": [search, {"type": "function", "name": "gone"}]}});
    let report = normalize(Provider::OpenAiResponses, &mut body);
    assert_eq!(report.remaining, []);
    assert_eq!(body["tool_choice"]["tools"], json!([search]));
    assert_eq!(body["tools"].as_array().map(Vec::len), Some(3));
}

#[test]
fn only_tools_are_removed_for_a_choice() {
    let allowed = |names: &[&str]| {
        let names = names
            .iter()
            .map(|name| json!({"type": "function", "function": {"name": name}}));
        json!({"type": "allowed_tools", "allowed_tools": {"mode": "required", "tools": names.collect::<Vec<_>>()}})
    };
    let mark = json!({"cachePoint": {"type": "default"}});
    let mut body = three(Provider::Bedrock);
    body["toolConfig"]["tools"]
        .as_array_mut()
        .expect("a list")
        .push(mark.clone());
    body["tool_choice"] = allowed(&["b", "c d"]);
    let report = normalize(Provider::Bedrock, &mut body);
    let tools = body["toolConfig"]["tools"].as_array().expect("a list");
    assert_eq!(tools.len(), 3);
    assert_eq!(tools[2], mark);
    // The places and the names are those of the original request.
    let renamed = report
        .changes
        .iter()
        .find(|one| one.kind == ChangeKind::Renamed);
    let renamed = renamed.expect("a change");
    assert_eq!(renamed.pointer, "/toolConfig/tools/2/toolSpec/name");
    let removed = &report.removed[0];
    assert_eq!(
        (&*removed.pointer, removed.name.as_deref()),
        ("/toolConfig/tools/0", Some("a"))
    );

    // Google's format has a mode for it, and its own search isn't limited by it.
    let mut body = three(Provider::Gemini);
    body["tools"]
        .as_array_mut()
        .expect("a list")
        .push(json!({"googleSearch": {}}));
    body["toolConfig"] =
        json!({"functionCallingConfig": {"mode": "AUTO", "allowedFunctionNames": ["a"]}});
    let report = normalize(Provider::Gemini, &mut body);
    assert!(report.removed.is_empty());
    assert_eq!(body["tools"][1], json!({"googleSearch": {}}));
    assert_eq!(
        body["toolConfig"]["functionCallingConfig"],
        json!({"mode": "VALIDATED", "allowedFunctionNames": ["a"]})
    );
}

#[test]
fn a_choice_of_googles_own_does_not_limit_its_search() {
    let search = json!([{"googleSearch": {}}]);
    let mut body = json!({"contents": [], "tools": search, "toolConfig": {"functionCallingConfig": {"mode": "NONE"}}});
    let report = normalize(Provider::Gemini, &mut body);
    assert_eq!(report.remaining, []);
    assert_eq!(body, json!({"contents": [], "tools": search}));
}

#[test]
fn the_choice_of_a_single_tool_without_a_list_remains() {
    let schema = json!({"type": "object", "properties": {"n": {"type": "string"}}});
    for (provider, choice) in [
        (
            Provider::OpenAi,
            json!({"type": "function", "function": {"name": "a"}}),
        ),
        (Provider::Anthropic, json!({"type": "tool", "name": "a"})),
    ] {
        let one = declared(provider, &tool("a", schema.clone()));
        let mut body = json!({"model": "m", "messages": [], "tools": one, "tool_choice": choice});
        let report = normalize(provider, &mut body);
        assert_eq!(report.remaining, []);
        assert_eq!(body["tool_choice"], choice);
        assert_eq!(body["tools"], json!([one]));
    }
}

#[test]
fn the_choice_beside_tools_in_another_format_applies() {
    let schema = json!({"type": "object", "properties": {"n": {"type": "string"}}});
    let tools = ["a", "b"].map(|name| declared(Provider::Bedrock, &tool(name, schema.clone())));
    let mut body = json!({"model": "m", "messages": [], "toolConfig": {"tools": tools, "toolChoice": {"tool": {"name": "a"}}}});
    let report = normalize(Provider::OpenAi, &mut body);
    assert_eq!(report.remaining, []);
    assert_eq!(
        body["tool_choice"],
        json!({"type": "function", "function": {"name": "a"}})
    );
    assert_eq!(body.get("toolConfig"), None);
    let tools = ["a", "b"].map(|name| declared(Provider::Gemini, &tool(name, schema.clone())));
    for provider in [Provider::OpenAi, Provider::Anthropic, Provider::Bedrock] {
        let config = json!({"functionCallingConfig": {"mode": "NONE"}});
        let mut body = json!({"model": "m", "messages": [], "tools": [{"functionDeclarations": tools}], "toolConfig": config});
        let report = normalize(provider, &mut body);
        assert_eq!(report.remaining, []);
        let found = permitted(provider, &body, &report);
        assert!(found.tools.is_empty(), "{provider} {body}");
    }
}

#[test]
fn a_tool_in_a_namespace_is_not_another_with_its_name() {
    let one = |name: &str| json!({"type": "function", "name": name, "strict": false, "description": "d", "parameters": {"type": "object", "properties": {"n": {"type": "string"}}}});
    let mut body = json!({"model": "m", "input": "x", "tools": [
        {"type": "namespace", "name": "n", "description": "d", "tools": [one("x")]},
        one("x"),
        one("c d"),
    ]});
    let report = normalize(Provider::OpenAiResponses, &mut body);
    assert_eq!(report.changes.len(), 1, "{report}");
    assert_eq!(body["tools"][1], one("x"));
}

#[test]
fn a_choice_without_tools_is_not_written() {
    let mut body = json!({"messages": [], "tool_choice": "required"});
    let report = normalize(Provider::Bedrock, &mut body);
    assert_eq!(
        (body, report.remaining),
        (json!({"messages": []}), Vec::new())
    );
    let mut body = json!({"contents": [], "tools": [{"googleSearch": {}}], "tool_choice": "none"});
    let report = normalize(Provider::Gemini, &mut body);
    assert_eq!(
        (body, report.remaining),
        (json!({"contents": []}), Vec::new())
    );
    // The only function can't be expressed.
    let config =
        json!({"mode": "ANY", "allowedFunctionNames": ["a"], "streamFunctionCallArguments": true});
    let function = json!({"name": "a", "description": "d", "parameters": 7});
    let mut body = json!({"contents": [], "tools": [{"functionDeclarations": [function]}], "toolConfig": {"functionCallingConfig": config}});
    let report = normalize(Provider::Gemini, &mut body);
    assert_eq!(report.remaining, []);
    assert_eq!(body.get("toolConfig"), None);
    let own =
        json!({"functionCallingConfig": {"mode": "ANY", "streamFunctionCallArguments": true}});
    let mut body = json!({"contents": [], "tools": [{"type": "web_search", "name": "web_search"}], "toolConfig": own});
    let report = normalize(Provider::Gemini, &mut body);
    assert_eq!(report.remaining, []);
    assert_eq!(body.get("toolConfig"), None);
}

#[test]
fn tools_of_google_in_another_providers_request_are_reported() {
    let mut body = json!({"model": "m", "messages": [], "tools": [{"functionDeclarations": [{"name": "a", "description": "d", "parameters": {"type": "object", "properties": {"n": {"type": "string"}}}}], "googleSearch": {"x": 1}}]});
    let report = normalize(Provider::OpenAi, &mut body);
    assert!(
        report
            .changes
            .iter()
            .any(|one| one.pointer == "/tools/0/googleSearch"),
        "{report}"
    );
}

#[test]
fn names_of_interactions_and_of_found_tools_are_renamed() {
    let one = |name: &str| json!({"type": "function", "name": name, "description": "d", "parameters": {"type": "object", "properties": {"n": {"type": "string"}}}});
    let mut body = json!({"input": "x", "tools": [one("a"), one("c d")], "tool_choice": {"allowed_tools": {"mode": "any", "tools": ["c d"]}}});
    let report = normalize(Provider::Gemini, &mut body);
    let name = body
        .pointer("/tool_choice/allowed_tools/tools/0")
        .expect("a name");
    assert_eq!(report.original_name(name.as_str().expect("a name")), "c d");
    assert_ne!(name, "c d");

    let found = json!({"type": "tool_reference", "tool_name": "c d"});
    let mut body = three(Provider::Anthropic);
    body["messages"] = json!([{"role": "user", "content": [
        {"type": "tool_result", "tool_use_id": "1", "content": [found]},
        {"type": "tool_search_tool_result", "tool_use_id": "2", "content": {
            "type": "tool_search_tool_search_result", "tool_references": [found]}},
    ]}]);
    let report = normalize(Provider::Anthropic, &mut body);
    for pointer in [
        "/content/0/content/0",
        "/content/1/content/tool_references/0",
    ] {
        let name = body.pointer(&format!("/messages/0{pointer}/tool_name"));
        let name = name.and_then(Value::as_str).expect("a name");
        assert_eq!(report.original_name(name), "c d");
        assert_ne!(name, "c d");
    }
}

#[test]
fn a_list_of_tools_alone_needs_no_flag() {
    let mut one = tool(
        "a",
        json!({"type": "object", "properties": {}, "required": [], "additionalProperties": false}),
    );
    one.strict = true;
    let body = request(Provider::AzureOpenAi, &[one]);
    assert_eq!(check(Provider::AzureOpenAi, &body["tools"]), []);
}

#[test]
fn tools_beside_a_configuration_of_another_type_are_placed() {
    let mut body = request(Provider::Bedrock, &[tool("a", json!({"type": "object"}))]);
    let tools = body["toolConfig"]["tools"].take();
    body["toolConfig"] = json!("x");
    body["tools"] = tools.clone();
    let _ = normalize(Provider::Bedrock, &mut body);
    assert_eq!(body["toolConfig"]["tools"], tools);
}
