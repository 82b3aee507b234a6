//! Texts that aren't JSON, or can't be read, and faults of structured output.

use toolcast::decode::{DecodeOptions, decode_with};
use toolcast::set::CallOptions;
use toolcast::wire::PartialJson;
use toolcast::{Provider, toolset};

use super::faults::{Pages, errors, turn};
use super::results;

/// The reasons why a text isn't JSON, or can't be read.
pub(super) fn arguments() -> Vec<(&'static str, String)> {
    let of = |texts: &[&str], options: DecodeOptions| {
        let lines = texts.iter().map(|text| {
            let tools = toolset![turn].decode_options(options);
            let tools = tools.build().expect("a set");
            let text = results::text(&tools, "turn", text, &CallOptions::new());
            text.replace('\n', " ")
        });
        lines.collect::<Vec<_>>().join("\n")
    };
    let broken = [
        r#"{"side": "#,
        r#"{"side": "Left"} {}"#,
        r#"{"side": ["Left"}"#,
        r#"{"side": "Left"]"#,
        r#"{"side": Left}"#,
        "{side: 1}",
        r#"{"side" 1}"#,
        "{\"side\": \"\u{7}\"}",
        r#"{"side": 01}"#,
        r#"{"side": "\q"}"#,
        r#"{"side": "\ud83d"}"#,
        r#"{"side": "\u12"}"#,
        r#"{"side": "Left", "side": "Left"}"#,
    ];
    let small = DecodeOptions::new()
        .max_bytes(20)
        .max_depth(2)
        .max_values(5);
    vec![
        ("broken JSON", of(&broken, DecodeOptions::new())),
        (
            "JSON beyond a limit",
            of(
                &[
                    r#"{"side": "Left", "more": 1}"#,
                    r#"{"side": [[1]]}"#,
                    "[1, 2, 3, 4, 5]",
                ],
                small,
            ),
        ),
        (
            "arguments as JSON in a string",
            of(&[r#""{\"side\": \"Left\"}""#], DecodeOptions::new()),
        ),
    ]
}

/// Structured output that is invalid.
pub(super) fn answers() -> Vec<(&'static str, String)> {
    let valid = errors::<Pages>(Provider::OpenAi, r#"{"first": "one"}"#);
    let broken = errors::<Pages>(Provider::OpenAi, "Here it is: {}");
    let options = DecodeOptions::new().max_values(1);
    let large = decode_with::<Vec<u8>>(Provider::OpenAi, r#"{"value": [1]}"#, options);
    let streamed = |text: &str| match PartialJson::new().push(text) {
        Ok(()) => panic!("no fault: {text}"),
        Err(error) => error.to_string(),
    };
    vec![
        ("an invalid response", valid.to_string()),
        ("a response that isn't JSON", broken.to_string()),
        (
            "a response beyond a limit",
            large.expect_err("too large").to_string(),
        ),
        (
            "a streamed response that isn't JSON, or is beyond a limit",
            [streamed("[1 2]"), streamed(&"[".repeat(129))].join("\n"),
        ),
        (
            "a response that isn't the type's object",
            errors::<u8>(Provider::OpenAi, "[5]").to_string(),
        ),
    ]
}
