//! Tools from raw schemas, called with arguments as models send them.

use futures_executor::block_on;
use serde_json::{Value, json};
use toolcast::Provider;
use toolcast::call::{CallContext, Content, ToolCall, ToolError, ToolResult};
use toolcast::set::{DynamicTool, ToolSet};
use toolcast_test_support::none;

// A tool takes its arguments by value, and may fail.
#[allow(clippy::needless_pass_by_value, clippy::unnecessary_wraps)]
fn echo(arguments: Value, _: &CallContext) -> Result<String, String> {
    Ok(arguments.to_string())
}

fn set(schema: &Value) -> ToolSet {
    let tool = DynamicTool::from_schema("echo", "Say it again", schema, echo).expect("a schema");
    ToolSet::builder().dynamic(tool).build().expect("a set")
}

fn call(set: &ToolSet, provider: Provider, arguments: &Value) -> ToolResult {
    let call = ToolCall::new("1", "echo", arguments.to_string());
    block_on(set.call(provider, call))
}

fn answer(result: &ToolResult) -> Value {
    match result.content.as_slice() {
        [Content::Text(text)] => serde_json::from_str(text).unwrap_or(Value::String(text.clone())),
        other => panic!("not one text: {other:?}"),
    }
}

fn everything() -> Value {
    json!({
        "type": "object",
        "properties": {
            "name": {"type": "string", "minLength": 2, "pattern": "^[a-z]+$"},
            "scores": {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}},
            "pair": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "number"}], "minItems": 2, "maxItems": 2},
            "level": {"enum": [1, 5, 10]},
            "odd name!": {"type": "boolean"},
            "any": {},
            "note": {"type": ["string", "null"]},
            "tree": {"$ref": "#/$defs/Tree"},
            "shape": {"oneOf": [
                {"type": "object", "properties": {"kind": {"const": "circle"}, "r": {"type": "number"}}, "required": ["kind", "r"]},
                {"type": "object", "properties": {"kind": {"const": "square"}, "a": {"type": "number"}}, "required": ["kind", "a"]}
            ]}
        },
        "required": ["name", "scores"],
        "additionalProperties": false,
        "$defs": {"Tree": {"type": "object", "properties": {"v": {"type": "integer"}, "kids": {"type": "array", "items": {"$ref": "#/$defs/Tree"}}}, "required": ["v"]}}
    })
}

/// A value that fits the original is lowered for each provider's text and lifted again. It must be
/// unchanged and still fit the original.
#[test]
fn values_in_a_provider_form_are_converted_back_unchanged() {
    let schema = everything();
    let judge = jsonschema::validator_for(&schema).expect("a schema");
    let imported = toolcast::import::ImportedSchema::parse(&schema).expect("a schema");
    let set = set(&schema);
    let values = [
        json!({"name": "ada", "scores": {}}),
        json!({"name": "ada", "scores": {"a": 1, "b": 2}, "pair": ["x", 1.5], "level": 5, "odd name!": true, "any": {"x": [1, null]}, "note": "hi"}),
        json!({"name": "ada", "scores": {"": 0}, "tree": {"v": 1, "kids": [{"v": 2}, {"v": 3, "kids": [{"v": 4, "kids": []}]}]}, "shape": {"kind": "square", "a": 2}}),
        json!({"name": "ada", "scores": {}, "any": "a text", "shape": {"kind": "circle", "r": 0.5}}),
    ];
    let mut failures = Vec::new();
    for value in values {
        assert!(judge.is_valid(&value), "{value}");
        for &provider in Provider::ALL {
            let declaration = set.declarations(provider).expect("a declaration")[0].to_owned();
            let strict = declaration.contains("\"strict\":true");
            let dialect = toolcast::Dialect::all()
                .iter()
                .find(|dialect| dialect.provider() == provider && dialect.strict() == strict)
                .expect("a dialect");
            let (lowered, accepted) = imported.with_schema(|tree| {
                let lowered = toolcast::to_model(tree, dialect, value.clone());
                (lowered, toolcast::render(tree, dialect))
            });
            // Upper-case types are not JSON Schema; `laws` checks those.
            if let Ok(text) = accepted
                && !matches!(provider, Provider::Gemini | Provider::Vertex)
            {
                let text: Value = serde_json::from_str(&text).expect("our text is JSON");
                let judge = jsonschema::validator_for(&text).expect("a schema");
                if !judge.is_valid(&lowered) {
                    failures.push(format!("{provider} refuses {lowered}: {text}"));
                }
            }
            let result = call(&set, provider, &lowered);
            if result.error.is_some() {
                failures.push(format!("{provider} {lowered}: {:?}", result.content));
            } else if answer(&result) != value {
                failures.push(format!("{provider} {lowered}: {}", answer(&result)));
            }
        }
    }
    none(&failures);
}

#[test]
fn invalid_values_do_not_reach_the_function() {
    let set = set(&everything());
    let schema = everything();
    let judge = jsonschema::validator_for(&schema).expect("a schema");
    let bad = [
        json!({}),
        json!({"name": "ada"}),
        json!({"name": "a", "scores": {}}),
        json!({"name": "Ada", "scores": {}}),
        json!({"name": 7, "scores": {}}),
        json!({"name": "ada", "scores": {"a": -1}}),
        json!({"name": "ada", "scores": {"a": "1"}}),
        json!({"name": "ada", "scores": {}, "pair": ["x"]}),
        json!({"name": "ada", "scores": {}, "pair": ["x", "y"]}),
        json!({"name": "ada", "scores": {}, "level": 2}),
        json!({"name": "ada", "scores": {}, "odd name!": "yes"}),
        json!({"name": "ada", "scores": {}, "other": 1}),
        json!({"name": "ada", "scores": {}, "tree": {"kids": []}}),
        json!({"name": "ada", "scores": {}, "tree": {"v": 1, "kids": [{"v": "x"}]}}),
        json!({"name": "ada", "scores": {}, "shape": {"kind": "circle"}}),
        json!({"name": "ada", "scores": {}, "shape": {"kind": "line"}}),
        json!([1]),
        json!("x"),
    ];
    let mut failures = Vec::new();
    for value in bad {
        assert!(!judge.is_valid(&value), "{value} is fine");
        for provider in [Provider::JsonSchema, Provider::Mcp, Provider::Groq] {
            let result = call(&set, provider, &value);
            if !matches!(result.error, Some(ToolError::Arguments(_))) {
                failures.push(format!("{provider} {value}: {:?}", result.content));
            }
        }
    }
    none(&failures);
}

#[test]
fn unknown_names_of_an_open_object_reach_the_function() {
    let set = set(&json!({"type": "object", "properties": {"a": {"type": "integer"}}}));
    let value = json!({"a": 1, "b": [2]});
    assert_eq!(answer(&call(&set, Provider::JsonSchema, &value)), value);
    let set = self::set(&json!({"type": "object"}));
    assert_eq!(answer(&call(&set, Provider::JsonSchema, &value)), value);
}

#[test]
fn a_root_that_is_not_an_object_is_wrapped_and_unwrapped() {
    let union = json!({"oneOf": [
        {"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"], "additionalProperties": false},
        {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"], "additionalProperties": false}
    ]});
    let set = set(&union);
    for &provider in Provider::ALL {
        let result = call(&set, provider, &json!({"input": {"name": "x"}}));
        assert_eq!(answer(&result), json!({"name": "x"}), "{provider}");
    }
    let tool = DynamicTool::from_schema("echo", "Say it again", &json!({"type": "string"}), echo)
        .expect("a schema");
    assert_eq!(
        tool.imported()
            .and_then(toolcast::import::ImportedSchema::wrapper_name),
        Some("value")
    );
}

#[test]
fn a_closure_may_answer_later_and_forgive() {
    let schema = r#"{"properties": {"n": {"type": "integer"}}, "required": ["n"]}"#;
    let tool =
        DynamicTool::from_schema_async("echo", "Later", schema, |arguments: Value, _| async move {
            Ok::<_, String>(arguments.to_string())
        })
        .expect("a schema");
    let forgiving = ToolSet::builder()
        .dynamic(tool)
        .decode_options(toolcast::decode::DecodeOptions::new().lenient())
        .build()
        .expect("a set");
    let result = call(&forgiving, Provider::OpenAi, &json!({"n": "7"}));
    assert_eq!(answer(&result), json!({"n": 7}));
    assert_eq!(result.coercions.len(), 1);
}

/// A constraint doesn't apply to values of another type, and a value that fits no alternative is
/// checked by the original. The function is called for every value that the original accepts.
#[test]
fn every_value_of_the_original_reaches_the_function() {
    let schema = json!({"type": "object", "properties": {
        "of": {"anyOf": [
            {"anyOf": [{"type": "string", "minLength": 1}, {"type": "array", "items": {"type": "string", "minLength": 1}, "minItems": 1}]},
            {"type": "null"}
        ]},
        "strange": {"anyOf": [
            {"type": "object", "properties": {"name": {"type": "string", "minLength": 2}}, "required": ["name"]},
            {"type": "integer", "minimum": 3}
        ]},
    }});
    let judge = jsonschema::validator_for(&schema).expect("a schema");
    let set = set(&schema);
    for value in [
        json!({"of": null}),
        json!({"of": "a"}),
        json!({"of": ["a"]}),
        json!({"strange": {"name": "ab", "zz top": null}}),
        json!({"strange": 3}),
        json!({"of": ""}),
        json!({"of": []}),
        json!({"strange": {"name": "a", "zz top": null}}),
        json!({"strange": "ab"}),
    ] {
        for provider in [Provider::Mcp, Provider::Anthropic, Provider::Bedrock] {
            let result = call(&set, provider, &value);
            assert_eq!(
                result.error.is_none(),
                judge.is_valid(&value),
                "{provider}: {value}: {result:?}"
            );
        }
    }
}

/// A byte, and a text that the schema doesn't describe further.
#[derive(serde::Deserialize)]
struct Port {
    port: u8,
    host: std::net::Ipv4Addr,
}

fn port() -> Value {
    let properties = json!({"port": {"type": "integer"}, "host": {"type": "string"}});
    json!({"type": "object", "properties": properties, "required": ["port", "host"]})
}

/// Serde rejects values that the schema accepts; the model gets that error like one of the schema.
#[test]
fn arguments_are_of_the_type_that_the_schema_describes() {
    let show = |Port { port, host }: Port| Ok::<_, String>(format!("{host}:{port}"));
    let now =
        DynamicTool::from_schema_as("echo", "Show it", &port(), move |port, _: &CallContext| {
            show(port)
        });
    let later =
        DynamicTool::from_schema_as_async("echo", "Show it", &port(), move |port, _| async move {
            show(port)
        });
    for tool in [now, later] {
        let tool = tool.expect("a schema");
        let set = ToolSet::builder().dynamic(tool).build().expect("a set");
        let arguments = json!({"port": 80, "host": "10.0.0.1"});
        let result = call(&set, Provider::OpenAi, &arguments);
        assert_eq!(answer(&result), "10.0.0.1:80");
        let arguments = json!({"port": 800, "host": "10.0.0.1"});
        let result = call(&set, Provider::OpenAi, &arguments);
        let Some(ToolError::Arguments(errors)) = result.error else {
            panic!("{result:?}");
        };
        assert_eq!(errors.faults.len(), 1, "{errors}");
        assert!(errors.faults[0].expected.contains("u8"), "{errors}");
    }
}
