//! Recursive types: those that are sent as JSON in a string, and those that never end.

use crate::edge_cases::sketches::Large;
use crate::edge_cases::values::there_and_back;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use toolcast::__private::{Field, Key, Link, Object, UnknownNames};
use toolcast::decode::{Arguments, DecodeOptions};
use toolcast::schema::{Kind, Schema, SchemaRef, Tagging, TypeName, Union};
use toolcast::{Dialect, Provider, ToolSchema, decode, from_model, render, to_model};
use toolcast_test_support::canonical;

/// A list inside itself.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Chain {
    number: u8,
    next: Option<Box<Chain>>,
}

fn chain(length: u8) -> Chain {
    Chain {
        number: length,
        next: (length > 1).then(|| Box::new(chain(length - 1))),
    }
}

/// An alternative with a list inside itself.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Held {
    In { chain: Chain },
    Number(u8),
}

#[test]
fn a_recursive_type_in_a_variant_comes_back_as_it_was() {
    there_and_back(&[
        Held::In { chain: chain(1) },
        Held::In { chain: chain(2) },
        Held::In { chain: chain(4) },
        Held::Number(1),
    ]);
}

/// Some of the places inside it are free.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Grid {
    places: Vec<Option<Grid>>,
}

fn grid(places: Vec<Option<Grid>>) -> Grid {
    Grid { places }
}

#[test]
fn null_inside_a_recursive_type_comes_back() {
    let inner = || grid(vec![None, Some(grid(vec![]))]);
    there_and_back(&[
        grid(vec![]),
        grid(vec![None]),
        inner(),
        grid(vec![Some(inner()), None, Some(inner())]),
    ]);
}

/// Texts are among its values.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Leafy {
    Leaf(String),
    Number(u8),
    Node(Vec<Leafy>),
}

/// A list of variants that hold such lists.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Steps(Vec<Step>);

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
enum Step {
    All(Steps),
    One,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Parts(BTreeMap<String, Part>);

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(tag = "is", content = "it")]
enum Part {
    Whole(Parts),
    Twice([Parts; 2]),
    One,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(transparent)]
struct Leaves {
    all: Option<Vec<Leaf>>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Leaf {
    In { leaves: Leaves },
    Number(u8),
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Around(Steps);

/// A recursive list without a property around it is cut at its own recursion, as an object is.
#[test]
fn recursive_lists_of_alternatives_come_back_as_they_were() {
    let steps = || Steps(vec![Step::One, Step::All(Steps(vec![Step::One]))]);
    there_and_back(&[Steps(vec![]), steps(), Steps(vec![Step::All(steps())])]);
    there_and_back(&[Around(steps()), Around(Steps(vec![Step::All(steps())]))]);
    let parts = |part| Parts([("a".to_owned(), part)].into());
    let whole = || Part::Whole(parts(Part::One));
    there_and_back(&[
        parts(Part::One),
        parts(whole()),
        parts(Part::Twice([parts(whole()), parts(Part::One)])),
    ]);
    let leaves = |all| Leaves { all };
    let inner = |leaves| Leaf::In { leaves };
    there_and_back(&[
        leaves(None),
        leaves(Some(vec![Leaf::Number(1), inner(leaves(None))])),
        leaves(Some(vec![inner(leaves(Some(vec![Leaf::Number(1)])))])),
    ]);
}

/// A list inside itself, behind a newtype and an `Option`.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Ends(Option<Box<(u8, Ends)>>);

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Both {
    first: Ends,
    second: Option<Ends>,
}

/// A recursive type comes back in an optional property as in a required one.
#[test]
fn an_optional_recursive_property_comes_back() {
    let ends = || Ends(Some(Box::new((1, Ends(Some(Box::new((2, Ends(None)))))))));
    there_and_back(&[
        Both {
            first: ends(),
            second: Some(ends()),
        },
        Both {
            first: Ends(Some(Box::new((1, Ends(None))))),
            second: Some(Ends(Some(Box::new((1, Ends(None)))))),
        },
        Both {
            first: Ends(None),
            second: None,
        },
    ]);
}

/// A string that looks like JSON is decoded only if its content fits the type. Otherwise it stays a
/// string.
#[test]
fn a_string_whose_json_does_not_fit_stays_a_string() {
    for dialect in Dialect::all() {
        let sent = json!({ "value": ["true", 1.0] });
        let lifted = from_model(Leafy::SCHEMA.get(), dialect, sent);
        let read: Leafy = serde_json::from_value(lifted).expect("a value");
        let expected = Leafy::Node(vec![Leafy::Leaf("true".to_owned()), Leafy::Number(1)]);
        assert_eq!(read, expected, "{dialect:?}");
    }
}

/// Nothing but itself.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct Outer(Option<Inner>);

/// Nothing but what is around it.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct Inner(Option<Box<Outer>>);

/// Flattened into itself.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct Ring {
    number: u8,
    #[serde(flatten)]
    ring: Option<Box<Ring>>,
}

/// The compiler refuses tools with them; a program may still ask.
#[test]
fn types_without_end_are_converted_both_ways() {
    for dialect in Dialect::all() {
        let schema = <Vec<Outer>>::SCHEMA.get();
        let refused = render(schema, dialect).expect_err("no end").to_string();
        let words = "the type contains only itself";
        assert!(refused.contains(words), "{dialect:?}: {refused}");
        let items = json!([1.0, null, {}]);
        let lifted = from_model(schema, dialect, json!({ "value": items }));
        assert_eq!(lifted, items);
        to_model(schema, dialect, items);
        let lifted = from_model(Ring::SCHEMA.get(), dialect, json!({ "number": 1.0 }));
        assert_eq!(lifted, json!({ "number": 1 }));
        to_model(Ring::SCHEMA.get(), dialect, lifted);
    }
}

/// One of its alternatives is the type itself: serde would try it without end.
#[derive(Deserialize, ToolSchema)]
#[serde(untagged)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
enum Again {
    Again(Option<Box<Again>>),
    Number(u8),
}

/// A type that reads no value.
#[derive(Debug)]
struct Unread;

impl<'de> Deserialize<'de> for Unread {
    fn deserialize<D: Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        Err(Error::custom("unread"))
    }
}

impl ToolSchema for Unread {
    const SCHEMA: SchemaRef = Again::SCHEMA;
}

/// No provider gets such a type, and any value sent for it is a fault.
#[test]
fn a_type_with_a_variant_that_is_the_type_itself_is_rejected() {
    for dialect in Dialect::all() {
        let refused = render(Again::SCHEMA.get(), dialect).expect_err("no end");
        assert!(
            refused
                .to_string()
                .contains("the type contains only itself"),
            "{refused}"
        );
        for sent in [
            r#"{"value":{"x":1}}"#,
            r#"{"value":"text"}"#,
            r#"{"value":"[]"}"#,
        ] {
            let told = decode::<Unread>(dialect.provider(), sent).expect_err(sent);
            assert_eq!(told.faults[0].path, "$.value", "{dialect:?}: {told}");
        }
    }
}

#[test]
fn a_type_that_is_too_large_is_a_string() {
    assert!(matches!(<Large<Chain>>::SCHEMA.get().kind, Kind::Object(_)));
    let value = json!([{ "number": 1 }]);
    let mut texts = 0;
    for dialect in Dialect::all() {
        let schema = <Vec<Large<Chain>>>::SCHEMA.get();
        let lowered = to_model(schema, dialect, value.clone());
        let item = &lowered["value"][0];
        let shares = match dialect.provider() {
            Provider::DeepSeek => !dialect.strict(),
            Provider::Gemini | Provider::Vertex | Provider::Ollama | Provider::Portable => false,
            _ => true,
        };
        if shares {
            assert!(item.is_object(), "{dialect:?}: {item}");
        } else {
            let inner: Value = serde_json::from_str(item.as_str().expect("a text")).expect("JSON");
            assert_eq!(inner["number"], 1);
            texts += 1;
        }
        assert_eq!(from_model(schema, dialect, lowered), {
            let mut read = value.clone();
            if !shares || dialect.strict() {
                // `null` may be sent for an absent property.
                read = from_model(schema, canonical(), json!({ "value": read }));
            }
            read
        });
    }
    assert_eq!(texts, 5);
}

/// An alternative of an imported type may refer to the whole type. Decoding a value that fits no
/// other alternative still ends.
#[test]
fn an_imported_alternative_that_is_the_whole_type_ends() {
    let mut read = 0;
    for again in [
        json!({"$ref": "#/$defs/A"}),
        json!({"anyOf": [{"$ref": "#/$defs/A"}, {"type": "boolean"}]}),
        json!({"anyOf": [{"$ref": "#/$defs/A"}, {"type": "null"}]}),
    ] {
        let schema = json!({
            "type": "object",
            "properties": {"it": {"$ref": "#/$defs/A"}},
            "$defs": {"A": {"anyOf": [{"type": "integer"}, {"type": "array", "items": {"$ref": "#/$defs/A"}}, again]}},
        });
        let Ok(imported) = toolcast::import::ImportedSchema::parse(&schema) else {
            continue;
        };
        read += 1;
        for dialect in Dialect::all() {
            for value in [json!(1), json!("text"), json!([["text", 1]]), json!({})] {
                let value = json!({ "it": value });
                let lowered = imported.with_schema(|tree| to_model(tree, dialect, value.clone()));
                imported.with_schema(|tree| {
                    let sent = lowered.to_string();
                    from_model(tree, dialect, lowered);
                    // Decoded, or rejected with an error.
                    let _ = Arguments::parse_answer(&sent, tree, DecodeOptions::new())
                        .and_then(|arguments| arguments.read::<Value>(tree, dialect));
                    let _ = render(tree, dialect);
                });
            }
        }
    }
    assert!(read > 0, "none of the schemas is read");
}

/// A type that contains only itself has no value. In an alternative, too, the value stays
/// unchanged.
#[test]
fn a_value_for_a_type_that_contains_only_itself_stays() {
    static NAME: TypeName<'static> = TypeName {
        name: "Loop",
        module: "",
        file: "",
        line: 1,
        column: 1,
        args: &[],
        consts: &[],
    };
    static LOOP: Schema<'static> = Schema {
        name: Some(&NAME),
        ..Schema::of(Kind::Option(Link::ByName(&NAME)))
    };
    static KEY: Key<'static> = Key {
        raw: "it",
        member: "\"it\":",
        facts: 0,
    };
    let fields = [Field::new(KEY, Link::Static(SchemaRef::new(&LOOP)))];
    let this = Schema::of(Kind::Object(Object {
        fields: &fields,
        unknown_names: UnknownNames::Ignored,
    }));
    let variants = [this, Schema::of(Kind::Any)];
    let either = Schema::of(Kind::Union(Union {
        variants: &variants,
        tagging: Tagging::Untagged,
        plain: false,
    }));
    for dialect in Dialect::all() {
        for value in [json!({"it": "text"}), json!("text")] {
            let sent = json!({ "value": value });
            assert_eq!(from_model(&either, dialect, sent), value);
        }
    }
}

/// A value, and more of both.
#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
struct Nested<T>(T, Vec<Nested<T>>);

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
struct WithNested {
    #[tool(default = (1, [(2, [])]))]
    nested: Nested<u8>,
}

/// A default may reach into a type that names itself.
#[test]
fn a_default_of_a_recursive_type_is_checked_and_read() {
    let read: WithNested = decode(Provider::Mcp, "{}").expect("the default");
    let nested = Nested(1, vec![Nested(2, vec![])]);
    assert_eq!(read, WithNested { nested });
}
