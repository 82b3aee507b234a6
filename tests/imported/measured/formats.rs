//! Texts beside those of each format: every text that differs from a valid one in one place, judged
//! by another validator.

use serde_json::json;
use std::collections::BTreeSet;
use toolcast::import::ImportedSchema;

/// Formats, with valid texts that have each part of the format.
const FORMATS: [(&str, &[&str]); 16] = [
    ("date", &["2024-02-29", "1999-12-31"]),
    (
        "time",
        &["23:59:60Z", "08:30:06.283185+05:30", "00:00:00-08:00"],
    ),
    (
        "date-time",
        &["2024-02-29T08:30:06.5Z", "1998-12-31t23:59:60z"],
    ),
    ("duration", &["P1Y2M3DT4H5M6S", "P4W", "PT36H", "P1M"]),
    (
        "email",
        &[
            "joe.bloggs@example.com",
            "\"a b\"@example.org",
            "x@[127.0.0.1]",
            "x@[IPv6:::1]",
        ],
    ),
    ("hostname", &["www.example-1.com", "a", "xn--nxasmq6b"]),
    ("ipv4", &["192.168.0.1", "255.255.255.255"]),
    ("ipv6", &["::1", "1:2:3:4:5:6:7:8", "::ffff:10.0.0.1"]),
    ("uuid", &["2EB8AA08-aa98-11ea-b4aa-73b441d16380"]),
    (
        "uri",
        &["http://user@example.com:80/a%20b?q=1#f", "urn:isbn:1"],
    ),
    ("uri-reference", &["/a/b", "//host/p?x", "#f", "a%41b"]),
    ("iri-reference", &["/ü/b", "//höst/p?x", "#é"]),
    ("iri", &["http://example.com/ü?ö#ä"]),
    ("uri-template", &["http://example.com/{a,b}{?c*}{/d:3}"]),
    ("json-pointer", &["/a~1b/~0/0", ""]),
    ("relative-json-pointer", &["0/a~1b", "12#"]),
];

/// Characters that begin, end or separate a part of some format.
const CHARACTERS: &str = "0159aAfgzTtZYWMDHPS~-+_.:/#?@%[]{}\"\\ ,*!=|ü١";

/// The valid texts, and each with a character left out, replaced, inserted or doubled.
fn neighbours(valid: &[&str]) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for text in valid {
        let characters: Vec<char> = text.chars().collect();
        all.insert((*text).to_owned());
        for at in 0..=characters.len() {
            let (before, after) = characters.split_at(at);
            let mut with = |middle: &[char], after: &[char]| {
                all.insert([before, middle, after].concat().iter().collect::<String>())
            };
            for other in CHARACTERS.chars() {
                with(&[other], after);
            }
            if let Some((first, rest)) = after.split_first() {
                with(&[], rest);
                with(&[*first, *first], rest);
                for other in CHARACTERS.chars() {
                    with(&[other], rest);
                }
            }
        }
    }
    all
}

/// A text with `0` for each digit.
fn shape(text: &str) -> String {
    let digit = |c: char| if c.is_ascii_digit() { '0' } else { c };
    text.chars().map(digit).collect()
}

/// The form of a time in RFC 3339, without its bounds.
fn has_form_of_time(text: &str) -> bool {
    let text = shape(text);
    let Some(rest) = text.strip_prefix("00:00:00") else {
        return false;
    };
    let rest = match rest.strip_prefix('.') {
        Some(fraction) => {
            let offset = fraction.trim_start_matches('0');
            if offset.len() == fraction.len() {
                return false;
            }
            offset
        }
        None => rest,
    };
    ["Z", "z", "+00:00", "-00:00"].contains(&rest)
}

/// The other validator's result without its errors, or `None` if it has none to give. Version 0.60
/// of the crate `jsonschema` reads `*` and the characters after it as digits of dates and times,
/// rejects a quoted pair in the local part of an address (RFC 5321, 4.1.2), and reserves `--` in
/// labels of host names, which RFC 1123 doesn't.
fn corrected(format: &str, text: &str, judged: bool) -> Option<bool> {
    match format {
        "date" => Some(judged && shape(text) == "0000-00-00"),
        "time" => Some(judged && has_form_of_time(text)),
        "date-time" => {
            let parts = text.split_once(['T', 't']);
            let form =
                parts.map(|(date, time)| shape(date) == "0000-00-00" && has_form_of_time(time));
            Some(judged && form == Some(true))
        }
        "email" if text.starts_with('"') && text.contains('\\') => None,
        "hostname" if text.split('.').any(|label| label.get(2..4) == Some("--")) => None,
        _ => Some(judged),
    }
}

#[test]
fn texts_beside_those_of_a_format_are_judged_as_another_validator_does() {
    let mut different = Vec::new();
    for (format, valid) in FORMATS {
        let schema = json!({"type": "string", "format": format});
        let ours = ImportedSchema::parse(&json!({
            "type": "object",
            "dependentSchemas": {"a": {"properties": {"a": schema}}},
        }))
        .expect("a schema");
        let judge = jsonschema::options()
            .should_validate_formats(true)
            .build(&schema)
            .expect("a schema");
        let texts = neighbours(valid);
        assert!(texts.len() > 100, "{format}");
        for text in texts {
            let accepted = ours.validate(&json!({"a": text})).is_ok();
            let judged = corrected(format, &text, judge.is_valid(&json!(text)));
            if judged.is_some_and(|judged| judged != accepted) {
                different.push(format!("{format} {text:?}: ours {accepted}"));
            }
        }
        for text in valid {
            let accepted = ours.validate(&json!({"a": text})).is_ok();
            assert!(accepted, "{format} {text:?}");
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}
