//! The beginning of a JSON text, completed.

use std::fmt::Write as _;

use serde_json::{Value, json};
use toolcast::decode::FaultKind;
use toolcast::wire::PartialJson;
use toolcast_test_support::random;
use toolcast_test_support::scalars::arbitrary;
use toolcast_test_support::tape::Tape;

/// All that `PartialJson` makes of the beginnings of a text.
fn steps(text: &str, size: usize) -> Vec<String> {
    let mut json = PartialJson::new();
    let chars: Vec<char> = text.chars().collect();
    let mut steps = vec![json.text().to_owned()];
    for piece in chars.chunks(size) {
        json.push(&piece.iter().collect::<String>())
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        steps.push(json.text().to_owned());
    }
    steps
}

/// Returns true if a value may grow into another: strings, lists and objects are longer there.
fn grows_into(value: &Value, whole: &Value) -> bool {
    match (value, whole) {
        (Value::String(text), Value::String(whole)) => whole.starts_with(text.as_str()),
        (Value::Array(list), Value::Array(whole)) => {
            let end = list.len().saturating_sub(1);
            list.len() <= whole.len()
                && list[..end] == whole[..end]
                && list.last().is_none_or(|one| grows_into(one, &whole[end]))
        }
        (Value::Object(object), Value::Object(whole)) => {
            // The names are sorted here, so the last one written is not known.
            let same = |(key, value): &(&String, &Value)| whole.get(*key) == Some(*value);
            let others = object.iter().filter(|member| !same(member));
            let others: Vec<_> = others.collect();
            others.len() <= 1
                && others.iter().all(|(key, value)| {
                    whole
                        .get(*key)
                        .is_some_and(|whole| grows_into(value, whole))
                })
        }
        _ => value == whole,
    }
}

fn check(text: &str) -> Result<(), String> {
    let whole: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    for size in [1, 5] {
        let mut last = None;
        for step in steps(text, size) {
            let value: Value =
                serde_json::from_str(&step).map_err(|error| format!("{step}: {error}"))?;
            if step != "null" && !grows_into(&value, &whole) {
                return Err(format!("{step} doesn't grow into {whole}"));
            }
            if let Some(last) = last.filter(|last| *last != Value::Null)
                && !grows_into(&last, &value)
            {
                return Err(format!("{last} doesn't grow into {value}"));
            }
            last = Some(value);
        }
        // A number at the root may go on.
        if last.as_ref() != Some(&whole) && !whole.is_number() {
            return Err(format!("{last:?} in the end, not {whole}"));
        }
    }
    Ok(())
}

/// The same JSON with escapes for all characters that aren't ASCII, and white space.
fn in_other_words(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        let mut units = [0; 2];
        if c.is_ascii() {
            escaped.push(c);
        } else {
            for unit in c.encode_utf16(&mut units) {
                _ = write!(escaped, "\\u{unit:04X}");
            }
        }
    }
    escaped
}

#[test]
fn every_beginning_of_random_json_is_valid_and_grows() {
    let done = random(300, |tape: &mut Tape| {
        let value = json!({"a": arbitrary(tape, 0), "b": arbitrary(tape, 1)});
        check(&value.to_string())?;
        check(&format!("{value:#}"))?;
        check(&in_other_words(&value.to_string()))?;
        check(&arbitrary(tape, 0).to_string())
    });
    assert_eq!(done, Ok(()));
}

#[test]
fn an_incomplete_last_value_is_left_out() {
    for (text, value) in [
        ("", "null"),
        (" \n", "null"),
        ("{", "{}"),
        (r#"{"a"#, "{}"),
        (r#"{"a":"#, "{}"),
        (r#"{"a":1"#, "{}"),
        (r#"{"a":1,"#, r#"{"a":1}"#),
        (r#"{"a":1e"#, "{}"),
        (r#"{"a":tru"#, "{}"),
        (r#"{"a":true"#, r#"{"a":true}"#),
        (r#"{"a":["#, r#"{"a":[]}"#),
        (r#"{"a":[-"#, r#"{"a":[]}"#),
        (r#"{"a":[1,{"b":"x"#, r#"{"a":[1,{"b":"x"}]}"#),
        (r#"["a\"#, r#"["a"]"#),
        (r#"["a\u00e"#, r#"["a"]"#),
        (r#"["a\ud83d\ude0"#, r#"["a"]"#),
        (r#"["a\ud83d\ude00"#, r#"["a\ud83d\ude00"]"#),
        ("12", "null"),
        ("12 ", "12"),
        ("[[[]", "[[[]]]"),
    ] {
        assert_eq!(
            steps(text, 1).last().map(String::as_str),
            Some(value),
            "{text}"
        );
    }
    let mut json = PartialJson::new();
    for (piece, complete) in [("{\"a\":1", false), ("}", true), ("\n", true)] {
        json.push(piece).expect("JSON");
        assert_eq!(json.is_complete(), complete);
    }
    assert_eq!(json.value(), Some(json!({"a": 1})));
}

/// Every text is JSON for it as long as it may become one, as `serde_json` judges.
#[test]
fn invalid_json_is_an_error_with_its_position() {
    for (text, at) in [
        ("Here it is: {}", 0),
        ("```json", 0),
        ("{a:1}", 1),
        (r#"{"a" 1}"#, 5),
        (r#"{"a":1,}"#, 7),
        ("[1,]", 3),
        ("[1 2]", 3),
        ("[1}", 2),
        ("{]", 1),
        ("[01]", 2),
        ("[-a]", 2),
        ("[1.]", 3),
        ("[trux]", 4),
        ("[\"\n\"]", 2),
        (r#"["\x"]"#, 3),
        (r#"["\ug"]"#, 4),
        (r#"["\ud800x"]"#, 8),
        (r#"["\ud800\n"]"#, 9),
        (r#"["\ud800\ud800"]"#, 13),
        (r#"["\udc00"]"#, 7),
        ("{} {}", 3),
        ("\u{feff}{}", 0),
    ] {
        assert!(serde_json::from_str::<Value>(text).is_err(), "{text}");
        let mut json = PartialJson::new();
        let error = json.push(text).expect_err("no JSON");
        assert_eq!(error.faults[0].kind, FaultKind::NotJson);
        let place = format!(" at byte {at}, found ");
        assert!(error.faults[0].got.contains(&place), "{text}: {error}");
        let value = json.text().to_owned();
        assert!(
            serde_json::from_str::<Value>(&value).is_ok(),
            "{text}: {value}"
        );
        // The error stays, and so does the value.
        assert_eq!(json.push("1"), Err(error), "{text}");
        assert_eq!(json.text(), value);
    }
    let error = PartialJson::new().push("[1 x").expect_err("no JSON");
    assert_eq!(
        error.to_string(),
        "The response is not valid JSON: expected `,` or `]` at byte 3, found 'x'"
    );
}

#[test]
fn depth_and_size_are_bounded() {
    let mut json = PartialJson::new();
    json.push(&"[".repeat(127)).expect("127 levels");
    assert!(json.value().is_some());
    let error = json.push("[").expect_err("128 levels");
    assert_eq!(
        error.to_string(),
        "The response is not JSON that can be read: more than 127 levels of lists and objects"
    );
    assert!(json.value().is_some());
    let mut json = PartialJson::new();
    json.push("[\"").expect("JSON");
    let long = "x".repeat(1 << 20);
    let error = (0..17)
        .find_map(|_| json.push(&long).err())
        .expect("too long");
    assert_eq!(error.faults[0].got, "more than 16777216 bytes");
    assert!(json.text().len() < (16 << 20) + 8);
    assert!(json.value().is_some());
}
