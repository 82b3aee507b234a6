//! The arguments of a call are an object. Anything else is a fault for every tool and every
//! provider.

#![allow(clippy::needless_pass_by_value)] // Tools own their parameters.

use futures_executor::block_on;
use serde::Deserialize;
use serde_json::{Value, json};
use toolcast::__private::{Spec, Text};
use toolcast::call::{CallContext, Content, ToolCall, ToolError, ToolResult};
use toolcast::decode::DecodeOptions;
use toolcast::set::{DynamicTool, ToolSet};
use toolcast::{Provider, ToolDef, ToolSchema, tool, toolset};

/// Takes two optional values.
#[tool]
fn two(a: Option<i32>, b: Option<String>) -> String {
    format!("ran {a:?} {b:?}")
}

/// Takes a required value.
#[tool]
fn mixed(a: i32, b: Option<String>) -> String {
    format!("ran {a} {b:?}")
}

/// Takes a value with a default.
#[tool]
fn filled(#[tool(default = 3)] a: i32) -> String {
    format!("ran {a}")
}

/// Takes nothing.
#[tool]
fn bare() -> &'static str {
    "ran"
}

#[derive(Debug, Default, Deserialize, ToolSchema)]
#[serde(default)]
struct Page {
    a: i32,
    b: Option<String>,
}

/// Takes a flattened type.
#[tool]
fn flat(#[tool(flatten)] page: Page) -> String {
    format!("ran {page:?}")
}

/// Takes one of several shapes, so that its root is wrapped.
#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Only `Debug` reads its fields.
#[serde(untagged)]
enum Either {
    Page(Page),
    Numbers(Vec<i32>),
    Text(String),
    Nothing,
}

fn tools(leniency: DecodeOptions) -> ToolSet {
    let page = |page: Page, _: &CallContext| Ok::<_, String>(format!("ran {page:?}"));
    let either = |either: Either, _: &CallContext| Ok::<_, String>(format!("ran {either:?}"));
    let unit = |(): (), _: &CallContext| Ok::<_, String>("ran".to_owned());
    let echo = |value: Value, _: &CallContext| Ok::<_, String>(format!("ran {value}"));
    let raw = |name: &str, schema: &Value| {
        DynamicTool::from_schema(name, "Any.", schema, echo).expect("a schema")
    };
    toolset![two, mixed, filled, bare, flat]
        .dynamic(DynamicTool::new("page", "Any.", page))
        .dynamic(DynamicTool::new("either", "Any.", either))
        .dynamic(DynamicTool::new("unit", "Any.", unit))
        .dynamic(raw(
            "typed",
            &json!({"type": "object", "properties": {"a": {"type": "integer"}}}),
        ))
        .dynamic(raw(
            "untyped",
            &json!({"properties": {"a": {"type": "integer"}}}),
        ))
        .dynamic(raw("open", &json!({})))
        .dynamic(raw(
            "list",
            &json!({"type": "array", "items": {"type": "integer"}}),
        ))
        .dynamic(raw("text", &json!({"type": ["string", "null"]})))
        .decode_options(leniency)
        .build()
        .expect("a set")
}

const NAMES: [&str; 13] = [
    "two", "mixed", "filled", "bare", "flat", "page", "either", "unit", "typed", "untyped", "open",
    "list", "text",
];

/// Values that are not objects. The items fit the parameters by position.
const NOT_OBJECTS: [&str; 10] = [
    "[5]",
    r#"[5,"tmp"]"#,
    r#"[1,"x"]"#,
    "[]",
    "[{}]",
    "7",
    "1.5",
    "true",
    r#""{\"a\":1,\"b\":\"x\"}""#,
    r#""\"{\\\"a\\\":1}\"""#,
];

fn call(tools: &ToolSet, provider: Provider, name: &str, arguments: &str) -> ToolResult {
    block_on(tools.call(provider, ToolCall::new("1", name, arguments)))
}

fn is_fault(error: Option<&ToolError>) -> bool {
    matches!(error, Some(ToolError::Arguments(errors)) if !errors.faults.is_empty())
}

#[test]
fn arguments_that_are_not_an_object_are_a_fault() {
    let tools = tools(DecodeOptions::new());
    let mut failures = Vec::new();
    for &provider in Provider::ALL {
        for arguments in NOT_OBJECTS {
            for name in NAMES {
                let result = call(&tools, provider, name, arguments);
                if !is_fault(result.error.as_ref()) {
                    failures.push(format!("{provider}: {name}({arguments}): {result:?}"));
                }
            }
            for (name, reply) in [
                ("two", two::call(provider, arguments)),
                ("mixed", mixed::call(provider, arguments)),
                ("filled", filled::call(provider, arguments)),
                ("bare", bare::call(provider, arguments)),
                ("flat", flat::call(provider, arguments)),
            ] {
                let reply = reply.now_or_never().expect("no waiting");
                if !is_fault(reply.as_ref().err()) {
                    failures.push(format!("{provider}: {name}({arguments}): {reply:?}"));
                }
            }
        }
    }
    let first: Vec<_> = failures.iter().take(20).collect();
    assert!(failures.is_empty(), "{}: {first:#?}", failures.len());
}

#[test]
fn the_fault_names_the_object_and_the_value() {
    let told = |arguments| {
        let reply = two::call(Provider::OpenAi, arguments).now_or_never();
        reply.expect("no waiting").expect_err("a fault").to_string()
    };
    let start =
        "Invalid arguments. Fix these problems and call the tool again with all arguments:\n";
    for (arguments, fault) in [
        ("[5]", "- $: expected an object, got the array [5]"),
        ("7", "- $: expected an object, got 7"),
        (
            r#""{\"a\":1}""#,
            "- $: expected an object, not a string that holds one, got the string \"{\\\"a\\\":1}\"",
        ),
    ] {
        assert_eq!(told(arguments), format!("{start}{fault}"));
    }
}

/// A tool without a function gives the same error whether it is called alone or in a set.
#[test]
fn a_tool_without_a_function_fails() {
    const SPEC: Spec<'static> = Spec {
        name: Text::plain("stub"),
        ..Spec::NEW
    };
    static STUB: ToolDef = ToolDef::new(&SPEC);
    let alone = STUB.call_with(CallContext::new(Provider::OpenAi, "1", "stub"), "{}");
    let alone = alone
        .now_or_never()
        .expect("no waiting")
        .expect_err("no function");
    assert_eq!(alone, ToolError::Failed("the tool has no function".into()));
    let set = ToolSet::builder().tool_def(&STUB).build().expect("a set");
    let in_a_set = call(&set, Provider::OpenAi, "stub", "{}");
    assert_eq!(in_a_set.error, Some(alone));
}

/// `null`, an empty text and `{}` are the same call.
#[test]
fn null_and_nothing_are_an_empty_object() {
    let tools = tools(DecodeOptions::new());
    for &provider in Provider::ALL {
        for name in NAMES {
            let outcome = |arguments| {
                let result = call(&tools, provider, name, arguments);
                let error = result.error.map(|error| error.to_string());
                (result.content, error)
            };
            let empty = outcome("{}");
            for arguments in ["null", " null\n", "", " \n"] {
                assert_eq!(
                    outcome(arguments),
                    empty,
                    "{provider}: {name}({arguments:?})"
                );
            }
        }
        let ran = two::call(provider, "null")
            .now_or_never()
            .expect("no waiting");
        let ran = ran.expect("an answer").content;
        assert_eq!(ran, [Content::Text("ran None None".into())], "{provider}");
    }
}

#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Only `Debug` reads its fields.
struct Outer {
    page: Page,
}

/// Takes an open type.
#[tool]
fn nested(page: Page) -> String {
    format!("ran {page:?}")
}

/// An unknown parameter is a fault, with the nearest name. An unknown name in a nested open type is
/// ignored and recorded.
#[test]
fn unknown_names_are_a_fault_or_recorded() {
    let outer = |outer: Outer, _: &CallContext| Ok::<_, String>(format!("ran {outer:?}"));
    let page = |page: Page, _: &CallContext| Ok::<_, String>(format!("ran {page:?}"));
    let tools = toolset![nested, two]
        .dynamic(DynamicTool::new("outer", "Any.", outer))
        .dynamic(DynamicTool::new("page", "Any.", page))
        .build()
        .expect("a set");
    for &provider in Provider::ALL {
        for (name, arguments, words) in [
            (
                "two",
                r#"{"z":1}"#,
                "$.z is unknown: expected one of `a` or `b`",
            ),
            (
                "page",
                r#"{"a":1,"z":2}"#,
                "$.z is unknown: expected one of `a` or `b`",
            ),
            (
                "outer",
                r#"{"page":{},"pages":1}"#,
                "; did you mean `page`?",
            ),
            (
                "nested",
                r#"{"page":{},"pages":1}"#,
                "; did you mean `page`?",
            ),
        ] {
            let result = call(&tools, provider, name, arguments);
            let error = result.error.expect("a fault").to_string();
            assert!(error.ends_with(words), "{provider}: {name}: {error}");
        }
        for name in ["outer", "nested"] {
            let result = call(&tools, provider, name, r#"{"page":{"a":1,"zz":[2]}}"#);
            assert!(!result.is_error(), "{provider}: {name}: {result:?}");
            assert_eq!(result.ignored, ["$.page.zz"], "{provider}: {name}");
        }
    }
}

/// Leniency opens one string or one code block, and only an object may be in it.
#[test]
fn lenient_arguments_are_an_object_in_a_string() {
    let tools = tools(DecodeOptions::new().stringified_arguments());
    for &provider in Provider::ALL {
        for (name, arguments) in [
            ("two", r#""{\"a\":1}""#),
            ("two", "```json\n{\"a\":1}\n```"),
            ("page", r#""{\"a\":1}""#),
            ("typed", r#""{\"a\":1}""#),
            ("either", r#""{\"value\":[1]}""#),
        ] {
            let result = call(&tools, provider, name, arguments);
            assert!(
                !result.is_error(),
                "{provider}: {name}({arguments}): {result:?}"
            );
            assert_eq!(result.coercions.len(), 1, "{provider}: {name}({arguments})");
        }
        for name in NAMES {
            for arguments in [
                r#""[5]""#,
                r#""7""#,
                r#""null""#,
                r#""""#,
                r#""\"{\\\"a\\\":1}\"""#,
                "```json\n[5]\n```",
                "[5]",
            ] {
                let result = call(&tools, provider, name, arguments);
                assert!(
                    is_fault(result.error.as_ref()),
                    "{provider}: {name}({arguments}): {result:?}"
                );
            }
        }
    }
}
