//! Lists, maps and choices.

use either::Either;
use serde::{Deserialize, Serialize};
use toolcast::ToolSchema;

/// Maps and sets that keep their order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Indexed {
    map: indexmap::IndexMap<String, u8>,
    by_number: indexmap::IndexMap<i32, bool>,
    set: indexmap::IndexSet<String>,
}

/// Lists without an allocation, one with a limit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Small {
    small: smallvec::SmallVec<[u16; 4]>,
    limited: arrayvec::ArrayVec<u8, 12>,
}

/// Bytes are numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Blob {
    bytes: bytes::Bytes,
    more: Option<bytes::BytesMut>,
}

/// One or the other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Choice {
    either: Either<u8, String>,
    lists: Vec<Either<bool, Vec<u8>>>,
}

super::super::specimens! {
    Indexed = [Indexed {
        map: [("b".to_owned(), 1), ("a".to_owned(), 2)].into_iter().collect(),
        by_number: [(-3, true)].into_iter().collect(),
        set: ["z".to_owned(), "y".to_owned()].into_iter().collect(),
    }];
    Small = [
        Small { small: smallvec::smallvec![1, 2, 3, 4, 5], limited: (0..12).collect() },
        Small { small: smallvec::smallvec![], limited: arrayvec::ArrayVec::new() },
    ];
    Blob = [Blob { bytes: bytes::Bytes::from_static(b"\x00\xff"), more: Some(bytes::BytesMut::new()) }, Blob { bytes: bytes::Bytes::new(), more: None }];
    Choice = [
        Choice { either: Either::Left(1), lists: vec![Either::Right(vec![1]), Either::Left(true)] },
        Choice { either: Either::Right("x".into()), lists: vec![] },
    ];
}
