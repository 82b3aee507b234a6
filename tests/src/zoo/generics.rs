//! Generic types: one declaration, used with several type arguments.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::marker::PhantomData;
use toolcast::ToolSchema;

/// A page of anything.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Page<T> {
    items: Vec<T>,
    next: Option<String>,
}

/// Two type parameters, one with a default.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Pair<A, B = String> {
    left: A,
    right: B,
}

/// A parameter that JSON never shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(bound = "")]
pub struct Id<T> {
    raw: u32,
    #[serde(skip)]
    marker: PhantomData<fn() -> T>,
}

/// A type without a schema.
#[derive(Clone, Debug, PartialEq)]
pub struct NoSchema;

/// A const parameter.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Versioned<const MAJOR: u8, const STABLE: bool> {
    change: String,
}

/// Bounds of its own, in two places.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Sorted<K: Ord, V>
where
    V: Clone,
{
    map: BTreeMap<String, V>,
    keys: Vec<K>,
}

/// Something with an associated type.
pub trait HasKey {
    /// The key's type.
    type Key;
}

impl HasKey for u8 {
    type Key = String;
}

/// A field of an associated type.
#[derive(Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(bound = "T::Key: Serialize + serde::de::DeserializeOwned")]
#[cfg_attr(feature = "schemars", schemars(bound = "T::Key: schemars::JsonSchema"))]
pub struct Keyed<T: HasKey> {
    key: T::Key,
    keys: Vec<T::Key>,
}

impl PartialEq for Keyed<u8> {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key && self.keys == other.keys
    }
}

/// A generic enum.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Progress<T, E> {
    Waiting,
    Done { value: T },
    Failed { error: E, partial: Option<T> },
}

/// A list of itself, without a property.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Nest<const SIZE: u8>(Vec<Nest<SIZE>>);

/// An object that contains such a list.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Hollow {
    nest: Nest<1>,
}

/// Places for such objects, some of them free.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Hollows {
    all: Vec<Option<Hollow>>,
}

/// All of them, with several arguments.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Generics {
    names: Page<String>,
    numbers: Page<u8>,
    pages: Page<Page<bool>>,
    pair: Pair<u8>,
    other_pair: Pair<Vec<u8>, Option<bool>>,
    id: Id<NoSchema>,
    versioned: Versioned<1, true>,
    other_version: Option<Versioned<2, false>>,
    sorted: Sorted<u8, String>,
    progress: Progress<u8, String>,
}

super::specimens! {
    /// A generic type with a scalar.
    Page<String> = [Page::default(), Page { items: vec!["a".into()], next: Some("b".into()) }];
    /// A generic type with itself for an argument.
    Page<Page<u8>> = [Page { items: vec![Page::default(), Page { items: vec![1], next: None }], next: None }];
    Pair<u8> = [Pair::default()];
    Id<NoSchema> = [Id { raw: 1, marker: PhantomData }];
    Versioned<3, true> = [Versioned { change: "x".into() }];
    Keyed<u8> = [Keyed { key: "k".into(), keys: vec!["l".into()] }];
    Progress<u8, Pair<i8, bool>> = [
        Progress::Waiting,
        Progress::Done { value: 1 },
        Progress::Failed { error: Pair { left: -1, right: true }, partial: None },
    ];
    Hollows = [
        Hollows::default(),
        Hollows { all: vec![None, Some(Hollow { nest: Nest(vec![Nest(vec![]), Nest(vec![Nest(vec![])])]) })] },
    ];
    Generics = [Generics {
        names: Page { items: vec!["n".into()], next: None },
        numbers: Page { items: vec![1], next: Some("2".into()) },
        pages: Page { items: vec![Page { items: vec![true], next: None }], next: None },
        pair: Pair { left: 1, right: "r".into() },
        other_pair: Pair { left: vec![1], right: Some(false) },
        id: Id { raw: 5, marker: PhantomData },
        versioned: Versioned { change: String::new() },
        other_version: Some(Versioned { change: "c".into() }),
        sorted: Sorted { map: [("k".into(), "v".into())].into(), keys: vec![3, 1] },
        progress: Progress::Done { value: 9 },
    }];
}
