//! Numbers, `bool`, `char`, and their wrapper types.

use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::marker::PhantomData;
use std::num::{
    NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroIsize, NonZeroU8, NonZeroU16, NonZeroU32,
    NonZeroU64, NonZeroUsize, Saturating, Wrapping,
};
use toolcast::ToolSchema;

/// Every integer that JSON values hold exactly.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Integers {
    a: i8,
    b: i16,
    c: i32,
    d: i64,
    e: isize,
    f: u8,
    g: u16,
    h: u32,
    i: u64,
    j: usize,
}

/// Integers wider than a `serde_json::Value` holds. Tests with one are limited to those that fit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct WideIntegers {
    signed: i128,
    unsigned: u128,
}

/// Floats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Floats {
    single: f32,
    double: f64,
}

/// Neither number nor string.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Small {
    flag: bool,
    letter: char,
    unit: (),
    phantom: PhantomData<String>,
}

/// Integers without zero: a bound where they have no sign, a hole where they have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct NonZeros {
    a: NonZeroI8,
    b: NonZeroI16,
    c: NonZeroI32,
    d: NonZeroI64,
    e: NonZeroIsize,
    f: NonZeroU8,
    g: NonZeroU16,
    h: NonZeroU32,
    i: NonZeroU64,
    j: NonZeroUsize,
}

/// Wrappers that JSON doesn't show.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
pub struct Wrappers {
    wrapping: Wrapping<u8>,
    saturating: Saturating<i16>,
    reverse: Reverse<u32>,
}

fn non_zeros(positive: u8, signed: i8) -> NonZeros {
    let (u, s) = (
        NonZeroU8::new(positive).expect("not zero"),
        NonZeroI8::new(signed).expect("not zero"),
    );
    NonZeros {
        a: s,
        b: s.into(),
        c: s.into(),
        d: s.into(),
        e: s.into(),
        f: u,
        g: u.into(),
        h: u.into(),
        i: u.into(),
        j: u.into(),
    }
}

super::specimens! {
    Integers = [
        Integers::default(),
        Integers {
            a: i8::MIN, b: i16::MIN, c: i32::MIN, d: i64::MIN, e: isize::MIN,
            f: u8::MAX, g: u16::MAX, h: u32::MAX, i: u64::MAX, j: usize::MAX,
        },
        Integers {
            a: i8::MAX, b: i16::MAX, c: i32::MAX, d: i64::MAX, e: isize::MAX,
            ..Integers::default()
        },
    ];
    WideIntegers = [
        WideIntegers { signed: 0, unsigned: 0 },
        WideIntegers { signed: i64::MIN.into(), unsigned: u64::MAX.into() },
    ];
    Floats = [
        Floats { single: 0.0, double: -0.5 },
        Floats { single: f32::MAX, double: f64::MIN_POSITIVE },
        Floats { single: 3.0, double: 1e15 },
    ];
    Small = [
        Small { flag: true, letter: 'x', unit: (), phantom: PhantomData },
        Small { flag: false, letter: '\u{1f600}', unit: (), phantom: PhantomData },
        Small { flag: false, letter: '"', unit: (), phantom: PhantomData },
    ];
    NonZeros = [non_zeros(1, -1), non_zeros(255, 127), non_zeros(7, i8::MIN)];
    Wrappers = [
        Wrappers { wrapping: Wrapping(255), saturating: Saturating(-1), reverse: Reverse(9) },
    ];
    /// A wrapper that JSON doesn't show, by itself.
    Wrapping<u8> = [Wrapping(255)];
    /// A wrapper that turns the order round, by itself.
    Reverse<u32> = [Reverse(9)];
    /// A number where a root has to be an object: it is wrapped.
    u8 = [0, 255];
    /// A bool for a root.
    bool = [true, false];
    /// A text for a root, the empty one too.
    String = [String::new(), "root that is not an object".into()];
    /// `null` for a root.
    () = [()];
}
