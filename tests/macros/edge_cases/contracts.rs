//! The schema of the JSON that serde writes, beside the one of the JSON that serde reads, and the
//! property that wraps a root which is not an object.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toolcast::{ToolSchema, render, render_output};
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
