//! Types and parameters that are rare.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toolcast::{Provider, ToolSchema, ToolSet, Tools as _, tool};
use toolcast_test_support::canonical;

fn declared(text: &str) -> Value {
    let value: Value = serde_json::from_str(text).expect("JSON");
    value["input_schema"]["properties"].clone()
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Skipped(#[serde(skip)] u32);

/// Serde reads and writes the field of a newtype struct, whatever `skip` it has.
#[test]
fn a_skipped_field_of_a_newtype_is_its_value() {
    assert_eq!(serde_json::to_string(&Skipped(7)).expect("JSON"), "7");
    let read: Skipped = toolcast::decode(Provider::Anthropic, "7").expect("a number");
    assert_eq!(read, serde_json::from_str("7").expect("a number"));
    assert_eq!(read, Skipped(7));
}

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
struct Node {
    v: u8,
    #[serde(flatten)]
    kids: BTreeMap<String, Self>,
}

#[test]
fn a_flattened_map_may_name_its_type_self() {
    let text = r#"{"v":1,"a":{"v":2}}"#;
    let node: Node = toolcast::decode(Provider::Anthropic, text).expect("a node");
    assert_eq!(node, serde_json::from_str(text).expect("a node"));
    assert_eq!(node.kids["a"].v, 2);
}

/// Open a file.
///
/// # Arguments
///
/// * `path` - the file
#[tool]
fn open(#[cfg(windows)] path: &str, #[cfg(not(windows))] path: String) {
    drop(path);
}

#[test]
fn a_parameter_chosen_by_cfg_has_its_description() {
    let properties = declared(open::schema_for(Provider::Anthropic));
    assert_eq!(properties["path"]["description"], "the file");
}

#[tool]
fn zeros(#[tool(default = 00.5, range(00.1..=09.5))] x: f64, #[tool(default = -0.50)] y: f64) {
    let _ = (x, y);
}

#[test]
fn floats_with_zeros_in_front_are_json() {
    let properties = declared(zeros::schema_for(Provider::Anthropic));
    let x = json!({"type": "number", "minimum": 0.1, "maximum": 9.5, "default": 0.5});
    assert_eq!(properties["x"], x);
    assert_eq!(properties["y"]["default"], -0.5);
}

struct Clock;

#[toolcast::tools]
impl Clock {
    #[tool]
    fn hour(&self) -> u8 {
        Self::shifted(self, 5)
    }

    #[allow(clippy::unused_self)] // A method, as the tool is.
    fn shifted(
        &self,
        #[cfg_attr(all(), allow(unused_mut))] mut hours: u8,
        #[cfg(any())] zone: Missing,
    ) -> u8 {
        hours %= 24;
        hours
    }
}

#[test]
fn a_method_without_tool_keeps_its_attributes() {
    assert_eq!((Clock.shifted(29), Clock.hour()), (5, 5));
}

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
struct Blob<'a> {
    #[serde(borrow)]
    bytes: Option<Cow<'a, [u8]>>,
    #[serde(skip_deserializing)]
    read: &'a [u8],
}

/// Serde reads the bytes as owned, though `borrow` is there: it looks for a `Cow` without `Option`.
#[test]
fn an_optional_cow_of_bytes_is_a_list_of_numbers() {
    let text = r#"{"bytes":[1,2]}"#;
    let blob: Blob<'_> = serde_json::from_str(text).expect("a blob");
    assert_eq!(blob.bytes.as_deref(), Some(&[1, 2][..]));
    let schema = toolcast::schema!(Blob<'static>, Provider::Anthropic);
    let schema: Value = serde_json::from_str(schema).expect("JSON");
    assert!(
        schema["properties"]["bytes"].to_string().contains("array"),
        "{schema}"
    );
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
enum Signal {
    #[serde(skip_deserializing)]
    Stop,
    #[serde(rename = "Stop")]
    At { secs: u8 },
}

#[test]
fn a_name_that_is_only_written_may_be_read_into_another_variant() {
    assert_eq!(
        serde_json::to_string(&Signal::Stop).expect("JSON"),
        r#""Stop""#
    );
    let text = r#"{"Stop":{"secs":5}}"#;
    let signal: Signal = toolcast::decode(Provider::Anthropic, text).expect("a signal");
    assert_eq!(signal, serde_json::from_str(text).expect("a signal"));
    assert_eq!(signal, Signal::At { secs: 5 });
}

struct Meter;

#[toolcast::tools]
impl Meter {
    const FEW: u8 = 2;

    #[tool]
    fn add(n: u8, #[tool(default = Self::FEW)] more: u8) -> u8
    where
        Self: Sized,
    {
        n + more
    }
}

#[test]
fn a_bound_on_self_leaves_the_default_of_a_parameter() {
    let properties = declared(Meter::tool_def("add").schema_for(Provider::Anthropic));
    assert_eq!(properties["more"]["default"], Meter::add(1, 1));
}

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
#[serde(tag = "kind", content = "number")]
enum Level {
    #[serde(deserialize_with = "maybe")]
    #[tool(as = "Option<u8>")]
    ByFunction(Option<u8>),
    Plain(Option<u8>),
}

fn maybe<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<u8>, D::Error> {
    Option::deserialize(from)
}

/// Serde fills in a missing `Option` only if it deserializes the content itself.
#[test]
fn optional_content_that_a_function_reads_is_required() {
    for (text, complete) in [
        (r#"{"kind":"Plain"}"#, true),
        (r#"{"kind":"ByFunction"}"#, false),
        (r#"{"kind":"ByFunction","number":null}"#, true),
    ] {
        let by_serde = serde_json::from_str::<Level>(text);
        assert_eq!(by_serde.is_ok(), complete, "{text}: {by_serde:?}");
        let read = toolcast::decode::<Level>(Provider::Mcp, text);
        assert_eq!(read.is_ok(), complete, "{text}: {read:?}");
    }
    let schema: Value =
        serde_json::from_str(toolcast::schema!(Level, Provider::JsonSchema)).expect("JSON");
    let required = |at: usize| schema["properties"]["value"]["oneOf"][at]["required"].clone();
    assert_eq!(required(0), json!(["kind", "number"]), "{schema}");
    assert_eq!(required(1), json!(["kind"]), "{schema}");
}

struct Db<'a>(&'a str);

#[toolcast::tools(type = Reads)]
impl<'a> Db<'a> {
    #[tool]
    fn double(n: u8) -> u8 {
        n * 2
    }

    fn name(&self) -> &'a str {
        self.0
    }
}

#[test]
fn a_block_of_a_type_with_a_lifetime_may_have_a_list_of_its_own() {
    assert_eq!(Db("a").name(), "a");
    let set = ToolSet::builder()
        .tool_defs(Reads::TOOLS)
        .build()
        .expect("a set");
    assert_eq!(set.names().collect::<Vec<_>>(), ["double"]);
    assert_eq!(Db::double(2), 4);
}

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
struct Query {
    #[tool(range(..=Self::MOST), default = Self::FEW, description = Self::TEXT)]
    limit: u8,
    text: String,
}

impl Query {
    const TEXT: &'static str = "How many";
    const MOST: u8 = 50;
    const FEW: u8 = 5;
}

#[test]
fn values_of_a_type_may_name_it_self() {
    let schema: Value =
        serde_json::from_str(toolcast::schema!(Query, Provider::JsonSchema)).expect("JSON");
    let limit = &schema["properties"]["limit"];
    assert_eq!(limit["description"], Query::TEXT, "{schema}");
    assert_eq!(limit["maximum"], Query::MOST);
    assert_eq!(limit["default"], Query::FEW);
    let query: Query = toolcast::decode(Provider::Mcp, r#"{"text":"a"}"#).expect("a query");
    assert_eq!((query.limit, query.text.as_str()), (5, "a"));
}

/// A bound that has another name than `ToolSchema`.
trait Item: ToolSchema {}
impl Item for u8 {}
impl<T: Item> Item for Page<T> {}

#[derive(ToolSchema)]
#[tool(bound = "T: Item")]
#[allow(dead_code)] // Only its schema is used.
struct Page<T> {
    items: Vec<T>,
}

macro_rules! list {
    ($ty:ty) => { Vec<$ty> };
}

#[derive(ToolSchema)]
#[allow(dead_code)] // Only its schema is used.
struct InMacro<T: ToolSchema> {
    items: list!(T),
}

#[derive(ToolSchema)]
#[tool(bound = "T: Item")]
#[allow(dead_code)] // Only its schema is used.
struct InPath<T> {
    #[tool(schema_with = T)]
    items: T,
}
impl<T: Item> Item for InPath<T> {}

#[test]
fn a_generic_type_inside_itself_is_another_type_whatever_its_bound_is_called() {
    let judged = |schema: toolcast::schema::SchemaRef, inner: &Value, outer: &Value| {
        let text = toolcast::render(schema.get(), canonical()).expect("a text");
        let schema = serde_json::from_str(&text).expect("JSON");
        assert!(jsonschema::is_valid(&schema, outer), "{text}");
        assert!(!jsonschema::is_valid(&schema, inner), "{text}");
    };
    let (inner, outer) = (json!({"items": [1]}), json!({"items": [{"items": [1]}]}));
    judged(<Page<Page<u8>>>::SCHEMA, &inner, &outer);
    judged(<InMacro<InMacro<u8>>>::SCHEMA, &inner, &outer);
    let (inner, outer) = (json!({"items": 1}), json!({"items": {"items": 1}}));
    judged(<InPath<InPath<u8>>>::SCHEMA, &inner, &outer);
}
