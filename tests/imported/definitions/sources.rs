//! Third-party tools in sets.

use futures_executor::block_on;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use toolcast::Verdict;
use toolcast::call::{Content, ToolCall, ToolError, ToolOutput, ToolResult};
use toolcast::import::{SourceCall, ToolSource};
use toolcast::import::{ToolDefinition, ToolDefinitions};
use toolcast::set::{
    Budget, CallOptions, DynamicTool, PendingCall, RequestOptions, SetError, ToolSet,
};
use toolcast::{Provider, ToolChoice, tool, toolset};

/// A source whose tools answer with their name and arguments.
fn source(name: &str, definitions: &Value) -> ToolSource {
    let definitions = ToolDefinitions::parse(definitions).expect("a list");
    let own = name.to_owned();
    ToolSource::new(name, definitions, move |call: SourceCall| {
        let own = own.clone();
        async move {
            let members = call.arguments_object().expect("an object");
            assert_eq!(json!(members).to_string(), call.arguments());
            Ok::<_, ToolError>(format!("{own}:{} {}", call.tool, call.arguments()))
        }
    })
}

fn named(names: &[&str]) -> Value {
    let schema = json!({"type": "object", "properties": {"n": {"type": "integer"}}});
    let tools = names.iter();
    tools
        .map(|name| json!({"name": name, "description": "It", "inputSchema": schema}))
        .collect()
}

fn call(set: &ToolSet, provider: Provider, name: &str, arguments: &str) -> ToolResult {
    block_on(set.call(provider, ToolCall::new("1", name, arguments)))
}

fn text(result: &ToolResult) -> &str {
    match result.content.as_slice() {
        [Content::Text(text)] => text,
        other => panic!("not one text: {other:?}"),
    }
}

/// The names that a provider is shown.
fn shown(set: &ToolSet, provider: Provider) -> Vec<String> {
    set.declarations(provider)
        .expect("declarations")
        .iter()
        .map(|text| {
            ToolDefinition::parse(*text)
                .expect("our text")
                .name()
                .to_owned()
        })
        .collect()
}

/// Search the archive.
#[tool]
fn search(words: &str) -> String {
    format!("own {words}")
}

#[test]
fn an_invalid_tool_does_not_affect_the_others() {
    let good = json!({"name": "good", "inputSchema": {"type": "object", "properties": {"a": {"type": "string"}}}});
    let bad = json!({"name": "bad", "inputSchema": {"type": "object", "properties": 1}});
    let long =
        json!({"name": "long", "description": "x".repeat(2000), "inputSchema": {"type": "object"}});
    let listed = json!({"tools": [bad, good, long, 7]});
    let set = toolset![search]
        .source(source("s", &listed))
        .build()
        .expect("a set");
    for &provider in Provider::ALL {
        if provider == Provider::JsonSchema {
            continue;
        }
        let options = RequestOptions::new();
        let expected = set
            .request_report_with(provider, &options)
            .expect("a report");
        let mut names: Vec<&str> = expected
            .skipped
            .iter()
            .map(|one| one.name.as_str())
            .collect();
        names.sort_unstable();
        // Azure rejects long descriptions, so it is sent a shorter one.
        assert_eq!(names, ["bad", "tool 3"], "{provider}");
        for refused in &expected.skipped {
            assert_eq!(refused.source.as_deref(), Some("s"));
            assert!(
                refused.reasons.iter().all(|reason| !reason.is_empty())
                    && !refused.reasons.is_empty()
            );
        }
        let request = set.request_fragment(provider).expect("a request");
        let read = ToolDefinitions::parse(&request).expect("a fragment");
        let names: Vec<&str> = read.tools.iter().map(ToolDefinition::name).collect();
        assert!(
            names.starts_with(&["search", "good"]),
            "{provider}: {names:?}"
        );
        // A request as JSON has the same.
        let mut body = json!({});
        let report = set.extend_request(provider, &mut body).expect("a request");
        assert_eq!(report, expected);
        assert_eq!(serde_json::from_str::<Value>(&request).expect("JSON"), body);
    }
    let report = set.request_report(Provider::OpenAi);
    let at = report.expect("a report").skipped;
    assert!(
        at.iter()
            .any(|one| one.reasons[0].starts_with("/tools/0/inputSchema/properties: ")),
        "{at:?}"
    );
}

#[test]
fn a_rejected_tool_of_the_caller_is_still_an_error() {
    let own = DynamicTool::new("a b", "Own", |(): (), _: &_| Ok::<_, String>("x"));
    let set = ToolSet::builder()
        .dynamic(own)
        .source(source("s", &named(&["c d"])))
        .build()
        .expect("a set");
    assert!(set.request_fragment(Provider::OpenAi).is_err());
    let options = RequestOptions::new().skip_rejected(true);
    let report = set
        .request_report_with(Provider::OpenAi, &options)
        .expect("without it");
    assert_eq!(report.skipped[0].name, "a b");
    assert_eq!(report.skipped[0].source, None);
    let request = set.request_fragment_with(Provider::OpenAi, &options);
    assert!(request.expect("without it").contains("c_d"));
}

#[test]
fn clashing_names_get_the_prefix_of_their_source() {
    let (a, b) = (named(&["search", "read"]), named(&["read", "write"]));
    let build = |first: ToolSource, second: ToolSource| {
        toolset![search]
            .source(first)
            .source(second)
            .build()
            .expect("a set")
    };
    let set = build(source("a", &a), source("b", &b));
    let names: Vec<&str> = set.names().collect();
    assert_eq!(names, ["search", "a_search", "a_read", "b_read", "write"]);
    // In either order.
    let turned = build(source("b", &b), source("a", &a));
    let mut sorted: Vec<&str> = turned.names().collect();
    sorted.sort_unstable();
    assert_eq!(sorted, ["a_read", "a_search", "b_read", "search", "write"]);
    assert_eq!(
        text(&call(&set, Provider::OpenAi, "b_read", "{}")),
        "b:read {}"
    );
    assert_eq!(
        text(&call(&set, Provider::OpenAi, "search", r#"{"words":"x"}"#)),
        "own x"
    );
    let info = set.get("a_search").expect("it is there");
    assert_eq!((info.original_name(), info.source()), ("search", Some("a")));
    // Merging later gives the same.
    let one = toolset![search]
        .source(source("a", &a))
        .build()
        .expect("a set");
    let two = ToolSet::builder()
        .source(source("b", &b))
        .build()
        .expect("a set");
    let merged = one.merged_with(&two).expect("no clash is left");
    assert_eq!(
        merged.names().collect::<Vec<_>>(),
        ["search", "a_search", "a_read", "b_read", "write"]
    );
    let always = ToolSet::builder()
        .source(source("b", &b).always_prefixed())
        .build()
        .expect("a set");
    assert_eq!(always.names().collect::<Vec<_>>(), ["b_read", "b_write"]);
}

#[test]
fn a_name_that_clashes_after_prefixing_is_made_unique() {
    let set = ToolSet::builder()
        .source(source("a", &named(&["b", "c"])))
        .source(source("x", &named(&["b", "a_b"])))
        .build()
        .expect("a set");
    let names: Vec<String> = set.names().map(str::to_owned).collect();
    let distinct: std::collections::HashSet<&String> = names.iter().collect();
    assert_eq!(distinct.len(), 4, "{names:?}");
    for (name, answer) in [(0, "a:b {}"), (1, "a:c {}"), (2, "x:b {}"), (3, "x:a_b {}")] {
        assert_eq!(
            text(&call(&set, Provider::OpenAi, &names[name], "{}")),
            answer
        );
    }
}

#[test]
fn two_sources_of_one_name_are_an_error() {
    let error = ToolSet::builder()
        .source(source("a", &named(&["x"])))
        .source(source("a", &named(&["y"])))
        .build()
        .expect_err("one name");
    assert!(matches!(&error, SetError::Build { sources, .. } if *sources == ["a"]));
    assert!(
        error
            .to_string()
            .contains("more than one source is called `a`")
    );
}

#[test]
fn names_are_rewritten_by_each_provider_s_rule() {
    let long = "n".repeat(200);
    let names = [
        "a.b",
        "a/b",
        "get weather",
        "42",
        "münchen",
        "天气",
        "-x",
        "x:y",
        &long,
        "plain",
    ];
    let set = ToolSet::builder()
        .source(source("s", &named(&names)))
        .build()
        .expect("a set");
    let openai = shown(&set, Provider::OpenAi);
    assert_eq!(openai[2], "get_weather");
    assert_eq!(openai[3], "42");
    assert_eq!(openai[4], "m_nchen");
    assert!(
        openai[5].starts_with("tool_") && openai[5].is_ascii(),
        "{}",
        openai[5]
    );
    assert_eq!(openai[7], "x_y");
    assert_eq!((openai[8].len(), openai[9].as_str()), (64, "plain"));
    // Both would become `a_b`.
    assert!(
        openai[0].starts_with("a_b_") && openai[1].starts_with("a_b_") && openai[0] != openai[1]
    );
    let gemini = shown(&set, Provider::Gemini);
    assert_eq!(
        (
            gemini[0].as_str(),
            gemini[1].as_str(),
            gemini[3].as_str(),
            gemini[6].as_str(),
            gemini[7].as_str()
        ),
        ("a.b", "a_b", "_42", "_-x", "x:y")
    );
    let mcp = shown(&set, Provider::Mcp);
    assert_eq!((mcp[0].as_str(), mcp[8].len()), ("a.b", 128));
    assert_eq!(shown(&set, Provider::JsonSchema), names);
    for &provider in Provider::ALL {
        let shown = shown(&set, provider);
        let report = set.request_report(provider).expect("a report");
        let distinct: std::collections::HashSet<&String> = shown.iter().collect();
        assert_eq!(distinct.len(), names.len(), "{provider}: {shown:?}");
        for (name, shown) in names.iter().zip(&shown) {
            // The model uses the name in its request, or the name in its history.
            for said in [shown.as_str(), name] {
                let result = call(&set, provider, said, r#"{"n":1}"#);
                assert_eq!(
                    text(&result),
                    format!("s:{name} {{\"n\":1}}"),
                    "{provider} {said}"
                );
                assert_eq!(result.call.name, said);
            }
            let renamed = report.renamed.get(*name);
            assert_eq!(renamed.map_or(*name, String::as_str), shown, "{provider}");
            assert_eq!(
                set.get(name).expect("it is there").name_for(provider),
                shown
            );
        }
        // The same again, and in another order.
        let again = ToolSet::builder()
            .source(source("s", &named(&names)))
            .build()
            .expect("a set");
        assert_eq!(set.declarations(provider), again.declarations(provider));
        let mut turned = names;
        turned.reverse();
        let turned = ToolSet::builder()
            .source(source("s", &named(&turned)))
            .build()
            .expect("a set");
        let mut reversed = self::shown(&turned, provider);
        reversed.reverse();
        assert_eq!(reversed, shown, "{provider}");
    }
}

#[test]
fn calls_with_a_name_shown_to_another_provider_find_their_tool() {
    let set = ToolSet::builder()
        .source(source("s", &named(&["a.b", "c/d"])))
        .build()
        .expect("a set");
    // Gemini accepts the dot; the history is OpenAI's.
    assert_eq!(text(&call(&set, Provider::Gemini, "a_b", "{}")), "s:a.b {}");
    let error = call(&set, Provider::OpenAi, "a_c", "{}").error;
    assert_eq!(
        error,
        Some(ToolError::UnknownTool {
            name: "a_c".into(),
            nearest: None
        })
    );
    let error = call(&set, Provider::OpenAi, "c__e", "{}").error;
    assert!(matches!(error, Some(ToolError::UnknownTool { .. })));
    let off = set.with_disabled("a.b").expect("it is there");
    assert!(call(&off, Provider::OpenAi, "a_b", "{}").is_error());
}

#[test]
fn a_rewritten_name_never_takes_another_tool_s() {
    let set = ToolSet::builder()
        .source(source("s", &named(&["a_b", "a.b"])))
        .build()
        .expect("a set");
    let names = shown(&set, Provider::OpenAi);
    assert_eq!(names[0], "a_b");
    assert_eq!(
        text(&call(&set, Provider::OpenAi, &names[1], "{}")),
        "s:a.b {}"
    );
    assert_eq!(text(&call(&set, Provider::OpenAi, "a_b", "{}")), "s:a_b {}");
    // A tool has the very name that another one would be given.
    let set = ToolSet::builder()
        .source(source("s", &named(&["a_b", "a.b", &names[1]])))
        .build()
        .expect("a set");
    let again = shown(&set, Provider::OpenAi);
    let distinct: std::collections::HashSet<&String> = again.iter().collect();
    assert_eq!(distinct.len(), 3, "{again:?}");
    assert_eq!(
        text(&call(&set, Provider::OpenAi, &again[1], "{}")),
        "s:a.b {}"
    );
    // Prefixed and narrowed sets retain all of it.
    let prefixed = set.with_prefix("p/");
    let again = shown(&prefixed, Provider::OpenAi);
    assert!(again[0].starts_with("p_a_b"), "{again:?}");
    assert_eq!(
        text(&call(&prefixed, Provider::OpenAi, &again[1], "{}")),
        "s:a.b {}"
    );
}

#[test]
fn a_source_cannot_choose_the_name_that_another_tool_gets() {
    let first = source("s", &named(&["x.y"]));
    let alone = shown(
        &ToolSet::builder()
            .source(source("s", &named(&["x.y"])))
            .source(source("t", &named(&["x y"])))
            .build()
            .expect("a set"),
        Provider::OpenAi,
    );
    // The digits are known beforehand.
    for taken in &alone {
        let spaced = taken.replacen('_', " ", 1);
        let evil = source("evil", &named(&["x y", &spaced]));
        let set = ToolSet::builder()
            .source(first.clone())
            .source(evil)
            .build()
            .expect("a set");
        for &provider in Provider::ALL {
            let names = shown(&set, provider);
            let distinct: std::collections::BTreeSet<_> = names.iter().collect();
            assert_eq!(distinct.len(), names.len(), "{provider}: {names:?}");
        }
    }
}

#[test]
fn a_choice_of_a_renamed_tool_has_the_shown_name() {
    let set = ToolSet::builder()
        .source(source("s", &named(&["a.b", "c"])))
        .build()
        .expect("a set");
    let options = RequestOptions::new().tool_choice(ToolChoice::Tool("a.b".into()));
    let request = set
        .request_fragment_with(Provider::OpenAi, &options)
        .expect("a request");
    assert!(
        request.contains(r#""tool_choice":{"type":"function","function":{"name":"a_b"}}"#),
        "{request}"
    );
    let options = RequestOptions::new().tool_choice(ToolChoice::AnyOf(vec!["a_b".into()]));
    assert!(
        set.request_fragment_with(Provider::Gemini, &options)
            .is_err()
    );
    assert!(
        set.request_fragment_with(Provider::OpenAi, &options)
            .is_ok()
    );
}

#[test]
fn a_tool_in_the_request_keeps_its_name() {
    let set = ToolSet::builder()
        .source(source("s", &named(&["a", "b"])))
        .build()
        .expect("a set");
    let own = json!({"type": "function", "function": {"name": "a", "parameters": {}}});
    let mut request = json!({"tools": [own]});
    let report = set
        .extend_request(Provider::OpenAi, &mut request)
        .expect("a request");
    assert_eq!(request["tools"].as_array().map(Vec::len), Some(2));
    assert_eq!(request["tools"][0], own);
    assert_eq!(report.skipped[0].name, "a");
    // A second call adds no tool.
    let report = set
        .extend_request(Provider::OpenAi, &mut request)
        .expect("a request");
    assert_eq!(
        (
            request["tools"].as_array().map(Vec::len),
            report.skipped.len()
        ),
        (Some(2), 1)
    );
    for provider in [
        Provider::Gemini,
        Provider::Bedrock,
        Provider::Anthropic,
        Provider::OpenAiResponses,
    ] {
        let mut request = json!({});
        let _ = set
            .extend_request(provider, &mut request)
            .expect("a request");
        let before = request.clone();
        let report = set
            .extend_request(provider, &mut request)
            .expect("a request");
        assert_eq!((request, report.skipped.len()), (before, 0), "{provider}");
    }
}

#[test]
fn strict_mode_is_planned_without_invalid_tools() {
    let strict = |name: String, optional: usize| {
        let properties: serde_json::Map<String, Value> = (0..optional)
            .map(|i| (format!("p{i}"), json!({"type": "string"})))
            .collect();
        json!({"name": name, "strict": true, "input_schema": {"type": "object", "properties": properties, "additionalProperties": false}})
    };
    // Anthropic accepts 24 optional properties in strict tools; the bad one would be strict too.
    let tools: Vec<Value> = [
        strict("bad/1".into(), 12),
        strict("a".into(), 12),
        strict("b".into(), 12),
        strict("c".into(), 4),
    ]
    .into();
    let mut tools = Value::Array(tools);
    tools[0]["input_schema"]["properties"]["p0"] = json!({"type": 7});
    let set = ToolSet::builder()
        .source(source("s", &tools))
        .build()
        .expect("a set");
    let report = set.request_report(Provider::Anthropic).expect("a report");
    assert_eq!(report.strict, ["a", "b"]);
    assert_eq!(report.strict_disabled, ["c"]);
    assert_eq!(report.skipped.len(), 1);
    // A limit of Anthropic alone.
    let report = set.request_report(Provider::Bedrock).expect("a report");
    assert_eq!((report.strict.len(), report.strict_disabled.len()), (0, 0));
}

#[test]
fn strict_mode_beyond_its_limits_is_not_used() {
    let properties: serde_json::Map<String, Value> = (0..30)
        .map(|i| (format!("p{i}"), json!({"type": "string"})))
        .collect();
    let tool = json!({"name": "t", "description": "d", "strict": true, "input_schema": {"type": "object", "properties": properties}});
    let tool = ToolDefinition::parse(&tool).expect("a tool");
    assert!(
        !tool
            .schema_for(Provider::Anthropic)
            .expect("a text")
            .contains("strict")
    );
    assert!(!tool.report_for(Provider::Anthropic).strict);
    let tool = ToolDefinition::parse(r#"{"type":"function","name":"t","strict":true,"parameters":{"type":"object","properties":{"m":{"type":"object","additionalProperties":{"type":"integer"}}}}}"#).expect("a tool");
    assert!(
        tool.schema_for(Provider::OpenAi)
            .expect("a text")
            .contains(r#""strict":true"#)
    );
    let off = ToolDefinition::parse(
        r#"{"type":"function","name":"t","strict":false,"parameters":{"type":"object"}}"#,
    )
    .expect("a tool");
    assert!(
        off.schema_for(Provider::OpenAi)
            .expect("a text")
            .contains(r#""strict":false"#)
    );
}

#[test]
fn arguments_are_in_the_form_of_the_source() {
    let listed = json!([{"name": "t", "inputSchema": {"type": "object", "properties": {
        "scores": {"type": "object", "additionalProperties": {"type": "integer"}},
        "note": {"type": "string"}
    }, "required": ["scores"]}}, {"name": "u", "inputSchema": {"type": "object", "oneOf": [
        {"properties": {"id": {"type": "integer"}}, "required": ["id"]},
        {"properties": {"name": {"type": "string"}}, "required": ["name"]}
    ]}}]);
    let set = ToolSet::builder()
        .source(source("s", &listed))
        .build()
        .expect("a set");
    let result = call(
        &set,
        Provider::Gemini,
        "t",
        r#"{"scores":[{"key":"a","value":1}],"note":null}"#,
    );
    assert_eq!(text(&result), r#"s:t {"scores":{"a":1}}"#);
    for &provider in Provider::ALL {
        assert_eq!(
            text(&call(&set, provider, "u", r#"{"input":{"id":7}}"#)),
            r#"s:u {"id":7}"#
        );
    }
    let result = call(&set, Provider::Gemini, "t", r#"{"scores":7,"note":8}"#);
    assert!(
        matches!(&result.error, Some(ToolError::Arguments(errors)) if errors.faults.len() == 2),
        "{result:?}"
    );
}

#[test]
fn results_and_errors_are_those_of_the_function() {
    let definitions =
        ToolDefinitions::parse(&named(&["out", "fail", "stop", "panic"])).expect("a list");
    let source = ToolSource::new("s", definitions, |call: SourceCall| async move {
        match &*call.tool {
            "out" => Ok(ToolOutput::new("done", call.context.name().to_owned())),
            "fail" => Err(ToolError::Failed("no luck".into())),
            "stop" => Err(ToolError::Cancelled),
            _ => panic!("secret"),
        }
    });
    let set = toolset![search].source(source).build().expect("a set");
    let result = call(&set, Provider::OpenAi, "out", "{}");
    assert_eq!(text(&result), "done");
    assert!(result.artifact.is_some_and(|artifact| {
        artifact
            .downcast_ref::<String>()
            .is_some_and(|name| name == "out")
    }));
    assert_eq!(
        call(&set, Provider::OpenAi, "fail", "{}").error,
        Some(ToolError::Failed("no luck".into()))
    );
    assert_eq!(
        call(&set, Provider::OpenAi, "stop", "{}").error,
        Some(ToolError::Cancelled)
    );
    let result = call(&set, Provider::OpenAi, "panic", "{}");
    assert!(
        matches!(result.error, Some(ToolError::Panicked(_))) && !text(&result).contains("secret")
    );
}

#[test]
fn hooks_get_the_annotations_of_the_source() {
    let seen: Arc<Mutex<Vec<String>>> = Arc::default();
    let log = Arc::clone(&seen);
    let listed = json!([{"name": "a.b", "inputSchema": {"type": "object"}, "annotations": {"category": "x", "readOnlyHint": true}}]);
    let set = toolset![search]
        .source(source("s", &listed))
        .before_call(move |call: &PendingCall| {
            log.lock().expect("nobody panics").push(format!(
                "{} {} {:?} {:?} {:?}",
                call.name(),
                call.tool().original_name(),
                call.tool().source(),
                call.tool().annotations_json(),
                call.tool().annotations().read_only
            ));
            match call.tool().source() {
                // A source's own annotation is not a reason to allow the call.
                Some(_) => Verdict::deny("not of others"),
                None => Verdict::Allow,
            }
        })
        .build()
        .expect("a set");
    assert_eq!(
        call(&set, Provider::OpenAi, "a_b", "{}").error,
        Some(ToolError::Denied("not of others".into()))
    );
    assert!(!call(&set, Provider::OpenAi, "search", r#"{"words":"x"}"#).is_error());
    assert_eq!(
        *seen.lock().expect("no panic"),
        [
            r#"a.b a.b Some("s") Some("{\"category\":\"x\",\"readOnlyHint\":true}") Some(true)"#,
            "search search None None None"
        ]
    );
}

#[test]
fn members_of_mcp_are_rendered_only_for_mcp() {
    let listed = r#"{"tools":[{"name":"t","title":"T","description":"d","inputSchema":{"$schema":"http://json-schema.org/draft-07/schema#","type":"object",
        "properties":{"region":{"type":"string","x-mcp-header":"Region"},"in":{"type":"object","properties":{"n":{"type":"integer","x-mcp-header":"N"}}}}},
        "outputSchema":{"type":"array"},"_meta":{"a":1}}]}"#;
    let definitions = ToolDefinitions::parse(listed).expect("a list");
    let source = ToolSource::new("s", definitions, |call: SourceCall| async move {
        Ok::<_, ToolError>(call.arguments())
    });
    let set = ToolSet::builder().source(source).build().expect("a set");
    let mcp = set.request_fragment(Provider::Mcp).expect("a text");
    assert_eq!(
        mcp,
        r#"{"tools":[{"name":"t","title":"T","description":"d","inputSchema":{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"},"in":{"type":"object","properties":{"n":{"type":"integer","x-mcp-header":"N"}}}}},"outputSchema":{"type":"array"},"_meta":{"a":1}}]}"#
    );
    for &provider in Provider::ALL {
        if matches!(provider, Provider::Mcp | Provider::JsonSchema) {
            continue;
        }
        let text = set.request_fragment(provider).expect("a text");
        for word in ["x-mcp-header", "$schema", "outputSchema", "_meta"] {
            assert!(!text.contains(word), "{provider}: {text}");
        }
    }
    // Narrowed at run time, and still a header.
    let narrowed = set.with_values("t.region", ["eu", "us"]).expect("a string");
    let mcp = narrowed.request_fragment(Provider::Mcp).expect("a text");
    assert!(
        mcp.contains(r#""enum":["eu","us"],"x-mcp-header":"Region""#),
        "{mcp}"
    );
}

#[test]
fn calls_of_a_source_that_needs_approval_wait_with_checked_arguments() {
    let called = Arc::new(Mutex::new(0));
    let (count, raw_count) = (Arc::clone(&called), Arc::clone(&called));
    let listed = json!([{"name": "drop", "inputSchema": {"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"]}}]);
    let github = ToolSource::new(
        "github",
        ToolDefinitions::parse(&listed).unwrap(),
        move |_: SourceCall| {
            *count.lock().unwrap() += 1;
            async { Ok::<_, ToolError>("dropped") }
        },
    );
    let schema = &listed[0]["inputSchema"];
    let raw = DynamicTool::from_schema("raw", "", schema, move |_: Value, _: &_| {
        *raw_count.lock().unwrap() += 1;
        Ok::<_, String>("raw")
    });
    let tools = ToolSet::builder()
        .source(github.approve())
        .dynamic(raw.unwrap().approve())
        .build()
        .unwrap();
    for name in ["drop", "raw"] {
        let waits = call(&tools, Provider::OpenAi, name, r#"{"id":1}"#);
        assert_eq!(waits.error, Some(ToolError::Waiting));
        assert_eq!(waits.waiting.unwrap().tool, name);
        let wrong = call(&tools, Provider::OpenAi, name, r#"{"id":"x"}"#);
        assert!(matches!(wrong.error, Some(ToolError::Arguments(_))));
    }
    assert_eq!(*called.lock().unwrap(), 0);
}

#[test]
fn a_source_may_have_a_maximum_of_bytes_for_its_results() {
    let listed = ToolDefinitions::parse(&named(&["a"])).unwrap();
    let source = ToolSource::new("s", listed, |_: SourceCall| async {
        Ok::<_, ToolError>("x".repeat(5000))
    });
    let tools = ToolSet::builder()
        .source(source.max_result_bytes(200))
        .build();
    let result = call(&tools.unwrap(), Provider::OpenAi, "a", "{}");
    assert!(result.altered && text(&result).len() <= 200);
}

#[test]
fn an_error_may_have_more_than_a_text() {
    let picture = || Content::image("image/png", vec![1, 2, 3]);
    let failing = || {
        let definitions = ToolDefinitions::parse(&named(&["it"])).expect("a list");
        ToolSource::new("s", definitions, move |_: SourceCall| async move {
            let text = Content::Text("no, see https://h.example/p?key=qu1".into());
            let json = Content::Json(r#"{"code":"hunter2"}"#.into());
            Err::<String, _>(ToolError::FailedWith(vec![text, picture(), json]))
        })
        .redact("hunter2")
    };
    let whole = [
        Content::Text("no, see https://h.example/p?[redacted]".into()),
        picture(),
        // Content that loses something is a text.
        Content::Text(r#"{"code":"[redacted]"}"#.into()),
    ];
    let lines = "no, see https://h.example/p?[redacted]\n{\"code\":\"[redacted]\"}";
    for stops in [false, true] {
        let set = ToolSet::builder().source(failing());
        let set = set.stop_on_error(move |_, _| stops);
        let result = call(&set.build().expect("a set"), Provider::OpenAi, "it", "{}");
        assert_eq!(result.error, Some(ToolError::Failed(lines.into())));
        assert_eq!((&result.content[..], result.stop), (&whole[..], stops));
    }
    let set = ToolSet::builder().source(failing());
    let set = set.on_error(|_, _| "sorry".into());
    let result = call(&set.build().expect("a set"), Provider::OpenAi, "it", "{}");
    assert_eq!(text(&result), "sorry");
    let set = ToolSet::builder()
        .source(failing())
        .warn_after_failures(Some(1))
        .build()
        .expect("a set");
    let failures = Budget::new();
    let options = CallOptions::new().budget(&failures);
    let asked = ToolCall::new("1", "it", "{}");
    let result = block_on(set.call_with(Provider::OpenAi, asked, &options));
    let [.., Content::Text(last)] = &result.content[..] else {
        panic!("{result:?}");
    };
    assert_eq!(result.content.len(), 4);
    assert!(last.starts_with("This call has failed 1 times"), "{last}");
}
