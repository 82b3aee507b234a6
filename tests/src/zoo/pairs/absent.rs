//! Every way in which a value can be absent.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use toolcast::ToolSchema;

/// An `Option` with and without a default, and one that isn't written when it is empty.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct OptionDefault {
    plain: Option<u8>,
    #[serde(default)]
    defaulted: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unwritten: Option<u8>,
    #[serde(default = "seven")]
    seven: u8,
}

fn seven() -> u8 {
    7
}

/// The same with a default for the whole.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct WholeDefault {
    a: u8,
    #[serde(default = "seven")]
    b: u8,
    c: Vec<u8>,
    d: Option<bool>,
}

/// Closed, and everything has a default.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct ClosedDefaults {
    first_value: u8,
    second_value: Option<String>,
}

/// Collections that may be missing, and are not written when they are empty.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct EmptyCollections {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    list: Vec<u8>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    map: BTreeMap<String, u8>,
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    set: BTreeSet<String>,
}

/// A newtype of an `Option`: null is a value, nothing is not.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Wrapped(Option<u8>);

/// The same, transparent: both are the same.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Clear {
    inner: Option<u8>,
}

/// Both, with and without defaults.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Wrappers {
    wrapped: Wrapped,
    #[serde(default)]
    wrapped_defaulted: Wrapped,
    clear: Clear,
    #[serde(default)]
    clear_defaulted: Clear,
    boxed: Option<Box<Wrapped>>,
}

/// `()` has to be there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Units {
    nothing: (),
    list: Vec<()>,
}

/// Struct variants with all kinds of fields.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "op", rename_all = "snake_case")]
pub enum VariantFields {
    Get {
        id: u8,
        version: Option<u8>,
    },
    Put {
        #[serde(default)]
        id: u8,
        #[serde(default = "seven", skip_serializing_if = "is_seven")]
        size: u8,
    },
    Touch {
        #[serde(skip)]
        hidden: u8,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        tags: Vec<String>,
    },
}

fn is_seven(n: &u8) -> bool {
    *n == 7
}

/// `Option`s in each kind of collection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct OptionsInside {
    list: Vec<Option<u8>>,
    map: BTreeMap<String, Option<bool>>,
    tuple: (Option<u8>, Option<String>),
    array: [Option<u8>; 2],
    nested: Vec<Option<Vec<Option<u8>>>>,
}

/// Skipped, with a default of the whole to fill it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct SkipDefault {
    shown: u8,
    #[serde(skip)]
    hidden: u8,
}

impl Default for SkipDefault {
    fn default() -> Self {
        SkipDefault {
            shown: 1,
            hidden: 2,
        }
    }
}

super::super::specimens! {
    OptionDefault = [
        OptionDefault { plain: None, defaulted: None, unwritten: None, seven: 7 },
        OptionDefault { plain: Some(1), defaulted: Some(2), unwritten: Some(3), seven: 0 },
    ];
    WholeDefault = [WholeDefault { a: 1, b: 2, c: vec![3], d: Some(true) }];
    ClosedDefaults = [ClosedDefaults { first_value: 1, second_value: None }];
    EmptyCollections = [
        EmptyCollections::default(),
        EmptyCollections { list: vec![1], map: [("a".into(), 1)].into(), set: ["x".into()].into() },
    ];
    Wrapped = [Wrapped(None), Wrapped(Some(1))];
    Clear = [Clear { inner: None }, Clear { inner: Some(1) }];
    Wrappers = [
        Wrappers { wrapped: Wrapped(None), wrapped_defaulted: Wrapped(Some(1)), clear: Clear { inner: Some(2) }, clear_defaulted: Clear { inner: None }, boxed: None },
        Wrappers { wrapped: Wrapped(Some(1)), wrapped_defaulted: Wrapped(None), clear: Clear { inner: None }, clear_defaulted: Clear { inner: Some(3) }, boxed: Some(Box::new(Wrapped(Some(1)))) },
    ];
    Units = [Units { nothing: (), list: vec![(), ()] }];
    VariantFields = [
        VariantFields::Get { id: 1, version: None }, VariantFields::Get { id: 1, version: Some(2) },
        VariantFields::Put { id: 0, size: 7 }, VariantFields::Put { id: 1, size: 8 },
        VariantFields::Touch { hidden: 0, tags: vec![] }, VariantFields::Touch { hidden: 0, tags: vec!["t".into()] },
    ];
    OptionsInside = [OptionsInside {
        list: vec![None, Some(1)], map: [("a".into(), None)].into(), tuple: (None, Some("x".into())), array: [Some(1), None],
        nested: vec![None, Some(vec![None, Some(1)])],
    }];
    @one_way SkipDefault = [SkipDefault { shown: 3, hidden: 2 }];
}
