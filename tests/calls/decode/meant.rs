//! Faults of a value that matches no variant: those of the variant that is meant, at the narrowest
//! path, in JSON's words.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use toolcast::{Provider, ToolSchema, decode};

use super::Of;

const START: &str = "Invalid response. Fix these problems and send the whole response again:\n";

/// Returns the faults of a value.
#[track_caller]
fn faults<T: DeserializeOwned + ToolSchema>(value: &str) -> String {
    let text = format!("{{\"x\": {value}}}");
    match decode::<Of<T>>(Provider::Mcp, &text) {
        Ok(_) => panic!("{text} fits"),
        Err(errors) => {
            let faults = errors.to_string();
            faults.strip_prefix(START).unwrap_or(&faults).to_owned()
        }
    }
}

#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Only read.
struct Inner {
    k: bool,
}

#[derive(Debug, Deserialize, ToolSchema)]
#[serde(tag = "t", content = "c")]
#[allow(dead_code)] // Only read.
enum Adjacent {
    Struct { a: i32 },
    Newtype(Inner),
}

#[derive(Debug, Deserialize, ToolSchema)]
#[serde(untagged)]
#[allow(dead_code)] // Only read.
enum Untagged {
    Named { must: i32 },
    Other { e: Option<i32> },
}

#[derive(Debug, Deserialize, ToolSchema)]
#[serde(untagged)]
#[allow(dead_code)] // Only read.
enum Lists {
    Words(Words),
    Pair(i32, bool),
    Inner(Inner),
    Named { must: i32 },
}

#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Only read.
struct Words(#[tool(length(..=2))] Vec<Word>);

#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Only read.
struct Word(#[tool(length(..=3))] String);

#[derive(Debug, Deserialize, ToolSchema)]
#[serde(tag = "t")]
#[allow(dead_code)] // Only read.
enum Internal {
    Unit,
    Untagged(Untagged),
    Lists(Lists),
    Words(Words),
    Struct {
        #[tool(range(1..=5))]
        k: u8,
    },
}

#[derive(Debug, Deserialize, ToolSchema)]
#[serde(tag = "kind")]
#[allow(dead_code)] // Only read.
enum Kinds {
    A { n: i32 },
    B { n: i32, m: i32 },
}

#[derive(Debug, Deserialize, ToolSchema)]
#[serde(tag = "kind")]
#[allow(dead_code)] // Only read.
enum Outer {
    A(Inner),
    B { n: Kinds },
}

#[derive(Debug, Deserialize, ToolSchema)]
#[serde(untagged)]
#[allow(dead_code)] // Only read.
enum KindsOr {
    Kinds(Kinds),
    Inner(Inner),
}

#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Only read.
struct FlatKinds {
    id: i32,
    #[serde(flatten)]
    kinds: Kinds,
}

#[derive(Debug, Deserialize, ToolSchema)]
#[serde(tag = "outer")]
#[allow(dead_code)] // Only read.
enum InnerKinds {
    Kinds(Kinds),
    Unit,
}

#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Only its faults are read.
enum MixedKinds {
    K(Kinds),
    #[serde(untagged)]
    Other(Kinds),
}

#[derive(Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord, ToolSchema)]
enum Key {
    One,
    Two,
}

#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Only read.
struct FlatMap {
    id: i32,
    #[serde(flatten)]
    rest: BTreeMap<Key, i32>,
}

#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Only read.
struct FlatFlatMap {
    name: String,
    #[serde(flatten)]
    inner: FlatMap,
}

/// Checks the faults of values.
#[track_caller]
pub(super) fn are<T: DeserializeOwned + ToolSchema>(all: &[(&str, &str)]) {
    for (value, expected) in all {
        assert_eq!(faults::<T>(value), format!("- {expected}"), "{value}");
    }
}

#[test]
fn a_list_for_a_struct_variant_is_a_fault_at_its_content() {
    are::<Adjacent>(&[
        (
            r#"{"t":"Struct","c":[1]}"#,
            "$.x.c: expected an object with `a`, got the array [1]",
        ),
        (
            r#"{"c":[1],"t":"Struct"}"#,
            "$.x.c: expected an object with `a`, got the array [1]",
        ),
        (
            r#"["Struct",[1]]"#,
            "$.x[1]: expected an object with `a`, got the array [1]",
        ),
    ]);
}

#[test]
fn a_fault_at_a_member_of_one_variant_is_reported_for_that_variant() {
    are::<Untagged>(&[(
        r#"{"e":"s"}"#,
        r#"$.x.e: expected an integer, got the string "s""#,
    )]);
    are::<KindsOr>(&[
        (
            r#"{"kind":1,"n":3}"#,
            r#"$.x.kind: expected one of "A" or "B", got 1"#,
        ),
        (
            r#"{"kind":"C"}"#,
            r#"$.x.kind: expected one of "A" or "B", got the string "C""#,
        ),
        (
            r#"{"kind":"A","n":"3"}"#,
            r#"$.x.n: expected an integer, got the string "3""#,
        ),
        (r#"{"k":1}"#, "$.x.k: expected true or false, got 1"),
    ]);
    are::<MixedKinds>(&[(
        r#"{"K":{"kind":1,"n":3}}"#,
        r#"$.x.K.kind: expected one of "A" or "B", got 1"#,
    )]);
}

#[test]
fn a_wrong_list_with_a_known_tag_is_a_fault_with_that_variant() {
    are::<Internal>(&[
        (
            r#"["Struct",true]"#,
            r#"$.x: expected an object with `t`: "Struct" and `k`, got the array ["Struct",true]"#,
        ),
        (
            r#"["Unit", 1]"#,
            r#"$.x: expected an object with `t`: "Unit", got the array ["Unit", 1]"#,
        ),
        (
            r#"["Untagged",1]"#,
            r#"$.x: expected an object with `t`: "Untagged" and `must` or an object with `t`: "Untagged", got the array ["Untagged",1]"#,
        ),
    ]);
}

/// The constraints of a variant's only type hold for the items after the tag too.
#[test]
fn a_constraint_applies_to_the_items_after_a_tag() {
    are::<Internal>(&[
        (
            r#"["Struct",7]"#,
            "$.x[1]: expected an integer from 1 to 5, got 7",
        ),
        (
            r#"["Words","abcd"]"#,
            r#"$.x[1]: expected a string of at most 3 characters, got the string "abcd""#,
        ),
        (
            r#"["Words","a","b","c"]"#,
            r#"$.x: expected an object with `t`: "Words", got the array ["Words","a","b","c"]"#,
        ),
        (
            r#"["Lists","abcd"]"#,
            r#"$.x[1]: expected a string of at most 3 characters, got the string "abcd""#,
        ),
    ]);
    for text in [
        r#"{"x": ["Words","a","b"]}"#,
        r#"{"x": ["Lists","a"]}"#,
        r#"{"x": ["Lists",1,true]}"#,
        r#"{"x": ["Lists",true]}"#,
    ] {
        let read = decode::<Of<Internal>>(Provider::Mcp, text).map(|of| format!("{:?}", of.x));
        let serde = serde_json::from_str::<Of<Internal>>(text);
        assert_eq!(read, Ok(format!("{:?}", serde.expect(text).x)), "{text}");
    }
}

#[test]
fn a_number_as_a_tag_is_a_fault_with_the_known_tags() {
    let fault = r#"$.x.kind: expected one of "A" or "B", got 1"#;
    are::<Kinds>(&[(r#"{"kind":1,"n":3}"#, fault)]);
    are::<FlatKinds>(&[(r#"{"kind":1,"n":3,"id":1}"#, fault)]);
    are::<InnerKinds>(&[(r#"{"outer":"Kinds","kind":1,"n":3}"#, fault)]);
    are::<Outer>(&[(
        r#"{"kind":"B","n":{"kind":1,"n":3}}"#,
        r#"$.x.n.kind: expected one of "A" or "B", got 1"#,
    )]);
}

#[test]
fn an_invalid_key_of_a_flattened_map_is_a_fault_with_the_valid_ones() {
    let fault = r#"$.x.Three: expected a name that is one of "One" or "Two", got `Three`"#;
    are::<FlatMap>(&[(r#"{"id":1,"Three":1}"#, fault)]);
    are::<FlatFlatMap>(&[(r#"{"id":1,"name":"a","Three":1}"#, fault)]);
}

#[derive(Debug, Deserialize, ToolSchema)]
#[serde(untagged)]
#[allow(dead_code)] // Only read.
enum Nested {
    One((i32,)),
    Maybe(Option<bool>),
    Two(Vec<Option<i32>>),
    Map(BTreeMap<String, bool>),
}

/// Nested alternatives are listed one by one, without duplicates.
#[test]
fn a_fault_lists_nested_alternatives_once() {
    are::<Nested>(&[(
        "1",
        "$.x: expected an array of 1 item; true; false; null; an array, each item an integer or null; or an object, each value true or false, got 1",
    )]);
}

#[derive(Debug, Deserialize, ToolSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)] // Only read.
struct File {
    path: String,
}

#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Only read.
enum Target {
    File(File),
    Line(u8),
}

#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Only read.
struct Edit {
    id: u8,
    #[serde(flatten)]
    target: Target,
}

/// A small mistake in the first variant doesn't make the second one the meant one.
#[test]
fn the_first_of_two_variants_in_the_text_is_the_meant_one() {
    are::<Edit>(&[(
        r#"{"id":1,"File":{"path":"a","mode":1},"Line":2}"#,
        "$.x.File.mode is unknown: expected no property but `path`\n\
         - $.x.Line: expected no second variant beside `File`, got 2",
    )]);
}

#[derive(Debug, Deserialize, ToolSchema)]
#[serde(untagged)]
#[allow(dead_code)] // Only read.
enum MaybeKinds {
    Kinds(Option<Kinds>),
    Inner(Inner),
}

#[test]
fn a_fault_in_the_type_of_an_option_is_that_of_the_variant_with_its_names() {
    are::<MaybeKinds>(&[
        (
            r#"{"kind":"A","n":"3"}"#,
            r#"$.x.n: expected an integer, got the string "3""#,
        ),
        (
            r#"{"kind":"C","n":3}"#,
            r#"$.x.kind: expected one of "A" or "B", got the string "C""#,
        ),
    ]);
}

#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Only read.
struct Around<T>(T);

#[derive(Debug, Deserialize, ToolSchema)]
#[serde(untagged)]
#[allow(dead_code)] // Only read.
enum FarKinds {
    Kinds(Around<Around<Option<Around<Kinds>>>>),
    Inner(Inner),
}

#[derive(Debug, Deserialize, ToolSchema)]
#[serde(untagged)]
#[allow(dead_code)] // Only read.
enum FlatFarKinds {
    Flat {
        id: u8,
        #[serde(flatten)]
        kinds: Around<Around<Kinds>>,
    },
    Inner(Inner),
}

/// Serde reads it as the index of a variant, however many types are around the enum.
#[test]
fn a_number_as_a_tag_far_inside_an_untagged_enum_is_a_fault() {
    let (value, flat) = (r#"{"kind":0,"n":3}"#, r#"{"id":1,"kind":0,"n":3}"#);
    let fault = r#"$.x.kind: expected one of "A" or "B", got 0"#;
    serde_json::from_str::<FarKinds>(value).expect("serde reads the first variant");
    serde_json::from_str::<FlatFarKinds>(flat).expect("serde reads the first variant");
    are::<FarKinds>(&[(value, fault)]);
    are::<FlatFarKinds>(&[(flat, fault)]);
}
