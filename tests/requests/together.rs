//! The limits on all tools of a request, with tools and structured output that it has already. What
//! a set builds has no finding in `lint::check`, which counts by itself.

use std::collections::HashMap;
use std::convert::Infallible;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use toolcast::call::CallContext;
use toolcast::set::{DynamicTool, RequestOptions, ToolSet, ToolSetBuilder};
use toolcast::{Conversation, Provider, Tool as _, ToolSchema, lint, tool};

#[derive(serde::Deserialize, ToolSchema)]
#[allow(dead_code)] // Only described.
struct Six {
    a: Option<u8>,
    b: Option<u8>,
    c: Option<u8>,
    d: Option<u8>,
    e: Option<u8>,
    f: Option<u8>,
}

/// Structured output.
#[derive(serde::Deserialize, ToolSchema)]
#[allow(dead_code)] // Only described.
struct Answer {
    note: Option<String>,
}

#[derive(serde::Deserialize, ToolSchema)]
#[allow(dead_code)] // Only described.
struct Open {
    a: Option<u8>,
    b: Option<u8>,
    c: Option<u8>,
    d: Option<u8>,
    e: Option<u8>,
    f: Option<u8>,
    #[serde(flatten)]
    others: HashMap<String, u8>,
}

fn many<A: ToolSchema + DeserializeOwned + 'static>(names: &[&str]) -> ToolSet {
    let tools = names.iter().map(|name| {
        let run = |_: A, _: &CallContext| Ok::<_, Infallible>(());
        DynamicTool::new(*name, "One of many", run).strict()
    });
    let builder = tools.fold(ToolSet::builder(), ToolSetBuilder::dynamic);
    builder.build().expect("a set")
}

/// Strict for both.
#[tool(strict(Anthropic, Bedrock))]
#[allow(clippy::many_single_char_names)] // Six optional parameters.
fn six(a: Option<u8>, b: Option<u8>, c: Option<u8>, d: Option<u8>, e: Option<u8>, f: Option<u8>) {
    let _ = (a, b, c, d, e, f);
}

/// Tools with six optional parameters each, strict for Anthropic and Bedrock.
fn sixes(prefixes: &[&str]) -> ToolSet {
    let one = ToolSet::builder().tool_def(six::DEF).build();
    let one = one.expect("a set");
    let none = ToolSet::builder().build().expect("a set");
    prefixes.iter().fold(none, |all, prefix| {
        all.merged_with(&one.with_prefix(prefix))
            .expect("other names")
    })
}

/// The strict tools that a request gets, which has no finding then.
fn strict(tools: &ToolSet, provider: Provider, request: &mut Value) -> Vec<String> {
    let report = tools.extend_request(provider, request).expect("a request");
    let findings = lint::check(provider, request);
    assert!(findings.is_empty(), "{provider}: {findings:?}");
    report.strict
}

#[test]
fn structured_output_takes_from_the_budget_of_strict_tools() {
    let four = sixes(&["t0", "t1", "t2", "t3"]);
    for provider in [Provider::Anthropic, Provider::Bedrock] {
        let mut chat = Conversation::new(provider, "claude-sonnet-4-5");
        chat.user("Hello");
        let mut plain = chat.request(&four).expect("a request");
        assert!(lint::check(provider, &plain).is_empty());
        let all = four.request_report(provider);
        assert_eq!(all.expect("a report").strict.len(), 4);

        chat.response_format::<Answer>().expect("a format");
        let request = chat.request(&four).expect("a request");
        let findings = lint::check(provider, &request);
        assert!(findings.is_empty(), "{provider}: {findings:?}");
        assert_ne!(request, plain);
        plain = chat.request(&sixes(&["t0", "t1", "t2"])).expect("one");
        assert_eq!(request.to_string().matches(r#""strict":true"#).count(), 3);
        assert_eq!(plain.to_string().matches(r#""strict":true"#).count(), 3);
    }
}

#[test]
fn tools_of_the_request_take_from_the_budget_of_strict_tools() {
    for provider in [Provider::Anthropic, Provider::Bedrock] {
        let mut request = json!({});
        let first = sixes(&["a0", "a1", "a2"]);
        assert_eq!(strict(&first, provider, &mut request).len(), 3);
        let second = sixes(&["b0", "b1"]);
        assert_eq!(strict(&second, provider, &mut request), ["b0six"]);
        // The same tools again don't count twice.
        assert_eq!(strict(&first, provider, &mut request).len(), 3);
    }
}

/// A body that a program keeps for all requests.
#[test]
fn tools_of_the_set_in_the_request_change_their_form_with_it() {
    let four = sixes(&["t0", "t1", "t2", "t3"]);
    let mut request = json!({});
    assert_eq!(strict(&four, Provider::Anthropic, &mut request).len(), 4);
    let schema = json!({"type": "object", "properties": {"note": {"type": "string"}}, "additionalProperties": false});
    request["output_config"] = json!({"format": {"type": "json_schema", "schema": schema}});
    assert_eq!(strict(&four, Provider::Anthropic, &mut request).len(), 3);
    request["output_config"] = Value::Null;
    assert_eq!(strict(&four, Provider::Anthropic, &mut request).len(), 4);
    let names = request["tools"].as_array().expect("tools").iter();
    let names: Vec<_> = names.map(|tool| tool["name"].as_str()).collect();
    assert_eq!(names, ["t0six", "t1six", "t2six", "t3six"].map(Some));
}

/// The last tool has the mark of a cache, and deferred tools have one of the search.
#[test]
fn tools_of_the_set_in_the_request_may_have_marks() {
    let four = sixes(&["t0", "t1", "t2", "t3"]);
    let deferred = four.with_deferred(|tool| tool.name() != "t0six");
    let deferred = deferred.expect("a set");
    for (tools, options) in [
        (&four, RequestOptions::new().cache_tools(true)),
        (&deferred, RequestOptions::new()),
        (&deferred, RequestOptions::new().cache_tools(true)),
    ] {
        let extend = |request: &mut Value| {
            let report = tools.extend_request_with(Provider::Anthropic, request, &options);
            let findings = lint::check(Provider::Anthropic, request);
            assert!(findings.is_empty(), "{findings:?}");
            report.expect("a request").strict.len()
        };
        let mut request = json!({});
        assert_eq!(extend(&mut request), 4);
        let once = request.clone();
        assert_eq!(extend(&mut request), 4);
        assert_eq!(request, once);
        let schema = json!({"type": "object", "properties": {"note": {"type": "string"}}, "additionalProperties": false});
        request["output_config"] = json!({"format": {"type": "json_schema", "schema": schema}});
        assert_eq!(extend(&mut request), 3);
        request["output_config"] = Value::Null;
        assert_eq!(extend(&mut request), 4);
    }
}

#[test]
fn tools_of_a_source_in_the_request_change_their_form_with_it() {
    let schema = |name: &str| {
        let optional =
            ["a", "b", "c", "d", "e", "f"].map(|key| (key.to_owned(), json!({"type": "integer"})));
        let properties: serde_json::Map<String, Value> = optional.into_iter().collect();
        json!({"name": name, "strict": true, "input_schema": {"type": "object", "properties": properties, "additionalProperties": false}})
    };
    let listed = json!(["t0", "t1", "t2", "t3"].map(schema));
    let definitions = toolcast::import::ToolDefinitions::parse(&listed).expect("a list");
    let run = |_: toolcast::import::SourceCall| async { Ok::<_, toolcast::ToolError>("") };
    let source = toolcast::import::ToolSource::new("s", definitions, run);
    let tools = ToolSet::builder().source(source).build().expect("a set");
    let mut request = json!({});
    let all = strict(&tools, Provider::Anthropic, &mut request).len();
    let schema = json!({"type": "object", "properties": {"note": {"type": "string"}}, "additionalProperties": false});
    request["output_config"] = json!({"format": {"type": "json_schema", "schema": schema}});
    let fewer = strict(&tools, Provider::Anthropic, &mut request).len();
    assert_eq!((all, fewer), (4, 3));
    assert_eq!(request["tools"].as_array().map(Vec::len), Some(4));
}

/// The other tool stays in the request, so it counts.
#[test]
fn another_tool_of_the_same_name_counts() {
    let own = sixes(&["t0", "t1", "t2", "t3"]);
    let mut request = json!({});
    let mut other = sixes(&["t0"])
        .declarations(Provider::Anthropic)
        .expect("one")[0]
        .to_owned();
    other = other.replace("Strict for both.", "Another one.");
    let other: Value = serde_json::from_str(&other).expect("JSON");
    request["tools"] = json!([other]);
    let before = request.clone();
    let error = own.extend_request(Provider::Anthropic, &mut request);
    assert!(error.is_err(), "{request}");
    assert_eq!(request, before);
}

#[test]
fn a_flattened_map_counts_as_the_text_has_it() {
    for count in 1..5 {
        let names = &["t0", "t1", "t2", "t3"][..count];
        let all = strict(&many::<Open>(names), Provider::Anthropic, &mut json!({}));
        // Seven optional properties each, of 24.
        assert_eq!(all.len(), count.min(3), "{all:?}");
    }
}

#[test]
fn a_plain_tool_of_the_request_turns_strict_mode_off_at_deepseek() {
    /// Strict for `DeepSeek`.
    #[tool(strict(DeepSeek))]
    fn one(a: u8) -> u8 {
        a
    }

    let tools = ToolSet::builder().tool_def(one::DEF).build();
    let tools = tools.expect("a set");
    let mut request = json!({});
    assert_eq!(strict(&tools, Provider::DeepSeek, &mut request), ["one"]);
    let plain = json!({"type": "function", "function": {"name": "mine", "parameters": {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}}});
    let mut request = json!({"tools": [plain]});
    assert_eq!(strict(&tools, Provider::DeepSeek, &mut request), [""; 0]);
}

#[test]
fn cohere_requires_a_property_of_each_object() {
    /// A filter.
    #[derive(serde::Deserialize, ToolSchema)]
    #[allow(dead_code)] // Only described.
    struct Filter {
        tag: Option<String>,
    }

    #[derive(serde::Deserialize, ToolSchema)]
    #[allow(dead_code)] // Only described.
    struct Nested {
        filter: Filter,
    }

    #[derive(serde::Deserialize, ToolSchema)]
    #[allow(dead_code)] // Only described.
    struct Mapped {
        counts: HashMap<String, u8>,
    }

    #[derive(serde::Deserialize, ToolSchema)]
    #[allow(dead_code)] // Only described.
    struct Flattened {
        #[serde(flatten)]
        filter: Filter,
    }

    for tools in [
        many::<Nested>(&["t"]),
        many::<Mapped>(&["t"]),
        many::<Flattened>(&["t"]),
        many::<Six>(&["t"]),
    ] {
        let mut request = json!({"strict_tools": true});
        let error = tools.extend_request(Provider::Cohere, &mut request);
        let error = error.expect_err("an object without a required property");
        assert!(error.to_string().contains("required property"), "{error}");
        let mut request = json!({});
        assert!(tools.extend_request(Provider::Cohere, &mut request).is_ok());
        request["strict_tools"] = json!(true);
        assert!(!lint::check(Provider::Cohere, &request).is_empty());
    }
}
