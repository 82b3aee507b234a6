//! Arguments by which a model could harm the program.

use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use toolcast::decode::{ArgumentErrors, Arguments, DecodeOptions, FaultKind, decode_with};
use toolcast::{Dialect, Provider, ToolSchema, decode};

use super::Late;

/// A list that contains itself.
#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
struct Chain {
    value: u8,
    next: Option<Box<Chain>>,
}

/// Any JSON, spelled out.
#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
#[serde(untagged)]
#[allow(dead_code)] // Only read.
enum Tree {
    Leaf(bool),
    Map(BTreeMap<String, Tree>),
    Pairs(Vec<(String, Tree)>),
    List(Vec<Tree>),
}

#[track_caller]
fn quick<T>(what: &str, most: Duration, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let value = work();
    let took = start.elapsed();
    assert!(took < most, "{what} took {took:?}");
    value
}

/// No measure of speed: what this is for would take hours.
const SOON: Duration = Duration::from_secs(120);

fn nested(levels: usize, inner: &Value) -> String {
    let mut text = inner.to_string();
    for _ in 0..levels {
        text = format!(r#"{{"value":1,"next":{text}}}"#);
    }
    text
}

#[test]
fn ten_thousand_levels_are_an_error_with_the_limit() {
    for text in [
        "[".repeat(10_000),
        format!("{}{}", "[".repeat(10_000), "]".repeat(10_000)),
        r#"{"a":"#.repeat(10_000),
        nested(10_000, &Value::Null),
    ] {
        for &provider in Provider::ALL {
            let errors = decode::<Chain>(provider, &text).expect_err("too deep");
            assert_eq!(errors.faults[0].kind, FaultKind::NotJson);
            assert!(errors.to_string().contains("64 levels"), "{errors}");
            assert!(errors.to_string().len() < 500, "{errors}");
        }
    }
}

/// As deep as the limit allows, in a thread of the usual size.
#[test]
fn the_deepest_allowed_value_is_decoded() {
    let text = nested(63, &Value::Null);
    for dialect in Dialect::all() {
        let arguments = Arguments::parse_answer(&text, Chain::SCHEMA.get(), DecodeOptions::new())
            .expect("JSON");
        let chain: Result<Chain, _> = arguments.read(Chain::SCHEMA.get(), dialect);
        assert!(chain.is_ok(), "{}: {chain:?}", dialect.provider());
    }
    let wrong = nested(63, &json!("x"));
    let errors = decode::<Chain>(Provider::Mcp, &wrong).expect_err("no chain");
    assert_eq!(errors.faults.len(), 1);
    // The same depth in a `serde_json::Value`.
    let text = format!(r#"{{"value":{}{}}}"#, "[".repeat(63), "]".repeat(63));
    decode::<Value>(Provider::Mcp, &text).expect("any JSON");
}

/// Texts in texts are as deep as one text may be, all together.
#[test]
fn json_texts_in_json_texts_are_refused_and_bounded() {
    let mut text = Value::Null.to_string();
    for _ in 0..8 {
        text = nested(20, &Value::String(text));
    }
    for &provider in Provider::ALL {
        assert!(decode::<Chain>(provider, &text).is_err());
    }
}

#[test]
fn fifty_megabytes_are_refused_or_read_soon() {
    let text = format!(r#"{{"value":"{}"}}"#, "x".repeat(50 << 20));
    let errors = quick("refusing", SOON, || decode::<String>(Provider::Mcp, &text));
    assert_eq!(
        errors.expect_err("too long").faults[0].kind,
        FaultKind::NotJson
    );
    // With a limit raised by the program.
    let options = DecodeOptions::new().max_bytes(64 << 20);
    let read = quick("reading", SOON, || {
        decode_with::<String>(Provider::Mcp, &text, options)
    });
    assert_eq!(read.expect("a string").len(), 50 << 20);
    let escaped = format!(r#"{{"value":"{}"}}"#, r"\u00e9".repeat(2 << 20));
    let read = quick("escapes", SOON, || {
        decode::<String>(Provider::Mcp, &escaped)
    });
    assert_eq!(read.expect("a string").len(), 4 << 20);
}

#[test]
fn more_values_than_the_limit_are_an_error() {
    let text = format!("[{}]", vec!["1"; 2_000_000].join(","));
    let errors = decode::<Vec<u8>>(Provider::Mcp, &text).expect_err("too many");
    assert!(errors.to_string().contains("1000000 values"), "{errors}");
    let options = DecodeOptions::new().max_depth(2);
    let deep: Result<Vec<Vec<u8>>, _> = decode_with(Provider::Mcp, r#"{"value":[[1]]}"#, options);
    assert!(deep.is_err(), "three levels: {deep:?}");
    // The limit applies inside a text too.
    let options = DecodeOptions::new().max_values(100);
    let inner = format!("[{}]", vec!["1"; 200].join(","));
    let text = json!({ "value": inner }).to_string();
    let read: Result<Value, _> = decode_with(Provider::OpenAi, &text, options);
    assert_eq!(read, Ok(Value::String(inner)), "it stays a string");
}

#[test]
fn two_hundred_thousand_names_are_read_soon() {
    let names: Vec<String> = (0..200_000).map(|n| format!(r#""n{n}":{n}"#)).collect();
    let text = format!("{{{}}}", names.join(","));
    let map = quick("many names", SOON, || {
        decode::<BTreeMap<String, u32>>(Provider::Mcp, &format!(r#"{{"value":{text}}}"#))
    });
    assert_eq!(map.expect("a map").len(), 200_000);
    // One name repeats.
    let twice = format!(r#"{{{},"n7":1}}"#, names.join(","));
    let errors = quick("a name twice", SOON, || {
        decode::<Chain>(Provider::Mcp, &twice)
    });
    assert!(
        errors
            .expect_err("twice")
            .to_string()
            .contains("the name `n7` occurs twice")
    );
    // None of the names is known.
    quick("unknown names", SOON, || {
        decode::<Chain>(Provider::Mcp, &text)
    })
    .expect_err("no chain");
}

/// Closed: each name that it does not have is a fault.
#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Only read.
#[serde(deny_unknown_fields)]
struct Closed {
    value: Option<u8>,
}

/// Open: each name that it does not have is ignored, and named.
#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Only read.
struct Open {
    value: Option<u8>,
}

/// The rest, which some dialects write as a list.
#[derive(Debug, Deserialize, ToolSchema)]
struct Rest {
    #[serde(flatten)]
    rest: BTreeMap<String, u32>,
}

/// Reads a value, forgiving all; how many notes there are.
fn notes<T: for<'de> Deserialize<'de> + ToolSchema>(
    provider: Provider,
    text: &str,
    options: DecodeOptions,
) -> (Result<(), ArgumentErrors>, usize) {
    let schema = T::SCHEMA.get();
    let dialect = Dialect::of(provider, false).expect("a dialect");
    let arguments = Arguments::parse_answer(text, schema, options).expect("JSON");
    let read = arguments.read::<T>(schema, dialect).map(drop);
    let notes = arguments.ignored().len() + arguments.coercions().len();
    (read, notes)
}

/// Each of them has a path: looking for it from the beginning would take hours.
#[test]
fn many_unknown_names_are_refused_in_seconds() {
    let strict = DecodeOptions::new();
    let lenient = strict.lenient();
    let names: Vec<String> = (0..200_000).map(|n| format!(r#""n{n}":{n}"#)).collect();
    let text = format!("{{{}}}", names.join(","));
    let (read, _) = quick("a closed object", SOON, || {
        notes::<Closed>(Provider::Mcp, &text, strict)
    });
    assert_eq!(read.expect_err("closed").faults.len(), 100);
    let (read, coercions) = quick("a closed object, forgiving", SOON, || {
        notes::<Closed>(Provider::Mcp, &text, lenient)
    });
    assert_eq!((read, coercions), (Ok(()), 1000));
    let (read, ignored) = quick("an open object", SOON, || {
        notes::<Open>(Provider::Mcp, &text, strict)
    });
    assert_eq!((read, ignored), (Ok(()), 1000));
    let map = format!(r#"{{"value":{text}}}"#);
    let (read, _) = quick("names that are not numbers", SOON, || {
        notes::<BTreeMap<u32, u32>>(Provider::Mcp, &map, strict)
    });
    assert_eq!(read.expect_err("names").faults.len(), 100);
}

#[test]
fn notes_on_lenient_values_are_bounded_in_number() {
    let text = format!(r#"{{"value":[{}]}}"#, vec![r#""7""#; 200_000].join(","));
    let lenient = DecodeOptions::new().lenient();
    let (read, coercions) = quick("numbers in strings", SOON, || {
        notes::<Vec<u8>>(Provider::Mcp, &text, lenient)
    });
    assert_eq!((read, coercions), (Ok(()), 1000));
}

#[test]
fn a_long_list_of_entries_is_decoded_in_seconds() {
    let entries: Vec<String> = (0..100_000)
        .map(|n| format!(r#"{{"key":"n{n}","value":{n}}}"#))
        .collect();
    let text = format!(r#"{{"rest":[{}]}}"#, entries.join(","));
    let read = quick("a flattened list", SOON, || {
        decode::<Rest>(Provider::OpenAi, &text)
    });
    assert_eq!(read.expect("a map").rest.len(), 100_000);
}

/// If each fault repeated the name of the object around it, the text would take gigabytes.
#[test]
fn a_long_name_around_many_faults_is_not_repeated() {
    let name = "n".repeat(1 << 20);
    let names: Vec<String> = (0..10_000).map(|n| format!(r#""n{n}":{n}"#)).collect();
    let inner = format!(r#"{{"{name}":{{{}}}}}"#, names.join(","));
    let text = format!(r#"{{"value":{inner}}}"#);
    let (read, ignored) = quick("ignored", SOON, || {
        notes::<BTreeMap<String, Open>>(Provider::Mcp, &text, DecodeOptions::new())
    });
    assert_eq!((read, ignored), (Ok(()), 1000));
    let errors = decode::<BTreeMap<String, Closed>>(Provider::Mcp, &text).expect_err("closed");
    assert!(errors.to_string().len() < 10_000, "20 faults");
    // Serde's message about a rejected value.
    let text = format!(r#"{{"value":"{name}"}}"#);
    let errors = decode::<Shouted>(Provider::Mcp, &text).expect_err("refused");
    assert!(errors.to_string().len() < 2_000, "the value is cut");
}

/// A text that its own type refuses.
#[derive(Debug, Deserialize, ToolSchema)]
#[serde(try_from = "String")]
struct Shouted;

impl TryFrom<String> for Shouted {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Err(format!("`{text}` is not shouted"))
    }
}

/// However far down the fault is, it is named.
#[test]
fn a_fault_in_the_last_of_many_items_has_its_path() {
    let mut items = vec!["1"; 300_000];
    items.push(r#""x""#);
    let text = format!(r#"{{"value":[{}]}}"#, items.join(","));
    let errors = quick("the last item", SOON, || {
        decode::<Vec<u8>>(Provider::Mcp, &text)
    });
    let errors = errors.expect_err("no number");
    assert_eq!(errors.faults[0].path, "$.value[300000]");
    assert_eq!(errors.faults[0].kind, FaultKind::Invalid);
}

/// A value with defaults.
#[derive(Debug, Deserialize, ToolSchema)]
#[allow(dead_code)] // Only read.
struct Filled {
    #[tool(default = 1)]
    a: u8,
    #[tool(default = 2)]
    b: u8,
    #[tool(default = 3)]
    c: u8,
}

/// Values that the model did not send don't count as sent.
#[test]
fn defaults_in_many_items_are_filled_in_soon() {
    let text = format!(r#"{{"value":[{}]}}"#, vec!["{}"; 300_000].join(","));
    let read = quick("defaults", SOON, || {
        decode::<Vec<Filled>>(Provider::Mcp, &text)
    });
    assert_eq!(read.expect("all of them").len(), 300_000);
}

/// Alternatives in alternatives around a large object: each time that it is explained is paid for.
#[test]
fn explaining_nested_alternatives_around_a_large_object_is_bounded() {
    let names: Vec<String> = (0..100_000).map(|n| format!(r#""n{n}":{n}"#)).collect();
    let mut text = format!(r#"{{"z":[],{}}}"#, names.join(","));
    for _ in 0..9 {
        text = format!(r#"{{"next":{text},"z":[]}}"#);
    }
    let text = format!(r#"{{"value":{text}}}"#);
    let read = quick("explaining", SOON, || decode::<Late>(Provider::Mcp, &text));
    read.expect_err("no alternative");
}

#[test]
fn numbers_of_a_million_digits_are_bounded() {
    let digits = "9".repeat(1 << 20);
    for text in [
        digits.clone(),
        format!("0.{digits}"),
        format!("1e{digits}"),
        format!("-1e-{digits}"),
    ] {
        let text = format!(r#"{{"value":{text}}}"#);
        quick("a huge number", SOON, || {
            assert!(decode::<u8>(Provider::Mcp, &text).is_err());
            let _ = decode::<f64>(Provider::Mcp, &text);
            let _ = decode::<Value>(Provider::Mcp, &text);
        });
    }
}

#[test]
fn broken_escapes_are_not_json() {
    for text in [
        r#""\x""#,
        r#""\u12""#,
        r#""\ud800""#,
        r#""\udc00""#,
        r#""\ud800\u0041""#,
        r#""\uD83D\uD83D""#,
        "\"\u{1}\"",
        r#""\"#,
    ] {
        let errors =
            decode::<String>(Provider::Mcp, &format!(r#"{{"value":{text}}}"#)).expect_err(text);
        assert_eq!(errors.faults[0].kind, FaultKind::NotJson, "{text}");
    }
}

/// Nested alternatives: serde tries each in each, which is 3^levels attempts. A few levels are
/// read; with many, nothing is tried.
#[test]
fn alternatives_that_differ_in_their_last_member_are_decided_in_seconds() {
    for (levels, last, good) in [
        (5, json!(1), true),
        (5, json!("w"), true),
        (5, json!(true), true),
        (5, json!([]), false),
        (60, json!(1), true),
        (60, json!(true), false),
        (60, json!([]), false),
    ] {
        let mut text = "null".to_owned();
        for _ in 0..levels {
            text = format!(r#"{{"next":{text},"z":{last}}}"#);
        }
        let text = format!(r#"{{"value":{text}}}"#);
        for provider in [Provider::Mcp, Provider::Gemini, Provider::Portable] {
            let dialect = Dialect::of(provider, false).expect("a dialect");
            let schema = Late::SCHEMA.get();
            let arguments =
                Arguments::parse_answer(&text, schema, DecodeOptions::new()).expect("JSON");
            let read = quick("late alternatives", SOON, || {
                arguments.read::<Late>(schema, dialect)
            });
            let name = dialect.provider();
            assert_eq!(
                read.is_ok(),
                good,
                "{name}: {levels} levels of {last}: {read:?}"
            );
        }
    }
}

#[test]
fn alternatives_that_are_all_alike_are_rejected_in_bounded_time() {
    let mut text = "1".to_owned();
    for _ in 0..40 {
        text = format!(r#"[["key",{text}],["value",{text}]]"#);
        if text.len() > 20_000 {
            break;
        }
    }
    let text = format!(r#"{{"value":{text}}}"#);
    for provider in [Provider::Mcp, Provider::OpenAi, Provider::Gemini] {
        let read = quick("alike alternatives", SOON, || {
            decode::<Tree>(provider, &text)
        });
        assert!(read.is_err(), "no leaf is a bool");
    }
}

/// A type that flattens an enum without a tag, and an enum whose variant holds such a type.
#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
#[allow(dead_code)] // Only read.
struct Branch {
    #[serde(flatten)]
    rest: Ends,
}

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Ends {
    Left { next: Box<Branch>, left: i32 },
    Right { next: Box<Branch>, right: i32 },
    None {},
}

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
#[serde(tag = "kind")]
#[allow(dead_code)] // Only read.
enum Held {
    Branch(Branch),
    Ends(Ends),
    Maybe {
        #[serde(flatten)]
        ends: Option<Ends>,
    },
}

#[test]
fn flattened_alternatives_that_double_at_each_level_end_soon() {
    let levels = |last: &str| {
        let mut text = "{}".to_owned();
        for _ in 0..40 {
            text = format!(r#"{{"next":{text},"{last}":1}}"#);
        }
        text
    };
    for &provider in &[Provider::JsonSchema, Provider::OpenAi, Provider::Portable] {
        for text in [levels("right"), levels("left"), levels("wrong")] {
            let read = quick("a flattened enum", SOON, || {
                decode::<Branch>(provider, &text).is_ok()
            });
            assert!(!read || text.contains("left"), "{provider}");
            for kind in ["Branch", "Ends", "Maybe"] {
                let tagged = text.replacen('{', &format!(r#"{{"kind":"{kind}","#), 1);
                let _ = quick("a variant", SOON, || decode::<Held>(provider, &tagged));
            }
        }
    }
}
