//! An untagged or flattened enum is read as serde reads it: a variant that takes the value
//! unchanged comes before one that takes it without a `null`, with `1.0` as an integer, or with
//! JSON text opened that the provider's text doesn't show.

#![allow(clippy::needless_pass_by_value)] // Tools own their parameters.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::Debug;
use toolcast::call::Content;
use toolcast::decode::{ArgumentErrors, Arguments, DecodeOptions};
use toolcast::{
    Dialect, Outcome, Provider, ReportEntry, Tool, ToolSchema, decode, from_model, to_model, tool,
};
use toolcast_test_support::tape::Tape;
use toolcast_test_support::{canonical, is_quick, is_refused, name, none, random, reports};

use super::Of;

/// Providers that show every type of this file as serde reads it.
const PLAIN: [Provider; 2] = [Provider::Mcp, Provider::JsonSchema];

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum MapOrObject {
    Map(BTreeMap<String, bool>),
    Object { a: Option<u8> },
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Narrow {
    a: u8,
    #[serde(default)]
    b: u8,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum NarrowOrWide {
    Narrow(Narrow),
    Wide { a: u8, b: Option<u8> },
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum IntegerOrFloat {
    Integer(i64),
    Float(f64),
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Nested {
    Numbers {
        a: Vec<i8>,
        #[serde(default)]
        c: u8,
    },
    Inner {
        a: NarrowOrWide,
        b: Option<IntegerOrFloat>,
    },
    Floats {
        a: Vec<f64>,
        c: Option<u8>,
    },
    Both(MapOrObject, NarrowOrWide),
    Named(BTreeMap<String, Option<IntegerOrFloat>>),
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Flat {
    #[serde(default)]
    c: u8,
    #[serde(flatten)]
    rest: NarrowOrWide,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(tag = "c")]
enum Tagged {
    #[serde(rename = "x")]
    Flat(NarrowOrWide),
    #[serde(rename = "y")]
    Numbers {
        a: IntegerOrFloat,
        #[serde(default)]
        b: u8,
    },
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum NullOrText {
    Number(Option<i32>),
    Text(String),
}

impl Default for NullOrText {
    fn default() -> Self {
        NullOrText::Text("default".into())
    }
}

/// Properties whose `null` is not their default.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Defaults {
    #[serde(default)]
    a: NullOrText,
    #[serde(default = "text")]
    b: NullOrText,
    #[serde(default)]
    c: Option<i32>,
}

fn text() -> NullOrText {
    NullOrText::default()
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Node {
    a: i32,
    b: Option<Box<Node>>,
}

/// The text may be the inner node, if the dialect writes that as a string.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum NodeOrText {
    Node(Node),
    Text { a: i32, b: String },
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct FlatNode {
    c: Option<i32>,
    #[serde(flatten)]
    rest: NodeOrText,
}

/// Serde reads the value.
fn by_serde<T: DeserializeOwned>(value: Value) -> Result<T, String> {
    serde_json::from_value(value).map_err(|error| error.to_string())
}

/// The decoder reads what serde reads. If serde rejects the value, the decoder rejects it too, or
/// reads it with the documented changes.
fn agree<T>(provider: Provider, value: &Value, taken: &Cell<u32>) -> Result<(), String>
where
    T: DeserializeOwned + ToolSchema + PartialEq + Debug,
{
    let value = json!({ "x": value });
    let text = value.to_string();
    let read = decode::<Of<T>>(provider, &text);
    let meant = by_serde::<Of<T>>(value.clone());
    let is_rejected = meant.is_err();
    let meant = meant.or_else(|error| {
        let lifted = from_model(Of::<T>::SCHEMA.get(), canonical(), value);
        by_serde(lifted).map_err(|_| error)
    });
    match (&meant, &read) {
        (Ok(meant), Ok(read)) if meant == read => {
            taken.set(taken.get() + 1);
            Ok(())
        }
        (_, Err(errors)) if is_rejected && !errors.faults.is_empty() => Ok(()),
        _ => Err(format!("{provider}: {text} is {meant:?}, read as {read:?}")),
    }
}

const SCALARS: [&str; 12] = [
    "null", "null", "1", "1.0", "1.5", "-1", "-0", "300", "1e2", "true", "\"x\"", "\"y\"",
];

fn any(tape: &mut Tape, depth: u8) -> Value {
    // JSON in a string, which some dialects write for a value.
    if tape.one_in(6) {
        return any(tape, depth.saturating_sub(1)).to_string().into();
    }
    match tape.below(if depth == 0 { 1 } else { 6 }) {
        0 | 1 => serde_json::from_str(tape.pick::<&str>(&SCALARS)).expect("JSON"),
        2 => (0..tape.below(3)).map(|_| any(tape, depth - 1)).collect(),
        _ => {
            let mut members = serde_json::Map::new();
            for name in ["a", "b", "c"] {
                // The tag of one of the types.
                if name == "c" && tape.one_in(3) {
                    members.insert(name.into(), json!(tape.pick::<&str>(&["x", "y"])));
                } else if !tape.one_in(2) {
                    members.insert(name.into(), any(tape, depth - 1));
                }
            }
            Value::Object(members)
        }
    }
}

#[track_caller]
fn law<T>()
where
    T: DeserializeOwned + ToolSchema + PartialEq + Debug,
{
    let mut failures = Vec::new();
    let taken = Cell::new(0);
    for provider in PLAIN {
        let result = random(1024, |tape| {
            let depth = *tape.pick(&[1, 2, 3]);
            agree::<T>(provider, &any(tape, depth), &taken)
        });
        failures.extend(result.err());
    }
    none(&failures);
    let least = if is_quick() { 3 } else { 10 };
    assert!(taken.get() > least, "only {} were read", taken.get());
}

/// Reads a value that was written for a dialect.
fn read_in<T: DeserializeOwned + ToolSchema>(
    dialect: &'static Dialect,
    text: &str,
) -> Result<Of<T>, ArgumentErrors> {
    let schema = Of::<T>::SCHEMA.get();
    Arguments::parse_answer(text, schema, DecodeOptions::new())?.read(schema, dialect)
}

/// The decoder reads what serde reads, or the value that the dialect writes so.
fn agree_in<T>(dialect: &'static Dialect, value: &Value, taken: &Cell<u32>) -> Result<(), String>
where
    T: DeserializeOwned + Serialize + ToolSchema + PartialEq + Debug,
{
    let value = json!({ "x": value });
    let text = value.to_string();
    let (Ok(meant), Ok(read)) = (
        by_serde::<Of<T>>(value.clone()),
        read_in::<T>(dialect, &text),
    ) else {
        return Ok(());
    };
    taken.set(taken.get() + 1);
    let schema = Of::<T>::SCHEMA.get();
    let written = to_model(schema, dialect, json!(read));
    if meant == read || is_written(&written, &value) {
        return Ok(());
    }
    let name = name(dialect);
    Err(format!(
        "{name}: {text} is {meant:?}, read as {read:?}, which is written {written}"
    ))
}

/// Returns true if the value is a form of the one that the dialect writes. Defaults may be left
/// out, and JSON text is allowed only where the dialect writes it.
fn is_written(written: &Value, value: &Value) -> bool {
    let open = |text: &str| serde_json::from_str::<Value>(text).ok();
    match (written, value) {
        (Value::String(a), Value::String(b)) if a != b => {
            matches!((open(a), open(b)), (Some(a), Some(b)) if is_written(&a, &b))
        }
        (Value::String(a), value) if !value.is_string() => {
            open(a).is_some_and(|a| is_written(&a, value))
        }
        (Value::Object(a), Value::Object(b)) => b.iter().all(|(name, value)| {
            let written = a.get(name).unwrap_or(&Value::Null);
            is_written(written, value)
        }),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_written(a, b))
        }
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (a, b) => a == b,
    }
}

/// Returns true if `null` means an absent property in the dialect, which the report lists.
fn null_is_absent(dialect: &Dialect) -> bool {
    match dialect.provider() {
        Provider::Groq => true,
        Provider::OpenAi | Provider::OpenAiResponses | Provider::AzureOpenAi => dialect.strict(),
        _ => false,
    }
}

#[track_caller]
fn law_in_every_dialect<T>()
where
    T: DeserializeOwned + Serialize + ToolSchema + PartialEq + Debug,
{
    let mut failures = Vec::new();
    for dialect in Dialect::all() {
        if is_refused(Of::<T>::SCHEMA.get(), dialect) {
            continue;
        }
        let taken = Cell::new(0);
        let result = random(512, |tape| {
            let depth = *tape.pick(&[1, 2, 3]);
            let value = any(tape, depth);
            if null_is_absent(dialect) && value.to_string().contains("null") {
                return Ok(());
            }
            agree_in::<T>(dialect, &value, &taken)
        });
        failures.extend(result.err());
        assert!(
            taken.get() > 0,
            "{}: none of {} was read",
            name(dialect),
            taken.get()
        );
    }
    none(&failures);
}

/// A value of the type comes back from the form of the dialect, or the report has an entry
/// `narrowed`: for a union that writes two values in one form, or for a `null`. Where each `null`
/// means an absent property, a variant before may take it as its own.
fn comes_back_in<T>(
    dialect: &'static Dialect,
    value: &Value,
    taken: &Cell<u32>,
) -> Result<(), String>
where
    T: DeserializeOwned + Serialize + ToolSchema + PartialEq + Debug,
{
    let schema = Of::<T>::SCHEMA.get();
    let Ok(value) = by_serde::<Of<T>>(json!({ "x": value })) else {
        return Ok(());
    };
    taken.set(taken.get() + 1);
    let written = json!(value);
    let low = to_model(schema, dialect, written.clone());
    let back = from_model(schema, dialect, low.clone());
    let read = by_serde::<Of<T>>(back.clone());
    if read.as_ref().is_ok_and(|read| *read == value) {
        return Ok(());
    }
    let entries = reports::entries(schema, dialect).unwrap_or_default();
    let has_null = written.to_string().contains("null");
    let allows = |entry: &ReportEntry| {
        entry.outcome == Outcome::Narrowed && (has_null || entry.keyword == "anyOf")
    };
    if entries.iter().any(allows) || has_null && null_is_absent(dialect) {
        return Ok(());
    }
    let name = name(dialect);
    Err(format!(
        "{name}: {written} lowered to {low}, lifted to {back}, read as {read:?}"
    ))
}

#[track_caller]
fn values_come_back<T>()
where
    T: DeserializeOwned + Serialize + ToolSchema + PartialEq + Debug,
{
    values_made_by::<T>(any);
}

#[track_caller]
fn values_made_by<T>(make: fn(&mut Tape, u8) -> Value)
where
    T: DeserializeOwned + Serialize + ToolSchema + PartialEq + Debug,
{
    let taken = Cell::new(0);
    let mut failures = Vec::new();
    for dialect in Dialect::all() {
        if is_refused(Of::<T>::SCHEMA.get(), dialect) {
            continue;
        }
        let result = random(512, |tape| {
            let depth = *tape.pick(&[1, 2, 3]);
            comes_back_in::<T>(dialect, &make(tape, depth), &taken)
        });
        failures.extend(result.err());
    }
    none(&failures);
    assert!(taken.get() > 0, "serde reads none of the values");
}

/// Law 3 over untagged and flattened enums, where an absent property may select another variant
/// than `null`.
#[test]
fn a_value_comes_back_as_the_same_variant_in_every_dialect() {
    values_come_back::<MapOrObject>();
    values_come_back::<NarrowOrWide>();
    values_come_back::<IntegerOrFloat>();
    values_come_back::<Nested>();
    values_come_back::<Flat>();
    values_made_by::<Tagged>(|tape, depth| {
        let mut value = any(tape, depth);
        if let Some(members) = value.as_object_mut() {
            members.insert("c".into(), json!(tape.pick::<&str>(&["x", "y"])));
        }
        value
    });
    values_come_back::<Defaults>();
    values_come_back::<NodeOrText>();
    values_come_back::<FlatNode>();
    values_come_back::<Vec<Option<Nested>>>();
}

#[test]
fn an_absent_property_of_a_later_variant_is_sent_as_null() {
    for dialect in Dialect::all() {
        let schema = <Vec<MapOrObject>>::SCHEMA.get();
        let low = to_model(schema, dialect, json!([{"a": null}]));
        let back = from_model(schema, dialect, low.clone());
        let read: Vec<MapOrObject> = serde_json::from_value(back).expect("a value");
        assert_eq!(read, [MapOrObject::Object { a: None }], "{low}");
    }
}

#[test]
fn any_value_is_read_as_serde_reads_it_in_every_dialect() {
    law_in_every_dialect::<Defaults>();
    law_in_every_dialect::<NodeOrText>();
    law_in_every_dialect::<FlatNode>();
    law_in_every_dialect::<NarrowOrWide>();
    law_in_every_dialect::<Flat>();
    law_in_every_dialect::<Vec<Option<NodeOrText>>>();
}

#[test]
fn any_value_is_read_as_serde_reads_it() {
    law::<Defaults>();
    law::<NodeOrText>();
    law::<FlatNode>();
    law::<MapOrObject>();
    law::<NarrowOrWide>();
    law::<IntegerOrFloat>();
    law::<Nested>();
    law::<Flat>();
    law::<Tagged>();
    law::<Vec<Option<Nested>>>();
}

#[track_caller]
fn read<T>(provider: Provider, value: &str, expected: &T)
where
    T: DeserializeOwned + ToolSchema + PartialEq + Debug,
{
    let text = format!("{{\"x\": {value}}}");
    let found = decode::<Of<T>>(provider, &text).map(|of| of.x);
    assert_eq!(found.as_ref(), Ok(expected), "{provider}: {text}");
}

#[test]
fn a_variant_that_accepts_the_value_unchanged_comes_first() {
    for provider in PLAIN {
        let object = MapOrObject::Object { a: None };
        read(provider, r#"{"a": null}"#, &object);
        read(provider, "{}", &MapOrObject::Map(BTreeMap::new()));
        let wide = || NarrowOrWide::Wide { a: 1, b: None };
        read(provider, r#"{"a": 1, "b": null}"#, &wide());
        let narrow = || NarrowOrWide::Narrow(Narrow { a: 1, b: 0 });
        read(provider, r#"{"a": 1}"#, &narrow());
        read(provider, "1.0", &IntegerOrFloat::Float(1.0));
        read(provider, "1", &IntegerOrFloat::Integer(1));
        // The property of the object itself is absent, and those of the enum are unchanged.
        for (text, rest) in [
            (r#"{"c": null, "a": 1, "b": null}"#, wide()),
            (r#"{"c": null, "a": 1}"#, narrow()),
        ] {
            read(provider, text, &Flat { c: 0, rest });
        }
    }
}

/// The variant comes with the usual changes, if none takes the value unchanged.
#[test]
fn without_such_a_variant_one_that_accepts_the_changed_value_is_used() {
    for provider in PLAIN {
        let narrow = NarrowOrWide::Narrow(Narrow { a: 1, b: 0 });
        read(provider, r#"{"a": 1.0, "b": null}"#, &narrow);
        read(
            provider,
            r#"{"a": [1, 2.0], "c": null}"#,
            &Nested::Floats {
                a: vec![1.0, 2.0],
                c: None,
            },
        );
    }
}

/// A strict text shows each property as required, and `null` for an absent one: there the first
/// variant with an absent property is meant.
#[test]
fn a_null_that_means_absent_selects_the_variant_with_the_absent_property() {
    let schema = NarrowOrWide::SCHEMA.get();
    for dialect in Dialect::all() {
        let low = to_model(schema, dialect, json!({"a": 1}));
        let back = from_model(schema, dialect, low.clone());
        assert_eq!(
            serde_json::from_value::<NarrowOrWide>(back).ok(),
            Some(NarrowOrWide::Narrow(Narrow { a: 1, b: 0 })),
            "{low}"
        );
    }
}

/// Accepts defaults other than `null`.
#[tool]
fn take_defaults(x: Defaults) -> String {
    format!("{x:?}")
}

#[test]
fn a_null_that_is_a_value_is_not_the_default() {
    for &provider in Provider::ALL {
        let absent = read_by::<take_defaults>(provider, r#"{"x": {}}"#);
        assert!(absent.contains("a: Text(\"default\"), b: Text(\"default\")"));
        let null = read_by::<take_defaults>(provider, r#"{"x": {"a": null, "b": null}}"#);
        let strict = take_defaults::report_for(provider).strict;
        assert!(
            !strict,
            "{provider}: a strict text has no `null` beside an absent property"
        );
        if provider == Provider::Groq {
            // The dialect's text has `null` as the default, and the report has this as a narrowing.
            assert_eq!(null, absent);
            let report = take_defaults::report_for(provider).to_string();
            assert!(report.contains("`null` means the default"), "{report}");
        } else {
            assert!(
                null.contains("a: Number(None), b: Number(None)"),
                "{provider}: {null}"
            );
        }
    }
}

/// Takes a node or a text.
#[tool]
fn take_node(x: NodeOrText) -> String {
    format!("{x:?}")
}

#[test]
fn json_text_that_the_declaration_does_not_show_stays_text() {
    for &provider in Provider::ALL {
        let declaration = take_node::schema_for(provider);
        for text in ["null", "{\"a\": 2}"] {
            let call = json!({"x": {"a": 1, "b": text}}).to_string();
            let read = read_by::<take_node>(provider, &call);
            let shown = declaration.contains("a string containing JSON: ");
            assert_eq!(
                read.starts_with("Node"),
                shown,
                "{provider}: {call} is {read}"
            );
        }
    }
}

fn read_by<T: Tool>(provider: Provider, text: &str) -> String {
    let answer = T::call(provider, text)
        .now_or_never()
        .expect("it doesn't wait");
    let answer = answer.unwrap_or_else(|error| panic!("{provider}: {text}: {error}"));
    match answer.content.as_slice() {
        [Content::Text(text)] => text.clone(),
        other => panic!("{other:?}"),
    }
}
