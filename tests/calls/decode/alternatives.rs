//! Faults of a value that has the type of one alternative, and of one that has the type of none.

use serde::Deserialize;
use toolcast::ToolSchema;

use super::meant::are;

#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Only read.
enum Key {
    One,
    Two,
}

#[derive(Debug, Deserialize, ToolSchema)]
#[serde(untagged)]
#[allow(dead_code)] // Only read.
enum NumbersOrText {
    Numbers(Vec<u8>),
    Text(String),
}

#[test]
fn a_list_among_the_alternatives_is_set_off_from_the_next_one() {
    are::<NumbersOrText>(&[(
        "1",
        "$.x: expected an array, each item an integer from 0 to 255; or a string, got 1",
    )]);
}

#[derive(Debug, Deserialize, ToolSchema)]
#[serde(untagged)]
#[allow(dead_code)] // Only read.
enum TwoOrText {
    Two([u8; 2]),
    Text(String),
}

#[derive(Debug, Deserialize, ToolSchema)]
#[serde(untagged)]
#[allow(dead_code)] // Only read.
enum PairOrText {
    Pair(u8, bool),
    Text(String),
}

#[derive(Debug, Deserialize, ToolSchema)]
#[serde(untagged)]
#[allow(dead_code)] // Only read.
enum LetterOrNumber {
    Letter(char),
    Number(u8),
}

#[derive(Debug, Deserialize, ToolSchema)]
#[serde(untagged)]
#[allow(dead_code)] // Only read.
enum KeyOrNumber {
    Key(Key),
    Number(u8),
}

/// The other variant is for values of another type.
#[test]
fn a_value_of_the_type_of_one_variant_is_a_fault_of_that_variant() {
    are::<TwoOrText>(&[(
        "[1,2,3]",
        "$.x: expected an array of 2 items, each item an integer from 0 to 255, got the array [1,2,3]",
    )]);
    are::<PairOrText>(&[(
        "[1]",
        "$.x: expected an array of 2 items, got the array [1]",
    )]);
    are::<LetterOrNumber>(&[
        (
            r#""ab""#,
            r#"$.x: expected a string of one character, got the string "ab""#,
        ),
        ("300", "$.x: expected an integer from 0 to 255, got 300"),
    ]);
    are::<KeyOrNumber>(&[(
        r#""zzzzzz""#,
        r#"$.x: expected one of "One" or "Two", got the string "zzzzzz""#,
    )]);
}
