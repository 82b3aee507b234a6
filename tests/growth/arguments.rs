//! Arguments of growing size for a tool's own types, most of them hostile. Decoding takes work in
//! proportion to their size, whether they are accepted or not.

use crate::growth::assert_bounded;
use crate::instructions::{
    assert_bounded_tasks, assert_linear_tasks, count, count_a_square, is_counted, sizes,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeMap;
use std::net::{Ipv6Addr, SocketAddr};
use toolcast::decode::{DecodeOptions, decode_with};
use toolcast::{Provider, ToolSchema, decode};

/// A parameter of any type.
#[derive(Deserialize, ToolSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)] // Only read.
pub(crate) struct One<T> {
    v: T,
}

#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)]
pub(crate) struct Open {
    a: Option<u8>,
}

#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)]
enum Word {
    First,
    Second,
}

#[derive(Deserialize, ToolSchema)]
#[serde(untagged)]
#[allow(dead_code)]
enum Six {
    A { a: u8 },
    B { b: u8 },
    C { c: String },
    D { d: bool },
    E(Vec<u8>),
    F(f64),
}

#[derive(Deserialize, ToolSchema)]
#[serde(tag = "kind")]
#[allow(dead_code)]
enum Tagged {
    A { a: Option<u8> },
    B { b: Option<u8> },
}

#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)]
struct Flat {
    a: u8,
    #[serde(flatten)]
    others: BTreeMap<String, u8>,
}

#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)]
struct Patterns {
    #[tool(pattern = "^(a+)+$")]
    nested: Option<String>,
    #[tool(pattern = "^(a|a)*b$")]
    alike: Option<String>,
    #[tool(pattern = "([a-z]{1,5}){1,5}!")]
    counted: Option<String>,
}

#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)]
struct Formats {
    address: Option<Ipv6Addr>,
    url: Option<url::Url>,
    id: Option<uuid::Uuid>,
    at: Option<jiff::Timestamp>,
    version: Option<semver::Version>,
}

/// Lists of each format.
#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)]
struct Lists {
    addresses: Vec<Ipv6Addr>,
    urls: Vec<url::Url>,
    ids: Vec<uuid::Uuid>,
    times: Vec<jiff::Timestamp>,
    versions: Vec<semver::Version>,
    sockets: Vec<SocketAddr>,
    decimals: Vec<rust_decimal::Decimal>,
}

/// Arguments of a size, and a function that decodes them. It returns true if they are accepted.
pub(crate) struct Series {
    pub(crate) name: &'static str,
    pub(crate) is_accepted: bool,
    pub(crate) text: fn(usize) -> String,
    pub(crate) decode: fn(&str) -> bool,
}

pub(crate) fn decoded<T: DeserializeOwned + ToolSchema>(text: &str) -> bool {
    decode::<T>(Provider::OpenAi, text).is_ok()
}

pub(crate) fn repaired<T: DeserializeOwned + ToolSchema>(text: &str) -> bool {
    let options = DecodeOptions::new().lenient();
    decode_with::<T>(Provider::OpenAi, text, options).is_ok()
}

pub(crate) type Text = fn(usize) -> String;
pub(crate) type Decode = fn(&str) -> bool;

pub(crate) const fn accepted(name: &'static str, decode: Decode, text: Text) -> Series {
    Series {
        name,
        is_accepted: true,
        text,
        decode,
    }
}

pub(crate) const fn rejected(name: &'static str, decode: Decode, text: Text) -> Series {
    let accepted = accepted(name, decode, text);
    Series {
        is_accepted: false,
        ..accepted
    }
}

/// `n` texts, with commas between them.
fn joined(n: usize, one: impl Fn(usize) -> String) -> String {
    (0..n).map(one).collect::<Vec<_>>().join(",")
}

pub(crate) fn members(n: usize) -> String {
    joined(n, |i| format!(r#""k{i}":1"#))
}

fn list_of(n: usize, one: &str) -> String {
    format!(r#"{{"v":[{}]}}"#, joined(n, |_| one.to_owned()))
}

fn text_of(n: usize, unit: &str) -> String {
    format!(r#"{{"v":"{}"}}"#, unit.repeat(n))
}

/// Names and their decoding.
const NAMES: [Series; 11] = [
    rejected(
        "unknown names of a closed object",
        decoded::<One<u8>>,
        |n| format!(r#"{{"v":1,{}}}"#, members(n)),
    ),
    rejected("a long unknown name", decoded::<One<u8>>, |n| {
        format!(r#"{{"v":1,"{}":1}}"#, "k".repeat(32 * n))
    }),
    rejected("many long unknown names", decoded::<One<u8>>, |n| {
        let long = "k".repeat(256);
        let names = joined(n, |i| format!(r#""{long}{i}":1"#));
        format!(r#"{{"v":1,{names}}}"#)
    }),
    accepted(
        "unknown names of an open object",
        decoded::<One<Open>>,
        |n| format!(r#"{{"v":{{{}}}}}"#, members(n)),
    ),
    rejected("one name again and again", decoded::<One<Open>>, |n| {
        format!(r#"{{"v":{{{}}}}}"#, joined(n, |_| r#""a":1"#.to_owned()))
    }),
    accepted(
        "names that differ in the middle",
        decoded::<One<Open>>,
        |n| {
            let half = "k".repeat(64);
            let names = joined(n, |i| format!(r#""{half}{i:05}{half}":1"#));
            format!(r#"{{"v":{{{names}}}}}"#)
        },
    ),
    accepted("a tag after other names", decoded::<One<Tagged>>, |n| {
        format!(r#"{{"v":{{{},"kind":"B"}}}}"#, members(n))
    }),
    accepted("names of a flattened map", decoded::<Flat>, |n| {
        format!(r#"{{"a":1,{}}}"#, members(n))
    }),
    rejected("a flattened map, wrong at its end", decoded::<Flat>, |n| {
        format!(r#"{{"a":1,{},"last":"x"}}"#, members(n))
    }),
    accepted(
        "names of a map",
        decoded::<One<BTreeMap<String, u8>>>,
        |n| format!(r#"{{"v":{{{}}}}}"#, members(n)),
    ),
    accepted("names of any JSON", decoded::<One<Value>>, |n| {
        format!(r#"{{"v":{{{}}}}}"#, members(n))
    }),
];

const LISTS: [Series; 8] = [
    rejected("unknown words", decoded::<One<Vec<Word>>>, |n| {
        list_of(n, r#""Third""#)
    }),
    accepted("words", decoded::<One<Vec<Word>>>, |n| {
        list_of(n, r#""Second""#)
    }),
    rejected("items of no variant", decoded::<One<Vec<Six>>>, |n| {
        list_of(4 * n, r#"{"x":"a"}"#)
    }),
    accepted("items of the last variant", decoded::<One<Vec<Six>>>, |n| {
        list_of(n, "1.5")
    }),
    accepted("bytes", decoded::<One<Vec<u8>>>, |n| list_of(n, "255")),
    rejected("numbers out of range", decoded::<One<Vec<u8>>>, |n| {
        list_of(4 * n, "256")
    }),
    accepted("numbers of any JSON", decoded::<One<Value>>, |n| {
        list_of(n, "255")
    }),
    accepted("texts instead of numbers", repaired::<One<Vec<u8>>>, |n| {
        list_of(n, r#""255""#)
    }),
];

/// Numbers, texts and JSON that isn't valid.
const SCALARS: [Series; 14] = [
    accepted("a text", decoded::<One<String>>, |n| text_of(64 * n, "x")),
    accepted("a text of escapes", decoded::<One<String>>, |n| {
        text_of(16 * n, "\\n")
    }),
    accepted("arguments in a text", repaired::<One<Open>>, |n| {
        let members = joined(n, |i| format!(r#"\"k{i}\":1"#));
        format!(r#""{{\"v\":{{{members}}}}}""#)
    }),
    rejected("digits of an integer", decoded::<One<u8>>, |n| {
        format!(r#"{{"v":{}}}"#, "9".repeat(16 * n))
    }),
    rejected("digits of a long integer", decoded::<One<i128>>, |n| {
        format!(r#"{{"v":{}}}"#, "9".repeat(16 * n))
    }),
    accepted("digits of a fraction", decoded::<One<f64>>, |n| {
        format!(r#"{{"v":0.{}}}"#, "9".repeat(16 * n))
    }),
    rejected("digits of an exponent", decoded::<One<f64>>, |n| {
        format!(r#"{{"v":1e{}}}"#, "9".repeat(16 * n))
    }),
    accepted("digits of any JSON", decoded::<One<Value>>, |n| {
        format!(r#"{{"v":1.0{}}}"#, "0".repeat(16 * n))
    }),
    accepted("nested repetitions", decoded::<Patterns>, |n| {
        format!(r#"{{"nested":"{}"}}"#, "a".repeat(n))
    }),
    rejected("alternatives alike", decoded::<Patterns>, |n| {
        format!(r#"{{"alike":"{}"}}"#, "a".repeat(n))
    }),
    rejected("counted repetitions", decoded::<Patterns>, |n| {
        format!(r#"{{"counted":"{}"}}"#, "a".repeat(64 * n))
    }),
    rejected("an object without its end", repaired::<One<Open>>, |n| {
        format!(r#"{{"v":{{{}"#, members(n))
    }),
    rejected(
        "an object without its last value",
        repaired::<One<Open>>,
        |n| format!(r#"{{"v":{{{},"last":}}}}"#, members(n)),
    ),
    rejected("blanks before the end", repaired::<One<u8>>, |n| {
        format!(r#"{{"v":1{}"#, " ".repeat(64 * n))
    }),
];

/// Six texts for each of seven formats.
fn texts_for_formats(n: usize) -> String {
    let texts = [":", "../", "-", "2", "a..", "[%25"].map(|unit| format!("{:?}", unit.repeat(n)));
    let names = [
        "addresses",
        "urls",
        "ids",
        "times",
        "versions",
        "sockets",
        "decimals",
    ];
    let list = texts.join(",");
    format!(
        "{{{}}}",
        names.map(|name| format!(r#""{name}":[{list}]"#)).join(",")
    )
}

/// Texts without the form that a type reads.
const FORMATS: [Series; 7] = [
    rejected("formats and texts", decoded::<Lists>, texts_for_formats),
    rejected("an address of colons", decoded::<Formats>, |n| {
        format!(r#"{{"address":"{}"}}"#, ":".repeat(64 * n))
    }),
    rejected("a URL of colons", decoded::<Formats>, |n| {
        format!(r#"{{"url":"{}"}}"#, ":".repeat(64 * n))
    }),
    accepted("a URL of dots", decoded::<Formats>, |n| {
        format!(r#"{{"url":"http://a/{}"}}"#, "../".repeat(16 * n))
    }),
    rejected("an id of dashes", decoded::<Formats>, |n| {
        format!(r#"{{"id":"{}"}}"#, "-".repeat(64 * n))
    }),
    rejected("a time of digits", decoded::<Formats>, |n| {
        format!(r#"{{"at":"{}"}}"#, "2".repeat(64 * n))
    }),
    rejected("a version of dots", decoded::<Formats>, |n| {
        format!(r#"{{"version":"1.0.0-{}"}}"#, "a..".repeat(16 * n))
    }),
];

/// All series.
pub(crate) fn series() -> impl Iterator<Item = &'static Series> {
    let texts = SCALARS.iter().chain(&FORMATS);
    NAMES.iter().chain(&LISTS).chain(texts)
}

const SIZES: [usize; 3] = [500, 1000, 2000];

#[test]
fn each_series_is_accepted_or_rejected_as_it_claims() {
    for one in series().chain(&crate::broken::BROKEN) {
        for size in SIZES {
            let text = (one.text)(size);
            assert_eq!((one.decode)(&text), one.is_accepted, "{}: {size}", one.name);
        }
    }
}

#[test]
fn decoding_allocates_in_proportion_to_the_arguments() {
    for one in series().chain(&crate::broken::BROKEN) {
        // Initialises the values that a process computes once, and the states of a pattern.
        (one.decode)(&(one.text)(SIZES[0]));
        let work = SIZES.map(|size| {
            let text = (one.text)(size);
            let used = allocation_counter::measure(|| {
                (one.decode)(&text);
            });
            (size, used.bytes_total)
        });
        assert_bounded(&format!("{}, bytes", one.name), work);
    }
}

#[test]
#[cfg_attr(not(has_valgrind), ignore = "needs valgrind")]
fn decoding_runs_instructions_in_proportion_to_the_arguments() {
    assert_linear_tasks("arguments::task_decode");
}

#[test]
#[cfg_attr(not(has_valgrind), ignore = "needs valgrind")]
fn repairing_runs_instructions_in_proportion_to_the_arguments_at_most() {
    assert_bounded_tasks("arguments::task_repair");
}

fn count_all<'s>(all: impl Iterator<Item = &'s Series>) {
    count_a_square(sizes(SIZES));
    for one in all {
        // Initialises the values that a process computes once.
        (one.decode)(&(one.text)(1));
        for size in sizes(SIZES) {
            let text = (one.text)(size);
            count(one.name, size, || (one.decode)(&text));
        }
    }
}

#[test]
#[ignore = "a task for valgrind"]
fn task_decode() {
    if is_counted() {
        count_all(series());
    }
}

#[test]
#[ignore = "a task for valgrind"]
fn task_repair() {
    if is_counted() {
        count_all(crate::broken::BROKEN.iter());
    }
}
