//! Lists, sets, arrays, tuples, and options outside of properties.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashSet, LinkedList, VecDeque};
use toolcast::ToolSchema;

/// Lists of every make.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Lists {
    vec: Vec<u8>,
    deque: VecDeque<String>,
    linked: LinkedList<bool>,
    boxed: Box<[f64]>,
    nested: Vec<Vec<i32>>,
}

/// Sets: no item twice.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Sets {
    ordered: BTreeSet<String>,
    hashed: HashSet<u16>,
}

/// Arrays of a fixed length, none at all among them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Arrays {
    none: [u8; 0],
    one: [String; 1],
    rgb: [u8; 3],
    matrix: [[i16; 2]; 2],
}

/// Tuples, of one type and of several, nested, and of one item.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Tuples {
    single: (u8,),
    same: (f64, f64),
    mixed: (String, u8, bool),
    nested: ((i8, i8), Vec<(String, i32)>),
    long: (u8, u8, u8, u8, u8, u8, u8, String),
}

/// `null` among items is a value, not an absent property.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Gaps {
    items: Vec<Option<u8>>,
    pair: (Option<String>, u8),
    texts: Vec<Option<Vec<String>>>,
    deep: Option<Vec<Option<bool>>>,
}

/// One item of a list of objects.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Item {
    id: u32,
    note: Option<String>,
}

/// Options in objects in arrays.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Items {
    items: Vec<Item>,
    first: Option<Item>,
    gaps: Vec<Option<Item>>,
}

/// An option in an option: serde reads `null` as the outer one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct TwiceOptional {
    value: Option<Option<u8>>,
    items: Vec<Option<Option<String>>>,
}

super::specimens! {
    Lists = [
        Lists::default(),
        Lists {
            vec: vec![0, 255],
            deque: ["a".into(), "a".into()].into(),
            linked: [true].into(),
            boxed: [1.5, -2.0].into(),
            nested: vec![vec![], vec![1, -1]],
        },
    ];
    Sets = [
        Sets::default(),
        Sets { ordered: ["b".into(), "a".into()].into(), hashed: [65535].into() },
    ];
    Arrays = [
        Arrays::default(),
        Arrays { none: [], one: ["x".into()], rgb: [255, 0, 1], matrix: [[1, 2], [-3, 4]] },
    ];
    Tuples = [
        Tuples::default(),
        Tuples {
            single: (9,),
            same: (0.5, -1.0),
            mixed: ("x".into(), 1, true),
            nested: ((-1, 1), vec![("k".into(), 5), (String::new(), -5)]),
            long: (1, 2, 3, 4, 5, 6, 7, "8".into()),
        },
    ];
    Gaps = [
        Gaps::default(),
        Gaps {
            items: vec![None, Some(1), None],
            pair: (Some("x".into()), 2),
            texts: vec![None, Some(vec![]), Some(vec!["y".into()])],
            deep: Some(vec![None, Some(true)]),
        },
    ];
    Items = [
        Items::default(),
        Items {
            items: vec![Item { id: 1, note: None }, Item { id: 2, note: Some("n".into()) }],
            first: Some(Item { id: 3, note: None }),
            gaps: vec![None, Some(Item { id: 4, note: Some(String::new()) })],
        },
    ];
    TwiceOptional = [
        TwiceOptional::default(),
        TwiceOptional { value: Some(Some(1)), items: vec![None, Some(Some("x".into()))] },
    ];
    /// A list for a root: wrapped, its items objects.
    Vec<Item> = [vec![], vec![Item::default()]];
    /// `null` or a number for a root.
    Option<u8> = [None, Some(5)];
    /// A tuple for a root.
    (String, u8) = [("x".into(), 1)];
}
