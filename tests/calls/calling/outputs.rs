//! The schema of `output`, beside the answer that a call sends.

use super::text;
use serde::Serialize;
use serde_json::{Value, json};
use std::fmt;
use toolcast::{Content, Provider, ToolSchema, tool};

/// An error without a schema.
#[derive(Debug)]
struct Failure;

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("failure")
    }
}

type ToolResult<T> = Result<T, Failure>;
type Sized = ToolResult<Size>;

#[derive(Serialize, ToolSchema)]
struct Size {
    width: u8,
}

#[tool(output)]
fn aliased() -> ToolResult<Size> {
    Ok(Size { width: 1 })
}

#[tool(output)]
fn twice() -> Sized {
    Ok(Size { width: 1 })
}

#[tool(output)]
fn written() -> Result<Size, Failure> {
    Ok(Size { width: 1 })
}

#[tool(output)]
fn plain() -> Size {
    Size { width: 1 }
}

/// A value that is a `Result` inside.
#[tool(output)]
fn inside() -> Vec<Result<u8, String>> {
    vec![Ok(1), Err("no".to_owned())]
}

fn output(declaration: &str) -> Value {
    let declaration: Value = serde_json::from_str(declaration).expect("JSON");
    declaration["outputSchema"].clone()
}

#[test]
fn content_is_made_of_a_text_or_a_json_value() {
    assert_eq!(Content::text("a"), Content::Text("a".into()));
    let json = Content::json(json!({"a": [1, "b"]}));
    assert_eq!(json, Content::Json(r#"{"a":[1,"b"]}"#.into()));
}

#[test]
fn a_result_under_another_name_has_the_schema_of_its_value() {
    let wanted = output(plain::schema_for(Provider::Mcp));
    assert_eq!(wanted["properties"]["width"]["type"], "integer");
    for (declaration, reply) in [
        (
            aliased::schema_for(Provider::Mcp),
            aliased::call(Provider::Mcp, "{}"),
        ),
        (
            twice::schema_for(Provider::Mcp),
            twice::call(Provider::Mcp, "{}"),
        ),
        (
            written::schema_for(Provider::Mcp),
            written::call(Provider::Mcp, "{}"),
        ),
    ] {
        assert_eq!(output(declaration), wanted);
        let answer: Value = serde_json::from_str(&text(reply.now_or_never())).expect("JSON");
        assert!(jsonschema::is_valid(&wanted, &answer), "{answer}");
    }
}

#[test]
fn a_result_inside_an_answer_has_both_alternatives() {
    let wanted = output(inside::schema_for(Provider::Mcp));
    let sent = text(inside::call(Provider::Mcp, "{}").now_or_never());
    let answer: Value = serde_json::from_str(&sent).expect("JSON");
    assert_eq!(answer, json!([{"Ok": 1}, {"Err": "no"}]));
    let items = &wanted["properties"]["value"]["items"];
    assert_eq!(items["anyOf"].as_array().map(Vec::len), Some(2), "{wanted}");
}
