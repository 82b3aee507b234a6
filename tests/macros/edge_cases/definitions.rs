//! Types in `$defs`: their names, and the places that refer to them.

#![allow(dead_code)] // Only the schemas of the types are used.

use serde_json::{Value, json};
use toolcast::__private::{SchemaRef, Spec, Text};
use toolcast::{Dialect, Provider, ToolDef, ToolSchema, render, render_output};
use toolcast_test_support::canonical;
use toolcast_test_support::judge::judge;

/// Types of one name.
mod one {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    pub(super) struct Node {
        one: u8,
        next: Option<Box<Node>>,
    }
}

mod two {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    pub(super) struct Node {
        two: u8,
        /// The next one.
        next: Option<Box<Node>>,
    }
}

mod three {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    pub(super) struct Node {
        three: u8,
        next: Option<Box<Node>>,
    }

    #[derive(ToolSchema)]
    pub(super) struct Other {
        other: u8,
        next: Option<Box<Other>>,
    }
}

#[derive(ToolSchema)]
struct All {
    first: one::Node,
    second: two::Node,
    other: three::Other,
    third: three::Node,
}

fn text<T: ToolSchema>(dialect: &'static Dialect) -> Value {
    let text = render(T::SCHEMA.get(), dialect).expect("a text");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn types_of_one_name_are_definitions_with_numbers() {
    let schema = text::<All>(canonical());
    let names = schema["$defs"].as_object().expect("definitions").keys();
    let mut names: Vec<_> = names.map(String::as_str).collect();
    names.sort_unstable();
    assert_eq!(names, ["Node", "Node_2", "Node_3", "Other"]);
    let judge = judge(&schema).expect("a schema");
    let deep = |name: &str| json!({ name: 1, "next": { name: 2, "next": { name: 3 } } });
    let value = |first, second, other, third| {
        json!({
            "first": deep(first),
            "second": deep(second),
            "other": deep(other),
            "third": deep(third),
        })
    };
    assert!(judge.is_valid(&value("one", "two", "other", "three")));
    for value in [
        value("two", "two", "other", "three"),
        value("one", "three", "other", "three"),
        value("one", "two", "three", "three"),
        value("one", "two", "other", "other"),
    ] {
        assert!(!judge.is_valid(&value), "{value} by {schema}");
    }
}

#[test]
fn an_entry_about_a_numbered_definition_has_its_number() {
    let pointers = |params: SchemaRef| -> Vec<String> {
        let spec = Spec {
            name: Text::plain("tool"),
            description: Text::plain("Does something."),
            params,
            ..Spec::NEW
        };
        let tool = ToolDef::new(Box::leak(Box::new(spec)));
        let entries = tool.report_for(Provider::GeminiJsonSchema).entries;
        let entries = entries.into_iter();
        let hidden = entries.filter(|entry| entry.keyword == "description");
        hidden.map(|entry| entry.pointer).collect()
    };
    assert_eq!(pointers(All::SCHEMA), ["/$defs/Node_2/properties/next"]);
}

#[derive(ToolSchema)]
struct Node {
    next: Option<Box<Node>>,
}

#[derive(ToolSchema)]
struct Uses {
    plain: Node,
    maybe: Option<Node>,
    items: Vec<Option<Node>>,
    /// Described.
    described: Node,
    #[tool(example = None)]
    sampled: Option<Node>,
    #[serde(rename = "a b")]
    renamed: Node,
}

#[test]
fn a_reference_has_what_the_property_adds_beside_it() {
    let node = json!({"$ref": "#/$defs/Node"});
    let properties = &text::<Uses>(canonical())["properties"];
    assert_eq!(properties["plain"], node);
    assert_eq!(properties["maybe"], node);
    assert_eq!(
        properties["items"]["items"],
        json!({"anyOf": [node, {"type": "null"}]})
    );
    assert_eq!(
        properties["described"],
        json!({"anyOf": [node], "description": "Described."})
    );
    assert_eq!(
        properties["sampled"],
        json!({"anyOf": [node], "description": "example: null"})
    );
    assert_eq!(properties["a b"], node);
}

/// Gemini ignores what is beside a reference.
#[test]
fn a_type_is_written_in_place_if_nothing_can_be_beside_a_reference() {
    let dialect = Dialect::of(Provider::GeminiJsonSchema, false).expect("a dialect");
    let schema = text::<Uses>(dialect);
    let properties = schema["properties"].as_object().expect("properties");
    let (mut references, mut in_place) = (Vec::new(), 0);
    for (name, property) in properties {
        if property.get("$ref").is_some() {
            references.push(name.as_str());
        } else if property["type"] == "object" {
            assert!(property["description"].is_string(), "{name}: {property}");
            in_place += 1;
        }
    }
    references.sort_unstable();
    assert_eq!(references, ["maybe", "plain"]);
    assert_eq!(in_place, 3, "{schema}");
}

/// A type that contains itself, and is written otherwise than it is read.
#[derive(ToolSchema)]
struct Written {
    #[serde(skip_deserializing)]
    number: u8,
    #[serde(skip_serializing)]
    input: u8,
    next: Option<Box<Written>>,
}

#[test]
fn a_definition_has_the_properties_of_its_direction() {
    let names = |text: String| -> Vec<String> {
        let schema: Value = serde_json::from_str(&text).expect("JSON");
        let root = schema["properties"].as_object().expect("properties");
        let inner = &schema["$defs"]["Written"]["properties"];
        let inner = inner.as_object().expect("properties");
        assert!(root.keys().eq(inner.keys()), "{schema}");
        let mut names: Vec<_> = inner.keys().cloned().collect();
        names.sort_unstable();
        names
    };
    let schema = Written::SCHEMA.get();
    let read = names(render(schema, canonical()).expect("a text"));
    assert_eq!(read, ["input", "next"]);
    let written = names(render_output(schema, canonical()).expect("a text"));
    assert_eq!(written, ["next", "number"]);
}
