//! The schema of the JSON that serde writes, beside the one of the JSON that serde reads, and the
//! property that wraps a root which is not an object.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use toolcast::decode::{Arguments, DecodeOptions};
use toolcast::{Dialect, Provider, ToolSchema, render, render_output};
use toolcast_test_support::canonical;

/// One name to read, another to write.
#[derive(Serialize, Deserialize, ToolSchema)]
struct TwoSided {
    #[serde(rename(serialize = "written", deserialize = "read"))]
    value: u8,
    note: Option<String>,
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn output_has_the_names_that_serde_writes() {
    let schema = TwoSided::SCHEMA.get();
    let read = parsed(&render(schema, canonical()).expect("a text"));
    let written = parsed(&render_output(schema, canonical()).expect("a text"));
    assert!(read.pointer("/properties/read").is_some(), "{read}");
    assert!(
        written.pointer("/properties/written").is_some(),
        "{written}"
    );
    let value = json!(TwoSided {
        value: 7,
        note: None
    });
    assert!(jsonschema::is_valid(&written, &value), "{written}");
    assert!(!jsonschema::is_valid(&read, &value), "{read}");
}

#[test]
fn a_root_that_is_not_an_object_is_wrapped_for_every_contract() {
    assert_eq!(TwoSided::SCHEMA.get().wrapped(), None);
    let list = <Vec<u8>>::SCHEMA.get();
    assert_eq!(list.wrapped(), Some("value"));
    for text in [
        render(list, canonical()).expect("a text"),
        render_output(list, canonical()).expect("a text"),
    ] {
        let schema = parsed(&text);
        assert!(schema.pointer("/properties/value").is_some(), "{schema}");
    }
}

/// A map of names that serde only writes.
#[derive(Serialize, Deserialize, ToolSchema)]
struct Report {
    title: String,
    #[serde(flatten, skip_deserializing)]
    computed: BTreeMap<String, u8>,
}

#[test]
fn a_flattened_map_that_is_only_written_is_in_no_schema_of_what_is_read() {
    let schema = Report::SCHEMA.get();
    let read = parsed(&render(schema, canonical()).expect("a text"));
    let written = parsed(&render_output(schema, canonical()).expect("a text"));
    assert_eq!(read.get("additionalProperties"), None, "{read}");
    let value = json!(Report {
        title: "t".to_owned(),
        computed: BTreeMap::from([("a".to_owned(), 1)]),
    });
    assert!(jsonschema::is_valid(&written, &value), "{written}");
    assert_eq!(written["additionalProperties"]["type"], "integer");
    // A map has no place in strict mode.
    let strict = Dialect::of(Provider::OpenAi, true).expect("a strict mode");
    assert_eq!(
        parsed(&render(schema, strict).expect("a text"))["additionalProperties"],
        false
    );
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
enum Side {
    Left,
    Right,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
enum Shape {
    Round { radius: u8 },
    Square { side: u8 },
}

/// A choice that serde only writes, before one that it reads too.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Drawn {
    #[serde(flatten, skip_deserializing)]
    side: Option<Side>,
    #[serde(flatten)]
    shape: Shape,
}

#[test]
fn a_flattened_enum_that_is_only_written_divides_the_schema_of_what_is_written_alone() {
    let schema = Drawn::SCHEMA.get();
    let read = parsed(&render(schema, canonical()).expect("a text"));
    let written = parsed(&render_output(schema, canonical()).expect("a text"));
    let of_input = |schema: &Value| schema["properties"]["input"]["anyOf"].clone();
    assert_eq!(of_input(&read).as_array().map(Vec::len), Some(2), "{read}");
    assert_eq!(
        of_input(&written).as_array().map(Vec::len),
        Some(6),
        "{written}"
    );
    for (shape, sent) in [
        (Shape::Round { radius: 1 }, json!({"Round": {"radius": 1}})),
        (Shape::Square { side: 2 }, json!({"Square": {"side": 2}})),
    ] {
        let sent = json!({"input": sent});
        assert!(jsonschema::is_valid(&read, &sent), "{read}");
        let sent = sent.to_string();
        let got = Arguments::parse_answer(&sent, schema, DecodeOptions::new())
            .and_then(|arguments| arguments.read::<Drawn>(schema, canonical()))
            .expect("arguments");
        assert_eq!(got.shape, shape);
        let side = Some(Side::Right);
        let value = json!({"input": Drawn { side, shape }});
        assert!(jsonschema::is_valid(&written, &value), "{written}");
    }
}
