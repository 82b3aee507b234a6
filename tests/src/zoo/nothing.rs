//! Empty types, in every position that allows them. An enum without variants is missing, because it
//! is a compile error for every provider (see `docs/errors.md`).

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::marker::PhantomData;
use toolcast::ToolSchema;

/// All of its fields are skipped: `{}`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct OnlySkipped {
    #[serde(skip)]
    hidden: u8,
    #[serde(skip)]
    marker: PhantomData<String>,
}

/// Closed, and without a name that it would take.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ClosedEmpty {}

/// `null` in all places that a value can have.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Nulls {
    list: Vec<()>,
    map: BTreeMap<String, ()>,
    tuple: ((), u8),
    array: [(); 2],
    maybe: Option<()>,
    nested: Vec<Option<()>>,
}

/// Objects without properties in all places that a value can have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Empties {
    one: OnlySkipped,
    list: Vec<ClosedEmpty>,
    map: BTreeMap<String, OnlySkipped>,
    maybe: Option<ClosedEmpty>,
    tuple: (OnlySkipped, ClosedEmpty),
    #[serde(flatten)]
    flat: OnlySkipped,
}

/// Every way to have no content, tagged outside.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum Contentless {
    Unit,
    Braces {},
    Null(()),
    Empty(ClosedEmpty),
    Nothing(PhantomData<u8>),
    Hidden {
        #[serde(skip)]
        never: u8,
    },
}

/// The same, tagged inside.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "is")]
pub enum TaggedContentless {
    Unit,
    Braces {},
    Skipped(OnlySkipped),
    Hidden {
        #[serde(skip)]
        never: u8,
    },
}

super::specimens! {
    OnlySkipped = [OnlySkipped::default()];
    ClosedEmpty = [ClosedEmpty {}];
    Nulls = [
        Nulls::default(),
        Nulls { list: vec![(), ()], map: [("k".into(), ())].into(), tuple: ((), 1), maybe: None, nested: vec![None], array: [(); 2] },
    ];
    Empties = [
        Empties {
            one: OnlySkipped::default(), list: vec![ClosedEmpty {}], map: [("k".into(), OnlySkipped::default())].into(),
            maybe: Some(ClosedEmpty {}), tuple: (OnlySkipped::default(), ClosedEmpty {}), flat: OnlySkipped::default(),
        },
    ];
    Contentless = [
        Contentless::Unit, Contentless::Braces {}, Contentless::Null(()), Contentless::Empty(ClosedEmpty {}),
        Contentless::Nothing(PhantomData), Contentless::Hidden { never: 0 },
    ];
    TaggedContentless = [
        TaggedContentless::Unit, TaggedContentless::Braces {}, TaggedContentless::Skipped(OnlySkipped::default()),
        TaggedContentless::Hidden { never: 0 },
    ];
}
