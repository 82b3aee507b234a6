//! Numbers, `bool`, `char` and the unit type.

#![allow(clippy::unreadable_literal)] // The digits of a bound are its JSON text too.

use super::forward;
use crate::schema::{
    FloatType, Integer, IntegerText, Kind, Num, Schema, SchemaRef, Str, ToolSchema,
};
use core::cmp::Reverse;
use core::marker::PhantomData;
use core::num::{NonZero, Saturating, Wrapping};

/// Implements an integer type and its `NonZero`. The bounds are given as digits, so that const code
/// need not print them. A check below compares them with the type's.
macro_rules! integers {
    ($($(#[$attr:meta])* $ty:ident $small:tt $sign:ident $min:literal $max:literal;)*) => {$(
        $(#[$attr])*
        impl ToolSchema for $ty {
            const SCHEMA: SchemaRef = SchemaRef::new(&Schema::of(Kind::Integer(integers!(
                @bounds $ty $small $sign $min $max
            ))));
        }

        $(#[$attr])*
        impl ToolSchema for NonZero<$ty> {
            const SCHEMA: SchemaRef = SchemaRef::new(&Schema::of(Kind::Integer(integers!(
                @not_zero $ty $small $sign $min $max
            ))));
        }

        $(#[$attr])*
        impl ToolSchema for Saturating<$ty> {
            const SCHEMA: SchemaRef = <$ty as ToolSchema>::SCHEMA;
        }

        $(#[$attr])*
        const _: () = assert!($ty::MIN == $min && $ty::MAX == $max);
    )*};
    (@bounds $ty:ident $small:tt $sign:ident $min:literal $max:literal) => {
        Integer {
            min: Num::int($ty::MIN != 0, magnitude($min), stringify!($min)),
            max: Num::int(false, $max, stringify!($max)),
            small: $small,
            not_zero: false,
            text: integers!(@text $small $sign $min $max),
        }
    };
    (@not_zero $ty:ident $small:tt unsigned $min:literal $max:literal) => {
        Integer {
            min: Num::int(false, 1, "1"),
            text: integers!(@text $small unsigned 1 $max),
            ..integers!(@bounds $ty $small unsigned $min $max)
        }
    };
    (@not_zero $ty:ident $small:tt signed $min:literal $max:literal) => {
        Integer {
            not_zero: true,
            ..integers!(@bounds $ty $small signed $min $max)
        }
    };
    // The bounds shown to a model: both for a small type, else the minimum of an unsigned one.
    (@text $small:tt $sign:ident $min:literal $max:literal) => {
        IntegerText {
            all: concat!(",\"minimum\":", stringify!($min), ",\"maximum\":", stringify!($max)),
            some: integers!(@some $small $sign $min $max),
            words: integers!(@words $small $sign $min $max),
        }
    };
    (@some true $sign:ident $min:literal $max:literal) => {
        concat!(",\"minimum\":", stringify!($min), ",\"maximum\":", stringify!($max))
    };
    (@some false unsigned $min:literal $max:literal) => {
        concat!(",\"minimum\":", stringify!($min))
    };
    (@some false signed $min:literal $max:literal) => { "" };
    (@words true $sign:ident $min:literal $max:literal) => {
        concat!("minimum ", stringify!($min), ", maximum ", stringify!($max))
    };
    (@words false unsigned $min:literal $max:literal) => {
        concat!("minimum ", stringify!($min))
    };
    (@words false signed $min:literal $max:literal) => { "" };
}

/// Returns the magnitude of a minimum, which is never above zero.
const fn magnitude(min: i128) -> u128 {
    min.unsigned_abs()
}

integers! {
    i8 true signed -128 127;
    i16 true signed -32768 32767;
    i32 false signed -2147483648 2147483647;
    i64 false signed -9223372036854775808 9223372036854775807;
    i128 false signed -170141183460469231731687303715884105728 170141183460469231731687303715884105727;
    #[cfg(target_pointer_width = "16")] isize true signed -32768 32767;
    #[cfg(target_pointer_width = "32")] isize false signed -2147483648 2147483647;
    #[cfg(target_pointer_width = "64")] isize false signed -9223372036854775808 9223372036854775807;
    u8 true unsigned 0 255;
    u16 true unsigned 0 65535;
    u32 false unsigned 0 4294967295;
    u64 false unsigned 0 18446744073709551615;
    u128 false unsigned 0 340282366920938463463374607431768211455;
    #[cfg(target_pointer_width = "16")] usize true unsigned 0 65535;
    #[cfg(target_pointer_width = "32")] usize false unsigned 0 4294967295;
    #[cfg(target_pointer_width = "64")] usize false unsigned 0 18446744073709551615;
}

macro_rules! plain {
    ($($ty:ty = $kind:expr;)*) => {$(
        impl ToolSchema for $ty {
            const SCHEMA: SchemaRef = SchemaRef::new(&Schema::of($kind));
        }
    )*};
}

plain! {
    f32 = Kind::Number(FloatType::F32);
    f64 = Kind::Number(FloatType::F64);
    bool = Kind::Boolean;
    char = Kind::String(Str { one_char: true, ..Str::ANY });
    () = Kind::Null;
}

impl<T: ?Sized> ToolSchema for PhantomData<T> {
    const SCHEMA: SchemaRef = <() as ToolSchema>::SCHEMA;
}

forward! {
    [T: ToolSchema] Wrapping<T> => T;
    [T: ToolSchema] Reverse<T> => T;
}

#[cfg(feature = "std")]
mod atomic {
    use super::forward;
    use std::sync::atomic;

    forward! {
        #[cfg(target_has_atomic = "8")] [] atomic::AtomicBool => bool;
        #[cfg(target_has_atomic = "8")] [] atomic::AtomicI8 => i8;
        #[cfg(target_has_atomic = "16")] [] atomic::AtomicI16 => i16;
        #[cfg(target_has_atomic = "32")] [] atomic::AtomicI32 => i32;
        #[cfg(target_has_atomic = "64")] [] atomic::AtomicI64 => i64;
        #[cfg(target_has_atomic = "ptr")] [] atomic::AtomicIsize => isize;
        #[cfg(target_has_atomic = "8")] [] atomic::AtomicU8 => u8;
        #[cfg(target_has_atomic = "16")] [] atomic::AtomicU16 => u16;
        #[cfg(target_has_atomic = "32")] [] atomic::AtomicU32 => u32;
        #[cfg(target_has_atomic = "64")] [] atomic::AtomicU64 => u64;
        #[cfg(target_has_atomic = "ptr")] [] atomic::AtomicUsize => usize;
    }
}
