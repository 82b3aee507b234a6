//! Assertions about requests and calls, whose messages list the differences.

use serde_json::{Value, json};

use crate::call::ToolCall;

/// The number of differences that are listed.
const MAX_SHOWN: usize = 20;

/// The maximum characters of a value in a message.
const MAX_CHARS: usize = 200;

/// Returns the differences between two JSON values, one a line: the JSON Pointer, the expected
/// value and the actual one. Empty if they are equal.
///
/// ```
/// use serde_json::json;
/// use toolcast::testing::differences;
///
/// let actual = json!({"city": "Oslo", "days": 2, "units": "C"});
/// assert_eq!(
///     differences(&actual, &json!({"city": "Oslo", "days": 3})),
///     ["/days: expected 3, found 2", "/units: expected nothing, found \"C\""],
/// );
/// ```
#[must_use]
pub fn differences(actual: &Value, expected: &Value) -> Vec<String> {
    let mut found = Vec::new();
    compare("", Some(actual), Some(expected), &mut found);
    if found.len() > MAX_SHOWN {
        let more = found.len() - MAX_SHOWN;
        found.truncate(MAX_SHOWN);
        found.push(format!("and {more} more"));
    }
    found
}

fn compare(path: &str, actual: Option<&Value>, expected: Option<&Value>, found: &mut Vec<String>) {
    match (actual, expected) {
        (Some(Value::Object(actual)), Some(Value::Object(expected))) => {
            let new = (actual.keys()).filter(|key| !expected.contains_key(*key));
            for key in expected.keys().chain(new) {
                let path = format!("{path}/{}", key.replace('~', "~0").replace('/', "~1"));
                compare(&path, actual.get(key), expected.get(key), found);
            }
        }
        (Some(Value::Array(actual)), Some(Value::Array(expected))) => {
            for i in 0..actual.len().max(expected.len()) {
                compare(
                    &format!("{path}/{i}"),
                    actual.get(i),
                    expected.get(i),
                    found,
                );
            }
        }
        (actual, expected) if actual == expected => {}
        (actual, expected) => {
            let path = if path.is_empty() { "the value" } else { path };
            let (expected, actual) = (described(expected), described(actual));
            found.push(format!("{path}: expected {expected}, found {actual}"));
        }
    }
}

fn described(value: Option<&Value>) -> String {
    let Some(value) = value else {
        return "nothing".to_string();
    };
    let text = value.to_string();
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}… ({} bytes)", &text[..end], text.len()),
        None => text,
    }
}

/// Asserts that two JSON values are equal.
///
/// # Panics
///
/// Panics with all [`differences`] otherwise.
#[track_caller]
pub fn assert_json(actual: &Value, expected: &Value) {
    let found = differences(actual, expected);
    assert!(found.is_empty(), "the JSON differs:\n{}", lines(&found));
}

/// Asserts that the model was sent this value at a JSON Pointer of the request's text, for instance
/// `/messages/0/content`.
///
/// ```
/// use serde_json::json;
/// use toolcast::testing::assert_sent;
///
/// let request = r#"{"messages": [{"role": "user", "content": "Hello"}]}"#;
/// assert_sent(request, "/messages/0/content", &json!("Hello"));
/// ```
///
/// # Panics
///
/// Panics with all [`differences`] otherwise, and if the request isn't JSON.
#[track_caller]
pub fn assert_sent(request: &str, pointer: &str, expected: &Value) {
    let request: Value = match serde_json::from_str(request) {
        Ok(request) => request,
        Err(error) => panic!("the request isn't JSON: {error}"),
    };
    let Some(actual) = request.pointer(pointer) else {
        // The longest part of the path that exists helps most.
        let mut known = pointer;
        while request.pointer(known).is_none() {
            known = known.rsplit_once('/').map_or("", |(before, _)| before);
        }
        panic!(
            "the request has nothing at `{pointer}`; at `{known}` is {}",
            described(request.pointer(known))
        );
    };
    let mut found = Vec::new();
    compare(pointer, Some(actual), Some(expected), &mut found);
    found.truncate(MAX_SHOWN);
    assert!(
        found.is_empty(),
        "the request differs from the expected one:\n{}",
        lines(&found)
    );
}

/// Asserts that the model made these calls, in this order: tool names and arguments. Ids are not
/// compared.
///
/// ```
/// use serde_json::json;
/// use toolcast::Provider;
/// use toolcast::testing::{Answer, ScriptedModel, assert_calls};
///
/// let answer = Answer::new().call("weather", json!({"city": "Oslo"}));
/// let mut model = ScriptedModel::new(Provider::Anthropic, [answer]);
/// let turn = Provider::Anthropic.parse_turn(&model.answer("{}"))?;
/// assert_calls(&turn.calls, &[("weather", json!({"city": "Oslo"}))]);
/// # Ok::<(), toolcast::wire::WireError>(())
/// ```
///
/// # Panics
///
/// Panics with all differences otherwise.
#[track_caller]
pub fn assert_calls(calls: &[ToolCall], expected: &[(&str, Value)]) {
    let actual = calls.iter().map(|call| {
        let arguments = serde_json::from_str(&call.arguments);
        let arguments = arguments.unwrap_or_else(|_| Value::String(call.arguments.clone()));
        json!({"name": call.name, "arguments": arguments})
    });
    let expected = expected
        .iter()
        .map(|(name, arguments)| json!({"name": name, "arguments": arguments}));
    let found = differences(&actual.collect(), &expected.collect());
    assert!(found.is_empty(), "the calls differ:\n{}", lines(&found));
}

pub(super) fn lines(found: &[String]) -> String {
    let lines: Vec<_> = found.iter().map(|line| format!("  {line}")).collect();
    lines.join("\n")
}
