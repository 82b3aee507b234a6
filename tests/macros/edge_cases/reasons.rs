//! Lines of reports, word for word.

#![allow(dead_code)] // Only the schemas of the types are used.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use toolcast::__private::{Spec, Text, rerendered};
use toolcast::import::ToolDefinition;
use toolcast::schema::SchemaRef;
use toolcast::{Provider, Report, ToolDef, ToolSchema};

use super::described::Only;
use super::sketches::Large;

fn def(name: &'static str, params: SchemaRef) -> ToolDef {
    let spec = Spec {
        name: Text::plain(name),
        description: Text::plain("Does something."),
        params,
        ..Spec::NEW
    };
    ToolDef::new(Box::leak(Box::new(spec)))
}

#[track_caller]
fn has(report: &Report, line: &str) {
    let text = report.to_string();
    let mut lines = text.lines().map(str::trim);
    assert!(lines.any(|one| one == line), "{line}\nisn't in\n{text}");
}

#[derive(ToolSchema)]
struct One(#[tool(pattern = "a")] String);

#[derive(ToolSchema)]
struct Two(#[tool(pattern = "b")] One);

#[derive(ToolSchema)]
struct Patterns {
    #[tool(pattern = "c")]
    it: Two,
}

#[derive(ToolSchema)]
struct Three(#[tool(pattern = "c")] Two);

/// Three patterns in each kind of place.
#[derive(ToolSchema)]
struct Places {
    #[serde(rename = "a/b~c\u{1e}d\u{1f}")]
    escaped: Three,
    list: Vec<Three>,
    map: BTreeMap<String, Three>,
    pair: (u8, Three),
    either: Either,
    inner: Only<Option<Three>>,
}

#[derive(ToolSchema)]
#[serde(untagged)]
enum Either {
    Number(u8),
    Text(Three),
}

#[derive(ToolSchema)]
struct Code(#[tool(length(2..=5))] String);

#[derive(ToolSchema)]
struct Codes {
    #[serde(flatten)]
    it: BTreeMap<Code, u8>,
}

#[derive(ToolSchema)]
struct Node {
    /// The next one.
    next: Option<Box<Node>>,
}

#[test]
fn lines_about_types_have_the_outcome_the_place_the_keyword_and_the_reason() {
    let report = |params, provider| def("tool", params).report_for(provider);
    has(
        &report(Patterns::SCHEMA, Provider::JsonSchema),
        "hidden   /properties/it `pattern`: a third pattern on one value: it is kept, and not shown",
    );
    has(
        &report(Codes::SCHEMA, Provider::JsonSchema),
        "widened  (tool) `propertyNames`: constraints of the flattened map's names aren't in the text; they are checked",
    );
    has(
        &report(<Only<Codes>>::SCHEMA, Provider::JsonSchema),
        "widened  /properties/it `propertyNames`: constraints of the flattened map's names aren't in the text; they are checked",
    );
    has(
        &report(<Only<Node>>::SCHEMA, Provider::GeminiJsonSchema),
        "hidden   /$defs/Node/properties/next `description`: nothing may be a sibling of a reference here: the description isn't shown",
    );
    has(
        &report(<Only<Large<Only<u8>>>>::SCHEMA, Provider::Gemini),
        "rewritten /properties/it `$ref`: too large to be written out here: a string containing JSON",
    );
}

#[test]
fn the_place_of_an_entry_is_a_pointer_into_the_canonical_schema() {
    let report = def("tool", Places::SCHEMA).report_for(Provider::JsonSchema);
    let pointers = report.entries.iter().map(|entry| entry.pointer.as_str());
    let pointers: Vec<_> = pointers.collect();
    assert_eq!(
        pointers,
        [
            "/properties/a~1b~0c?d?",
            "/properties/list/items",
            "/properties/map/additionalProperties",
            "/properties/pair/prefixItems/1",
            "/properties/either/anyOf/1",
            "/properties/inner/properties/it",
        ],
        "{report}"
    );
    assert!(
        report
            .entries
            .iter()
            .all(|entry| entry.keyword == "pattern")
    );
}

/// The report about an imported tool.
fn imported(parameters: &Value, provider: Provider) -> Report {
    let tool =
        json!({"type": "function", "name": "tool", "strict": true, "parameters": parameters});
    let tool = ToolDefinition::parse(&tool).expect("a tool");
    tool.report_for(provider)
}

#[test]
fn lines_about_imported_tools_have_the_outcome_the_place_the_keyword_and_the_reason() {
    has(
        &imported(&json!({"type": "object"}), Provider::Gemini),
        "narrowed (tool) `additionalProperties`: the schema accepts any names, and a tool without properties has no parameters here",
    );
    let object =
        json!({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]});
    let inside = json!({"type": "object", "properties": {"of": object}, "required": ["of"]});
    let reason = "the schema accepts other names, and strict mode closes every object";
    for (schema, place) in [
        (&object, "(tool)"),
        (&inside, "(tool)"),
        (&inside, "/properties/of"),
    ] {
        let line = format!("narrowed {place} `additionalProperties`: {reason}");
        has(&imported(schema, Provider::OpenAi), &line);
    }
    let names =
        json!({"type": "object", "properties": {"a": {"type": "string", "enum": ["", "b"]}}});
    has(
        &imported(&names, Provider::Gemini),
        "narrowed /properties/a `enum`: an enum may not hold the empty string here: it is left out",
    );
}

#[test]
fn the_report_without_a_declaration_names_the_tool_and_the_provider() {
    let tool = rerendered(&def("find it", <Only<u8>>::SCHEMA));
    assert_eq!(tool.try_schema_for(Provider::OpenAi), None);
    let error = tool.report_for(Provider::OpenAi);
    assert_eq!(
        (&*error.tool, error.provider),
        ("find it", Provider::OpenAi)
    );
    assert!(tool.try_schema_for(Provider::JsonSchema).is_some());
}
