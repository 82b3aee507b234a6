//! Every way for a function to take a parameter.

use super::{error, text};
use serde::Deserialize;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;
use toolcast::serde::de::IgnoredAny;
use toolcast::{Provider, ToolSchema, tool};

#[derive(Clone, Copy, Debug, Deserialize, ToolSchema)]
#[serde(rename_all = "lowercase")]
enum Sort {
    Stars,
    Updated,
}

#[derive(Debug, Default, Deserialize, ToolSchema)]
struct Page {
    number: u32,
    #[serde(default)]
    backwards: bool,
}

#[derive(Debug, Deserialize, ToolSchema)]
struct Named<'a> {
    name: &'a str,
    #[serde(borrow)]
    title: Cow<'a, str>,
}

#[tool]
fn references(
    text: &str,
    path: &Path,
    bytes: &[u8],
    words: &[&str],
    pages: &[Page],
    page: &Page,
    list: &Vec<u8>,
    maybe: &Option<bool>,
    named: Named<'_>,
    cow: Cow<'_, str>,
    texts: Vec<&str>,
) -> String {
    format!(
        "{text} {} {bytes:?} {words:?} {} {} {list:?} {maybe:?} {}{} {cow} {texts:?}",
        path.display(),
        pages.len(),
        page.number,
        named.name,
        named.title,
    )
}

#[test]
fn references_are_held_for_the_call() {
    let arguments = r#"{
        "text": "a \"b\" \u00e9", "path": "/tmp", "bytes": [1, 2], "words": ["x", "y\n"], "pages": [{"number": 1}], "page": {"number": 7}, "list": [3],
        "maybe": true, "named": {"name": "n", "title": "t\\"}, "cow": "c", "texts": ["é"]
    }"#;
    for provider in [Provider::Mcp, Provider::OpenAi, Provider::Anthropic] {
        assert_eq!(
            text(references::call(provider, arguments).now_or_never()),
            "a \"b\" é /tmp [1, 2] [\"x\", \"y\\n\"] 1 7 [3] Some(true) nt\\ c [\"é\"]"
        );
    }
}

#[tool]
fn optional(
    text: Option<&str>,
    words: Option<&[&str]>,
    pages: Option<&[Page]>,
    page: Option<&Page>,
    sort: Option<Sort>,
    cow: Option<Cow<'_, str>>,
) -> String {
    let pages = pages.map(<[Page]>::len);
    let page = page.map(|page| page.number);
    format!("{text:?} {words:?} {pages:?} {page:?} {sort:?} {cow:?}")
}

#[test]
fn optional_references_may_be_absent() {
    let none = "None None None None None None";
    assert_eq!(
        text(optional::call(Provider::Mcp, "{}").now_or_never()),
        none
    );
    let nulls = r#"{"text":null,"words":null,"pages":null,"page":null,"sort":null,"cow":null}"#;
    assert_eq!(
        text(optional::call(Provider::OpenAi, nulls).now_or_never()),
        none
    );
    let all =
        r#"{"text":"a","words":["b"],"pages":[],"page":{"number":2},"sort":"stars","cow":"c"}"#;
    assert_eq!(
        text(optional::call(Provider::Mcp, all).now_or_never()),
        r#"Some("a") Some(["b"]) Some(0) Some(2) Some(Stars) Some("c")"#
    );
}

const LIMIT: u8 = 7;

fn cursor() -> String {
    "begin".to_owned()
}

#[tool]
fn defaults(
    #[tool(default = LIMIT)] limit: u8,
    #[tool(default = "plain")] mode: String,
    #[tool(default = "x")] key: &str,
    #[tool(default = cursor())] from: String,
    #[tool(default = [1, 2])] sizes: Vec<u8>,
    #[tool(default = &["a", "b"])] words: &[&str],
    #[tool(default = ("n", -1))] pair: (String, i8),
    #[tool(default = Sort::Updated)] sort: Sort,
    #[tool(default = 3)] some: Option<u8>,
    #[tool(default = None)] none: Option<u8>,
    #[tool(default)] empty: &[Page],
    #[tool(default)] page: &Page,
    #[tool(default)] map: BTreeMap<String, u8>,
) -> String {
    let page = (page.number, page.backwards);
    format!(
        "{limit} {mode} {key} {from} {sizes:?} {words:?} {pair:?} {sort:?} {some:?} {none:?} {} {page:?} {map:?}",
        empty.len()
    )
}

#[test]
fn absent_parameters_get_their_defaults() {
    assert_eq!(
        text(defaults::call(Provider::Mcp, "{}").now_or_never()),
        r#"7 plain x begin [1, 2] ["a", "b"] ("n", -1) Updated Some(3) None 0 (0, false) {}"#
    );
    let all = r#"{"limit":1,"mode":"m","key":"k","from":"f","sizes":[],"words":[],"pair":["p",2],"sort":"stars","some":4,"none":5,"empty":[{"number":1}],
        "page":{"number":9,"backwards":true},"map":{"a":1}}"#;
    assert_eq!(
        text(defaults::call(Provider::Mcp, all).now_or_never()),
        r#"1 m k f [] [] ("p", 2) Stars Some(4) Some(5) 1 (9, true) {"a": 1}"#
    );
}

#[tool]
fn patterns(
    mut count: u8,
    #[tool(rename = "pair")] (a, b): (u8, u8),
    #[tool(rename = "ignored")] _: u8,
    r#type: &str,
    #[tool(flatten)] page: Page,
    #[cfg(any())] absent: Unheard,
    #[cfg(not(any()))]
    #[tool(default = 1)]
    present: u8,
    #[cfg(any())]
    #[tool(inject)]
    gone: &Unheard,
) -> String {
    count += a + b;
    format!("{count} {type} {} {present}", page.number)
}

#[test]
fn patterns_and_flattened_parameters_are_decoded() {
    let arguments = r#"{"count":1,"pair":[2,3],"ignored":0,"type":"t","number":8}"#;
    assert_eq!(
        text(patterns::call(Provider::Mcp, arguments).now_or_never()),
        "6 t 8 1"
    );
    let arguments = r#"{"count":1,"pair":[2,3],"ignored":0,"type":"t","number":8,"present":4}"#;
    assert_eq!(
        text(patterns::call(Provider::Mcp, arguments).now_or_never()),
        "6 t 8 4"
    );
}

/// Read by hand.
struct Upper(String);

impl<'de> Deserialize<'de> for Upper {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from).map(|text| Upper(text.to_uppercase()))
    }
}

mod color {
    use toolcast::{ToolSchema, schema::SchemaRef};
    pub(super) const SCHEMA: SchemaRef = <String as ToolSchema>::SCHEMA;
}

#[tool]
fn described(
    #[tool(as = "String")] upper: Upper,
    #[tool(schema_with = color)] color: Upper,
    #[tool(as = "Page")] page: IgnoredAny,
) -> String {
    let _ = page;
    upper.0 + &color.0
}

#[test]
fn a_described_type_is_read_by_itself() {
    let arguments = r#"{"upper":"a","color":"b","page":{"number":1}}"#;
    assert_eq!(
        text(described::call(Provider::Mcp, arguments).now_or_never()),
        "AB"
    );
}

#[test]
fn all_faults_come_at_once() {
    let error = error(
        patterns::call(Provider::Mcp, r#"{"count":"x","pair":[2,3],"number":8}"#).now_or_never(),
    );
    for name in ["count", "ignored", "type"] {
        assert!(error.contains(name), "{error}");
    }
    assert!(!error.contains("pair"), "{error}");
}

#[test]
fn arguments_that_are_not_json_are_an_error() {
    for wrong in ["", "{", "[1]", "nonsense", "{\"count\": }"] {
        let reply = patterns::call(Provider::Mcp, wrong)
            .now_or_never()
            .expect("no waiting");
        assert!(reply.is_err(), "{wrong}");
    }
}

#[tool]
async fn slowly(text: &str, words: &[String], #[tool(default = 2)] times: usize) -> String {
    std::future::ready(()).await;
    text.repeat(times) + &words.concat()
}

#[test]
fn references_live_as_long_as_the_future() {
    let reply = slowly::call(Provider::Mcp, r#"{"text":"ab","words":["c","d"]}"#);
    assert_eq!(text(reply.now_or_never()), "ababcd");
}

macro_rules! local {
    ($ty:ty, $arguments:literal) => {{
        /// Local.
        #[tool]
        fn local(value: $ty, #[tool(default = 1)] times: u8) -> String {
            format!("{value:?} {times}")
        }
        text(local::call(Provider::Mcp, $arguments).now_or_never())
    }};
}

#[test]
fn tools_in_functions_are_called() {
    assert_eq!(local!(u8, r#"{"value":3}"#), "3 1");
    assert_eq!(local!(&str, r#"{"value":"a","times":2}"#), "\"a\" 2");
    assert_eq!(local!(Option<&[u8]>, r#"{"value":[1]}"#), "Some([1]) 1");
}

const LEAST: i16 = -5;
const MOST: u8 = 50;

mod limits {
    pub(super) const LENGTH: usize = 3;
}

/// Has bounds that consts name.
#[tool]
fn bounded(
    #[tool(range(1..=MOST))] limit: u8,
    #[tool(range(LEAST..=limits::LENGTH))] page: i64,
    #[tool(length(min = 1, max = limits::LENGTH))] name: &str,
) -> String {
    format!("{limit} {page} {name}")
}

#[test]
fn bounds_may_be_consts() {
    let schema = bounded::schema_for(Provider::JsonSchema);
    for part in [
        r#""limit":{"type":"integer","minimum":1,"maximum":50}"#,
        r#""page":{"type":"integer","minimum":-5,"maximum":3}"#,
        r#""name":{"type":"string","minLength":1,"maxLength":3}"#,
    ] {
        assert!(schema.contains(part), "{part} in {schema}");
    }
    let call = |arguments| bounded::call(Provider::Mcp, arguments).now_or_never();
    assert_eq!(
        text(call(r#"{"limit":50,"page":2,"name":"abc"}"#)),
        "50 2 abc"
    );
    for wrong in [
        r#"{"limit":51,"page":2,"name":"abc"}"#,
        r#"{"limit":50,"page":4,"name":"abc"}"#,
        r#"{"limit":50,"page":2,"name":"abcd"}"#,
    ] {
        assert!(call(wrong).expect("no waiting").is_err(), "{wrong}");
    }
}

#[tool]
fn shown(
    #[tool(example = 1, example = 2 * FIVE, example = const { u8::MAX / FIVE })] count: u8,
    #[tool(example = concat!("a", "b"), example = "c")] name: String,
) -> String {
    format!("{count} {name}")
}

const FIVE: u8 = 5;

#[derive(serde::Deserialize, toolcast::ToolSchema)]
struct Shown {
    #[allow(dead_code)]
    #[tool(example = [1, 2], example = [3])]
    list: Vec<u8>,
}

#[tool]
fn shown_in_a_type(shown: Shown) -> usize {
    shown.list.len()
}

#[test]
fn all_examples_are_shown_and_may_be_computed() {
    for &provider in Provider::ALL {
        let schema = shown::schema_for(provider).replace("\\\"", "\"");
        for (keyword, words) in [
            (r#""examples":[1,10,51]"#, "examples: 1, 10, 51"),
            (r#""examples":["ab","c"]"#, "examples: ab, c"),
        ] {
            let ways = [schema.contains(keyword), schema.contains(words)];
            assert_ne!(ways[0], ways[1], "{provider}: {schema}");
        }
        let schema = shown_in_a_type::schema_for(provider);
        assert!(
            schema.contains(r#""examples":[[1,2],[3]]"#)
                || schema.contains("examples: [1, 2], [3]"),
            "{provider}: {schema}"
        );
    }
}
