//! Lists and maps.

#[cfg(feature = "bytes1")]
mod bytes {
    use crate::impls::forward;
    use bytes1::{Bytes, BytesMut};

    forward! {
        [] Bytes => [u8];
        [] BytesMut => [u8];
    }
}

#[cfg(feature = "either1")]
mod either {
    use crate::impls::{closed, field, link};
    use crate::schema::ToolSchema;
    use crate::schema::{Kind, Schema, SchemaRef, Tagging, Union};
    use either1::Either;

    impl<L: ToolSchema, R: ToolSchema> ToolSchema for Either<L, R> {
        const SCHEMA: SchemaRef = SchemaRef::new(&Schema::of(Kind::Union(Union {
            variants: &[
                closed(&[field!("Left": link::<L>())]),
                closed(&[field!("Right": link::<R>())]),
            ],
            tagging: Tagging::External,
            plain: false,
        })));
    }
}

#[cfg(feature = "indexmap2")]
mod indexmap {
    use crate::impls::forward;
    use crate::schema::ToolSchema;
    use alloc::collections::{BTreeMap, BTreeSet};
    use indexmap2::{IndexMap, IndexSet};

    forward! {
        [K: ToolSchema, V: ToolSchema, S] IndexMap<K, V, S> => BTreeMap<K, V>;
        [T: ToolSchema, S] IndexSet<T, S> => BTreeSet<T>;
    }
}

#[cfg(feature = "smallvec1")]
impl<A: smallvec1::Array> crate::schema::ToolSchema for smallvec1::SmallVec<A>
where
    A::Item: crate::schema::ToolSchema,
{
    const SCHEMA: crate::schema::SchemaRef = <[A::Item] as crate::schema::ToolSchema>::SCHEMA;
}

#[cfg(feature = "arrayvec07")]
mod arrayvec {
    use crate::impls::link;
    use crate::schema::ToolSchema;
    use crate::schema::{Kind, Link, Newtype, Num, Rules, Schema, SchemaRef};
    use arrayvec07::{ArrayString, ArrayVec};

    /// The digits of a number, as text in const code.
    struct CapacityDigits<const N: usize>;

    impl<const N: usize> CapacityDigits<N> {
        const LEN: usize = {
            let (mut len, mut rest) = (1, N / 10);
            while rest > 0 {
                (len, rest) = (len + 1, rest / 10);
            }
            len
        };

        const BYTES: [u8; 20] = {
            let (mut bytes, mut rest, mut at) = ([b'0'; 20], N, Self::LEN);
            while rest > 0 {
                at -= 1;
                bytes[at] = b"0123456789"[rest % 10];
                rest /= 10;
            }
            bytes
        };

        const TEXT: &'static str = match core::str::from_utf8(Self::BYTES.split_at(Self::LEN).0) {
            Ok(text) => text,
            Err(_) => "0",
        };

        /// The maximum number of characters or items.
        const RULES: Rules<'static> = Rules {
            max_length: Some(Num::int(false, N as u128, Self::TEXT)),
            ..Rules::NONE
        };
    }

    const fn at_most(ty: Link<'static>, rules: &'static Rules<'static>) -> Schema<'static> {
        Schema::of(Kind::Newtype(Newtype {
            ty,
            rules: Some(rules),
            transparent: true,
        }))
    }

    impl<T: ToolSchema, const CAP: usize> ToolSchema for ArrayVec<T, CAP> {
        const SCHEMA: SchemaRef =
            SchemaRef::new(&at_most(link::<[T]>(), &CapacityDigits::<CAP>::RULES));
    }

    /// The length is in characters, but the capacity is in bytes, so a text that is not ASCII may
    /// still be too long.
    impl<const CAP: usize> ToolSchema for ArrayString<CAP> {
        const SCHEMA: SchemaRef =
            SchemaRef::new(&at_most(link::<str>(), &CapacityDigits::<CAP>::RULES));
    }
}
