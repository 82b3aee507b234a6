//! There and back: what serde writes, lowered, is accepted by the dialect's text, and lifted it is the same value.

use crate::support::judge::{complaint, judge};
use crate::support::{name, none, proto, text};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use toolcast::{Dialect, Provider, ToolSchema, lift, lower};

#[track_caller]
fn there_and_back<T>(values: &[T])
where
    T: Serialize + DeserializeOwned + ToolSchema + PartialEq + core::fmt::Debug,
{
    let schema = T::SCHEMA.get();
    let mut failures = Vec::new();
    for dialect in Dialect::all() {
        let at = name(dialect);
        let Ok((_, text)) = text(schema, dialect) else {
            // Strict DeepSeek requires every property; all others have a text.
            if dialect.provider() != Provider::DeepSeek {
                failures.push(format!("{at}: no text"));
            }
            continue;
        };
        let text = match dialect.provider() {
            Provider::Gemini | Provider::Vertex => proto::to_json_schema(&text),
            _ => text,
        };
        let judge = judge(&text).expect("a schema");
        for value in values {
            let low = lower(schema, dialect, serde_json::to_value(value).expect("JSON"));
            if let Some(complaint) = complaint(&judge, &low) {
                failures.push(format!("{at}: {value:?} lowered to {low}: {complaint}"));
            }
            let back = lift(schema, dialect, low.clone());
            match serde_json::from_value::<T>(back.clone()) {
                Ok(read) if read == *value => {}
                other => failures.push(format!(
                    "{at}: {value:?} lowered to {low}, lifted to {back}, read as {other:?}"
                )),
            }
        }
    }
    none(&failures);
}

/// Units alone.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
enum Side {
    Left,
    Right,
}

/// A choice of units that may be none of them.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct MaybeSide {
    name: String,
    #[serde(flatten)]
    side: Option<Side>,
}

#[test]
fn a_flattened_choice_of_units_that_may_be_absent() {
    let value = |side| MaybeSide {
        name: "door".to_owned(),
        side,
    };
    there_and_back(&[
        value(Some(Side::Left)),
        value(Some(Side::Right)),
        value(None),
    ]);
}

/// A choice of objects.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
enum Shape {
    Round { radius: u8 },
    Square { side: u8 },
}

/// A choice among other properties.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Drawn {
    color: String,
    #[serde(flatten)]
    shape: Shape,
}

/// An object with a choice in it that may be absent as a whole.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct MaybeDrawn {
    name: String,
    #[serde(flatten)]
    drawn: Option<Drawn>,
}

#[test]
fn a_flattened_object_with_a_choice_that_may_be_absent() {
    let value = |drawn| MaybeDrawn {
        name: "plan".to_owned(),
        drawn,
    };
    let drawn = |shape| {
        Some(Drawn {
            color: "red".to_owned(),
            shape,
        })
    };
    there_and_back(&[
        value(drawn(Shape::Round { radius: 1 })),
        value(drawn(Shape::Square { side: 2 })),
        value(None),
    ]);
}
