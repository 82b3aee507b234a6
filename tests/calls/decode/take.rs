//! The parameters of a function, one after the other.

#![allow(clippy::needless_pass_by_value)] // Tools own their parameters.

use super::{call, faults};
use serde::Deserialize;
use std::collections::BTreeMap;
use toolcast::decode::DecodeOptions;
use toolcast::{Provider, Tool, ToolSchema, tool};

/// The place to search.
#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
#[serde(rename_all = "snake_case")]
enum Place {
    File(String),
    Line { number: u32 },
}

/// A page.
#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
struct Page {
    page: u32,
    per_page: Option<u8>,
}

/// Everything at once.
#[tool]
#[allow(dead_code)] // Only its tool is called.
#[allow(clippy::too_many_arguments)] // Many arguments are the subject of the test.
fn all_kinds(
    text: &str,
    maybe: Option<Vec<u8>>,
    #[tool(default = 7)] number: u8,
    #[tool(rename = "odd name")] odd: bool,
    tags: BTreeMap<String, i64>,
) -> usize {
    text.len()
        + maybe.map_or(0, |list| list.len())
        + usize::from(number)
        + usize::from(odd)
        + tags.len()
}

/// Flattened parts next to each other.
#[tool]
#[allow(dead_code)] // Only its tool is called.
fn side_by_side(
    name: String,
    #[tool(flatten)] page: Page,
    #[tool(flatten)] rest: BTreeMap<String, i64>,
) -> usize {
    name.len() + page.page as usize + rest.len()
}

/// A choice beside a parameter.
#[tool]
#[allow(dead_code)] // Only its tool is called.
fn choice(name: String, #[tool(flatten)] place: Place) -> bool {
    name.is_empty() || place == Place::Line { number: 1 }
}

/// Does nothing.
#[tool]
#[allow(dead_code)] // Only its tool is called.
fn nothing() {}

type All = (
    String,
    Option<Vec<u8>>,
    Option<u8>,
    bool,
    BTreeMap<String, i64>,
);

fn all(provider: Provider, text: &str) -> All {
    let (value, coercions, ignored) = call(
        all_kinds::DEF,
        provider,
        text,
        DecodeOptions::new(),
        |take| {
            let text: Option<&str> = take.take(0);
            let (maybe, number) = (take.take(1), take.take_or_absent(2));
            let (odd, tags) = (take.take(3), take.take(4));
            Some((text?.to_owned(), maybe?, number?, odd?, tags?))
        },
    )
    .unwrap_or_else(|errors| panic!("{provider}: {errors}"));
    assert!(coercions.is_empty() && ignored.is_empty());
    value
}

#[test]
fn parameters_are_decoded_in_each_providers_form() {
    let expected = (
        "a".to_owned(),
        Some(vec![1, 2]),
        None,
        true,
        BTreeMap::from([("k".to_owned(), -1)]),
    );
    let plain = r#"{"text":"a","maybe":[1,2.0],"odd name":true,"tags":{"k":-1}}"#;
    for &provider in Provider::ALL {
        assert_eq!(all(provider, plain), expected, "{provider}");
    }
    // Renamed, written as a list, and `null` for an absent value.
    let strict = r#"{"text":"a","maybe":[1,2],"number":null,"odd name":true,"tags":[{"key":"k","value":-1}]}"#;
    assert_eq!(all(Provider::OpenAi, strict), expected);
    let names: serde_json::Value = serde_json::from_str(
        all_kinds::DEF
            .parameters_for(Provider::Anthropic)
            .expect("parameters"),
    )
    .expect("JSON");
    let odd = names["properties"].as_object().expect("properties").keys();
    let odd = odd
        .into_iter()
        .find(|name| name.starts_with("odd"))
        .expect("the odd one")
        .clone();
    assert_ne!(odd, "odd name");
    let renamed = plain.replace("odd name", &odd);
    assert_eq!(all(Provider::Anthropic, &renamed), expected);
}

#[test]
fn absent_optional_parameters_are_none() {
    let text = r#"{"text":"","odd name":false,"tags":{},"number":9}"#;
    assert_eq!(
        all(Provider::Mcp, text),
        (String::new(), None, Some(9), false, BTreeMap::new())
    );
}

#[test]
fn parameters_borrow_from_the_text() {
    let text = r#"{"text":"plain","odd name":false,"tags":{}}"#;
    let range = text.as_bytes().as_ptr_range();
    let (inside, ..) = call(
        all_kinds::DEF,
        Provider::Mcp,
        text,
        DecodeOptions::new(),
        |take| {
            let text: &str = take.take(0)?;
            let _: (Option<bool>, Option<BTreeMap<String, i64>>) = (take.take(3), take.take(4));
            Some(range.contains(&text.as_ptr()))
        },
    )
    .expect("it fits");
    assert!(inside);
    // A text with an escape still decodes into `&str`, borrowed from the arguments.
    let text = r#"{"text":"a\n\u00e9\ud83d\ude00","odd name":false,"tags":{}}"#;
    assert_eq!(all(Provider::Mcp, text).0, "a\né😀");
}

#[test]
fn flattened_parameters_side_by_side_get_their_members() {
    let text = r#"{"name":"n","page":3,"x":1,"y":-1}"#;
    let ((name, page, rest), ..) = call(
        side_by_side::DEF,
        Provider::Mcp,
        text,
        DecodeOptions::new(),
        |take| {
            let (name, page, rest) = (take.take(0), take.take(1), take.take(2));
            Some((name?, page?, rest?))
        },
    )
    .expect("it fits");
    let (name, page, rest): (String, Page, BTreeMap<String, i64>) = (name, page, rest);
    assert_eq!(name, "n");
    assert_eq!(
        page,
        Page {
            page: 3,
            per_page: None
        }
    );
    assert_eq!(
        rest,
        BTreeMap::from([("x".to_owned(), 1), ("y".to_owned(), -1)])
    );
}

#[test]
fn a_flattened_enum_is_decoded_as_a_parameter() {
    let read = |text: &str| {
        call(
            choice::DEF,
            Provider::Mcp,
            text,
            DecodeOptions::new(),
            |take| {
                let (name, place) = (take.take::<String>(0), take.take::<Place>(1));
                Some((name?, place?))
            },
        )
        .map(|(value, ..)| value)
    };
    let line = read(r#"{"input":{"name":"n","line":{"number":2}}}"#).expect("it fits");
    assert_eq!(line, ("n".to_owned(), Place::Line { number: 2 }));
    let file = read(r#"{"input":{"file":"f","name":"n"}}"#).expect("it fits");
    assert_eq!(file.1, Place::File("f".to_owned()));
    assert!(read(r#"{"input":{"name":"n"}}"#).is_err());
}

#[test]
fn an_empty_text_is_an_empty_object_of_arguments() {
    for text in ["", " \n", "{}"] {
        call(
            nothing::DEF,
            Provider::OpenAi,
            text,
            DecodeOptions::new(),
            |_| Some(()),
        )
        .expect("it fits");
    }
    let words = faults(nothing::DEF, Provider::OpenAi, r#"{"_":1}"#, |_| Some(()));
    assert!(
        words.contains("$._ is unknown: expected no properties at all"),
        "{words}"
    );
}

/// A name that a flattened map takes is not ignored.
#[test]
fn a_flattened_map_gets_the_unknown_names() {
    let text = r#"{"name":"n","page":3,"zz":1}"#;
    let (_, _, ignored) = call(
        side_by_side::DEF,
        Provider::Mcp,
        text,
        DecodeOptions::new(),
        |take| {
            take.take::<String>(0)?;
            take.take::<Page>(1)?;
            take.take::<BTreeMap<String, i64>>(2)
        },
    )
    .expect("it fits");
    assert!(ignored.is_empty(), "the rest reads it");
}

/// The text of some providers leaves the root open, and the fault is the same.
#[test]
fn unknown_parameters_are_a_fault_for_every_provider() {
    for &provider in Provider::ALL {
        let words = faults(nothing::DEF, provider, r#"{"zz":1}"#, |_| Some(()));
        assert!(
            words.contains("$.zz is unknown: expected no properties at all"),
            "{provider}: {words}"
        );
    }
}

/// A type whose names may be sent in any order.
#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
struct Ordered {
    #[serde(alias = "z")]
    a: u8,
    b: Option<u8>,
    #[serde(default)]
    c: Vec<u8>,
    #[serde(rename = "odd name")]
    d: Option<bool>,
}

/// All orders of all parts of a list.
fn orders(all: &[&'static str]) -> Vec<Vec<&'static str>> {
    let mut found = vec![Vec::new()];
    for (i, first) in all.iter().enumerate() {
        let mut others = all.to_vec();
        others.remove(i);
        found.extend(orders(&others).into_iter().map(|mut order| {
            order.insert(0, *first);
            order
        }));
    }
    found
}

#[test]
fn names_are_found_in_any_order() {
    for (a, b) in [("\"a\":1", "\"b\":2"), ("\"z\":1", "\"b\":null")] {
        for order in orders(&[a, b, r#""c":[3,4]"#, r#""odd name":true"#]) {
            let text = format!("{{{}}}", order.join(","));
            let expected = serde_json::from_str::<Ordered>(&text).ok();
            assert_eq!(expected.is_some(), order.contains(&a), "{text}");
            for &provider in Provider::ALL {
                let found = toolcast::decode::<Ordered>(provider, &text);
                assert_eq!(found.ok(), expected, "{provider}: {text}");
            }
        }
    }
}

/// A flattened parameter gets its own members, also if its type rejects all others.
#[test]
fn a_closed_flattened_parameter_gets_no_member_of_the_next_one() {
    #[derive(Debug, Deserialize, ToolSchema)]
    #[serde(deny_unknown_fields)]
    struct Closed {
        from: u8,
        to: u8,
    }
    #[tool]
    fn add(#[tool(flatten)] closed: Closed, next: u8) -> u8 {
        closed.from + closed.to + next
    }
    for &provider in Provider::ALL {
        let text = r#"{"from":1,"to":2,"next":4}"#;
        let result = add::call(provider, text).now_or_never().expect("no wait");
        assert_eq!(
            result.expect("a result").content,
            [toolcast::Content::Json("7".into())]
        );
    }
}
