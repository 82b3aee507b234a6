//! A flattened `Option`: serde reads it as `None` if its properties are incomplete or of another
//! type. The decoder never loses a property that was sent: it reads it or reports a fault.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toolcast::{Provider, ToolSchema, decode, tool};

use super::only_fault;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Window {
    start: u32,
    end: u32,
    step: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Series {
    name: String,
    #[serde(flatten)]
    window: Option<Window>,
}

/// A flattened `Option` inside another one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Outer {
    id: u8,
    #[serde(flatten)]
    inner: Option<Inner>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Inner {
    label: String,
    #[serde(flatten)]
    window: Option<Window>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Shape {
    Circle { radius: u8 },
    Square { side: u8, tilt: Option<u8> },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Drawing {
    id: u8,
    #[serde(flatten)]
    shape: Option<Shape>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Size {
    Area { width: u8, height: u8 },
    Length { length: u8 },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Sized {
    id: u8,
    #[serde(flatten)]
    size: Option<Size>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(rename_all = "snake_case")]
enum Target {
    File(String),
    Lines { from: u8, to: u8 },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Edit {
    id: u8,
    #[serde(flatten)]
    target: Option<Target>,
}

/// An alternative of a union: what serde reads if nothing fits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum SeriesOrText {
    Series(Series),
    Text(String),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Nested<T> {
    value: T,
}

#[track_caller]
pub(super) fn reads<T: DeserializeOwned + ToolSchema + Debug + PartialEq>(value: &Value) {
    let meant: T = serde_json::from_value(value.clone()).expect("serde reads it");
    let nested = json!({ "value": value }).to_string();
    for &provider in Provider::ALL {
        let read = decode::<Nested<T>>(provider, &nested).map(|nested| nested.value);
        assert_eq!(read.as_ref(), Ok(&meant), "{provider}: {value}");
    }
}

/// Returns the fault of a value, which is the same for every provider.
#[track_caller]
pub(super) fn fault<T: DeserializeOwned + ToolSchema>(value: &Value) -> String {
    let text = json!({ "value": value }).to_string();
    only_fault(&text, &|provider| {
        decode::<Nested<T>>(provider, &text).err()
    })
}

/// As [`fault`], with the same fault nested in a list.
#[track_caller]
fn fault_in_list<T: DeserializeOwned + ToolSchema>(value: &Value) -> String {
    let text = json!({ "value": [value] }).to_string();
    let in_list = only_fault(&text, &|provider| {
        decode::<Nested<Vec<T>>>(provider, &text).err()
    });
    let alone = fault::<T>(value);
    assert_eq!(in_list.replace("$.value[0]", "$.value"), alone);
    alone
}

#[test]
fn a_flattened_option_that_is_whole_or_absent_is_read_as_serde_reads_it() {
    for value in [
        json!({"name": "a"}),
        json!({"name": "a", "start": 1, "end": 2}),
        json!({"name": "a", "start": 1, "end": 2, "step": 3}),
        json!({"name": "a", "start": null, "end": null, "step": null}),
        json!({"name": "a", "other": 1}),
    ] {
        reads::<Series>(&value);
        reads::<SeriesOrText>(&value);
    }
    for value in [
        json!({"id": 1}),
        json!({"id": 1, "label": "a"}),
        json!({"id": 1, "label": "a", "start": 1, "end": 2}),
    ] {
        reads::<Outer>(&value);
    }
    for value in [
        json!({"id": 1}),
        json!({"id": 1, "kind": "circle", "radius": 1}),
        json!({"id": 1, "kind": "square", "side": 1, "tilt": 2}),
        json!({"id": 1, "other": 1}),
    ] {
        reads::<Drawing>(&value);
    }
    for value in [
        json!({"id": 1}),
        json!({"id": 1, "length": 2}),
        json!({"id": 1, "other": 1}),
    ] {
        reads::<Sized>(&value);
    }
    for value in [
        json!({"id": 1}),
        json!({"id": 1, "file": "a"}),
        json!({"id": 1, "other": 1}),
    ] {
        reads::<Edit>(&value);
    }
}

#[test]
fn a_property_that_is_missing_beside_others_of_a_flattened_option_is_a_fault() {
    let missing =
        "$.value.end is missing: expected an integer of at least 0, because `start` is present";
    for value in [
        json!({"name": "a", "start": 1}),
        json!({"name": "a", "start": 1, "end": null}),
        json!({"name": "a", "start": 1, "step": 2}),
    ] {
        assert_eq!(fault_in_list::<Series>(&value), missing);
        assert_eq!(fault_in_list::<SeriesOrText>(&value), missing);
    }
    assert_eq!(
        fault_in_list::<Outer>(&json!({"id": 1, "label": "a", "start": 1})),
        missing
    );
    assert_eq!(
        fault_in_list::<Outer>(&json!({"id": 1, "start": 1, "end": 2})),
        "$.value.label is missing: expected a string, because `start` is present"
    );
}

#[test]
fn a_property_of_another_type_in_a_flattened_option_is_a_fault() {
    assert_eq!(
        fault_in_list::<Series>(&json!({"name": "a", "start": 1, "end": "2"})),
        "$.value.end: expected an integer of at least 0, got the string \"2\""
    );
    assert_eq!(
        fault_in_list::<Series>(&json!({"name": "a", "start": 1, "end": 2, "step": -1})),
        "$.value.step: expected an integer of at least 0, got -1"
    );
}

#[test]
fn an_incomplete_variant_of_a_flattened_option_is_a_fault() {
    assert_eq!(
        fault_in_list::<Drawing>(&json!({"id": 1, "kind": "circle"})),
        "$.value.radius is missing: expected an integer from 0 to 255"
    );
    assert_eq!(
        fault_in_list::<Drawing>(&json!({"id": 1, "kind": "cirle", "radius": 1})),
        "$.value.kind: expected one of \"circle\" or \"square\", got the string \"cirle\"; did you mean `circle`?"
    );
    for value in [
        json!({"id": 1, "width": 1}),
        json!({"id": 1, "length": "x"}),
    ] {
        fault_in_list::<Sized>(&value);
    }
    for value in [
        json!({"id": 1, "file": 5}),
        json!({"id": 1, "lines": {"from": 1}}),
    ] {
        fault_in_list::<Edit>(&value);
    }
}

/// Serde would lose both: the `Option` is `None`, and the map doesn't get its names.
#[test]
fn a_property_and_its_alias_are_a_fault_in_a_flattened_option() {
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    struct Page {
        #[serde(alias = "from")]
        offset: u8,
    }
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    struct Kept {
        #[serde(flatten)]
        page: Option<Page>,
        #[serde(flatten)]
        rest: BTreeMap<String, Value>,
    }
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    struct Open {
        #[serde(flatten)]
        page: Option<Page>,
    }
    let second = "$.value.from: expected no second value for `offset`, got 2";
    assert_eq!(
        fault::<Kept>(&json!({"offset": 1, "from": 2, "a": true})),
        second
    );
    assert_eq!(
        fault_in_list::<Open>(&json!({"offset": 1, "from": 2})),
        second
    );
    assert_eq!(fault::<Page>(&json!({"offset": 1, "from": 2})), second);
    reads::<Kept>(&json!({"from": 2, "a": true}));
}

#[test]
fn names_that_a_flattened_map_keeps_are_not_lost() {
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    struct Kept {
        #[serde(flatten)]
        shape: Option<Shape>,
        #[serde(flatten)]
        rest: BTreeMap<String, Value>,
    }
    reads::<Kept>(&json!({"kind": "circle", "radius": 1, "more": true}));
}

#[test]
fn parameters_of_a_flattened_option_are_checked_for_every_provider() {
    #[tool]
    fn plot(#[tool(flatten)] window: Option<Window>, series: Series) -> (Option<Window>, Series) {
        (window, series)
    }
    for &provider in Provider::ALL {
        let call = |arguments: &Value| {
            let result = plot::call(provider, &arguments.to_string()).now_or_never();
            let reply = result.expect("no waiting");
            reply.map(|_| ()).map_err(|error| error.to_string())
        };
        let whole = json!({"start": 1, "end": 2, "series": {"name": "a", "start": 3, "end": 4}});
        assert!(call(&whole).is_ok(), "{provider}");
        for (at, part) in [("/start", "start"), ("/series/end", "series.end")] {
            let mut cut = whole.clone();
            *cut.pointer_mut(at).expect("it is there") = Value::Null;
            let error = call(&cut).expect_err(part);
            assert!(
                error.contains(&format!("$.{part} is missing")),
                "{provider}: {error}"
            );
        }
    }
}
