//! Lists, sets and arrays.

use super::link;
use crate::schema::{Array, Kind, Num, Schema, SchemaRef};
use crate::tool::ToolSchema;
use alloc::collections::{BTreeSet, BinaryHeap, LinkedList, VecDeque};
use alloc::vec::Vec;

const fn list<T: ToolSchema>() -> Array<'static> {
    Array {
        items: link::<T>(),
        exactly: None,
        unique: false,
    }
}

macro_rules! lists {
    ($($ty:ty),*) => {$(
        impl<T: ToolSchema> ToolSchema for $ty {
            const SCHEMA: SchemaRef = SchemaRef::new(&Schema::of(Kind::Array(list::<T>())));
        }
    )*};
}
lists!([T], Vec<T>, VecDeque<T>, LinkedList<T>, BinaryHeap<T>);

impl<T: ToolSchema> ToolSchema for BTreeSet<T> {
    const SCHEMA: SchemaRef = SchemaRef::new(&Schema::of(Kind::Array(Array {
        unique: true,
        ..list::<T>()
    })));
}

#[cfg(feature = "std")]
impl<T: ToolSchema, S> ToolSchema for std::collections::HashSet<T, S> {
    const SCHEMA: SchemaRef = BTreeSet::<T>::SCHEMA;
}

/// Serde reads arrays of up to 32 items, so these have a schema too, and the length needs no const code that prints digits.
macro_rules! arrays {
    ($($len:literal)*) => {$(
        impl<T: ToolSchema> ToolSchema for [T; $len] {
            const SCHEMA: SchemaRef = SchemaRef::new(&Schema::of(Kind::Array(Array {
                exactly: Some(Num::int(false, $len, stringify!($len))),
                ..list::<T>()
            })));
        }
    )*};
}
arrays!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32);
