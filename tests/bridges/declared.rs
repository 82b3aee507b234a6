//! The tools that genai and rig get: those of a request.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use toolcast::call::{Content, ToolCall, ToolError, ToolResult};
use toolcast::import::{SourceCall, ToolDefinitions, ToolSource};
use toolcast::integration::declared_tools;
use toolcast::set::{CallObserver, DynamicTool, ToolSet};
use toolcast::{Provider, tool, toolset};
use toolcast_genai as genai;
use toolcast_rig::{self as rig, Error};

use super::block_on;

/// Tools of a server, among them some that providers are shown under other names.
fn server() -> ToolSource {
    let object = |properties: Value| json!({"type": "object", "properties": properties});
    let long = "x".repeat(300);
    let tools = json!([
        {"name": "files.read", "description": "Read.", "inputSchema": object(json!({"path": {"type": "string"}}))},
        {"name": "odd names", "inputSchema": object(json!({"": {"type": "string"}, "a b$": {"type": "string"}}))},
        {"name": "long_name", "inputSchema": object(json!({ long: {"type": "string"} }))},
        {"name": "far", "inputSchema": {"$ref": "https://example.com/schema.json"}},
        {"name": "never", "inputSchema": object(json!({"a": false}))},
        {"name": "empty", "inputSchema": object(json!({"a": {"enum": []}}))},
    ]);
    let definitions = ToolDefinitions::parse(&tools).unwrap();
    ToolSource::new("s", definitions, |call: SourceCall| async move {
        Ok::<_, ToolError>(call.tool.to_string())
    })
}

/// The names in a request.
fn requested(set: &ToolSet, provider: Provider) -> BTreeSet<String> {
    let texts = set.declarations(provider).unwrap();
    let declared = texts.iter().map(|text| {
        let value: Value = serde_json::from_str(text).unwrap();
        let inside = value.get("function").or_else(|| value.get("toolSpec"));
        let inside = inside.unwrap_or(&value);
        let name = inside.get("name").or_else(|| inside.get("title"));
        name.and_then(Value::as_str).unwrap().to_owned()
    });
    declared.collect()
}

#[test]
fn tools_are_those_of_a_request_under_its_names() {
    let set = toolset![super::add].source(server()).build().unwrap();
    let mut renamed = 0;
    for &provider in Provider::ALL {
        let requested = requested(&set, provider);
        let definitions = rig::definitions(&set, provider).unwrap();
        let names = definitions.iter().map(|one| one.name.to_string());
        assert_eq!(names.collect::<BTreeSet<_>>(), requested, "{provider}");
        let tools = genai::tools(&set, provider).unwrap();
        let names = tools.iter().map(|one| one.name.as_str().to_owned());
        assert_eq!(names.collect::<BTreeSet<_>>(), requested, "{provider}");
        // A server's tool without a description has none.
        assert!(
            tools
                .iter()
                .all(|one| one.description.as_deref() != Some(""))
        );
        renamed += usize::from(!requested.contains("files.read"));
        let read = definitions
            .iter()
            .find(|one| one.name.contains("read"))
            .unwrap();
        assert_eq!(read.description, "Read.", "{provider}");
        let tools = rig::tools(&set, provider).unwrap();
        let tool = tools
            .iter()
            .find(|tool| tool.name().contains("read"))
            .unwrap();
        let output = block_on(tool.execute(json!({"path": "a"}))).unwrap();
        assert_eq!(output.as_text(), Some("files.read"), "{provider}");
    }
    assert!(renamed > 0);
}

/// Cached.
#[tool(extra(Anthropic = r#"{"cache_control":{"type":"ephemeral"}}"#))]
fn cached() {}

#[test]
fn a_member_that_the_types_have_no_place_for_is_an_error() {
    let set = toolset![cached].build().unwrap();
    let is_named = |error: Error| matches!(&error, Error::NoPlace { what, .. } if what.contains("cache_control") && what.contains("`cached`"));
    assert!(rig::tools(&set, Provider::Anthropic).is_err_and(is_named));
    assert!(genai::tools(&set, Provider::Anthropic).is_err_and(is_named));
    assert!(genai::tools(&set, Provider::Bedrock).is_ok());
}

#[test]
fn deferred_tools_are_declared_without_a_search() {
    let set = super::set().with_deferred(|_| true).unwrap();
    for provider in [Provider::Anthropic, Provider::Mistral] {
        let names: Vec<_> = rig::definitions(&set, provider)
            .unwrap()
            .iter()
            .map(|one| one.name.to_string())
            .collect();
        assert_eq!(names, ["hotels", "add"], "{provider}");
        assert_eq!(genai::tools(&set, provider).unwrap().len(), 2);
    }
}

/// Nothing.
#[tool(strict(Anthropic))]
fn strict(a: u8) {
    let _ = a;
}

#[test]
fn genai_makes_no_more_tools_strict_than_a_request() {
    for number in [20, 21] {
        let one = toolset![strict].build().unwrap();
        let mut set = one.with_prefix("t0_");
        for i in 1..number {
            set = set
                .merged_with(&one.with_prefix(&format!("t{i}_")))
                .unwrap();
        }
        let request = set.request_fragment(Provider::Anthropic).unwrap();
        let requested = request.matches("\"strict\":true").count();
        let tools = genai::tools(&set, Provider::Anthropic).unwrap();
        let declared = tools
            .iter()
            .filter(|tool| tool.strict == Some(true))
            .count();
        assert_eq!((tools.len(), declared), (number, requested));
        assert!(requested <= 20);
    }
}

#[derive(Clone, Default)]
struct Ids(Arc<Mutex<Vec<String>>>);

impl CallObserver for Ids {
    fn on_end(&self, result: &ToolResult, _: Provider) {
        self.0.lock().unwrap().push(result.call.id.to_string());
    }
}

#[test]
fn calls_of_rig_have_ids_of_their_own() {
    let ids = Ids::default();
    let set = toolset![super::add].observer(ids.clone()).build().unwrap();
    let tools = rig::tools(&set, Provider::Anthropic).unwrap();
    for _ in 0..3 {
        block_on(tools[0].execute(json!({"a": 1, "b": 2}))).unwrap();
    }
    let ids = ids.0.lock().unwrap();
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), 3, "{ids:?}");
}

#[test]
fn a_result_that_rig_would_round_is_a_text() {
    let text = r#"{"n":18446744073709551617,"f":0.12345678901234567891}"#;
    let exact = DynamicTool::new("exact", "Exact", move |(), _: &_| {
        Ok::<_, String>(vec![Content::Json(text.to_owned())])
    });
    let set = ToolSet::builder().dynamic(exact).build().unwrap();
    let tools = rig::tools(&set, Provider::Anthropic).unwrap();
    let output = block_on(tools[0].execute(json!({}))).unwrap();
    assert_eq!(output.as_text(), Some(text));
}

/// Take a wide integer.
#[tool]
fn wide(n: u128) -> String {
    n.to_string()
}

#[test]
fn an_integer_that_the_other_crate_has_rounded_is_an_error() {
    let set = toolset![wide].build().unwrap();
    let rounded: Value = serde_json::from_str(r#"{"n":18446744073709551617}"#).unwrap();
    let tools = rig::tools(&set, Provider::Anthropic).unwrap();
    let error = block_on(tools[0].execute(rounded.clone())).unwrap_err();
    assert!(error.model_feedback().unwrap().contains("all its digits"));
    let asked = ::genai::chat::ToolCall {
        call_id: "1".into(),
        fn_name: "wide".into(),
        fn_arguments: rounded,
        thought_signatures: None,
    };
    let result = block_on(set.call(Provider::Anthropic, genai::call(&asked)));
    assert!(result.is_error(), "{result:?}");
    let exact = ToolCall::new("1", "wide", r#"{"n":18446744073709551617}"#);
    let result = block_on(set.call(Provider::Anthropic, exact));
    assert_eq!(
        result.content,
        [Content::Text("18446744073709551617".into())]
    );
}

#[test]
fn declared_tools_have_the_forms_of_a_request() {
    for &provider in Provider::ALL {
        let tools = declared_tools::<Value>(&super::set(), provider).unwrap();
        let (hotels, add) = (&tools[0], &tools[1]);
        assert_eq!((&*hotels.name, &*add.name), ("hotels", "add"), "{provider}");
        assert_eq!(add.description, "Add two numbers.");
        assert_eq!(add.is_strict, super::add::report_for(provider).strict);
        let text = super::add::parameters_for(provider).unwrap();
        assert_eq!(
            add.parameters.to_string(),
            serde_json::from_str::<Value>(text).unwrap().to_string()
        );
    }
}
