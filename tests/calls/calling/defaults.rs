//! Values of `default` and `example`: shown as serde reads them, and used for an absent argument.

#![allow(dead_code)] // `Debug` reads the fields, which rustc doesn't count.

use super::text;
use serde::Deserialize;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::net::Ipv4Addr;
use std::time::Duration;
use toolcast::{Provider, ToolSchema, tool};

// Units beside data.
#[derive(Clone, Debug, Deserialize, ToolSchema)]
#[serde(rename_all = "snake_case")]
enum Sort {
    BestMatch,
    ByField { name: String },
}

// The same with a tag.
#[derive(Clone, Debug, Deserialize, ToolSchema)]
#[serde(tag = "by", rename_all = "snake_case")]
enum Tagged {
    BestMatch,
    ByField { name: String },
}

// The same with a tag beside the data.
#[derive(Clone, Debug, Deserialize, ToolSchema)]
#[serde(tag = "by", content = "with", rename_all = "snake_case")]
enum Adjacent {
    BestMatch,
    ByField { name: String },
}

// Units, then a variant without a name.
#[derive(Clone, Debug, Deserialize, ToolSchema)]
#[serde(rename_all = "snake_case")]
enum Open {
    BestMatch,
    #[serde(untagged)]
    Other(String),
}

// Units alone.
#[derive(Clone, Debug, Deserialize, ToolSchema)]
#[serde(rename_all = "kebab-case")]
enum Side {
    FarLeft,
    FarRight,
}

// Around an enum.
#[derive(Clone, Debug, Deserialize, ToolSchema)]
struct Around(Side);

/// The descriptions of the properties, and the keywords for values.
fn properties(parameters: Option<&str>) -> Value {
    let schema = parameters.expect("a schema");
    let schema: Value = serde_json::from_str(schema).expect("JSON");
    let mut all = schema["properties"].clone();
    for one in all.as_object_mut().expect("properties").values_mut() {
        let one = one.as_object_mut().expect("a schema");
        one.retain(|key, _| ["description", "default", "examples"].contains(&key.as_str()));
    }
    all
}

#[derive(Debug, Deserialize, ToolSchema)]
struct Query {
    #[tool(default = Sort::BestMatch)]
    sort: Sort,
    #[tool(default = Tagged::BestMatch)]
    tagged: Tagged,
    #[tool(default = Adjacent::BestMatch)]
    adjacent: Adjacent,
    #[tool(default = Open::BestMatch)]
    open: Open,
    #[tool(default = [Some(Side::FarLeft)])]
    sides: Vec<Option<Side>>,
    #[tool(default = [Side::FarRight])]
    around: Vec<Around>,
    #[tool(default = [Tagged::BestMatch])]
    list: Vec<Tagged>,
}

#[tool]
fn filled(#[tool(flatten)] query: Query) -> String {
    format!("{query:?}")
}

#[tool]
fn computed(
    #[tool(default = Sort::BestMatch, example = Sort::BestMatch)] sort: Sort,
    #[tool(default = Tagged::BestMatch)] tagged: Tagged,
    #[tool(default = Adjacent::BestMatch)] adjacent: Adjacent,
    #[tool(default = Open::BestMatch)] open: Option<Open>,
) -> String {
    format!("{sort:?} {tagged:?} {adjacent:?} {open:?}")
}

#[test]
fn a_unit_beside_variants_with_data_is_shown_by_its_json() {
    let tag = r#"default: {"by": "best_match"}"#;
    assert_eq!(
        properties(filled::parameters_for(Provider::Mcp)),
        json!({
            "sort": {"description": "default: best_match"},
            "tagged": {"description": tag},
            "adjacent": {"description": tag},
            "open": {"description": "default: best_match"},
            "sides": {"default": ["far-left"]},
            "around": {"default": ["far-right"]},
            "list": {"default": [{"by": "best_match"}]},
        })
    );
    assert_eq!(
        properties(computed::parameters_for(Provider::Mcp)),
        json!({
            "sort": {"description": "default: best_match, example: best_match"},
            "tagged": {"description": tag},
            "adjacent": {"description": tag},
            "open": {"description": "default: best_match"},
        })
    );
}

#[test]
fn a_unit_beside_variants_with_data_is_filled_in_for_an_absent_property() {
    for provider in [Provider::Mcp, Provider::OpenAi, Provider::Gemini] {
        assert_eq!(
            text(filled::call(provider, "{}").now_or_never()),
            "Query { sort: BestMatch, tagged: BestMatch, adjacent: BestMatch, open: BestMatch, \
             sides: [Some(FarLeft)], around: [Around(FarRight)], list: [BestMatch] }"
        );
        assert_eq!(
            text(computed::call(provider, "{}").now_or_never()),
            "BestMatch BestMatch BestMatch Some(BestMatch)"
        );
    }
}

// Without names in JSON.
#[derive(Clone, Debug, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Untagged {
    Nothing,
    Text(String),
}

#[tool]
fn hidden(#[tool(default = Untagged::Nothing)] value: Untagged) -> String {
    format!("{value:?}")
}

#[test]
fn a_unit_of_an_untagged_enum_is_used_and_not_shown() {
    assert_eq!(
        properties(hidden::parameters_for(Provider::Mcp)),
        json!({"value": {}})
    );
    let text = text(hidden::call(Provider::Mcp, "{}").now_or_never());
    assert_eq!(text, "Nothing");
}

const WARM: f64 = 0.7;
const PLACE: f32 = 1.5;

fn warm() -> f64 {
    WARM
}

#[derive(Debug, Deserialize, ToolSchema)]
struct Heat {
    #[serde(default = "warm")]
    #[tool(default = WARM)]
    warm: f64,
}

#[tool]
fn floats(
    #[tool(default = WARM, range(0.0..=2.0))] ruled: f64,
    #[tool(default = WARM, example = 0.5)] with_example: f64,
    #[tool(default = [WARM, 1.0])] list: [f64; 2],
    #[tool(default = (PLACE, 2.5))] pair: (f32, f32),
    #[tool(flatten)] heat: Heat,
) -> String {
    format!("{ruled} {with_example} {list:?} {pair:?} {heat:?}")
}

#[test]
fn a_const_of_a_float_is_used_and_not_shown() {
    assert_eq!(
        properties(floats::parameters_for(Provider::Mcp)),
        json!({
            "ruled": {},
            "with_example": {"examples": [0.5]},
            "list": {},
            "pair": {},
            "warm": {},
        })
    );
    let used = text(floats::call(Provider::Mcp, "{}").now_or_never());
    assert_eq!(used, "0.7 0.7 [0.7, 1.0] (1.5, 2.5) Heat { warm: 0.7 }");
    let notes = floats::report_for(Provider::Mcp).to_string();
    assert_eq!(
        notes.matches("it is used, and not shown").count(),
        5,
        "{notes}"
    );
}

#[derive(Debug, Deserialize, ToolSchema)]
#[serde(rename_all = "lowercase")]
enum Lower {
    Stars,
}

#[derive(Debug, Deserialize, ToolSchema)]
#[serde(rename_all = "UPPERCASE")]
enum Upper {
    Stars,
}

#[derive(Debug, Deserialize, ToolSchema)]
struct Both {
    #[tool(default = Lower::Stars)]
    lower: Lower,
    #[tool(default = Upper::Stars)]
    upper: Upper,
}

#[test]
fn two_defaults_of_one_name_have_the_json_of_their_own_types() {
    let both: Both = toolcast::decode(Provider::Mcp, "{}").expect("both");
    assert_eq!(format!("{both:?}"), "Both { lower: Stars, upper: Stars }");
}

const LIMIT: u8 = 20;
const LANG: &str = "en";

#[tool]
fn consts(
    #[tool(default = LIMIT)] optional: Option<u8>,
    #[tool(default = LANG)] owned: String,
    #[tool(default = LANG)] both: Option<String>,
    #[tool(default = LANG)] cow: Cow<'_, str>,
    #[tool(default = [LANG, "de"])] list: Vec<String>,
    #[tool(default = LANG)] borrowed: &str,
    #[tool(default = LANG)] maybe: Option<&str>,
) -> String {
    format!("{optional:?} {owned} {both:?} {cow} {list:?} {borrowed} {maybe:?}")
}

#[test]
fn a_const_is_the_default_of_what_a_literal_may_be() {
    assert_eq!(
        properties(consts::parameters_for(Provider::Mcp)),
        json!({
            "optional": {"default": 20},
            "owned": {"default": "en"},
            "both": {"default": "en"},
            "cow": {"default": "en"},
            "list": {"default": ["en", "de"]},
            "borrowed": {"default": "en"},
            "maybe": {"default": "en"},
        })
    );
    assert_eq!(
        text(consts::call(Provider::Mcp, "{}").now_or_never()),
        r#"Some(20) en Some("en") en ["en", "de"] en Some("en")"#
    );
}

#[allow(clippy::upper_case_acronyms)] // Names as in HTTP.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, ToolSchema)]
#[serde(rename_all = "lowercase")]
enum Method {
    #[default]
    GET,
    POST,
}

impl Method {
    const USUAL: Self = Method::POST;
}

#[derive(Debug, Deserialize, ToolSchema)]
struct Request {
    #[serde(default)]
    #[tool(default = Method::GET)]
    sent_by: Method,
}

#[tool]
fn capitals(
    #[tool(default = Method::POST, example = Method::GET)] method: Method,
    #[tool(default = [Method::GET])] list: Vec<Method>,
    #[tool(default = Method::USUAL)] usual: Method,
    #[tool(default = Duration::ZERO)] after: Option<Duration>,
    #[tool(default = Ipv4Addr::LOCALHOST)] address: Ipv4Addr,
    #[tool(default = u8::MAX)] most: u8,
    #[tool(flatten)] request: Request,
) -> String {
    let (after, request) = (after.is_some(), request.sent_by);
    format!("{method:?} {list:?} {usual:?} {after} {address} {most} {request:?}")
}

#[test]
fn a_path_in_capitals_is_shown_if_it_is_a_variant_or_a_primitive() {
    let shown = properties(capitals::parameters_for(Provider::Mcp));
    let default = |name: &str| shown[name]["default"].clone();
    assert_eq!(default("list"), json!(["get"]));
    assert_eq!(
        shown["method"],
        json!({"default": "post", "examples": ["get"]})
    );
    assert_eq!(default("most"), 255);
    assert_eq!(default("sent_by"), "get");
    for hidden in ["usual", "after", "address"] {
        assert_eq!(default(hidden), Value::Null, "{hidden}");
    }
    assert_eq!(
        text(capitals::call(Provider::Mcp, "{}").now_or_never()),
        "POST [GET] POST true 127.0.0.1 255 GET"
    );
}

/// A type with a `Deserialize` of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Level {
    Info,
    Debug,
}

const USUAL: Level = Level::Debug;

impl<'de> Deserialize<'de> for Level {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match String::deserialize(deserializer)?.as_str() {
            "info" => Ok(Level::Info),
            _ => Ok(Level::Debug),
        }
    }
}

#[derive(Clone, Copy, Debug, Deserialize, ToolSchema)]
#[serde(from = "String")]
enum Parsed {
    Info,
    Debug,
}

impl From<String> for Parsed {
    fn from(text: String) -> Self {
        if text == "info" {
            Parsed::Info
        } else {
            Parsed::Debug
        }
    }
}

#[tool]
fn replaced(
    #[tool(as = "String", default = Level::Info)] level: Level,
    #[tool(as = "String", default = USUAL)] usual: Level,
    #[tool(default = Parsed::Info)] parsed: Parsed,
) -> String {
    format!("{level:?} {usual:?} {parsed:?}")
}

#[test]
fn a_variant_of_a_type_with_other_json_is_used_and_not_shown() {
    assert_eq!(
        properties(replaced::parameters_for(Provider::Mcp)),
        json!({"level": {}, "usual": {}, "parsed": {}})
    );
    assert_eq!(
        text(replaced::call(Provider::Mcp, "{}").now_or_never()),
        "Info Debug Info"
    );
    let sent = r#"{"level":"debug","usual":"info","parsed":"debug"}"#;
    assert_eq!(
        text(replaced::call(Provider::Mcp, sent).now_or_never()),
        "Debug Info Debug"
    );
}
