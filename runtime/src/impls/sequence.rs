//! Lists, sets and arrays.

use super::link;
use crate::const_str::utf8;
use crate::schema::ToolSchema;
use crate::schema::{Array, Kind, Lit, Num, Schema, SchemaRef};
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

/// Of any length: serde's own implementation is limited to 32 items, those of other crates
/// (`#[serde(with = "..")]`) are not.
impl<T: ToolSchema, const N: usize> ToolSchema for [T; N] {
    const SCHEMA: SchemaRef = SchemaRef::new(&Schema::of(Kind::Array(Array {
        exactly: Some(Num::int(false, N as u128, ArrayLengthText::<N>::TEXT)),
        ..list::<T>()
    })));
}

/// A length as decimal text.
struct ArrayLengthText<const N: usize>;

impl<const N: usize> ArrayLengthText<N> {
    const LEN: usize = Lit(N).size();
    /// As many digits as the largest `usize`, because the size of an array can't depend on `N`.
    const BYTES: [u8; 20] = {
        let mut out = [b'0'; 20];
        let (mut rest, mut i) = (N, Self::LEN);
        while i > 0 {
            i -= 1;
            #[allow(clippy::cast_possible_truncation)] // A digit is below 10.
            {
                out[i] = b'0' + (rest % 10) as u8;
            }
            rest /= 10;
        }
        out
    };
    const TEXT: &'static str = {
        let (digits, _) = Self::BYTES.split_at(Self::LEN);
        utf8(digits)
    };
}
