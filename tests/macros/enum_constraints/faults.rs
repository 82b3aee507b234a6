//! Error texts for the model about constraints in variants.

use crate::enum_constraints::types::{
    Beside, ContentOrOther, Everything, Expr, First, Flat, FlatOrOther, FlatOutside, FlatTwice,
    Lists, Mixed, NameOrOther, Nested, OrOther, Outside, Step, Tree,
};
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use toolcast::{Provider, ToolSchema, decode};
use toolcast_tests::zoo::Refusing;

const START: &str = "Invalid response. Fix these problems and send the whole response again:\n";

/// Checks the error text, for each provider that reads such a value unchanged.
#[track_caller]
fn says<T: DeserializeOwned + ToolSchema + core::fmt::Debug>(text: &str, words: &str) {
    for provider in [
        Provider::Mcp,
        Provider::OpenAi,
        Provider::Gemini,
        Provider::Anthropic,
    ] {
        let told = decode::<T>(provider, text).expect_err(text).to_string();
        assert_eq!(told.strip_prefix(START), Some(words), "{provider}: {text}");
    }
}

#[test]
fn a_constraint_in_an_internally_tagged_variant_is_checked_at_its_value() {
    says::<Vec<Step>>(
        r#"{"value": [{"kind": "stop"}, {"kind": "wait", "seconds": 60}, {"kind": "wait", "seconds": 99}]}"#,
        "- $.value[2].seconds: expected an integer from 1 to 60, got 99",
    );
    says::<Vec<Step>>(
        r#"{"value": [{"kind": "say", "text": "much too long"}, {"kind": "jump", "height": 0}, {"kind": "wait"}]}"#,
        "- $.value[0].text: expected a string of 1 to 5 characters that matches `^[a-z]*$`, got the string \"much too long\"\n\
         - $.value[1].height: expected an integer from 1 to 9, got 0\n\
         - $.value[2].seconds is missing: expected an integer from 1 to 60",
    );
}

#[test]
fn a_constraint_in_an_externally_tagged_variant_is_checked_at_its_value() {
    says::<Vec<Outside>>(
        r#"{"value": [{"wait": {"seconds": 0}}, {"level": 11}, {"pair": ["abc", 2.5]}, {"many": []}, {"many": [{"height": 10}]}]}"#,
        "- $.value[0].wait.seconds: expected an integer from 1 to 60, got 0\n\
         - $.value[1].level: expected an integer from 0 to 10, got 11\n\
         - $.value[2].pair[0]: expected a string of 1 to 2 characters, got the string \"abc\"\n\
         - $.value[2].pair[1]: expected a number from -1.0 to 1.0, got 2.5\n\
         - $.value[3].many: expected an array of 1 to 2 items, each item an object with `height`, got the array []\n\
         - $.value[4].many[0].height: expected an integer from 1 to 9, got 10",
    );
}

/// The name determines the variant, even if it has many faults and another variant has few.
#[test]
fn the_name_of_a_variant_decides_which_faults_are_listed() {
    #[derive(Debug, serde::Deserialize, ToolSchema)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code)] // Its fields are not read.
    enum Shape {
        Circle { radius: u8 },
        Square { width: u8, height: u8 },
    }

    says::<Vec<Shape>>(
        r#"{"value": [{"Square": {}}, {"Square": {"width": 1, "heigth": 2}}, {"Circle": {"width": 1, "height": 2}}]}"#,
        "- $.value[0].Square.width is missing: expected an integer from 0 to 255\n\
         - $.value[0].Square.height is missing: expected an integer from 0 to 255\n\
         - $.value[1].Square.height is missing: expected an integer from 0 to 255\n\
         - $.value[1].Square.heigth is unknown: expected one of `width` or `height`; did you mean `height`?\n\
         - $.value[2].Circle.radius is missing: expected an integer from 0 to 255\n\
         - $.value[2].Circle.width is unknown: expected no property but `radius`\n\
         - $.value[2].Circle.height is unknown: expected no property but `radius`",
    );
}

#[test]
fn a_constraint_in_an_adjacently_tagged_variant_is_checked_at_its_value() {
    says::<Vec<Beside>>(
        r#"{"value": [{"t": "Off"}, {"t": "Wait", "c": {"seconds": 61}}, {"t": "Level", "c": 11}, {"t": "Pair", "c": ["", 0]},
            {"t": "Steps", "c": [{"kind": "jump", "height": 99}]}]}"#,
        "- $.value[1].c.seconds: expected an integer from 1 to 60, got 61\n\
         - $.value[2].c: expected an integer from 0 to 10, got 11\n\
         - $.value[3].c[0]: expected a string of 1 to 2 characters, got the string \"\"\n\
         - $.value[4].c[0].height: expected an integer from 1 to 9, got 99",
    );
}

/// Serde takes the first variant that it reads, so that variant's constraints apply, even if a
/// later variant's would be satisfied.
#[test]
fn a_constraint_in_an_untagged_variant_is_checked_at_its_value() {
    says::<Vec<First>>(
        r#"{"value": [5, 50, 300, 301, "long", [], {"name": ""}, {"number": 3}, [9, true]]}"#,
        "- $.value[1]: expected an integer from 1 to 10, got 50\n\
         - $.value[3]: expected an integer of at least 0, a multiple of 5, got 301\n\
         - $.value[4]: expected a string of at most 3 characters, got the string \"long\"\n\
         - $.value[5]: expected an array of 1 to 2 items, each item an integer from 0 to 255, got the array []\n\
         - $.value[6].name: expected a string of 1 to 3 characters, got the string \"\"\n\
         - $.value[7].number: expected an integer of at least 10, got 3\n\
         - $.value[8][0]: expected an integer from 0 to 5, got 9",
    );
    says::<Mixed>(
        r#"{"value": {"is": "Number", "n": 101}}"#,
        "- $.value.n: expected an integer of at most 100, got 101",
    );
}

#[test]
fn a_constraint_in_a_recursive_enum_is_checked_at_every_depth() {
    let text = r#"{"value": {"op": "all", "of": [{"op": "lit", "n": 3}, {"op": "not", "inner": {"op": "lit", "n": 10}}]}}"#;
    let told = decode::<Expr>(Provider::Mcp, text)
        .expect_err(text)
        .to_string();
    assert_eq!(
        told.strip_prefix(START),
        Some("- $.value.of[1].inner.n: expected an integer from 0 to 9, got 10")
    );
    let text = r#"{"value": {"Node": [{"Leaf": [true]}, {"Node": [{"Leaf": []}]}]}}"#;
    let told = decode::<Tree<bool>>(Provider::Mcp, text)
        .expect_err(text)
        .to_string();
    assert_eq!(
        told.strip_prefix(START),
        Some(
            "- $.value.Node[1].Node[0].Leaf: expected an array of 1 to 2 items, each item true or false, got the array []"
        )
    );
}

#[test]
fn a_constraint_in_a_flattened_variant_is_checked_at_its_property() {
    says::<Vec<Flat>>(
        r#"{"value": [{"id": 8, "kind": "wait", "seconds": 61}]}"#,
        "- $.value[0].id: expected an integer from 0 to 7, got 8\n\
         - $.value[0].seconds: expected an integer from 1 to 60, got 61",
    );
    says::<Vec<FlatOutside>>(
        r#"{"value": [{"id": 8, "level": 61}]}"#,
        "- $.value[0].level: expected an integer from 0 to 10, got 61",
    );
}

/// A fault in a variant is listed with all others.
#[test]
fn faults_in_variants_are_listed_with_all_other_faults() {
    let text = r#"{"steps": [{"kind": "wait", "seconds": 99}], "outside": {"a": {"level": 99}}, "beside": {"t": "Level", "c": 99},
        "first": [null, 99], "mixed": "long", "flat": {"id": "x", "kind": "jump", "height": 99}}"#;
    let told = decode::<Everything>(Provider::Mcp, text)
        .expect_err(text)
        .to_string();
    assert_eq!(
        told.strip_prefix(START).unwrap_or(&told),
        "- $.steps[0].seconds: expected an integer from 1 to 60, got 99\n\
         - $.outside.a.level: expected an integer from 0 to 10, got 99\n\
         - $.beside.c: expected an integer from 0 to 10, got 99\n\
         - $.first[1]: expected an integer from 1 to 10, got 99\n\
         - $.mixed: expected a string of at most 2 characters, got the string \"long\"\n\
         - $.flat.id: expected an integer from 0 to 7, got the string \"x\"\n\
         - $.flat.height: expected an integer from 1 to 9, got 99"
    );
}

/// If no variant fits after undoing the rewrites, the value is read unchanged, and the constraints
/// of the variant found then apply.
#[test]
fn a_fault_beside_json_in_a_string_has_the_place_of_its_value() {
    let text = r#"{"value": {"more": "{\"NAME\":\"x\"}", "number": 0}}"#;
    let error = decode::<First>(Provider::Vertex, text).expect_err(text);
    assert_eq!(error.faults[0].path, "$.value.number", "{error}");
}

/// Serde reads all members but the tag as the type of a newtype variant, which may reject unknown
/// names. A type flattened into a struct variant gets only its own names.
#[test]
fn unknown_names_in_a_closed_newtype_variant_are_a_fault() {
    says::<Vec<Refusing>>(
        r#"{"value": [{"type": "Strictly", "id": 1, "more": 2}, {"type": "Open", "id": 1, "more": 2}]}"#,
        "- $.value[0].more is unknown: expected one of `type`, `id` or `note`",
    );
    for (text, fits) in [
        (r#"{"type": "Strictly", "id": 1, "more": 2}"#, false),
        (r#"{"type": "Boxed", "id": 1, "more": 2}"#, false),
        (r#"{"type": "Either", "Left": 1, "more": 2}"#, false),
        (r#"{"type": "Open", "id": 1, "more": 2}"#, true),
        (r#"{"type": "Nothing", "more": 2}"#, true),
    ] {
        // Serde is the judge; the decoder and the canonical text follow it.
        let value: serde_json::Value = serde_json::from_str(text).expect("JSON");
        let read = serde_json::from_value::<Refusing>(value.clone());
        assert_eq!(read.is_ok(), fits, "{text}");
        let wrapped = serde_json::json!({ "value": value });
        let decoded = decode::<Refusing>(Provider::JsonSchema, &wrapped.to_string());
        assert_eq!(decoded.is_ok(), fits, "{text}");
        let canonical = toolcast::schema!(Refusing, Provider::JsonSchema);
        let schema = serde_json::from_str(canonical).expect("JSON");
        let judge = toolcast_test_support::judge::judge(&schema).expect("a schema");
        let accepted = judge.is_valid(&wrapped) || judge.is_valid(&value);
        assert_eq!(accepted, fits, "{text}: {canonical}");
    }
}

/// A secret that the model knows.
#[derive(Debug, serde::Deserialize, ToolSchema)]
#[allow(dead_code)]
struct Login {
    user: String,
    #[tool(length(8..))]
    password: secrecy::SecretString,
}

#[test]
fn secrets_are_not_in_the_error() {
    says::<Login>(
        r#"{"user": "ada", "password": "hunter2"}"#,
        "- $.password: expected a string of at least 8 characters in the format `password`, got a value that is not shown",
    );
    says::<Login>(
        r#"{"user": 7, "password": 12345678}"#,
        "- $.user: expected a string, got 7\n\
         - $.password: expected a string of at least 8 characters in the format `password`, got a value that is not shown",
    );
    let login = decode::<Login>(
        Provider::Groq,
        r#"{"user": "ada", "password": "correct horse"}"#,
    );
    assert!(!format!("{login:?}").contains("horse"));
}

/// Serde reads it from a list too.
#[derive(Debug, PartialEq, serde::Deserialize, ToolSchema)]
struct Window {
    #[tool(range(1..=9))]
    height: u8,
    name: Option<String>,
}

#[test]
fn a_list_for_a_struct_keeps_its_constraints() {
    let read = decode::<Vec<Window>>(Provider::Mcp, r#"{"value": [[9, "a"], [1, null]]}"#);
    let window = |height, name: Option<&str>| Window {
        height,
        name: name.map(ToOwned::to_owned),
    };
    assert_eq!(
        read.expect("serde reads it"),
        [window(9, Some("a")), window(1, None)]
    );
    says::<Vec<Window>>(
        r#"{"value": [[9, "a"], [true, "a"]]}"#,
        "- $.value[1]: expected an object with `height`, got the array [true, \"a\"]",
    );
    says::<Vec<Window>>(
        r#"{"value": [[9, "a"], [10, "a"]]}"#,
        "- $.value[1][0]: expected an integer from 1 to 9, got 10",
    );
}

#[test]
fn a_variant_for_any_other_tag_does_not_hide_other_faults() {
    says::<Vec<FlatOrOther>>(
        r#"{"value": [{"id": 8, "kind": "sing", "place": "Here"}, {"id": 8, "kind": "wait", "seconds": 61, "place": "far"},
            {"id": 8, "kind": "sing", "seconds": 61, "place": 5}]}"#,
        "- $.value[0].id: expected an integer from 0 to 7, got 8\n\
         - $.value[1].id: expected an integer from 0 to 7, got 8\n\
         - $.value[1].seconds: expected an integer from 1 to 60, got 61\n\
         - $.value[2].id: expected an integer from 0 to 7, got 8\n\
         - $.value[2].place: expected one of \"Here\" or \"Elsewhere\", got 5",
    );
    // A known tag is never read as another one, whatever its siblings.
    says::<Vec<FlatOrOther>>(
        r#"{"value": [{"id": 1, "kind": "wait", "seconds": true, "place": "Here"}, {"id": 1, "kind": "hop", "place": "Here"}]}"#,
        "- $.value[0].seconds: expected an integer from 1 to 60, got true\n\
         - $.value[1].height is missing: expected an integer from 1 to 9",
    );
    says::<Vec<FlatTwice>>(
        r#"{"value": [{"id": 8, "kind": "sing", "t": "Level", "c": 11}]}"#,
        "- $.value[0].id: expected an integer from 0 to 7, got 8\n\
         - $.value[0].c: expected an integer from 0 to 10, got 11",
    );
    for text in [
        r#"{"input": {"id": 7, "kind": "sing", "seconds": 99, "place": "far"}}"#,
        r#"{"input": {"id": 7, "kind": "", "place": "Here"}}"#,
    ] {
        let read = decode::<FlatOrOther>(Provider::Mcp, text);
        assert!(read.is_ok(), "{text}: {read:?}");
    }
    let text = r#"{"value": [{"kind": "sing"}, "far"]}"#;
    let read = decode::<(OrOther, NameOrOther)>(Provider::Mcp, text);
    assert_eq!(read, Ok((OrOther::Other, NameOrOther::Elsewhere)));
    let read = decode::<ContentOrOther>(Provider::Mcp, r#"{"value": {"t": "far"}}"#);
    assert_eq!(read, Ok(ContentOrOther::Other));
}

#[test]
fn a_list_for_a_variant_keeps_its_constraints() {
    says::<Vec<Step>>(
        r#"{"value": [["wait", 60], ["wait", 99], ["jump", 10], ["stop"], ["say", "A", null]]}"#,
        "- $.value[1][1]: expected an integer from 1 to 60, got 99\n\
         - $.value[2][1]: expected an integer from 1 to 9, got 10\n\
         - $.value[4][1]: expected a string of 1 to 5 characters that matches `^[a-z]*$`, got the string \"A\"",
    );
    says::<Vec<Beside>>(
        r#"{"value": [["Level", 11], ["Wait", {"seconds": 61}], ["Wait", [62]], ["Steps", [["jump", 10]]], ["Off", null]]}"#,
        "- $.value[0][1]: expected an integer from 0 to 10, got 11\n\
         - $.value[1][1].seconds: expected an integer from 1 to 60, got 61\n\
         - $.value[2][1][0]: expected an integer from 1 to 60, got 62\n\
         - $.value[3][1][0][1]: expected an integer from 1 to 9, got 10",
    );
    says::<Vec<Nested>>(
        r#"{"value": [["Step", "wait", 99], ["Jump", 10], ["Sized", 4, ["wait", 61]], ["Nothing"]]}"#,
        "- $.value[0][2]: expected an integer from 1 to 60, got 99\n\
         - $.value[1][1]: expected an integer from 1 to 9, got 10\n\
         - $.value[2][1]: expected an integer from 0 to 3, got 4\n\
         - $.value[2][2][1]: expected an integer from 1 to 60, got 61",
    );
    says::<Vec<Lists>>(
        r#"{"value": [[10], [1, 2, 3], ["wait", 61], {"pair": ["abc", 0]}]}"#,
        "- $.value[0][0]: expected an integer from 1 to 9, got 10\n\
         - $.value[1]: expected an array of at most 2 items, each item an integer from 0 to 255, got the array [1, 2, 3]\n\
         - $.value[2][1]: expected an integer from 1 to 60, got 61\n\
         - $.value[3].pair[0]: expected a string of 1 to 2 characters, got the string \"abc\"",
    );
    let read = decode::<Vec<Step>>(
        Provider::OpenAi,
        r#"{"value": [["jump", 5], ["say", "a", true]]}"#,
    );
    assert_eq!(read.expect("serde reads it").len(), 2);
}

/// The error for a structured output doesn't mention arguments.
#[test]
fn errors_of_a_structured_output_do_not_mention_arguments() {
    for text in ["{\"value\": [", "", "nothing"] {
        let told = decode::<Vec<Step>>(Provider::OpenAi, text)
            .expect_err(text)
            .to_string();
        assert!(
            told.starts_with("The response is not valid JSON: line 1"),
            "{told}"
        );
    }
}

/// If serde has buffered the value, it accepts a number for a tag: the index of the variant. No
/// schema shows that to a model, so it is rejected. It can't bypass a constraint.
#[test]
fn a_number_for_a_tag_does_not_bypass_a_constraint() {
    for item in [
        r#"{"id": 8, "kind": 0, "seconds": 61}"#,
        r#"{"id": 7, "kind": 0, "seconds": 60}"#,
    ] {
        assert!(
            serde_json::from_str::<Flat>(item).is_ok(),
            "serde reads {item}"
        );
        let text = format!(r#"{{"value": [{item}]}}"#);
        let error = decode::<Vec<Flat>>(Provider::Mcp, &text).expect_err(item);
        assert!(
            error
                .to_string()
                .contains("$.value[0].kind: expected one of \"wait\""),
            "{error}"
        );
    }
    let text = r#"{"value": [{"kind": 0, "seconds": 61}]}"#;
    assert!(serde_json::from_str::<Lists>(r#"{"kind": 0, "seconds": 61}"#).is_ok());
    assert!(decode::<Vec<Lists>>(Provider::Mcp, text).is_err());
}

/// Reads a number, or a string with one, although the schema has only the number.
fn flexible<'de, D: serde::Deserializer<'de>>(value: D) -> Result<u8, D::Error> {
    let value = <serde_json::Value as serde::Deserialize>::deserialize(value)?;
    let number = value.as_u64().or_else(|| value.as_str()?.parse().ok());
    let number = number.and_then(|n| u8::try_from(n).ok());
    number.ok_or_else(|| serde::de::Error::custom("expected a number"))
}

#[derive(Debug, PartialEq, serde::Deserialize, ToolSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Sized {
    Box {
        #[tool(as = "u8")]
        #[serde(deserialize_with = "flexible")]
        size: u8,
        #[tool(range(..=7))]
        n: u8,
    },
    Nothing,
}

#[derive(Debug, PartialEq, serde::Deserialize, ToolSchema)]
struct FlatSized {
    #[tool(as = "u8")]
    #[serde(deserialize_with = "flexible")]
    outer: u8,
    #[tool(range(..=7))]
    m: u8,
    #[serde(flatten)]
    sized: Sized,
}

/// If a type accepts more than its schema, the constraints of its siblings are still checked.
#[test]
fn constraints_next_to_a_custom_deserializer_are_checked() {
    says::<Vec<Sized>>(
        r#"{"value": [{"kind": "box", "size": 5, "n": 8}, {"kind": "nothing"}]}"#,
        "- $.value[0].n: expected an integer from 0 to 7, got 8",
    );
    for text in [
        r#"{"value": [{"kind": "box", "size": "5", "n": 8}]}"#,
        r#"{"value": [{"kind": "box", "size": 5, "n": 7}, {"kind": "box", "size": "5", "n": 8}]}"#,
    ] {
        let error = decode::<Vec<Sized>>(Provider::Mcp, text).expect_err(text);
        assert!(
            error
                .to_string()
                .contains(".n: expected an integer from 0 to 7, got 8"),
            "{error}"
        );
    }
    let text = r#"{"value": [{"kind": "box", "size": "5", "n": 7}]}"#;
    let read = decode::<Vec<Sized>>(Provider::Mcp, text);
    assert_eq!(read, Ok(vec![Sized::Box { size: 5, n: 7 }]));
    let flat = |outer: &str, m: u8, n: u8| {
        format!(
            r#"{{"value": [{{"outer": {outer}, "m": {m}, "kind": "box", "size": 1, "n": {n}}}]}}"#
        )
    };
    let read = decode::<Vec<FlatSized>>(Provider::Mcp, &flat("\"5\"", 7, 7));
    assert!(read.is_ok(), "{read:?}");
    for (m, n, path) in [(8, 7, ".m:"), (7, 8, ".n:")] {
        let text = flat("\"5\"", m, n);
        let error = decode::<Vec<FlatSized>>(Provider::Mcp, &text).expect_err("a constraint");
        assert!(error.to_string().contains(path), "{error}");
    }
}

/// A name that is a slip of the pen is answered with the one that was meant.
#[test]
fn unknown_variant_names_get_a_suggestion() {
    #[derive(Debug, serde::Deserialize, ToolSchema)]
    #[allow(dead_code)] // Its fields are not read.
    enum Shape {
        Circle { radius: u8 },
        Square { width: u8, height: u8 },
        Point,
    }
    #[derive(Debug, serde::Deserialize, ToolSchema)]
    #[serde(rename_all = "lowercase")]
    enum Color {
        Red,
        Blue,
    }
    #[derive(Debug, serde::Deserialize, ToolSchema)]
    #[serde(tag = "kind", rename_all = "lowercase")]
    #[allow(dead_code)] // Its fields are not read.
    enum Inside {
        Circle { radius: u8, color: Option<Color> },
        Square { width: u8, height: u8 },
    }
    #[derive(Debug, serde::Deserialize, ToolSchema)]
    #[serde(tag = "t", content = "c", rename_all = "lowercase")]
    #[allow(dead_code)] // Its fields are not read.
    enum Beside {
        Circle { radius: u8 },
        Square { width: u8, height: u8 },
    }
    #[derive(Debug, serde::Deserialize, ToolSchema)]
    #[allow(dead_code)] // Its fields are not read.
    struct Holder {
        id: u8,
        #[serde(flatten)]
        shape: Shape,
    }

    says::<Vec<Shape>>(
        r#"{"value": [{"Sqare": {"width": 1}}, {"circle": {"radius": 1}}, {"Hexagon": {}}, "Pont", {}]}"#,
        "- $.value[0]: expected an object with `Circle`, an object with `Square` or \"Point\", got the object {\"Sqare\": {\"width\": 1}}; did you mean `Square`?\n\
         - $.value[1]: expected an object with `Circle`, an object with `Square` or \"Point\", got the object {\"circle\": {\"radius\": 1}}; did you mean `Circle`?\n\
         - $.value[2]: expected an object with `Circle`, an object with `Square` or \"Point\", got the object {\"Hexagon\": {}}\n\
         - $.value[3]: expected an object with `Circle`, an object with `Square` or \"Point\", got the string \"Pont\"; did you mean `Point`?\n\
         - $.value[4]: expected an object with `Circle`, an object with `Square` or \"Point\", got the object {}",
    );
    says::<Vec<Inside>>(
        r#"{"value": [{"kind": "sqare", "width": 1}, {"kind": "Circle", "radius": 1}, {"kind": "hexagon"}, {"kin": "circle"}, {"kind": "sqare", "color": "bule"}]}"#,
        "- $.value[0].kind: expected one of \"circle\" or \"square\", got the string \"sqare\"; did you mean `square`?\n\
         - $.value[1].kind: expected one of \"circle\" or \"square\", got the string \"Circle\"; did you mean `circle`?\n\
         - $.value[2].kind: expected one of \"circle\" or \"square\", got the string \"hexagon\"\n\
         - $.value[3].kind is missing: expected one of \"circle\" or \"square\"\n\
         - $.value[4].kind: expected one of \"circle\" or \"square\", got the string \"sqare\"; did you mean `square`?",
    );
    says::<Vec<Beside>>(
        r#"{"value": [{"t": "sqare", "c": {"width": 1}}, {"t": "Circle", "c": {}}, {"t": "hexagon"}]}"#,
        "- $.value[0].t: expected one of \"circle\" or \"square\", got the string \"sqare\"; did you mean `square`?\n\
         - $.value[1].t: expected one of \"circle\" or \"square\", got the string \"Circle\"; did you mean `circle`?\n\
         - $.value[2].t: expected one of \"circle\" or \"square\", got the string \"hexagon\"",
    );
    says::<Vec<Holder>>(
        r#"{"value": [{"id": 1, "Square": {}}, {"id": 2, "Sqare": {"width": 1}}, {"id": 3, "Hexagon": 1}, {"id": 4}]}"#,
        "- $.value[0].Square.width is missing: expected an integer from 0 to 255\n\
         - $.value[0].Square.height is missing: expected an integer from 0 to 255\n\
         - $.value[1]: expected an object with `id` and `Circle`, an object with `id` and `Square` or an object with `id` and `Point`: null, got the object {\"id\": 2, \"Sqare\": {\"width\": 1}}; did you mean `Square`?\n\
         - $.value[2]: expected an object with `id` and `Circle`, an object with `id` and `Square` or an object with `id` and `Point`: null, got the object {\"id\": 3, \"Hexagon\": 1}\n\
         - $.value[3]: expected an object with `id` and `Circle`, an object with `id` and `Square` or an object with `id` and `Point`: null, got the object {\"id\": 4}",
    );
}

/// A variant with alternatives of its own has its tag once for each.
#[test]
fn the_tag_of_a_variant_with_alternatives_is_listed_once_for_each() {
    #[derive(Debug, serde::Deserialize, ToolSchema)]
    #[serde(rename_all = "lowercase")]
    #[allow(dead_code)] // Its fields are not read.
    enum Act {
        Move { by: u8 },
        Say(String),
    }
    #[derive(Debug, serde::Deserialize, ToolSchema)]
    #[serde(tag = "t", rename_all = "lowercase")]
    #[allow(dead_code)] // Its fields are not read.
    enum Step {
        Acting {
            #[serde(flatten)]
            act: Act,
        },
        Waiting {
            seconds: u8,
        },
    }

    says::<Vec<Step>>(
        r#"{"value": [{"t": "actin", "say": ""}, {"t": "wait"}, {"t": "waitin"}, {"t": 1}, {}, {"t": "acting", "move": {}}, {"t": "acting", "mvoe": {}}]}"#,
        "- $.value[0].t: expected one of \"acting\" or \"waiting\", got the string \"actin\"; did you mean `acting`?\n\
         - $.value[1].t: expected one of \"acting\" or \"waiting\", got the string \"wait\"; did you mean `waiting`?\n\
         - $.value[2].t: expected one of \"acting\" or \"waiting\", got the string \"waitin\"; did you mean `waiting`?\n\
         - $.value[3].t: expected one of \"acting\" or \"waiting\", got 1\n\
         - $.value[4].t is missing: expected one of \"acting\" or \"waiting\"\n\
         - $.value[5].move.by is missing: expected an integer from 0 to 255\n\
         - $.value[6]: expected an object with `t`: \"acting\" and `move` or an object with `t`: \"acting\" and `say`, got the object {\"t\": \"acting\", \"mvoe\": {}}; did you mean `move`?",
    );
}

/// A name that serde reads as no integer, beside other faults.
#[test]
fn a_key_that_is_not_an_integer_is_reported_with_other_faults() {
    #[derive(Debug, serde::Deserialize, ToolSchema)]
    #[serde(transparent)]
    #[allow(dead_code)] // Its fields are not read.
    struct Counts(BTreeMap<i16, u8>);

    for name in ["1.0", "1e0", "-0", "01", "+1"] {
        let sent = format!(r#"{{"value": {{"{name}": 1, "2": 300}}}}"#);
        let told = decode::<Counts>(Provider::JsonSchema, &sent).expect_err(name);
        let paths: Vec<&str> = told.faults.iter().map(|it| it.path.as_str()).collect();
        assert_eq!(
            paths,
            [&*format!("$.value[\"{name}\"]"), "$.value[\"2\"]"],
            "{told}"
        );
    }
}
