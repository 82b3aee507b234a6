//! Our types in schemas of `schemars`.

use std::collections::BTreeMap;

use jsonschema::Validator;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, schema_for};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toolcast::ToolSchema;
use toolcast_schemars::{AsJsonSchema, schema, schema_with};

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Node {
    #[tool(length(1..=8))]
    name: String,
    #[serde(default)]
    kids: Vec<Node>,
    next: Option<Box<Node>>,
}

mod other {
    use serde::{Deserialize, Serialize};
    use toolcast::ToolSchema;

    /// Of the same name, and something else.
    #[derive(Serialize, Deserialize, ToolSchema)]
    pub(super) struct Node {
        pub(super) id: u32,
        pub(super) up: Option<Box<Node>>,
    }
}

/// Has the name as well, and is schemars' own.
mod third {
    use schemars::JsonSchema;
    use serde::{Deserialize, Serialize};

    #[derive(Serialize, Deserialize, JsonSchema)]
    pub(super) struct Node {
        pub(super) yes: bool,
        pub(super) kids: Vec<Node>,
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Forest {
    first: AsJsonSchema<Node>,
    all: Vec<AsJsonSchema<Node>>,
    #[schemars(schema_with = "schema_with::<other::Node>")]
    second: other::Node,
    third: third::Node,
}

fn node(name: &str) -> Value {
    json!({"name": name, "kids": [{"name": "b", "kids": []}], "next": {"name": "c"}})
}

fn forest() -> Value {
    json!({
        "first": node("a"), "all": [node("c")],
        "second": {"id": 1, "up": {"id": 2}},
        "third": {"yes": true, "kids": [{"yes": false, "kids": []}]}
    })
}

fn validator(schema: &Schema) -> Validator {
    jsonschema::validator_for(schema.as_value())
        .unwrap_or_else(|error| panic!("{error}: {schema:?}"))
}

/// Every reference leads somewhere.
fn assert_whole(schema: &Schema) {
    fn walk(value: &Value, root: &Value) {
        match value {
            Value::Object(object) => {
                if let Some(Value::String(reference)) = object.get("$ref") {
                    let pointer = reference.strip_prefix('#').unwrap();
                    assert!(root.pointer(pointer).is_some(), "{reference} in {root}");
                }
                object.values().for_each(|value| walk(value, root));
            }
            Value::Array(items) => items.iter().for_each(|value| walk(value, root)),
            _ => {}
        }
    }
    walk(schema.as_value(), schema.as_value());
}

#[test]
fn types_with_one_name_get_separate_definitions() {
    let schema = schema_for!(Forest);
    assert_whole(&schema);
    let validator = validator(&schema);
    assert!(
        validator.is_valid(&forest()),
        "{:?}",
        validator.iter_errors(&forest()).next()
    );
    let _: Forest = serde_json::from_value(forest()).unwrap();
    for (pointer, bad) in [
        ("/first/name", json!("")),
        ("/first/kids/0/name", json!("far too long")),
        ("/first/kids/0", json!({"id": 1})),
        ("/all/0/next", json!({"yes": true})),
        ("/second/up", json!({"name": "x"})),
        ("/second/id", json!(-1)),
        ("/third/kids/0", json!({"name": "x"})),
    ] {
        let mut value = forest();
        *value.pointer_mut(pointer).unwrap() = bad;
        assert!(!validator.is_valid(&value), "{pointer}: {schema:?}");
    }
}

#[test]
fn references_resolve_for_every_generator_setting() {
    for settings in [
        SchemaSettings::draft07(),
        SchemaSettings::draft2019_09(),
        SchemaSettings::draft2020_12(),
        SchemaSettings::openapi3(),
    ] {
        let mut generator = settings.into_generator();
        let schema = generator.root_schema_for::<Forest>();
        assert_whole(&schema);
    }
}

#[test]
fn a_standalone_schema_has_all_definitions() {
    let schema = schema::<Node>().unwrap();
    assert_whole(&schema);
    let validator = validator(&schema);
    assert!(validator.is_valid(&node("a")));
    assert!(!validator.is_valid(&node("")));
    let root = schema_for!(AsJsonSchema<Node>);
    assert_whole(&root);
    assert!(jsonschema::is_valid(root.as_value(), &node("a")));
    assert!(!jsonschema::is_valid(
        root.as_value(),
        &json!({"name": "a", "kids": [{"name": ""}]})
    ));
}

#[derive(Serialize, Deserialize, ToolSchema)]
#[serde(tag = "type", content = "of")]
enum Either {
    Number(i32),
    Words(Vec<String>),
}

#[test]
fn a_non_object_root_is_not_wrapped() {
    let words = schema::<Vec<String>>().unwrap();
    assert!(
        jsonschema::is_valid(words.as_value(), &json!(["a"])),
        "{words:?}"
    );
    assert!(!jsonschema::is_valid(
        words.as_value(),
        &json!({"value": ["a"]})
    ));
    let either = schema_for!(AsJsonSchema<Either>);
    assert!(
        jsonschema::is_valid(either.as_value(), &json!({"type": "Number", "of": 1})),
        "{either:?}"
    );
    assert!(!jsonschema::is_valid(
        either.as_value(),
        &json!({"type": "Words", "of": 1})
    ));
    let nodes = schema::<Vec<Node>>().unwrap();
    assert_whole(&nodes);
    assert!(jsonschema::is_valid(nodes.as_value(), &json!([node("a")])));
    let optional = schema_for!(Option<AsJsonSchema<Node>>);
    assert!(
        jsonschema::is_valid(optional.as_value(), &Value::Null),
        "{optional:?}"
    );
}

#[derive(Serialize, Deserialize, ToolSchema)]
struct TwoSided {
    #[serde(rename(serialize = "written", deserialize = "read"))]
    value: u8,
}

#[test]
fn each_contract_has_its_names() {
    let of = |settings: SchemaSettings| {
        settings
            .into_generator()
            .into_root_schema_for::<AsJsonSchema<TwoSided>>()
    };
    let read = of(SchemaSettings::draft2020_12().for_deserialize());
    let written = of(SchemaSettings::draft2020_12().for_serialize());
    assert!(read.pointer("/properties/read").is_some(), "{read:?}");
    assert!(
        written.pointer("/properties/written").is_some(),
        "{written:?}"
    );
    let value = serde_json::to_value(TwoSided { value: 7 }).unwrap();
    assert!(jsonschema::is_valid(written.as_value(), &value));
    // Serde writes `null` for an absent value, and also reads it if it is left out.
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let nodes = settings
        .into_generator()
        .into_root_schema_for::<AsJsonSchema<Node>>();
    let node: Node = serde_json::from_value(node("a")).unwrap();
    assert_whole(&nodes);
    assert!(
        jsonschema::is_valid(nodes.as_value(), &serde_json::to_value(&node).unwrap()),
        "{nodes:?}"
    );
}

#[test]
fn generic_types_get_their_own_names() {
    let name = |schema: &Schema| {
        schema
            .get("title")
            .and_then(Value::as_str)
            .map(str::to_owned)
    };
    assert_eq!(
        name(&schema_for!(AsJsonSchema<Node>)).as_deref(),
        Some("Node")
    );
    let one = schema_for!(AsJsonSchema<BTreeMap<String, u8>>);
    assert_eq!(name(&one).as_deref(), Some("BTreeMap_String_u8"));
    assert!(!jsonschema::is_valid(one.as_value(), &json!({"a": 256})));
}

#[test]
fn a_described_value_serializes_as_the_inner_value() {
    let value: AsJsonSchema<Node> = serde_json::from_value(node("a")).unwrap();
    assert_eq!(value.0.name, "a");
    let json = serde_json::to_value(&value).unwrap();
    assert_eq!(json, serde_json::to_value(&value.0).unwrap());
}
