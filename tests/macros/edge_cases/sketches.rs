//! The words that describe a value which is sent as a string of JSON.

#![allow(dead_code)] // Only the schemas of the types are used.

use serde_json::Value;
use std::collections::BTreeMap;
use toolcast::schema::{Schema, SchemaRef, TypeName};
use toolcast::{Dialect, Provider, ToolSchema, render};

use super::described::{Only, Side};

/// A type that was found to be too large, wherever a definition can't be shared.
pub(super) struct Large<T>(T);

const LARGE: TypeName<'static> = TypeName {
    name: "Large",
    module: "",
    file: "",
    line: 0,
    column: 1,
    args: &[],
    consts: &[],
};

impl<T: ToolSchema> ToolSchema for Large<T> {
    const SCHEMA: SchemaRef = SchemaRef::new(
        const {
            &Schema {
                kind: T::SCHEMA.get().kind,
                name: Some(&LARGE),
                docs: "",
            }
        },
    );
}

#[derive(ToolSchema)]
struct Scalars {
    count: u8,
    ratio: f64,
    on: bool,
    name: String,
    side: Side,
    nothing: (),
    any: Value,
    maybe: Option<u8>,
}

#[derive(ToolSchema)]
struct Others {
    own: u8,
    #[serde(flatten)]
    others: BTreeMap<String, u8>,
}

#[allow(clippy::struct_field_names)] // The names are those of the JSON.
#[derive(ToolSchema)]
struct Lists {
    #[serde(rename = "side's")]
    sides: Vec<Side>,
    maybe: Vec<Option<u8>>,
    pair: (u8, String),
    of_lists: Vec<Vec<u8>>,
    of_objects: Vec<Only<bool>>,
    by_name: BTreeMap<String, u8>,
    #[serde(skip_deserializing)]
    written: u8,
    #[serde(flatten)]
    others: Others,
}

#[derive(ToolSchema)]
struct Empty {}

#[test]
fn a_value_in_a_string_of_json_is_described_by_its_properties() {
    macro_rules! each {
        ($($ty:ty: $words:literal;)*) => {
            for provider in [Provider::Gemini, Provider::Vertex, Provider::Ollama, Provider::Portable] {
                let dialect = Dialect::of(provider, false).expect("a dialect");
                $(
                    let schema = <Only<Large<$ty>>>::SCHEMA.get();
                    let text = render(schema, dialect).expect("a text");
                    let text: Value = serde_json::from_str(&text).expect("JSON");
                    let found = &text["properties"]["it"]["description"];
                    assert_eq!(*found, concat!("a string containing JSON: ", $words), "{provider}");
                )*
            }
        };
    }
    each! {
        Scalars: "an object (`count`: an integer, `ratio`: a number, `on`: true or false, `name`: a string in quotes, `side`: one of: Left | right, `nothing`: null, `any`: a value, `maybe` if known: an integer)";
        Lists: "an object (`side's`: an array, each item one of: Left | right, `maybe`: an array, each item an integer or null, `pair`: an array, `of_lists`: an array, each item an array, each item an integer, `of_objects`: an array, each item an object (`it`: true or false), `by_name`: an object, `own`: an integer, any other names)";
        Only<Only<u8>>: "an object (`it`: an object (`it`: an integer))";
        Only<Only<Only<u8>>>: "an object (`it`: an object (`it`: an object (`it`: an integer)))";
        // Three levels are described.
        Only<Only<Only<Only<u8>>>>: "an object (`it`: an object (`it`: an object (`it`: an object)))";
        Vec<Vec<Vec<Vec<u8>>>>: "an array, each item an array, each item an array, each item an array";
        Empty: "an object";
    }
}
