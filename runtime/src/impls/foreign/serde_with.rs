//! The adapters of `serde_with` 3: `#[serde_as(as = "DisplayFromStr")]`.
//!
//! Only the type's parser knows the content of the strings of [`DisplayFromStr`] and
//! [`StringWithSeparator`].

use crate::impls::Adapted;
use crate::impls::link;
use crate::impls::text::matching;
use crate::schema::{
    Array, Integer, IntegerText, Kind, Newtype, Num, Schema, SchemaRef, Tagging, Text, Union,
};
use crate::schema::{SchemaAs, ToolSchema};
use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use serde_with3::base64::{Base64, Standard, UrlSafe};
use serde_with3::formats::{
    Flexible, Format, Lowercase, Padded, Strict, Strictness, Unpadded, Uppercase,
};
use serde_with3::hex::Hex;
use serde_with3::{
    BoolFromInt, BorrowCow, Bytes, DefaultOnError, DefaultOnNull, DisplayFromStr,
    DurationMicroSeconds, DurationMicroSecondsWithFrac, DurationMilliSeconds,
    DurationMilliSecondsWithFrac, DurationNanoSeconds, DurationNanoSecondsWithFrac,
    DurationSeconds, DurationSecondsWithFrac, FromInto, FromIntoRef, IfIsHumanReadable,
    MapFirstKeyWins, MapPreventDuplicates, NoneAsEmptyString, OneOrMany, PickFirst, Same, Seq,
    SetLastValueWins, SetPreventDuplicates, StringWithSeparator, TimestampMicroSeconds,
    TimestampMicroSecondsWithFrac, TimestampMilliSeconds, TimestampMilliSecondsWithFrac,
    TimestampNanoSeconds, TimestampNanoSecondsWithFrac, TimestampSeconds, TimestampSecondsWithFrac,
    TryFromInto, TryFromIntoRef,
};

/// Implements adapters that read the JSON of a type with a schema.
macro_rules! as_schema {
    ($([$($generics:tt)*] $adapter:ty, $target:ty => $json:ty;)*) => {$(
        impl<$($generics)*> SchemaAs<$target> for $adapter {
            const SCHEMA: SchemaRef = <$json as ToolSchema>::SCHEMA;
        }
    )*};
}

as_schema! {
    [T: ToolSchema + ?Sized] Same, T => T;
    [T] DisplayFromStr, T => String;
    [T] Bytes, T => [u8];
    [T, Sep, A] StringWithSeparator<Sep, A>, T => String;
    [T] NoneAsEmptyString, Option<T> => String;
    ['a, T: ToolSchema + ToOwned + ?Sized] BorrowCow, Cow<'a, T> => T;

    // Another type, converted.
    [T, U: ToolSchema] FromInto<U>, T => U;
    [T, U: ToolSchema] FromIntoRef<U>, T => U;
    [T, U: ToolSchema] TryFromInto<U>, T => U;
    [T, U: ToolSchema] TryFromIntoRef<U>, T => U;

    // An adapter of the content.
    [T, A: SchemaAs<T>] Option<A>, Option<T> => Option<Adapted<A, T>>;
    [T, A: SchemaAs<T>] Box<A>, Box<T> => Adapted<A, T>;
    [T, A: SchemaAs<T>] Rc<A>, Rc<T> => Adapted<A, T>;
    [T, A: SchemaAs<T>] Arc<A>, Arc<T> => Adapted<A, T>;
    [T, A: SchemaAs<T>] Vec<A>, Vec<T> => Vec<Adapted<A, T>>;
    [T, A: SchemaAs<T>] VecDeque<A>, VecDeque<T> => Vec<Adapted<A, T>>;
    [T, A: SchemaAs<T>] BTreeSet<A>, BTreeSet<T> => BTreeSet<Adapted<A, T>>;
    [K, V, A: SchemaAs<K>, B: SchemaAs<V>] BTreeMap<A, B>, BTreeMap<K, V> => BTreeMap<Adapted<A, K>, Adapted<B, V>>;
    [T, U, A: SchemaAs<T>, B: SchemaAs<U>] (A, B), (T, U) => (Adapted<A, T>, Adapted<B, U>);
    [T, U, V, A: SchemaAs<T>, B: SchemaAs<U>, C: SchemaAs<V>] (A, B, C), (T, U, V) => (Adapted<A, T>, Adapted<B, U>, Adapted<C, V>);
    [T, A: SchemaAs<T>] DefaultOnError<A>, T => Adapted<A, T>;
    [T, A: SchemaAs<T>] DefaultOnNull<A>, T => Option<Adapted<A, T>>;
    [T, A: SchemaAs<T>, B] IfIsHumanReadable<A, B>, T => Adapted<A, T>;
    [T, A: SchemaAs<T>] SetPreventDuplicates<A>, BTreeSet<T> => BTreeSet<Adapted<A, T>>;
    [T, A: SchemaAs<T>] SetLastValueWins<A>, BTreeSet<T> => BTreeSet<Adapted<A, T>>;
    [K, V, A: SchemaAs<K>, B: SchemaAs<V>] MapPreventDuplicates<A, B>, BTreeMap<K, V> => BTreeMap<Adapted<A, K>, Adapted<B, V>>;
    [K, V, A: SchemaAs<K>, B: SchemaAs<V>] MapFirstKeyWins<A, B>, BTreeMap<K, V> => BTreeMap<Adapted<A, K>, Adapted<B, V>>;
    // Pairs in a list for a map, and the reverse.
    [K, V, A: SchemaAs<K>, B: SchemaAs<V>] Seq<(A, B)>, BTreeMap<K, V> => Vec<(Adapted<A, K>, Adapted<B, V>)>;
    [K, V, A: SchemaAs<K>, B: SchemaAs<V>] serde_with3::Map<A, B>, Vec<(K, V)> => BTreeMap<Adapted<A, K>, Adapted<B, V>>;
}

#[cfg(feature = "std")]
mod hashing {
    use super::{
        Adapted, BTreeMap, BTreeSet, MapFirstKeyWins, MapPreventDuplicates, SchemaAs, SchemaRef,
        Seq, SetLastValueWins, SetPreventDuplicates, ToolSchema, Vec,
    };
    use std::collections::{HashMap, HashSet};

    as_schema! {
        [T, S, A: SchemaAs<T>, R] HashSet<A, R>, HashSet<T, S> => BTreeSet<Adapted<A, T>>;
        [K, V, S, A: SchemaAs<K>, B: SchemaAs<V>, R] HashMap<A, B, R>, HashMap<K, V, S> => BTreeMap<Adapted<A, K>, Adapted<B, V>>;
        [T, S, A: SchemaAs<T>] SetPreventDuplicates<A>, HashSet<T, S> => BTreeSet<Adapted<A, T>>;
        [T, S, A: SchemaAs<T>] SetLastValueWins<A>, HashSet<T, S> => BTreeSet<Adapted<A, T>>;
        [K, V, S, A: SchemaAs<K>, B: SchemaAs<V>] MapPreventDuplicates<A, B>, HashMap<K, V, S> => BTreeMap<Adapted<A, K>, Adapted<B, V>>;
        [K, V, S, A: SchemaAs<K>, B: SchemaAs<V>] MapFirstKeyWins<A, B>, HashMap<K, V, S> => BTreeMap<Adapted<A, K>, Adapted<B, V>>;
        [K, V, S, A: SchemaAs<K>, B: SchemaAs<V>] Seq<(A, B)>, HashMap<K, V, S> => Vec<(Adapted<A, K>, Adapted<B, V>)>;
    }
}

/// An integer number of units as text.
const WHOLE: SchemaRef = SchemaRef::new(&matching(Text::plain("^-?[0-9]{1,18}$"), 18));

/// The same with a fraction, down to nanoseconds.
const FRACTION: SchemaRef = SchemaRef::new(&matching(
    Text::plain("^-?[0-9]{1,18}([.][0-9]{1,9})?$"),
    18,
));

/// Implements times as a number or a string with one, depending on the adapter's first argument. A
/// lenient adapter also reads other forms, which a model need not know. Only the type knows whether
/// it accepts negative values.
macro_rules! times {
    ($text:ident: $($adapter:ident)*) => {$(
        impl<T, F: Format + ToolSchema, S: Strictness> SchemaAs<T> for $adapter<F, S> {
            const SCHEMA: SchemaRef = match F::SCHEMA.get().kind {
                Kind::String(_) => $text,
                _ => F::SCHEMA,
            };
        }
    )*};
}

times! { WHOLE:
    DurationSeconds DurationMilliSeconds DurationMicroSeconds DurationNanoSeconds
    TimestampSeconds TimestampMilliSeconds TimestampMicroSeconds TimestampNanoSeconds
}
times! { FRACTION:
    DurationSecondsWithFrac DurationMilliSecondsWithFrac DurationMicroSecondsWithFrac DurationNanoSecondsWithFrac
    TimestampSecondsWithFrac TimestampMilliSecondsWithFrac TimestampMicroSecondsWithFrac TimestampNanoSecondsWithFrac
}

/// 0 and 1.
const BIT: SchemaRef = SchemaRef::new(&Schema::of(Kind::Integer(Integer {
    min: Num::int(false, 0, "0"),
    max: Num::int(false, 1, "1"),
    small: true,
    not_zero: false,
    text: IntegerText {
        all: ",\"minimum\":0,\"maximum\":1",
        some: ",\"minimum\":0,\"maximum\":1",
        words: "minimum 0, maximum 1",
    },
})));

impl SchemaAs<bool> for BoolFromInt<Strict> {
    const SCHEMA: SchemaRef = BIT;
}

/// Any other number is `true` too, but a model needs only one.
impl SchemaAs<bool> for BoolFromInt<Flexible> {
    const SCHEMA: SchemaRef = BIT;
}

/// Returns a type as an alternative of a union.
const fn alternative<T: ToolSchema>() -> Schema<'static> {
    Schema::of(Kind::Newtype(Newtype {
        ty: link::<T>(),
        rules: None,
        transparent: true,
    }))
}

const fn any_of(variants: &'static [Schema<'static>]) -> Schema<'static> {
    Schema::of(Kind::Union(Union {
        variants,
        tagging: Tagging::Untagged,
        plain: false,
    }))
}

/// A single value or a list of them.
impl<T, A: SchemaAs<T>, F: Format> SchemaAs<Vec<T>> for OneOrMany<A, F> {
    const SCHEMA: SchemaRef = SchemaRef::new(&any_of(&[
        alternative::<Adapted<A, T>>(),
        Schema::of(Kind::Array(Array {
            items: link::<Adapted<A, T>>(),
            exactly: None,
            unique: false,
        })),
    ]));
}

macro_rules! first_of {
    ($(($($adapter:ident)+))*) => {$(
        impl<T, $($adapter: SchemaAs<T>),+> SchemaAs<T> for PickFirst<($($adapter,)+)> {
            const SCHEMA: SchemaRef = SchemaRef::new(&any_of(&[$(alternative::<Adapted<$adapter, T>>()),+]));
        }
    )*};
}

first_of! {
    (A)
    (A B)
    (A B C)
    (A B C D)
}

/// Implements bytes as text, with a pattern for each encoding. The last characters of base64 have
/// no bits that would be lost.
macro_rules! encoded {
    ($($adapter:ty = $pattern:expr;)*) => {$(
        impl<T> SchemaAs<T> for $adapter {
            const SCHEMA: SchemaRef = SchemaRef::new(&matching(Text::plain($pattern), 4));
        }
    )*};
}

/// The characters, then the ends of the text after one and after two bytes.
macro_rules! base64 {
    ($chars:literal, $one:literal, $two:literal) => {
        concat!(
            "^(",
            $chars,
            "{4})*(",
            $chars,
            "[AQgw]",
            $one,
            "|",
            $chars,
            "{2}[AEIMQUYcgkosw048]",
            $two,
            ")?$"
        )
    };
}

encoded! {
    Base64<Standard, Padded> = base64!("[A-Za-z0-9+/]", "==", "=");
    Base64<Standard, Unpadded> = base64!("[A-Za-z0-9+/]", "", "");
    Base64<UrlSafe, Padded> = base64!("[A-Za-z0-9_-]", "==", "=");
    Base64<UrlSafe, Unpadded> = base64!("[A-Za-z0-9_-]", "", "");
    Hex<Lowercase> = "^([0-9a-f]{2})*$";
    Hex<Uppercase> = "^([0-9A-F]{2})*$";
}
