//! Types of `schemars` as parameters.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toolcast::call::{Content, ToolCall, ToolError};
use toolcast::decode::FaultKind;
use toolcast::set::{DynamicTool, ToolSet};
use toolcast::{Dialect, Outcome, Provider, to_model};
use toolcast_schemars as bridge;

use super::block_on;

/// Everything at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Order {
    /// How many
    #[schemars(range(min = 1, max = 9))]
    count: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(default)]
    tags: Vec<String>,
    prices: BTreeMap<String, f64>,
    shape: Shape,
    tree: Tree,
    pair: (i32, String),
    #[serde(rename = "odd name!")]
    odd: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Shape {
    /// A circle
    Circle {
        radius: f64,
    },
    Square {
        side: f64,
    },
    Empty,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Tree {
    name: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    kids: Vec<Tree>,
}

fn order() -> Order {
    Order {
        count: 3,
        note: None,
        tags: vec!["a".into()],
        prices: BTreeMap::from([("x".into(), 1.5), ("y".into(), 2.0)]),
        shape: Shape::Square { side: 2.5 },
        tree: Tree {
            name: "root".into(),
            kids: vec![Tree {
                name: "leaf".into(),
                kids: Vec::new(),
            }],
        },
        pair: (-1, "b".into()),
        odd: true,
    }
}

fn echo() -> DynamicTool {
    bridge::tool("echo", "Echo", |order: Order, _: &_| {
        serde_json::to_value(&order).map_err(|error| error.to_string())
    })
    .unwrap()
}

fn sent(tool: &DynamicTool, provider: Provider, value: &Value) -> String {
    let dialect = Dialect::of(provider, false).unwrap_or_else(|| panic!("{provider}"));
    let lowered = tool
        .imported()
        .unwrap()
        .with_schema(|schema| to_model(schema, dialect, value.clone()));
    lowered.to_string()
}

#[test]
fn arguments_round_trip_for_every_provider() {
    let tool = echo();
    // Only formats of numbers: those of integers are bounds, and models don't need the others.
    for loss in tool.imported().unwrap().losses() {
        assert_eq!(loss.keyword, "format", "{loss:?}");
        let is_known = matches!(loss.outcome, Outcome::Hidden | Outcome::Narrowed);
        assert!(is_known, "{loss:?}");
    }
    let set = ToolSet::builder().dynamic(tool.clone()).build().unwrap();
    let value = serde_json::to_value(order()).unwrap();
    let mut told = 0;
    for &provider in Provider::ALL {
        assert_eq!(set.declarations(provider).unwrap().len(), 1, "{provider}");
        let call = ToolCall::new("1", "echo", sent(&tool, provider, &value));
        let result = block_on(set.call(provider, call));
        assert!(result.error.is_none(), "{provider}: {:?}", result.error);
        let [Content::Json(text)] = result.content.as_slice() else {
            panic!("{result:?}");
        };
        assert_eq!(
            serde_json::from_str::<Value>(text).unwrap(),
            value,
            "{provider}"
        );
        told += 1;
    }
    assert_eq!(told, Provider::ALL.len());
}

#[test]
fn bad_arguments_are_reported_before_serde_decodes_them() {
    let set = ToolSet::builder().dynamic(echo()).build().unwrap();
    let mut value = serde_json::to_value(order()).unwrap();
    value["count"] = json!(10);
    value["extra"] = json!(1);
    value.as_object_mut().unwrap().remove("odd name!");
    let call = ToolCall::new("1", "echo", value.to_string());
    match block_on(set.call(Provider::JsonSchema, call))
        .error
        .unwrap()
    {
        ToolError::Arguments(errors) => assert_eq!(errors.faults.len(), 3, "{errors}"),
        other => panic!("{other:?}"),
    }
}

/// A rule that no schema expresses.
#[derive(Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(with = "String")]
struct Even(String);

impl TryFrom<String> for Even {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        if text.len().is_multiple_of(2) {
            Ok(Even(text))
        } else {
            Err("an odd number of letters".into())
        }
    }
}

#[derive(Deserialize, JsonSchema)]
struct Words {
    word: Even,
}

#[test]
fn an_error_of_the_type_alone_is_reported_to_the_model() {
    let tool = bridge::tool("say", "Say", |Words { word }: Words, _: &_| {
        Ok::<_, String>(word.0)
    })
    .unwrap();
    let set = ToolSet::builder().dynamic(tool).build().unwrap();
    let call = |word: &str| {
        block_on(set.call(
            Provider::OpenAi,
            ToolCall::new("1", "say", json!({"word": word}).to_string()),
        ))
    };
    assert_eq!(call("ab").content, [Content::Text("ab".into())]);
    match call("abc").error.unwrap() {
        ToolError::Arguments(errors) => {
            assert_eq!(errors.faults[0].kind, FaultKind::Rejected);
            assert_eq!(errors.faults[0].expected, "an odd number of letters");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_root_that_is_not_an_object_is_wrapped_and_unwrapped() {
    let tool = bridge::tool_async("area", "The area", |shape: Shape, _| async move {
        match shape {
            Shape::Circle { radius } => Ok(radius * radius * 3.0),
            Shape::Square { side } => Ok(side * side),
            Shape::Empty => Err("there is none"),
        }
    })
    .unwrap();
    let set = ToolSet::builder().dynamic(tool.clone()).build().unwrap();
    let under = tool.imported().unwrap().wrapper_name().unwrap();
    let call = |shape: Value| {
        let arguments = json!({ under: shape }).to_string();
        block_on(set.call(Provider::Anthropic, ToolCall::new("1", "area", arguments)))
    };
    assert_eq!(
        call(json!({"kind": "square", "side": 3.0})).content,
        [Content::Json("9.0".into())]
    );
    assert_eq!(
        call(json!({"kind": "empty"})).error,
        Some(ToolError::Failed("there is none".into()))
    );
    assert!(matches!(
        call(json!({"kind": "line"})).error,
        Some(ToolError::Arguments(_))
    ));
}
