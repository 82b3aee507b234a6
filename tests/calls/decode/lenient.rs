//! Coercions happen if the program enables them, and only then.

#![allow(clippy::needless_pass_by_value)] // Tools own their parameters.

use super::call;
use serde::Deserialize;
use toolcast::call::ToolCall;
use toolcast::decode::{ArgumentErrors, DecodeOptions};
use toolcast::{Provider, Tool, ToolSchema, tool, toolset};

/// Adds things up.
#[tool]
#[allow(dead_code)] // Only its tool is called.
fn add(numbers: Vec<i64>, exact: Option<bool>, #[tool(range(0..=9))] digits: u8) -> i64 {
    numbers.iter().sum::<i64>() + i64::from(exact == Some(true)) + i64::from(digits)
}

type Read = (Vec<i64>, Option<bool>, u8);

fn read(text: &str, options: DecodeOptions) -> Result<(Read, Vec<String>), ArgumentErrors> {
    let read = call(add::DEF, Provider::OpenAi, text, options, |take| {
        let (numbers, exact, digits) = (take.take(0), take.take(1), take.take(2));
        Some((numbers?, exact?, digits?))
    });
    read.map(|(value, coercions, _)| (value, coercions))
}

#[track_caller]
fn coercions(text: &str, options: DecodeOptions, expected: Read, what: &[&str]) {
    assert!(
        read(text, DecodeOptions::new()).is_err(),
        "strictly, {text} is wrong"
    );
    let (value, coercions) =
        read(text, options).unwrap_or_else(|errors| panic!("{text}: {errors}"));
    assert_eq!(value, expected);
    assert_eq!(coercions, what);
}

#[test]
fn scalars_in_strings_are_read_with_a_note() {
    coercions(
        r#"{"numbers": [1, "-2", "3e2"], "exact": "True", "digits": "7"}"#,
        DecodeOptions::new().scalars_in_strings(),
        (vec![1, -2, 300], Some(true), 7),
        &[
            "$.numbers[1]: a number was read from a string",
            "$.numbers[2]: a number was read from a string",
            "$.exact: a bool was read from a string",
            "$.digits: a number was read from a string",
        ],
    );
}

/// A lenient mode doesn't bypass a constraint or a type.
#[test]
fn invalid_values_are_rejected_with_every_leniency() {
    for text in [
        r#"{"numbers": [], "digits": "10"}"#,
        r#"{"numbers": [], "digits": "seven"}"#,
        r#"{"numbers": [], "digits": ["7"]}"#,
        r#"{"numbers": {}, "digits": 7}"#,
        r#"{"digits": 7}"#,
    ] {
        let errors = read(text, DecodeOptions::new().lenient()).expect_err(text);
        assert_eq!(errors.faults.len(), 1, "{errors}");
    }
}

#[test]
fn a_single_value_is_read_as_a_list_of_one_with_a_note() {
    coercions(
        r#"{"numbers": 5, "digits": 1}"#,
        DecodeOptions::new().one_or_many(),
        (vec![5], None, 1),
        &["$.numbers: a single value was read as a list of one"],
    );
    coercions(
        r#"{"numbers": "5", "digits": 1}"#,
        DecodeOptions::new().lenient(),
        (vec![5], None, 1),
        &["$.numbers: a number was read from a string"],
    );
}

/// A list of itself, in each way that a type can be one.
#[derive(Debug, Deserialize, ToolSchema)]
#[expect(dead_code, reason = "`Debug` prints the fields")]
#[serde(untagged)]
enum Nested {
    Number(i64),
    List(Vec<Nested>),
}

#[derive(Debug, Deserialize, ToolSchema)]
#[expect(dead_code, reason = "`Debug` prints the field")]
struct OnlyLists(Vec<OnlyLists>);

#[derive(Debug, Deserialize, ToolSchema)]
#[expect(dead_code, reason = "`Debug` prints the fields")]
#[serde(untagged)]
enum ListFirst {
    List(Vec<ListFirst>),
    Text(String),
}

#[tool]
fn nested(nested: Nested) -> String {
    format!("{nested:?}")
}

#[tool]
fn only_lists(lists: OnlyLists) -> String {
    format!("{lists:?}")
}

#[tool]
fn list_first(list: ListFirst) -> String {
    format!("{list:?}")
}

#[test]
fn a_single_value_for_a_list_of_itself_is_a_fault_or_read() {
    let tools =
        toolset![nested, only_lists, list_first].decode_options(DecodeOptions::new().lenient());
    let tools = tools.build().expect("a set");
    for (name, parameter) in [
        ("nested", "nested"),
        ("only_lists", "lists"),
        ("list_first", "list"),
    ] {
        for value in [
            "\"x\"",
            "null",
            "1.5",
            "true",
            "1",
            "{}",
            "[[\"x\"]]",
            "[1, [2]]",
        ] {
            for &provider in Provider::ALL {
                let arguments = format!(r#"{{"{parameter}": {value}}}"#);
                let call = ToolCall::new("1", name, arguments.as_str());
                let result = futures_executor::block_on(tools.call(provider, call));
                let is_read = match name {
                    "nested" => matches!(value, "1" | "[1, [2]]"),
                    "only_lists" => false,
                    _ => value.contains("\"x\""),
                };
                assert_eq!(
                    !result.is_error(),
                    is_read,
                    "{name} {value}: {:?}",
                    result.content
                );
            }
        }
    }
}

#[test]
fn arguments_in_a_string_or_code_block_are_read_with_a_note() {
    let leniency = DecodeOptions::new().stringified_arguments();
    let inner = r#"{"numbers": [1], "digits": 2}"#;
    let expected = || (vec![1], None, 2);
    let text = serde_json::to_string(inner).expect("JSON");
    coercions(
        &text,
        leniency,
        expected(),
        &["$: all arguments were read from a string"],
    );
    let fenced = format!("```json\n{inner}\n```");
    let what = ["$: all arguments were read from a code block"];
    coercions(&fenced, leniency, expected(), &what);
    let text = serde_json::to_string(&fenced).expect("JSON");
    coercions(
        &text,
        leniency,
        expected(),
        &["$: all arguments were read from a string"],
    );
}

#[test]
fn unknown_names_are_left_out_and_listed() {
    coercions(
        r#"{"numbers": [], "digits": 2, "why": {"because": 1}}"#,
        DecodeOptions::new().unknown_fields(),
        (vec![], None, 2),
        &["$.why: a name that the object does not have was left out"],
    );
}

/// Valid arguments are read unchanged, and no note is made.
#[test]
fn valid_arguments_are_read_unchanged_without_a_note() {
    let text = r#"{"numbers": [1], "exact": null, "digits": 2}"#;
    let (value, coercions) = read(text, DecodeOptions::new().lenient()).expect("it fits");
    assert_eq!(value, (vec![1], None, 2));
    assert!(coercions.is_empty(), "{coercions:?}");
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize, ToolSchema)]
#[serde(rename_all = "lowercase")]
enum Unit {
    Celsius,
    #[serde(alias = "F")]
    Fahrenheit,
}

/// Two values with the same letters.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, ToolSchema)]
enum Pin {
    Up,
    #[serde(rename = "UP")]
    Supply,
}

/// Converts temperatures.
#[tool(strict(Anthropic, Bedrock))]
fn convert(to: Unit, from: Option<Unit>, more: Vec<Unit>, pin: Pin) -> String {
    format!("{to:?} {from:?} {more:?} {pin:?}")
}

const CASES: &str =
    r#"{"to":"CELSIUS","from":"Fahrenheit","more":["celsius","fahrenHEIT","F"],"pin":"UP"}"#;
const NOTES: [&str; 3] = [
    "$.to: the letter case of a value was changed",
    "$.from: the letter case of a value was changed",
    "$.more[1]: the letter case of a value was changed",
];

fn convert_by(provider: Provider, leniency: DecodeOptions, text: &str) -> toolcast::ToolResult {
    let tools = toolset![convert].decode_options(leniency).build();
    let tools = tools.expect("a set");
    let call = ToolCall::new("1", "convert", text);
    futures_executor::block_on(tools.call(provider, call))
}

#[test]
fn values_of_enums_in_another_case_are_read_with_a_note() {
    let enum_case = DecodeOptions::new().enum_case();
    for &provider in Provider::ALL {
        let result = convert_by(provider, enum_case, CASES);
        let notes: Vec<String> = result.coercions.iter().map(ToString::to_string).collect();
        assert_eq!(result.error, None, "{provider}");
        assert_eq!(notes, NOTES, "{provider}");
        let expected = "Celsius Some(Fahrenheit) [Celsius, Fahrenheit, Fahrenheit] Supply";
        let expected = [toolcast::Content::Text(expected.to_owned())];
        assert_eq!(result.content, expected, "{provider}");
        // Two values have these letters, and an alias has no other case.
        for wrong in ["\"up\"", "\"uP\""] {
            let result = convert_by(provider, enum_case, &CASES.replace("\"UP\"", wrong));
            assert!(result.is_error(), "{provider}: {wrong}");
        }
        let result = convert_by(provider, enum_case, &CASES.replace("\"F\"", "\"f\""));
        assert!(result.is_error(), "{provider}");
    }
}

#[test]
fn values_of_enums_in_another_case_are_faults_without_leniency() {
    for &provider in Provider::ALL {
        let result = convert_by(provider, DecodeOptions::new(), CASES);
        assert!(result.is_error(), "{provider}: {result:?}");
        let exact = r#"{"to":"celsius","from":null,"more":[],"pin":"Up"}"#;
        let result = convert_by(provider, DecodeOptions::new().lenient(), exact);
        assert_eq!(result.error, None, "{provider}");
        assert!(result.coercions.is_empty(), "{provider}");
    }
}

#[test]
fn the_values_of_a_narrowed_set_hold_exactly() {
    let tools = toolset![convert]
        .decode_options(DecodeOptions::new().lenient())
        .build();
    let tools = tools.expect("a set");
    let narrow = tools.with_values("convert.to", ["celsius"]);
    let narrow = narrow.expect("a value of the enum");
    for (to, fits) in [
        ("celsius", true),
        ("CELSIUS", false),
        ("FAHRENHEIT", false),
        ("F", false),
    ] {
        let text = format!(r#"{{"to":"{to}","from":null,"more":[],"pin":"Up"}}"#);
        let call = ToolCall::new("1", "convert", text);
        let result = futures_executor::block_on(narrow.call(Provider::OpenAi, call));
        assert_eq!(result.error.is_none(), fits, "{to}: {result:?}");
    }
}
