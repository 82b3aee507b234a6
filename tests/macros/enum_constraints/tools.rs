//! Constraints in variants, enforced through tools and sets.

#![allow(clippy::needless_pass_by_value)] // Tools own their parameters.

use crate::enum_constraints::types::{First, Step};
use futures_executor::block_on;
use serde::Deserialize;
use serde_json::Value;
use toolcast::call::{ToolCall, ToolError, ToolResult};
use toolcast::set::DynamicTool;
use toolcast::{Provider, ToolSchema, tool, toolset};

/// Plays steps.
#[tool]
#[allow(dead_code)] // Only its tool is called.
fn play(steps: Vec<Step>, one: Option<First>) -> String {
    format!("{steps:?} {one:?}")
}

/// Plays one step.
#[tool]
#[allow(dead_code)] // Only its tool is called.
fn play_flat(#[tool(flatten)] step: Step, #[tool(range(..=3))] times: u8) -> String {
    format!("{step:?} {times}")
}

#[test]
fn constraints_in_variants_are_checked_for_every_provider() {
    for &provider in Provider::ALL {
        let told = play::call(
            provider,
            r#"{"steps": [{"kind": "wait", "seconds": 99}], "one": 77}"#,
        );
        let told = told
            .now_or_never()
            .expect("sync")
            .expect_err("refused")
            .to_string();
        assert!(
            told.ends_with(
                "- $.steps[0].seconds: expected an integer from 1 to 60, got 99\n\
                 - $.one: expected an integer from 1 to 10, got 77"
            ),
            "{provider}: {told}"
        );
    }
}

#[test]
fn constraints_in_a_flattened_enum_are_checked() {
    for provider in [
        Provider::Mcp,
        Provider::Gemini,
        Provider::OpenAi,
        Provider::Cohere,
    ] {
        let told = play_flat::call(
            provider,
            r#"{"input": {"kind": "wait", "seconds": 99, "times": 4}}"#,
        );
        let told = told
            .now_or_never()
            .expect("sync")
            .expect_err("refused")
            .to_string();
        assert!(
            told.contains("seconds: expected an integer from 1 to 60, got 99")
                && told.contains("times: expected an integer from 0 to 3, got 4"),
            "{provider}: {told}"
        );
    }
}

/// The result of one call of a tool.
fn outcome(tool: DynamicTool, arguments: &str) -> ToolResult {
    let tools = toolset![]
        .dynamic(tool)
        .build()
        .expect("nothing is missing");
    block_on(tools.call(Provider::Mcp, ToolCall::new("1", "any", arguments)))
}

#[derive(Deserialize, ToolSchema)]
struct One {
    step: Step,
}

#[test]
fn a_constraint_in_a_variant_is_checked_for_a_closure() {
    let tool = || {
        DynamicTool::new("any", "Any.", |one: One, _: &_| {
            Ok::<_, String>(format!("{:?}", one.step))
        })
    };
    let taken = outcome(tool(), r#"{"step": {"kind": "wait", "seconds": 5}}"#);
    assert!(!taken.is_error(), "{taken:?}");
    let refused = outcome(tool(), r#"{"step": {"kind": "wait", "seconds": 99}}"#);
    let error = refused.error.expect("a fault").to_string();
    assert!(
        error.ends_with("- $.step.seconds: expected an integer from 1 to 60, got 99"),
        "{error}"
    );
}

/// A raw schema has no Rust type, so the schema alone chooses the alternative: the first whose
/// constraints are all satisfied.
#[test]
fn alternatives_of_a_raw_schema_are_chosen_by_their_constraints() {
    let schema = serde_json::json!({
        "type": "object",
        "properties": { "at": { "anyOf": [
            { "type": "integer", "maximum": 10 },
            { "type": "integer", "minimum": 100 },
            { "type": "string", "pattern": "^a" },
            { "type": "string", "pattern": "^b" },
            { "type": "string", "format": "date" },
        ] } },
        "required": ["at"],
    });
    let tool = || {
        DynamicTool::from_schema("any", "Any.", &schema, |arguments: Value, _: &_| {
            Ok::<_, String>(arguments["at"].to_string())
        })
        .expect("a schema")
    };
    for at in ["5", "200", r#""abc""#, r#""bcd""#, r#""2026-01-01""#] {
        let taken = outcome(tool(), &format!(r#"{{"at": {at}}}"#));
        assert!(!taken.is_error(), "{at}: {taken:?}");
    }
    for at in ["50", r#""cde""#, "true"] {
        let refused = outcome(tool(), &format!(r#"{{"at": {at}}}"#));
        assert!(
            matches!(refused.error, Some(ToolError::Arguments(_))),
            "{at}: {refused:?}"
        );
    }
}
