//! `PartialJson` for all short texts, and for all beginnings of longer ones. `serde_json` knows
//! what may become JSON, and the value of a beginning is found by cutting it shorter.

use serde_json::Value;
use toolcast::wire::PartialJson;
use toolcast_test_support::none;

/// Returns true if the text is JSON or the beginning of JSON.
fn may_be_json(text: &str) -> bool {
    match serde_json::from_str::<Value>(text) {
        Ok(_) => true,
        Err(error) => error.is_eof() && !has_wrong_digit(text),
    }
}

/// Returns true if the text ends in `\u` with fewer than four characters, and not all are digits:
/// `serde_json` looks at them once all are there.
fn has_wrong_digit(text: &str) -> bool {
    let Some(at) = text.rfind("\\u") else {
        return false;
    };
    let slashes = text[..=at].bytes().rev().take_while(|byte| *byte == b'\\');
    let digits = &text[at + 2..];
    slashes.count() % 2 == 1
        && digits.len() < 4
        && digits.contains(|c: char| !c.is_ascii_hexdigit())
}

/// The characters that close the text: a quote, and brackets of lists and objects.
fn closing(text: &str) -> String {
    let (mut open, mut in_string, mut escaped) = (Vec::new(), false, false);
    for c in text.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = in_string,
            '"' => in_string = !in_string,
            _ if in_string => {}
            '[' => open.push(']'),
            '{' => open.push('}'),
            ']' | '}' => _ = open.pop(),
            _ => {}
        }
    }
    let quote = in_string.then_some('"');
    quote.into_iter().chain(open.into_iter().rev()).collect()
}

/// The value of the longest beginning that becomes JSON by closing it, unless it ends in a number
/// that may go on.
fn completed(text: &str) -> Value {
    let in_number = |c: char| matches!(c, '0'..='9' | '.' | '-' | '+' | 'e' | 'E');
    for end in (1..=text.len())
        .rev()
        .filter(|end| text.is_char_boundary(*end))
    {
        let closing = closing(&text[..end]);
        let goes_on = text[end..].chars().next().is_none_or(in_number);
        let ends_in_digit = text[..end].ends_with(|c: char| c.is_ascii_digit());
        if goes_on && ends_in_digit && !closing.starts_with('"') {
            continue;
        }
        if let Ok(value) = serde_json::from_str(&format!("{}{closing}", &text[..end])) {
            return value;
        }
    }
    Value::Null
}

/// Compares the completed text with what is expected of this one.
fn check(text: &str, json: &PartialJson, failures: &mut Vec<String>) {
    let whole = serde_json::from_str::<Value>(text);
    let expected = completed(text);
    if json.value().as_ref() != Some(&expected) {
        failures.push(format!("{text}: {}, not {expected}", json.text()));
    }
    // A number alone ends only with white space.
    let ends = !text.ends_with(|c: char| c.is_ascii_digit());
    let is_complete = whole.is_ok_and(|value| !value.is_number() || ends);
    if json.is_complete() != is_complete {
        failures.push(format!("{text}: is_complete is {}", !is_complete));
    }
}

/// Checks all texts that begin with this one and have at most `more` characters more.
fn check_all(text: &mut String, json: &PartialJson, more: usize, failures: &mut Vec<String>) {
    const ALPHABET: &str = "{}[]\"\\u,:-+01.etd /\u{e9}\n";
    check(text, json, failures);
    if more == 0 {
        return;
    }
    for c in ALPHABET.chars() {
        let mut next = json.clone();
        let is_error = next.push(c.encode_utf8(&mut [0; 4])).is_err();
        text.push(c);
        if is_error == may_be_json(text) {
            failures.push(format!("{text}: accepted is {}", !is_error));
        } else if is_error {
            // A number ends at a wrong character; otherwise the error changes nothing.
            let is_string = closing(&text[..text.len() - c.len_utf8()]).starts_with('"');
            let ended = completed(&format!("{} ", &text[..text.len() - c.len_utf8()]));
            let expected = if is_string { json.value() } else { Some(ended) };
            if next.value() != expected {
                failures.push(format!("{text}: {} after the error", next.text()));
            }
        } else {
            check_all(text, &next, more - 1, failures);
        }
        text.pop();
    }
}

#[test]
fn short_texts_are_accepted_and_completed_as_far_as_serde_json_reads_them() {
    let mut failures = Vec::new();
    for (begin, more) in [
        ("", 4),
        ("[", 3),
        ("[0,", 3),
        ("[\"\",", 2),
        ("[-", 3),
        ("[0", 3),
        ("[10", 3),
        ("-1.", 3),
        ("[1.5", 3),
        ("[1e", 3),
        ("[1E-", 3),
        ("{\"a\"", 3),
        ("{\"a\":", 3),
        ("{\"a\":0", 3),
        ("{\"a\":[]", 3),
        ("{\"a\":{},", 3),
        ("{\"a\":{\"b\":\"", 2),
        ("\"\\", 2),
        ("[\"\\u0", 3),
        ("{\"\\u00e", 3),
        ("\"\\uD7F", 2),
        ("\"\\uD80", 3),
        ("\"\\udbf", 3),
        ("\"\\udc0", 2),
        ("\"\\ude0", 2),
        ("\"\\udff", 2),
        ("\"\\ue00", 2),
        ("[\"\\uD83D", 2),
        ("[\"\\uD83D\\uDE0", 2),
        ("[\"\\uD83D\\uDBF", 2),
        ("[\"\\uD83D\\ue00", 2),
        ("{\"\\uD83D\\udc0", 3),
        ("t", 2),
        ("[tru", 2),
        ("[fals", 2),
        ("{\"a\":nul", 1),
        ("{\"a\":null", 2),
    ] {
        let mut json = PartialJson::new();
        json.push(begin)
            .unwrap_or_else(|error| panic!("{begin}: {error}"));
        check_all(&mut begin.to_owned(), &json, more, &mut failures);
    }
    none(&failures);
}

#[test]
fn every_beginning_of_json_has_the_value_of_its_longest_complete_part() {
    let mut failures = Vec::new();
    for text in [
        r#"{"a":"\uD83D\uDE00\u00e9\ud7ff\ue000\udbff\udfff","b\"\\\/":["\b\f\n\r\t","x"]}"#,
        r#" { "n" : [ -0 , -0.0, 0e0, 1E+2, 12.50e-3, -9007199254740993, 0.1 ] , "t" : true } "#,
        "[ [ ] , { } , [ { \"\" : \"\" } ] , null , false , true , \"\" ]\n",
        r#"{"\uD83D\uDE00":{"\u0041":null,"B":[{"C":{"D":"\\"}}]},"é":"日本\u672c\uFFFF"}"#,
        "\"\\uABCD\\uabcd\\u0000\u{7f}\u{10ffff}\"",
        "\t-12.5E+10 ",
        "0\r",
        "false",
    ] {
        for (end, _) in text.char_indices().skip(1).chain([(text.len(), ' ')]) {
            let beginning = &text[..end];
            assert!(may_be_json(beginning), "{beginning}");
            let mut json = PartialJson::new();
            match json.push(beginning) {
                Ok(()) => check(beginning, &json, &mut failures),
                Err(error) => failures.push(format!("{beginning}: {error}")),
            }
        }
    }
    none(&failures);
}

#[test]
fn each_error_names_what_was_expected() {
    for (text, expected) in [
        ("x", "expected a value at byte 0, found 'x'"),
        ("[,", "expected a value at byte 1, found ','"),
        (
            "{1",
            "expected a name in quotes or `}` at byte 1, found '1'",
        ),
        (
            r#"{"a":1,}"#,
            "expected a name in quotes at byte 7, found '}'",
        ),
        (r#"{"a",1"#, "expected `:` at byte 4, found ','"),
        ("[1}", "expected `,` or `]` at byte 2, found '}'"),
        (r#"{"é":1]"#, "expected `,` or `}` at byte 7, found ']'"),
        (
            "[nulx",
            "expected `true`, `false` or `null` at byte 4, found 'x'",
        ),
        ("1 1", "expected the end of the text at byte 2, found '1'"),
        (
            "\"\u{1f}",
            "expected an escape for a control character at byte 1, found '\\u{1f}'",
        ),
        (
            r#""\a"#,
            "expected an escape such as `\\n` at byte 2, found 'a'",
        ),
        (
            r#""\u00g"#,
            "expected a hexadecimal digit at byte 5, found 'g'",
        ),
        (
            r#""\udc00"#,
            "expected the first half of a surrogate pair at byte 6, found '0'",
        ),
        (
            r#""\ud800\u0041"#,
            "expected the second half of a surrogate pair at byte 12, found '1'",
        ),
        (
            r#""\ud800a"#,
            "expected the second half of a surrogate pair at byte 7, found 'a'",
        ),
        (
            r#""\ud800\n"#,
            "expected the second half of a surrogate pair at byte 8, found 'n'",
        ),
        ("-x", "expected a digit at byte 1, found 'x'"),
        ("1.e", "expected a digit at byte 2, found 'e'"),
        ("1e.", "expected a digit at byte 2, found '.'"),
        ("1e+-", "expected a digit at byte 3, found '-'"),
    ] {
        let error = PartialJson::new().push(text).expect_err("no JSON");
        assert_eq!(error.faults[0].got, expected, "{text}");
    }
    let error = PartialJson::new()
        .push(&"[".repeat(128))
        .expect_err("too deep");
    assert_eq!(
        error.faults[0].got,
        "more than 127 levels of lists and objects"
    );
    let error = PartialJson::new()
        .push(&" ".repeat((16 << 20) + 1))
        .expect_err("too long");
    assert_eq!(
        error.to_string(),
        "The response is not JSON that can be read: more than 16777216 bytes"
    );
    assert_eq!(PartialJson::new().push(&" ".repeat(16 << 20)), Ok(()));
}
