//! Empty types, and very long ones.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use toolcast::ToolSchema;

/// No fields, closed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ClosedEmpty {}

/// Empty things in things.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Empties {
    closed: ClosedEmpty,
    list: Vec<ClosedEmpty>,
    none: [u8; 0],
    unit: (),
    unit_list: Vec<()>,
}

/// A variant of nothing beside one of much.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum EmptyVariants {
    Unit,
    Struct {},
    Full {
        values: BTreeMap<String, Vec<ClosedEmpty>>,
    },
}

/// Lists in lists in maps in lists.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct DeepLists {
    cube: Vec<Vec<Vec<u8>>>,
    maps: Vec<BTreeMap<String, Vec<BTreeMap<String, bool>>>>,
    tuple: ((u8, (bool, String)), [(u8, u8); 2]),
}

/// The longest tuple that is read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct LongTuple(
    u8,
    u8,
    u8,
    u8,
    u8,
    u8,
    u8,
    u8,
    u8,
    u8,
    u8,
    u8,
    u8,
    u8,
    u8,
    String,
);

macro_rules! wide {
    ($name:ident: $($field:ident)*) => {
        /// Very many fields.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
        #[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
        #[serde(default)]
        pub struct $name { $($field: u8),* }
    };
}

wide! { Wide:
    a00 a01 a02 a03 a04 a05 a06 a07 a08 a09 a10 a11 a12 a13 a14 a15 a16 a17 a18 a19 a20 a21 a22 a23 a24 a25 a26 a27 a28 a29
    b00 b01 b02 b03 b04 b05 b06 b07 b08 b09 b10 b11 b12 b13 b14 b15 b16 b17 b18 b19 b20 b21 b22 b23 b24 b25 b26 b27 b28 b29
    c00 c01 c02 c03 c04 c05 c06 c07 c08 c09 c10 c11 c12 c13 c14 c15 c16 c17 c18 c19 c20 c21 c22 c23 c24 c25 c26 c27 c28 c29
    d00 d01 d02 d03 d04 d05 d06 d07 d08 d09
}

super::super::specimens! {
    /// No fields and closed, as a part of other things.
    ClosedEmpty = [ClosedEmpty {}];
    Empties = [Empties { closed: ClosedEmpty {}, list: vec![ClosedEmpty {}], none: [], unit: (), unit_list: vec![()] }];
    EmptyVariants = [
        EmptyVariants::Unit, EmptyVariants::Struct {},
        EmptyVariants::Full { values: [("a".into(), vec![ClosedEmpty {}])].into() },
    ];
    DeepLists = [DeepLists {
        cube: vec![vec![vec![1], vec![]]], maps: vec![[("a".into(), vec![[("b".into(), true)].into()])].into()],
        tuple: ((1, (true, "x".into())), [(1, 2), (3, 4)]),
    }];
    LongTuple = [LongTuple(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, "end".into())];
    Wide = [Wide::default(), Wide { a00: 1, d09: 255, ..Wide::default() }];
}
