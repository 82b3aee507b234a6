//! Leniency doesn't change a value that is valid as sent.

#![allow(clippy::needless_pass_by_value)] // Tools own their parameters.

use futures_executor::block_on;
use serde::Deserialize;
use toolcast::call::ToolCall;
use toolcast::decode::{DecodeOptions, decode_with};
use toolcast::{Provider, ToolSchema, tool, toolset};

/// A number before a text: read with forgiveness, any digits would be a number.
#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
#[serde(untagged)]
enum NumberOrText {
    Number(u32),
    Flag(bool),
    List(Vec<u32>),
    Text(String),
}

/// Both have the first property, and the second is one or the other.
#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Rows {
    Count { id: u32, n: u32 },
    Name { id: u32, n: String },
}

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
struct All {
    times: u8,
    values: Vec<NumberOrText>,
    rows: Vec<Rows>,
    #[serde(flatten)]
    row: Rows,
}

#[test]
fn valid_values_stay_unchanged() {
    let text = r#"{"input": {"times": "3", "values": ["5", "true", 5, true, [1], ["1", 2]],
        "rows": [{"id": 1, "n": "5"}, {"id": "1", "n": "5"}, {"id": "1", "n": 5}], "id": "2", "n": "7"}}"#;
    let strict = decode_with::<All>(Provider::Mcp, text, DecodeOptions::new());
    assert!(strict.is_err(), "{strict:?}");
    let options = DecodeOptions::new().lenient();
    let name = |id, n: &str| Rows::Name {
        id,
        n: n.to_owned(),
    };
    let text_of = |text: &str| NumberOrText::Text(text.to_owned());
    let expected = All {
        times: 3,
        values: vec![
            text_of("5"),
            text_of("true"),
            NumberOrText::Number(5),
            NumberOrText::Flag(true),
            NumberOrText::List(vec![1]),
            NumberOrText::List(vec![1, 2]),
        ],
        rows: vec![name(1, "5"), name(1, "5"), Rows::Count { id: 1, n: 5 }],
        row: name(2, "7"),
    };
    assert_eq!(
        decode_with::<All>(Provider::Mcp, text, options),
        Ok(expected)
    );
}

/// Returns its arguments.
#[tool]
#[allow(dead_code)] // Only its tool is called.
fn say(times: u8, value: NumberOrText, #[tool(flatten)] row: Rows) -> String {
    format!("{times} {value:?} {row:?}")
}

#[test]
fn numbers_in_strings_are_read_in_variants_through_a_set() {
    let leniency = DecodeOptions::new().scalars_in_strings();
    let tools = toolset![say].decode_options(leniency).build();
    let tools = tools.expect("nothing is missing");
    let call = ToolCall::new(
        "1",
        "say",
        r#"{"input": {"times": "3", "value": "5", "id": "1", "n": "7"}}"#,
    );
    let result = block_on(tools.call(Provider::Mcp, call));
    let text = format!("{:?}", result.content);
    assert!(
        text.contains("3 Text(\\\"5\\\") Name { id: 1, n: \\\"7\\\" }"),
        "{result:?}"
    );
    let coercions: Vec<_> = result.coercions.iter().map(|it| it.path.as_str()).collect();
    assert_eq!(coercions, ["$.input.times", "$.input.id"], "{result:?}");
}
