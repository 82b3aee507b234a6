//! Tools from closures.

use std::convert::Infallible;
use std::time::Duration;

use futures_executor::block_on;
use serde::Deserialize;
use toolcast::call::{CallContext, Content, ToolCall, ToolError, ToolOutput};
use toolcast::set::{CallOptions, DynamicTool, ToolSet};
use toolcast::{Provider, ToolAnnotations, ToolSchema, tool};

use super::{call, text_of};

#[derive(Deserialize, ToolSchema)]
struct Add {
    /// The first
    a: i32,
    b: Option<i32>,
}

/// One of two.
#[derive(Deserialize, ToolSchema)]
#[serde(rename_all = "snake_case")]
enum Shape {
    Circle { radius: f64 },
    Square { side: f64 },
}

struct Offset(i32);

fn tools() -> ToolSet {
    let add = DynamicTool::new(
        "add",
        "Add \"numbers\"",
        |Add { a, b }, context: &CallContext| {
            let offset = context.state::<Offset>().map_or(0, |offset| offset.0);
            (a + offset).checked_add(b.unwrap_or(0)).ok_or("too large")
        },
    )
    .needs::<Offset>()
    .annotations(ToolAnnotations::new().read_only(true))
    .title("Addition");
    let area = DynamicTool::new_async(
        "area",
        "",
        |shape: Shape, context: CallContext| async move {
            let area = match shape {
                Shape::Circle { radius } => radius * radius * 3.0,
                Shape::Square { side } => side * side,
            };
            Ok::<_, Infallible>(ToolOutput::new(area, context.id().to_owned()))
        },
    );
    let slow = DynamicTool::new("slow", "Blocks", |(): (), _: &CallContext| {
        std::thread::sleep(Duration::from_millis(40));
        let name = std::thread::current().name().unwrap_or("?").to_owned();
        Ok::<_, Infallible>(vec![Content::Text(name)])
    })
    .blocking()
    .return_direct();
    ToolSet::builder()
        .dynamic(add)
        .dynamic(area)
        .dynamic(slow)
        .with_state(Offset(0))
        .build()
        .expect("all is there")
}

#[test]
fn a_closure_is_declared_as_a_function_is() {
    let tools = tools();
    let add = tools.get("add").expect("it is there");
    assert_eq!(
        add.schema_for(Provider::OpenAi),
        Some(
            r#"{"type":"function","function":{"name":"add","description":"Add \"numbers\"","parameters":{"type":"object","properties":{"a":{"type":"integer","description":"The first"},"b":{"type":["integer","null"]}},"required":["a","b"],"additionalProperties":false},"strict":true}}"#
        )
    );
    let mcp = add.schema_for(Provider::Mcp).expect("anybody takes it");
    assert!(
        mcp.contains(r#""title":"Addition""#) && mcp.contains(r#""readOnlyHint":true"#),
        "{mcp}"
    );
    // The same text, rendered only once.
    let again = tools
        .get("add")
        .and_then(|tool| tool.schema_for(Provider::Mcp))
        .expect("as before");
    assert!(std::ptr::eq(mcp, again));
    // Without a description the name is used.
    let area = tools
        .get("area")
        .and_then(|tool| tool.schema_for(Provider::Gemini))
        .expect("taken");
    assert!(
        area.starts_with(r#"{"name":"area","description":"area""#),
        "{area}"
    );
}

#[test]
fn a_dynamic_tool_calls_its_closure_or_reports_invalid_arguments() {
    let tools = tools();
    assert_eq!(
        call(&tools, "add", r#"{"a":1,"b":null}"#).content,
        [Content::Json("1".into())]
    );
    assert_eq!(
        text_of(&call(&tools, "add", r#"{"a":2147483647,"b":1}"#)),
        "too large"
    );
    assert!(matches!(
        call(&tools, "add", r#"{"b":1}"#).error,
        Some(ToolError::Arguments(_))
    ));
    // A root that is not an object is wrapped in a property.
    let square = call(&tools, "area", r#"{"value":{"square":{"side":3}}}"#);
    assert_eq!(square.content, [Content::Json("9.0".into())]);
    assert!(square.artifact.is_some());
    let slow = call(&tools, "slow", "{}");
    assert!(slow.return_direct || slow.is_error());
}

#[tool]
fn inner() -> ToolOutput<&'static str, u64> {
    ToolOutput::new("seen", 11)
}

#[test]
fn a_closure_returns_the_output_of_another_tool() {
    let outer = DynamicTool::new("outer", "Calls another", |(): (), context: &CallContext| {
        let call = inner::call(context.provider(), "{}");
        call.now_or_never().expect("not async")
    });
    let set = ToolSet::builder().dynamic(outer).build().expect("a set");
    let result = call(&set, "outer", "{}");
    assert_eq!(result.content, [Content::Text("seen".into())]);
    let artifact = result.artifact.expect("an artifact");
    assert_eq!(artifact.downcast_ref::<u64>(), Some(&11));
}

#[test]
fn a_value_of_a_closure_that_serde_cannot_write_is_an_error() {
    let pairs = DynamicTool::new("pairs", "Pairs", |(): (), _: &CallContext| {
        Ok::<_, Infallible>(std::collections::BTreeMap::from([((1, 2), 3)]))
    });
    let set = ToolSet::builder().dynamic(pairs).build().expect("a set");
    let error = call(&set, "pairs", "{}").error.expect("an error");
    assert_eq!(
        error,
        ToolError::Failed("the result can't be written: key must be a string".into())
    );
}

#[test]
fn a_missing_state_of_a_closure_is_an_error() {
    let tool = DynamicTool::new("x", "X", |(): (), _: &CallContext| Ok::<_, Infallible>(()))
        .needs::<Offset>();
    let error = ToolSet::builder()
        .dynamic(tool)
        .build()
        .expect_err("there is no state");
    assert!(
        error
            .to_string()
            .contains("dynamic::Offset`, which `x` needs"),
        "{error}"
    );
}

#[test]
fn strict_modes_are_asked_for_as_by_the_attribute() {
    #[derive(Deserialize, ToolSchema)]
    struct One {
        a: i64,
    }
    let tool = || DynamicTool::new("x", "X", |One { a }, _| Ok::<_, Infallible>(a));
    let strict = |tool: DynamicTool| {
        let tools = ToolSet::builder().dynamic(tool).build().expect("a set");
        [Provider::OpenAi, Provider::Anthropic, Provider::Bedrock].map(|provider| {
            let declared = tools.declarations(provider).expect("it is accepted");
            let key = declared[0].split_once("\"strict\":");
            key.map(|(_, value)| value.starts_with("true"))
        })
    };
    assert_eq!(strict(tool()), [Some(true), None, None]);
    assert_eq!(strict(tool().strict()), [Some(true), Some(true), None]);
    let named = tool().strict_for([Provider::Bedrock]);
    assert_eq!(strict(named), [Some(false), None, Some(true)]);
    assert_eq!(strict(tool().not_strict()), [Some(false), None, None]);
    assert_eq!(strict(tool().omit_strict()), [None, None, None]);
}

#[test]
fn providers_strict_and_timeouts_are_as_with_functions() {
    let tool = DynamicTool::new_async("x", "X", |(): (), _| {
        std::future::pending::<Result<(), Infallible>>()
    })
    .providers([Provider::OpenAi])
    .not_strict()
    .timeout(Duration::from_millis(10));
    let tools = ToolSet::builder()
        .dynamic(tool)
        .build()
        .expect("nothing is missing");
    let text = tools
        .get("x")
        .and_then(|tool| tool.schema_for(Provider::OpenAi))
        .expect("made for it");
    assert!(text.contains(r#""strict":false"#), "{text}");
    let error = tools
        .request_fragment(Provider::Gemini)
        .expect_err("not made for it");
    assert!(
        error.to_string().contains("not made for this provider"),
        "{error}"
    );
    let made = ToolCall::new("1", "x", "{}");
    let options = CallOptions::new().timeout(Duration::from_secs(60));
    let result = block_on(tools.call_with(Provider::OpenAi, made, &options));
    assert_eq!(
        result.error,
        Some(ToolError::TimedOut(Duration::from_millis(10)))
    );
}
