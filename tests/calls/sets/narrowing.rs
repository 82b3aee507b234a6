//! Strings whose values are known only at run time.

use std::convert::Infallible;

use futures_executor::block_on;
use serde::Deserialize;
use serde_json::{Value, json};
use toolcast::call::{CallContext, ToolCall, ToolError};
use toolcast::set::{DynamicTool, SetError, ToolSet};
use toolcast::{Provider, ToolSchema};

use super::{call, text_of};

/// How to sort.
#[derive(Deserialize, ToolSchema)]
#[serde(rename_all = "snake_case")]
enum Sort {
    /// Most stars
    Stars,
    #[serde(alias = "recent")]
    Updated,
    Name,
}

#[derive(Deserialize, ToolSchema)]
struct Filter {
    #[tool(length(1..=20))]
    project: Option<String>,
    tags: Vec<String>,
}

#[derive(Deserialize, ToolSchema)]
struct More {
    #[serde(rename = "dotted.name")]
    dotted: Option<String>,
}

#[derive(Deserialize, ToolSchema)]
struct Search {
    #[serde(default = "stars")]
    #[tool(default = Sort::Stars)]
    sort: Sort,
    filter: Filter,
    limit: u8,
    #[serde(flatten)]
    more: More,
}

fn stars() -> Sort {
    Sort::Stars
}

#[derive(Deserialize, ToolSchema)]
struct Tree<T> {
    label: String,
    kids: Vec<Tree<T>>,
    value: T,
}

#[derive(Deserialize, ToolSchema)]
struct Chain {
    label: String,
    next: Option<Box<Chain>>,
}

fn tools() -> ToolSet {
    let search = DynamicTool::new("search.all", "Search", |search: Search, _: &CallContext| {
        let sort = match search.sort {
            Sort::Stars => "stars",
            Sort::Updated => "updated",
            Sort::Name => "name",
        };
        let project = search.filter.project.unwrap_or_default();
        let tags = search.filter.tags.join("+");
        let dotted = search.more.dotted.unwrap_or_default();
        Ok::<_, Infallible>(format!("{sort} {project} {tags} {} {dotted}", search.limit))
    });
    let tree = DynamicTool::new("tree", "Tree", |tree: Tree<u8>, _: &CallContext| {
        Ok::<_, Infallible>(format!("{}{}{}", tree.label, tree.kids.len(), tree.value))
    });
    let chain = DynamicTool::new("chain", "Chain", |chain: Chain, _: &CallContext| {
        let next = chain.next.map(|next| next.label).unwrap_or_default();
        Ok::<_, Infallible>(format!("{}-{next}", chain.label))
    });
    ToolSet::builder()
        .dynamic(search)
        .dynamic(tree)
        .dynamic(chain)
        .build()
        .expect("nothing is missing")
}

fn parameters(tools: &ToolSet, name: &str) -> Value {
    let tool = tools.get(name).expect("it is there");
    serde_json::from_str(tool.schema_for(Provider::JsonSchema).expect("readable")).expect("JSON")
}

#[test]
fn a_narrowed_string_is_an_enum_in_every_text() {
    let narrow = tools()
        .with_values(
            "search.all.filter.project",
            ["apollo", "ge\"mini", "apollo"],
        )
        .and_then(|tools| tools.with_values("search.all.filter.tags[]", ["x", "y"]))
        .and_then(|tools| tools.with_values("search.all.sort", ["name", "updated"]))
        .and_then(|tools| tools.with_values("search.all.dotted.name", ["z"]))
        .expect("each leads to a string");
    let schema = parameters(&narrow, "search.all");
    let of = |pointer: &str| schema.pointer(pointer).unwrap_or(&Value::Null).clone();
    assert_eq!(
        of("/properties/filter/properties/project/enum"),
        json!(["apollo", "ge\"mini"])
    );
    assert_eq!(
        of("/properties/filter/properties/project/maxLength"),
        Value::Null
    );
    assert_eq!(
        of("/properties/filter/properties/tags/items/enum"),
        json!(["x", "y"])
    );
    assert_eq!(of("/properties/sort/enum"), json!(["updated", "name"]));
    // The default is not among the values any more.
    assert_eq!(of("/properties/sort/default"), Value::Null);
    assert_eq!(of("/properties/dotted.name/const"), json!("z"));
    for provider in [
        Provider::Ollama,
        Provider::Cohere,
        Provider::XAi,
        Provider::Mcp,
    ] {
        let text = narrow
            .request_fragment(provider)
            .expect("they take the name");
        let _: Value = serde_json::from_str(&text).expect("JSON");
        assert!(text.contains(r#"ge\"mini"#), "{provider}: {text}");
    }
    // The original set is unchanged.
    assert_eq!(
        parameters(&tools(), "search.all")["properties"]["sort"]["enum"]
            .as_array()
            .map(Vec::len),
        Some(3)
    );
}

#[test]
fn calls_are_checked_for_the_values() {
    let narrow = tools()
        .with_values("search.all.filter.project", ["apollo"])
        .and_then(|tools| tools.with_values("search.all.filter.tags[]", ["x", "y"]))
        .and_then(|tools| tools.with_values("search.all.sort", ["updated"]))
        .expect("each leads to a string");
    let with = |sort: &str, project: &str, tags: &str| {
        format!(r#"{{"sort":"{sort}","filter":{{"project":{project},"tags":{tags}}},"limit":1}}"#)
    };
    let good = call(
        &narrow,
        "search.all",
        &with("updated", r#""apollo""#, r#"["x","y"]"#),
    );
    assert_eq!(text_of(&good), "updated apollo x+y 1 ");
    // An absent value, and a name that serde reads as an alias.
    let absent = call(&narrow, "search.all", &with("recent", "null", "[]"));
    assert_eq!(text_of(&absent), "updated   1 ");
    let bad = call(
        &narrow,
        "search.all",
        &with("stars", r#""gemini""#, r#"["x","z"]"#),
    );
    let Some(ToolError::Arguments(errors)) = &bad.error else {
        panic!("{bad:?}")
    };
    let mut paths: Vec<_> = errors
        .faults
        .iter()
        .map(|fault| fault.path.as_str())
        .collect();
    paths.sort_unstable();
    assert_eq!(paths, ["$.filter.project", "$.filter.tags[1]", "$.sort"]);
    assert!(
        text_of(&bad).contains(r#"expected "apollo", got the string "gemini""#),
        "{}",
        text_of(&bad)
    );
    // In the form of strict mode, and through a prefix.
    let made = ToolCall::new("1", "p_search.all", with("stars", "null", "[]"));
    let result = block_on(narrow.with_prefix("p_").call(Provider::Anthropic, made));
    assert!(matches!(result.error, Some(ToolError::Arguments(_))));
}

#[test]
fn values_that_a_dialect_rewrites_are_narrowed() {
    let narrow = tools()
        .with_values("search.all.dotted.name", ["z"])
        .and_then(|tools| tools.with_values("chain.next.next.label", ["deep"]))
        .expect("each leads to a string");
    let made = |name: &str, arguments: Value| ToolCall::new("1", name, arguments.to_string());
    // Gemini accepts no dot in a property name.
    let declared = narrow
        .get("search.all")
        .and_then(|tool| tool.schema_for(Provider::Gemini))
        .expect("taken");
    let declared: Value = serde_json::from_str(declared).expect("JSON");
    let properties = declared["parameters"]["properties"]
        .as_object()
        .expect("an object");
    let (name, _) = properties
        .iter()
        .find(|(_, schema)| schema["enum"] == json!(["z"]))
        .expect("it is narrowed");
    assert_ne!(name, "dotted.name");
    // Gemini has no references: a recursive type is a text that holds JSON.
    let deep = |label: &str| json!({"label": "b", "next": {"label": label}});
    let text = |label: &str| json!({"label": "a", "next": deep(label).to_string()});
    let plain = |label: &str| json!({"label": "a", "next": deep(label)});
    let search = |value: &str| json!({name: value, "filter": {"tags": []}, "limit": 1});
    for (call, fits) in [
        (made("search.all", search("z")), true),
        (made("search.all", search("y")), false),
        (made("chain", text("deep")), true),
        (made("chain", text("other")), false),
        (made("chain", plain("deep")), true),
        (made("chain", plain("other")), false),
    ] {
        let arguments = call.arguments.clone();
        let result = block_on(narrow.call(Provider::Gemini, call));
        assert_eq!(!result.is_error(), fits, "{arguments}: {result:?}");
    }
}

#[test]
fn one_place_of_a_type_that_contains_itself_is_narrowed() {
    let narrow = tools()
        .with_values("chain.label", ["head"])
        .expect("a static type may contain itself");
    assert_eq!(
        text_of(&call(
            &narrow,
            "chain",
            r#"{"label":"head","next":{"label":"any"}}"#
        )),
        "head-any"
    );
    let wrong = r#"{"label":"any","next":null}"#;
    assert!(call(&narrow, "chain", wrong).is_error());
    let schema = parameters(&narrow, "chain");
    assert_eq!(schema["properties"]["label"]["const"], "head");
    assert!(
        schema["$defs"]
            .to_string()
            .contains(r#""label":{"type":"string"}"#),
        "{schema}"
    );
}

#[test]
fn a_path_that_leads_nowhere_is_an_error() {
    let tools = tools();
    for (path, reason) in [
        (
            "search.all.limit",
            "it is neither a string nor an enum of strings",
        ),
        (
            "search.all.filter",
            "it is neither a string nor an enum of strings",
        ),
        (
            "search.all.filter.tags",
            "it is neither a string nor an enum of strings",
        ),
        ("search.all.nothing", "unknown property `nothing`"),
        (
            "search.all.sort.deeper",
            "`deeper` refers to a property, but this is not an object, or is an enum with data",
        ),
        (
            "search.all.sort[]",
            "`[]` refers to items, but this is not a list",
        ),
        ("search.all.", "unknown property ``"),
        ("tree.label", "`Tree` contains itself by name"),
    ] {
        let error = tools.with_values(path, ["a"]).expect_err(path);
        assert_eq!(
            error.to_string(),
            format!("`{path}` can't be narrowed: {reason}")
        );
    }
    let error = tools
        .with_values("search.all.sort", ["stars", "size"])
        .expect_err("no such value");
    assert!(
        error.to_string().ends_with("the enum has no value `size`"),
        "{error}"
    );
    let error = tools
        .with_values("chain.label", Vec::<String>::new())
        .expect_err("no value");
    assert!(
        error.to_string().ends_with("there must be a value"),
        "{error}"
    );
    let error = tools
        .with_values("serch.sort", ["a"])
        .expect_err("no such tool");
    assert!(matches!(error, SetError::UnknownTool { .. }));
    let error = tools.with_values("chain", ["a"]).expect_err("no property");
    assert_eq!(
        error.to_string(),
        "`chain` can't be narrowed: a property is missing, as in `chain.PROPERTY`"
    );
}
