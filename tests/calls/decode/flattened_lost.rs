//! Values that serde would lose in a flattened type, although each part of it could be read: names
//! of a map in an `Option`, a later alternative, the content of an adjacently tagged enum, and the
//! names of two variants.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toolcast::call::ToolError;
use toolcast::{Provider, ToolSchema, decode, tool};

use super::flattened_option::{fault, reads};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Scores {
    name: String,
    #[serde(flatten)]
    scores: Option<BTreeMap<String, u8>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Page {
    size: u8,
    #[serde(flatten)]
    marks: BTreeMap<String, u8>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Paged {
    id: u8,
    #[serde(flatten)]
    page: Option<Page>,
}

/// A flattened `Option` of an enum, one variant of which keeps other names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Filter {
    All,
    Marks(Page),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Filtered {
    id: u8,
    #[serde(flatten)]
    filter: Option<Filter>,
}

#[test]
fn names_of_a_flattened_map_in_an_option_are_read_or_reported() {
    for value in [
        json!({"name": "a"}),
        json!({"name": "a", "x": 1, "y": 2}),
        json!({"name": "a", "scores": 3}),
    ] {
        reads::<Scores>(&value);
    }
    assert_eq!(
        fault::<Scores>(&json!({"name": "a", "x": 1, "y": 300})),
        "$.value.y: expected an integer from 0 to 255, got 300"
    );
    for value in [
        json!({"id": 1}),
        json!({"id": 1, "size": 2}),
        json!({"id": 1, "size": 2, "x": 3}),
    ] {
        reads::<Paged>(&value);
    }
    assert_eq!(
        fault::<Paged>(&json!({"id": 1, "x": 3})),
        "$.value.size is missing: expected an integer from 0 to 255"
    );
    assert_eq!(
        fault::<Paged>(&json!({"id": 1, "size": 2, "x": true})),
        "$.value.x: expected an integer from 0 to 255, got true"
    );
    for value in [
        json!({"id": 1}),
        json!({"id": 1, "kind": "all"}),
        json!({"id": 1, "kind": "marks", "size": 2, "x": 3}),
    ] {
        reads::<Filtered>(&value);
    }
    for value in [
        json!({"id": 1, "size": 2, "x": 3}),
        json!({"id": 1, "kind": "marks", "x": 3}),
        json!({"id": 1, "kind": "marks", "size": 2, "x": 300}),
    ] {
        fault::<Filtered>(&value);
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Point {
    x: i32,
    y: i32,
}

/// Serde reads the first alternative without `x` if `y` is absent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Place {
    Named {
        id: u8,
        #[serde(flatten)]
        point: Option<Point>,
    },
    Column {
        id: u8,
        x: i32,
    },
    Deep {
        inner: Named,
    },
    Shallow {
        inner: Column,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Named {
    id: u8,
    #[serde(flatten)]
    point: Option<Point>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Column {
    id: u8,
    x: i32,
}

#[test]
fn a_later_alternative_that_serde_does_not_reach_is_a_fault() {
    for value in [
        json!({"id": 1}),
        json!({"id": 1, "x": 2, "y": 3}),
        json!({"inner": {"id": 1, "x": 2, "y": 3}}),
    ] {
        reads::<Place>(&value);
    }
    for value in [
        json!({"id": 1, "x": 2}),
        json!({"inner": {"id": 1, "x": 2}}),
    ] {
        assert!(
            fault::<Place>(&value).contains("because `x` is present"),
            "{}",
            fault::<Place>(&value)
        );
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(tag = "t", content = "c", rename_all = "snake_case")]
pub(super) enum Step {
    Stop,
    Wait(u8),
    Move { x: u8, y: u8 },
    Turn(u8, u8),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Plan {
    id: u8,
    #[serde(flatten)]
    step: Option<Step>,
}

#[test]
fn content_that_serde_does_not_read_in_a_flattened_option_is_a_fault() {
    for value in [
        json!({"id": 1}),
        json!({"id": 1, "t": "stop"}),
        json!({"id": 1, "t": "stop", "c": null}),
        json!({"id": 1, "t": "wait", "c": 2}),
        json!({"id": 1, "t": "move", "c": {"x": 1, "y": 2}}),
        json!({"id": 1, "t": "turn", "c": [1, 2]}),
    ] {
        reads::<Plan>(&value);
    }
    assert_eq!(
        fault::<Plan>(&json!({"id": 1, "t": "stop", "c": 5})),
        "$.value.c: expected `null` or nothing, because the variant has no content, got 5"
    );
    for value in [
        json!({"id": 1, "t": "move", "c": [1, 2]}),
        json!({"id": 1, "t": "move"}),
        json!({"id": 1, "c": 2}),
    ] {
        fault::<Plan>(&value);
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Target {
    All,
    File(String),
    Line(u8),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Edit {
    id: u8,
    #[serde(flatten)]
    target: Target,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct MaybeEdit {
    id: u8,
    #[serde(flatten)]
    target: Option<Target>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct OpenEdit {
    #[serde(flatten)]
    target: Target,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

#[test]
fn names_of_two_variants_of_a_flattened_enum_are_a_fault() {
    reads::<Edit>(&json!({"id": 1, "line": 2, "other": 3}));
    reads::<MaybeEdit>(&json!({"id": 1, "all": null, "other": 3}));
    reads::<OpenEdit>(&json!({"line": 2, "other": 3}));
    for value in [
        json!({"id": 1, "file": "a", "line": 2}),
        json!({"id": 1, "line": 2, "file": "a"}),
        json!({"id": 1, "all": null, "line": 2}),
        json!({"id": 1, "line": 2, "all": null}),
    ] {
        for text in [fault::<Edit>(&value), fault::<MaybeEdit>(&value)] {
            assert!(text.contains("no second"), "{value}: {text}");
        }
    }
    fault::<OpenEdit>(&json!({"line": 2, "file": "a"}));
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
enum Motion {
    #[serde(alias = "move")]
    Go { x: u8 },
    #[serde(alias = "halt")]
    Stop(Option<u8>),
    #[serde(alias = "pause")]
    Wait,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
enum Only {
    #[serde(alias = "one")]
    One(u8),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Moving {
    #[serde(flatten)]
    motion: Motion,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct OpenMoving {
    #[serde(flatten)]
    motion: Motion,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Lonely {
    #[serde(flatten)]
    only: Only,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(tag = "kind")]
enum Tagged {
    Steps {
        #[serde(flatten)]
        motion: Motion,
    },
}

/// Serde takes the first of them in the text.
#[test]
fn two_names_of_one_variant_of_a_flattened_enum_are_a_fault() {
    reads::<Moving>(&json!({"halt": 1}));
    reads::<Moving>(&json!({"pause": null}));
    reads::<OpenMoving>(&json!({"pause": null, "other": 3}));
    reads::<Moving>(&json!({"move": {"x": 1}}));
    reads::<OpenMoving>(&json!({"Stop": 1, "other": 3}));
    reads::<Lonely>(&json!({"one": 1}));
    for value in [
        json!({"halt": 1, "Stop": 2}),
        json!({"Stop": 2, "halt": 1}),
        json!({"halt": 7, "Stop": null}),
        json!({"move": {"x": 1}, "Go": {"x": 2}}),
        json!({"move": 300, "Go": {"x": 2}}),
    ] {
        fault::<Moving>(&value);
        fault::<OpenMoving>(&value);
        let mut tagged = value.clone();
        tagged["kind"] = "Steps".into();
        fault::<Tagged>(&tagged);
    }
    // A dialect may write `null` as a string, so the words differ.
    for &provider in Provider::ALL {
        let errors = decode::<Moving>(provider, r#"{"pause":null,"Wait":null}"#);
        let errors = errors.expect_err("two names of one variant");
        assert_eq!(errors.faults.len(), 1, "{provider}: {errors}");
    }
    fault::<Lonely>(&json!({"one": 1, "One": 2}));
    fault::<Lonely>(&json!({"One": 1, "one": 2}));
}

/// A required property that may only be `null`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Marked {
    mark: (),
    value: u8,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct MaybeMarked {
    id: u8,
    #[serde(flatten)]
    marked: Option<Marked>,
    #[serde(flatten)]
    data: Option<Data>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Data {
    content: Value,
    title: String,
}

#[test]
fn a_required_null_of_a_flattened_option_can_be_sent() {
    for value in [
        json!({"id": 1}),
        json!({"id": 1, "mark": null, "value": 2}),
        json!({"id": 1, "content": null, "title": "a"}),
        json!({"id": 1, "content": {"a": 1}, "title": "a", "mark": null, "value": 2}),
    ] {
        reads::<MaybeMarked>(&value);
    }
    let missing = decode::<MaybeMarked>(Provider::Groq, r#"{"id":1,"value":2}"#);
    assert_eq!(
        missing.expect_err("a fault").faults[0].to_string(),
        "$.mark is missing: expected null, because `value` is present"
    );
}

/// Parameters are read one after the other: none of them is `Edit` or `OpenEdit`.
#[test]
fn names_of_two_variants_among_the_parameters_are_a_fault() {
    #[tool]
    fn edit(
        #[tool(flatten)] target: Target,
        #[tool(flatten)] rest: BTreeMap<String, u8>,
    ) -> (Target, BTreeMap<String, u8>) {
        (target, rest)
    }
    #[tool]
    fn edit_maybe(id: u8, #[tool(flatten)] target: Option<Target>) -> (u8, Option<Target>) {
        (id, target)
    }
    fn error<T>(result: Option<Result<T, ToolError>>) -> String {
        match result.expect("no waiting") {
            Ok(_) => panic!("no fault"),
            Err(error) => error.to_string(),
        }
    }
    for &provider in Provider::ALL {
        for (text, first) in [
            (r#"{"line":2,"all":null}"#, "line"),
            (r#"{"all":null,"line":2}"#, "all"),
            (r#"{"file":"a","line":2}"#, "file"),
        ] {
            let words = format!("no second variant beside `{first}`");
            let text = error(edit::call(provider, text).now_or_never());
            assert!(text.contains(&words), "{provider}: {text}");
        }
        let text = r#"{"id":1,"line":2,"file":"a"}"#;
        let text = error(edit_maybe::call(provider, text).now_or_never());
        assert!(
            text.contains("no second variant beside `line`"),
            "{provider}: {text}"
        );
    }
}

/// Seven types, each in a flattened `Option` of the next. The compiler gives up on a constant that
/// takes too many steps.
#[test]
fn flattened_options_may_be_nested() {
    macro_rules! nested {
        ($($outer:ident $inner:ident $field:ident),*) => {
            $(#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
            struct $outer {
                #[serde(flatten)]
                inner: Option<$inner>,
                $field: u8,
            })*
        };
    }
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    struct One {
        a: u8,
    }
    nested!(Two One b, Three Two c, Four Three d, Five Four e, Six Five f, Seven Six g);

    #[tool]
    fn all(seven: Seven) -> Seven {
        seven
    }
    reads::<Seven>(&json!({"g": 7}));
    reads::<Seven>(&json!({"g": 7, "f": 6, "e": 5}));
    let whole = json!({"g": 7, "f": 6, "e": 5, "d": 4, "c": 3, "b": 2, "a": 1});
    reads::<Seven>(&whole);
    let text = json!({ "seven": whole }).to_string();
    let result = all::call(Provider::Anthropic, &text).now_or_never();
    assert!(result.expect("no waiting").is_ok());
    let cut = json!({"seven": {"g": 7, "f": 6, "a": 1}}).to_string();
    let error = all::call(Provider::Anthropic, &cut).now_or_never();
    let error = error.expect("no waiting").expect_err("a fault").to_string();
    assert_eq!(
        error.matches("because `a` is present").count(),
        4,
        "{error}"
    );
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(deny_unknown_fields)]
struct Small {
    id: u8,
}

/// The second variant differs from the first by a name that may be absent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Portion {
    Small(Small),
    Large {
        id: u8,
        #[serde(default)]
        factor: u8,
    },
}

/// The third variant takes any name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum OpenPortion {
    Small(Small),
    Large {
        id: u8,
        #[serde(default)]
        factor: u8,
    },
    Noted {
        id: u8,
        note: Option<String>,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Order<T> {
    first: T,
    more: Vec<T>,
}

/// Serde would see `{"id": 1}`, which is the first variant.
#[test]
fn a_null_that_alone_distinguishes_a_variant_is_a_fault() {
    for provider in Provider::ALL {
        for value in [
            json!({"first": {"id": 1, "factor": null}, "more": []}),
            json!({"first": {"id": 1}, "more": [{"id": 2, "factor": null}]}),
        ] {
            let read = decode::<Order<Portion>>(*provider, &value.to_string());
            assert!(read.is_err(), "{provider}: {value} {read:?}");
        }
    }
    for value in [
        json!({"first": {"id": 1}, "more": [{"id": 2, "factor": 3}, {"id": 4}]}),
        json!({"first": {"id": 1, "note": "n"}, "more": [{"id": 2, "note": null}]}),
        json!({"first": {"id": 1, "factor": null}, "more": []}),
        json!({"first": {"id": 1}, "more": [{"id": 2, "factor": null}]}),
    ] {
        for provider in Provider::ALL {
            let read = decode::<Order<OpenPortion>>(*provider, &value.to_string()).unwrap();
            let judge = serde_json::from_value::<Order<OpenPortion>>(value.clone()).unwrap();
            assert_eq!(read, judge, "{provider}: {value}");
        }
    }
}
