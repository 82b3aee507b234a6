//! Definitions with a part that is copied or read for many others: each ends at a bound.

use serde_json::{Map, Value, json};
use toolcast::Provider;
use toolcast::import::{ToolDefinition, ToolDefinitions};

/// Each level is parsed with all that is inside, and takes stack.
#[test]
fn lists_of_tools_in_one_another_are_rejected() {
    let nested = |levels: usize| {
        let (open, close) = (r#"{"tools":[],"result":"#, "}");
        let text = format!("{}{{}}{}", open.repeat(levels), close.repeat(levels));
        ToolDefinitions::parse(&text)
    };
    assert!(nested(3).is_ok());
    for levels in [6, 5_000] {
        let error = nested(levels).expect_err("too deep");
        assert!(error.reason.contains("nest deeper"), "{error}");
    }
}

/// A reference with a text of its own has a copy of its target's description.
#[test]
fn copies_of_a_description_are_bounded() {
    let long = "x".repeat(64 << 10);
    let read = |copies: usize, beside: &Value| {
        let mut reference = json!({"$ref": "#/$defs/A"});
        if let (Value::Object(reference), Value::Object(beside)) = (&mut reference, beside) {
            reference.extend(beside.clone());
        }
        let all: Map<String, Value> = (0..copies)
            .map(|i| (format!("p{i}"), reference.clone()))
            .collect();
        let schema = json!({"type": "object", "properties": all, "$defs": {"A": {"type": "string", "description": long}}});
        ToolDefinition::parse(&json!({"name": "t", "inputSchema": schema}))
    };
    for beside in [json!({"deprecated": true}), json!({"default": {"a": 1}})] {
        assert!(read(50, &beside).is_ok(), "{beside}");
        let error = read(400, &beside).expect_err("25 MiB");
        assert!(error.reason.contains("its descriptions have"), "{error}");
    }
}

/// A pointer to a schema has the names of all schemas around it.
#[test]
fn pointers_are_bounded() {
    let read = |name: usize, properties: usize| {
        let inner: Map<String, Value> = (0..properties)
            .map(|i| (format!("p{i}"), json!({"description": "d"})))
            .collect();
        let around = json!({"n".repeat(name): {"type": "object", "properties": inner}});
        ToolDefinition::parse(&json!({"name": "t", "inputSchema": {"properties": around}}))
    };
    assert!(read(100, 10_000).is_ok());
    assert!(read(8_000, 100).is_ok());
    for (name, properties) in [(16_000, 1), (8_000, 10_000)] {
        let error = read(name, properties).expect_err("too long");
        assert!(error.reason.contains("shorten its names"), "{error:.300}");
    }
    let named = |name: usize| {
        let definitions = json!({"n".repeat(name): {"$anchor": "a", "type": "string"}});
        let refers: Vec<Value> = (0..100).map(|_| json!({"$ref": "#a"})).collect();
        let schema = json!({"properties": {"a": {"allOf": refers}}, "$defs": definitions});
        ToolDefinition::parse(&json!({"name": "t", "inputSchema": schema}))
    };
    assert!(named(8_000).is_ok());
    let error = named(16_000).expect_err("too long");
    assert!(error.reason.contains("shorten its names"), "{error:.300}");
}

#[test]
fn the_error_of_deep_parts_has_their_place() {
    let deep = (0..60).fold(
        json!({"type": "object"}),
        |inner, _| json!({"allOf": [inner]}),
    );
    let error =
        ToolDefinition::parse(&json!({"name": "t", "inputSchema": deep})).expect_err("deep");
    assert!(error.reason.contains("nest deeper"), "{error}");
    assert!(
        error.pointer.starts_with("/inputSchema/allOf/0/allOf/0"),
        "{error}"
    );
}

#[test]
fn the_examples_of_a_tool_are_bounded() {
    let examples: Vec<Value> = (0..150).map(|i| json!({"a": i})).collect();
    let definition = json!({"name": "t", "input_schema": {"type": "object", "properties": {
        "a": {"type": "integer"}
    }}, "input_examples": examples});
    let tool = ToolDefinition::parse(&definition).expect("a tool");
    assert_eq!(tool.examples(), &examples[..100]);
    let lost: Vec<_> = (tool.losses().iter())
        .map(|loss| (loss.pointer.as_str(), loss.keyword.as_str()))
        .collect();
    assert_eq!(lost, [("/input_examples/100", "input_examples")]);
}

/// A number is parsed again for each value that it constrains.
#[test]
fn the_digits_of_a_number_are_bounded() {
    let read = |digits: usize| {
        let number = "1".repeat(digits);
        let schema = format!(r#"{{"properties":{{"a":{{"enum":["x"],"minLength":{number}}}}}}}"#);
        ToolDefinition::parse(&format!(r#"{{"name":"t","inputSchema":{schema}}}"#))
    };
    let reason = |digits| read(digits).map_err(|error| error.reason);
    assert!(!reason(400).is_err_and(|reason| reason.contains("at most 400 bytes")));
    let error = read(401).expect_err("too long");
    assert_eq!(error.pointer, "/inputSchema/properties/a/minLength");
    assert!(error.reason.contains("at most 400 bytes"), "{error}");
}

/// Each default and example is compared with all values of its enum.
#[test]
fn comparisons_with_the_values_of_an_enum_are_bounded() {
    let lost = |examples: usize| -> usize {
        let values: Vec<String> = (0..4_000).map(|i| format!("v{i:04}")).collect();
        let property = json!({"enum": values, "examples": vec!["v3999"; examples]});
        let schema = json!({"type": "object", "properties": {"a": property}});
        let tool = ToolDefinition::parse(&json!({"name": "t", "inputSchema": schema}));
        let tool = tool.expect("a tool");
        let losses = tool.losses().iter();
        losses.filter(|loss| loss.keyword == "examples").count()
    };
    assert_eq!(lost(100), 0);
    assert_eq!(lost(4_000), 1);
}

/// Names that are required more than once, or that aren't strings, beside values.
#[test]
fn objects_without_the_required_names_are_left_out() {
    let kept = |required: &Value| -> Vec<String> {
        let values = json!([{"a": 1}, {"b": 1}, {"a": 1, "b": 2}]);
        let property = json!({"enum": values, "required": required});
        let schema = json!({"type": "object", "properties": {"p": property}});
        let tool = ToolDefinition::parse(&json!({"name": "t", "inputSchema": schema}));
        let text = tool.expect("a tool").schema_for(Provider::Mcp);
        let all = [r#"{\"a\":1}"#, r#"{\"b\":1}"#, r#"{\"a\":1,\"b\":2}"#];
        let text = text.expect("a text");
        let is_in = |one: &&&str| text.contains(**one);
        all.iter()
            .filter(is_in)
            .map(|one| (*one).to_owned())
            .collect()
    };
    let names = |all: &[&str]| json!(all);
    assert_eq!(kept(&names(&["a", "a", "a"])).len(), 2);
    assert_eq!(kept(&names(&["a", "b", "a"])).len(), 1);
    assert_eq!(kept(&names(&[])).len(), 3);
}

#[test]
fn the_error_of_a_part_of_the_input_has_its_place() {
    let list = r#"[{"name":"a"},{"name":"t","name":"u"}]"#;
    let read = ToolDefinitions::parse(list).expect("a list");
    let bad = &read.unreadable[0];
    assert_eq!(bad.pointer, "/1");
    assert!(bad.reason.starts_with("byte 12: "), "{bad}");
}
