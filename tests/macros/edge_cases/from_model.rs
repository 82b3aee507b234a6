//! `from_model` on single values: those that it converts, and those that it leaves for serde to
//! reject.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};
use toolcast::decode::{Arguments, DecodeOptions};
use toolcast::schema::{
    Enum, EnumValue, Field, Key, Kind, Link, Literal, Num, Object, Schema, SchemaRef, Tagging,
    Union, UnknownNames,
};
use toolcast::{Dialect, Provider, Tool, ToolSchema, from_model, render, tool};
use toolcast_test_support::judge::judge;
use toolcast_test_support::{canonical, text};

fn dialect(provider: Provider) -> &'static Dialect {
    Dialect::of(provider, false).expect("every provider has a dialect")
}

#[track_caller]
fn stays(schema: &Schema<'_>, value: &Value) {
    assert_eq!(from_model(schema, canonical(), value.clone()), *value);
}

/// A part of another type.
#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct Part {
    weight: u8,
}

/// Serde reads it from an object alone.
#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct Whole {
    size: u8,
    #[serde(flatten)]
    part: Part,
}

/// A list that serde rejects is not read as a list of fields. Its items stay as they were sent.
#[test]
fn a_list_for_an_object_that_serde_reads_only_by_name_stays() {
    let list = json!([[1.0, 2.0]]);
    serde_json::from_value::<Vec<Whole>>(list.clone()).expect_err("no list");
    stays(<[Whole; 1]>::SCHEMA.get(), &list);
}

/// A tuple for a provider without tuples is an object. With other names than its own, the object is
/// not read as the tuple.
#[test]
fn an_object_with_other_names_is_not_read_as_a_tuple() {
    let schema = <Vec<(u8, bool)>>::SCHEMA.get();
    let gemini = |value: Value| {
        from_model(
            schema,
            dialect(Provider::Gemini),
            json!({ "value": [value] }),
        )
    };
    assert_eq!(gemini(json!({"_0": 1.0, "_1": true})), json!([[1, true]]));
    for other in [
        json!({"_0": 1.0}),
        json!({"_0": 1.0, "_2": true}),
        json!({"_0": 1.0, "_1": true, "_2": 1}),
        json!({}),
    ] {
        assert_eq!(gemini(other.clone()), json!([other]));
    }
}

/// Units.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, ToolSchema)]
enum Side {
    Left,
    #[serde(rename = "dexter")]
    Right,
}

/// Defaults of ours, which are filled in, and one of serde's, which serde fills in.
#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
struct Filled {
    #[tool(default = Side::Right)]
    side: Side,
    #[tool(default = Side::Left)]
    maybe: Option<Side>,
    #[tool(default = [Side::Left, Side::Right])]
    sides: Vec<Side>,
    #[tool(default = (1, Side::Left))]
    pair: (u8, Side),
    #[tool(default = 7)]
    number: u8,
    #[serde(default = "eight")]
    #[tool(default = 8)]
    theirs: u8,
}

fn eight() -> u8 {
    8
}

#[test]
fn our_defaults_are_filled_in() {
    let lifted = from_model(Filled::SCHEMA.get(), canonical(), json!({}));
    assert_eq!(
        lifted,
        json!({"side": "dexter", "maybe": "Left", "sides": ["Left", "dexter"], "pair": [1, "Left"], "number": 7})
    );
    let expected = Filled {
        side: Side::Right,
        maybe: Some(Side::Left),
        sides: vec![Side::Left, Side::Right],
        pair: (1, Side::Left),
        number: 7,
        theirs: 8,
    };
    let read: Filled = serde_json::from_value(lifted).expect("a value");
    assert_eq!(read, expected);
    let schema = Filled::SCHEMA.get();
    let decoded = Arguments::parse_answer("{}", schema, DecodeOptions::new())
        .and_then(|arguments| arguments.read::<Filled>(schema, canonical()));
    assert_eq!(decoded.expect("a value"), expected);
    let (_, text) = text(schema, canonical()).expect("a text");
    let shown = ["side", "maybe", "sides", "pair", "number", "theirs"]
        .map(|name| text["properties"][name]["default"].clone());
    let all = json!(["dexter", "Left", ["Left", "dexter"], [1, "Left"], 7, 8]);
    assert_eq!(json!(shown), all);
    // A description also names a variant as the model has to write it.
    let mut in_words = 0;
    for dialect in Dialect::all() {
        let Ok(text) = render(schema, dialect) else {
            continue;
        };
        assert!(!text.contains("Right"), "{text}");
        in_words += usize::from(text.contains("default: [Left, dexter]"));
    }
    assert!(in_words > 0);
    let given = json!({"side": "Left", "maybe": "dexter", "sides": [], "pair": [2, "Left"], "number": 1, "theirs": 2});
    stays(Filled::SCHEMA.get(), &given);
}

/// Units of its own.
#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
struct Sides(Vec<Side>);

/// Defaults with the names of units, in lists inside other types.
#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
struct FilledLists {
    #[tool(default = [Side::Right])]
    maybe: Option<Vec<Side>>,
    #[tool(default = [Side::Left, Side::Right])]
    own: Sides,
    #[tool(default = [(1, Side::Right)])]
    pairs: Option<Vec<(u8, Side)>>,
}

#[test]
fn our_defaults_of_lists_in_options_and_newtypes_are_filled_in() {
    let schema = FilledLists::SCHEMA.get();
    let lifted = from_model(schema, canonical(), json!({}));
    let expected =
        json!({"maybe": ["dexter"], "own": ["Left", "dexter"], "pairs": [[1, "dexter"]]});
    assert_eq!(lifted, expected);
    let decoded = Arguments::parse_answer("{}", schema, DecodeOptions::new())
        .and_then(|arguments| arguments.read::<FilledLists>(schema, canonical()));
    let expected = FilledLists {
        maybe: Some(vec![Side::Right]),
        own: Sides(vec![Side::Left, Side::Right]),
        pairs: Some(vec![(1, Side::Right)]),
    };
    assert_eq!(decoded.expect("a value"), expected);
}

/// A map, or a list that may look like its entries.
#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
#[serde(untagged)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
enum Either {
    Map(BTreeMap<String, u8>),
    List(Vec<u8>),
}

/// An object with more members than `entries` is not read as a map.
#[test]
fn entries_with_other_members_are_not_read_as_a_map() {
    let schema = <Vec<Either>>::SCHEMA.get();
    let strict = Dialect::of(Provider::OpenAi, true).expect("a strict mode");
    let entries = json!([{"key": "a", "value": 1.0}]);
    let lifted = |value: Value| from_model(schema, strict, json!({ "value": [value] }));
    assert_eq!(lifted(json!({"entries": entries})), json!([{"a": 1}]));
    let more = json!({"entries": entries, "more": 1.0});
    assert_eq!(lifted(more.clone()), json!([more]));
    assert_eq!(lifted(json!([1.0])), json!([[1]]));
}

/// A part that is never read, between two that are.
#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct Listed {
    first: u8,
    #[serde(skip_deserializing)]
    second: String,
    third: u8,
}

/// Two numbers.
#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct Area {
    width: u8,
    height: u8,
}

/// A tag, and the type of its content.
#[derive(Debug, Deserialize, ToolSchema)]
#[serde(tag = "kind")]
#[allow(dead_code)] // Deserialized, but its fields are not read.
enum Marked {
    Fields { first: u8 },
    Behind(Area),
}

/// Whole numbers in a list that serde takes for an object are whole numbers too.
#[test]
fn integers_in_a_list_for_an_object_are_integers() {
    let lifted = |schema: &Schema<'_>, list: Value| {
        from_model(schema, canonical(), json!({ "value": [list] }))
    };
    let read = lifted(<[Listed; 1]>::SCHEMA.get(), json!([1.0, 2.0]));
    assert_eq!(read, json!([[1, 2]]));
    serde_json::from_value::<Vec<Listed>>(read).expect("a value");
    for (sent, expected) in [
        (json!(["Fields", 1.0]), json!([["Fields", 1]])),
        (json!(["Behind", 1.0, 2.0]), json!([["Behind", 1, 2]])),
    ] {
        let read = lifted(<[Marked; 1]>::SCHEMA.get(), sent);
        assert_eq!(read, expected);
        serde_json::from_value::<Vec<Marked>>(read).expect("a value");
    }
}

/// Objects nested deeper than the levels that are compared when an alternative is chosen.
#[derive(Debug, Deserialize, ToolSchema)]
#[serde(untagged)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
enum Depths {
    Deep { one: One },
    Other(String),
}

/// The first object.
#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct One {
    two: Two,
}

/// The second object.
#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct Two {
    three: Three,
}

/// The third object.
#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct Three {
    number: u8,
}

#[test]
fn an_integer_deep_in_an_alternative_is_an_integer() {
    let sent = json!({"value": {"one": {"two": {"three": {"number": 1.0}}}}});
    let lifted = from_model(Depths::SCHEMA.get(), canonical(), sent);
    assert_eq!(lifted, json!({"one": {"two": {"three": {"number": 1}}}}));
    serde_json::from_value::<Depths>(lifted).expect("a value");
}

/// A whole number, or a number and more.
#[derive(Debug, Deserialize, ToolSchema)]
#[serde(untagged)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
enum Real {
    Whole {
        number: u8,
    },
    Broken {
        number: f64,
        names: BTreeMap<String, u8>,
    },
}

/// Serde rejects a number with a fraction for an integer, so the other alternative is chosen.
#[test]
fn a_fraction_selects_the_float_alternative() {
    let value = json!({"number": 1.0, "names": {"a": 1}});
    let read: Real = serde_json::from_value(value.clone()).expect("a value");
    assert!(matches!(read, Real::Broken { .. }));
    let strict = Dialect::of(Provider::OpenAi, true).expect("a strict mode");
    let lowered = toolcast::to_model(Real::SCHEMA.get(), strict, value);
    let expected = json!({"number": 1.0, "names": [{"key": "a", "value": 1}]});
    assert_eq!(lowered, json!({ "value": expected }));
}

/// Numbers as text are those of the text, however they are written.
#[test]
fn numbers_as_text_are_read_however_they_are_written() {
    let value = |number| EnumValue {
        ident: "",
        value: Literal::Number(number),
        docs: "",
        more: None,
        flags: 0,
    };
    let values = [
        value(Num::float(1000.0, "1e3")),
        value(Num::int(false, 2, "2")),
    ];
    let schema = Schema::of(Kind::Enum(Enum { values: &values }));
    for (number, shown) in [
        (json!(1000.0), "1e3"),
        (json!(1000), "1e3"),
        (json!(2), "2"),
    ] {
        let lowered = toolcast::to_model(&schema, dialect(Provider::Gemini), number);
        assert_eq!(lowered, json!({ "value": shown }));
        let lifted = from_model(&schema, dialect(Provider::Gemini), lowered);
        assert_eq!(lifted.to_string().parse::<f64>(), shown.parse());
    }
    let other = toolcast::to_model(&schema, dialect(Provider::Gemini), json!(3));
    assert_eq!(other, json!({ "value": "3" }));
}

/// A map, or an object whose default is filled in.
#[derive(Debug, Deserialize, ToolSchema)]
#[serde(untagged)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
enum MapFirst {
    Map(BTreeMap<String, u8>),
    Object {
        number: u8,
        #[tool(default = 7)]
        filled: u8,
    },
    List(Vec<u8>),
}

/// Nothing is filled into what serde reads as a map.
#[test]
fn a_value_that_serde_reads_as_a_map_gets_no_defaults() {
    let value = json!([{ "number": 1 }]);
    for &provider in Provider::ALL {
        let lifted = from_model(
            <Vec<MapFirst>>::SCHEMA.get(),
            dialect(provider),
            json!({ "value": value }),
        );
        assert_eq!(lifted, value, "{provider}");
    }
}

/// A pattern on each of three types around one another: a text has room for two.
#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct Letters(#[tool(pattern = "^[a-z]+$")] String);

/// The second.
#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct Few(#[tool(pattern = "^.{1,5}$")] Letters);

/// The third.
#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct Fewer {
    #[tool(pattern = "^[a-m]+$")]
    three: Few,
    two: Few,
}

#[test]
fn a_third_pattern_is_reported_and_enforced() {
    let spec = toolcast::__private::Spec {
        name: toolcast::__private::Text::plain("tool"),
        description: toolcast::__private::Text::plain("Does something."),
        params: Fewer::SCHEMA,
        ..toolcast::__private::Spec::NEW
    };
    let def = toolcast::ToolDef::new(Box::leak(Box::new(spec)));
    let report = def.report_for(Provider::JsonSchema);
    let told: Vec<_> = (report.entries.iter())
        .map(|entry| {
            (
                entry.pointer.as_str(),
                entry.keyword.as_str(),
                entry.outcome,
            )
        })
        .collect();
    assert_eq!(
        told,
        [("/properties/three", "pattern", toolcast::Outcome::Hidden)]
    );
    // The pattern is still enforced.
    let schema = Fewer::SCHEMA.get();
    let read = |three: &str| {
        let sent = json!({ "three": three, "two": "z" }).to_string();
        Arguments::parse_answer(&sent, schema, DecodeOptions::new())
            .and_then(|arguments| arguments.read::<Fewer>(schema, canonical()))
            .is_ok()
    };
    assert!(read("abc"));
    assert!(!read("xyz"));
}

/// A choice with a choice in it.
#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
struct Colored {
    color: String,
    #[serde(flatten)]
    shape: Shape,
}

/// Shapes.
#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
enum Shape {
    Round { radius: u8 },
    Square { side: u8 },
}

/// Two alternatives, the first of which is one of two again.
#[derive(Debug, Deserialize, ToolSchema)]
#[serde(untagged)]
#[allow(dead_code)] // Deserialized, but its fields are not read.
enum Inside {
    Many(Colored),
    One { one: u8 },
}

/// An alternative that is itself a choice, without a type around it. A program can build that; the
/// derive never does.
#[test]
fn a_union_as_an_alternative_is_converted() {
    let leak = |schema: Schema<'static>| SchemaRef::new(Box::leak(Box::new(schema)));
    let key = |raw, member| Key {
        raw,
        member,
        facts: 0,
    };
    let own = Field::new(key("own", "\"own\":"), Link::Static(u8::SCHEMA));
    let beside = Schema::of(Kind::Object(Object {
        fields: Box::leak(Box::new([Field::new(
            key("beside", "\"beside\":"),
            Link::Static(u8::SCHEMA),
        )])),
        unknown_names: UnknownNames::Ignored,
    }));
    let union = Schema::of(Kind::Union(Union {
        variants: Box::leak(Box::new([*Inside::SCHEMA.get(), beside])),
        tagging: Tagging::Untagged,
        plain: false,
    }));
    let flat = Field {
        flags: Field::FLATTEN,
        ..Field::new(key("flat", "\"flat\":"), Link::Static(leak(union)))
    };
    let schema = Schema::of(Kind::Object(Object {
        fields: Box::leak(Box::new([flat, own])),
        unknown_names: UnknownNames::Ignored,
    }));
    for (sent, expected) in [
        (
            json!({"own": 1.0, "color": "red", "Round": {"radius": 1.0}}),
            json!({"own": 1, "color": "red", "Round": {"radius": 1}}),
        ),
        (
            json!({"own": 1.0, "color": "red", "Square": {"side": 1.0}}),
            json!({"own": 1, "color": "red", "Square": {"side": 1}}),
        ),
        (json!({"own": 1.0, "one": 1.0}), json!({"own": 1, "one": 1})),
        (
            json!({"own": 1.0, "beside": 1.0}),
            json!({"own": 1, "beside": 1}),
        ),
    ] {
        let lifted = from_model(&schema, canonical(), json!({ "input": sent }));
        assert_eq!(lifted, expected);
    }
}

/// The declaration of each state accepts the arguments: strict mode, none, other providers.
#[test]
fn a_tool_converts_arguments_to_the_form_of_its_own_declaration_and_back() {
    /// Count words.
    #[tool]
    fn count(words: BTreeMap<String, u32>, tag: Option<String>) -> usize {
        words.into_keys().chain(tag).count()
    }

    /// Count words.
    #[tool(strict)]
    fn count_strictly(words: BTreeMap<String, u32>, tag: Option<String>) -> usize {
        count(words, tag)
    }

    /// Count words.
    #[tool(except(OpenAi, Anthropic))]
    fn count_for_some(words: BTreeMap<String, u32>, tag: Option<String>) -> usize {
        count(words, tag)
    }

    let mut strict = 0;
    for tool in [count::DEF, count_strictly::DEF, count_for_some::DEF] {
        for &provider in Provider::ALL {
            for value in [
                json!({"words": {"a": 1, "b": 2}, "tag": "x"}),
                json!({"words": {}}),
            ] {
                let sent = tool.to_model(provider, value.clone());
                assert_eq!(tool.from_model(provider, sent.clone()), value, "{provider}");
                strict += usize::from(tool.is_strict_for(provider));
                // Types in upper case are another language.
                let Some(text) = tool.parameters_for(provider) else {
                    continue;
                };
                if !matches!(provider, Provider::Gemini | Provider::Vertex) {
                    let schema: Value = serde_json::from_str(text).expect("JSON");
                    let judge = judge(&schema).expect("a schema");
                    assert!(judge.is_valid(&sent), "{provider}: {sent} by {text}");
                }
            }
        }
    }
    assert!(strict > 6, "{strict}");
}
