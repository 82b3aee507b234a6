//! The value of a const as a literal of a schema.
#![allow(missing_docs)] // For generated code only: see `__private`.

use super::{Literal, Num, Text};

/// A const's value. The const's type selects the methods, so that const evaluation calls no trait.
#[derive(Clone, Copy)]
pub struct Lit<T>(pub T);

/// Converts a const path to a literal. The const must be an integer, a float, a bool, a char or a
/// `&'static str`.
#[doc(hidden)]
#[macro_export]
macro_rules! __toolcast_literal {
    ($value:expr) => {{
        const __TOOL_BYTES: [$crate::__private::u8; $crate::__private::Lit($value).size()] =
            $crate::__private::Lit($value).bytes();
        $crate::__private::Lit($value).literal($crate::__private::utf8(&__TOOL_BYTES))
    }};
}

/// Converts a const path to a bound. The const must be an integer.
#[doc(hidden)]
#[macro_export]
macro_rules! __toolcast_bound {
    ($value:expr) => {{
        const __TOOL_BYTES: [$crate::__private::u8; $crate::__private::Lit($value).size()] =
            $crate::__private::Lit($value).bytes();
        $crate::__private::Lit($value).number($crate::__private::utf8(&__TOOL_BYTES))
    }};
}

/// Returns the number of characters of an integer, including its sign.
const fn digits(negative: bool, magnitude: u128) -> usize {
    let mut n = if negative { 2 } else { 1 };
    let mut rest = magnitude / 10;
    while rest > 0 {
        n += 1;
        rest /= 10;
    }
    n
}

#[allow(clippy::cast_possible_truncation)] // A digit is below 10.
const fn write<const N: usize>(negative: bool, magnitude: u128) -> [u8; N] {
    let mut out = [b'-'; N];
    let mut rest = magnitude;
    let mut i = N;
    let first = if negative { 1 } else { 0 };
    while i > first {
        i -= 1;
        out[i] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    out
}

macro_rules! integers {
    ($($signed:ident)* ; $($unsigned:ident)*) => {
        $(impl Lit<$signed> {
            pub const fn size(self) -> usize {
                digits(self.0 < 0, self.0.unsigned_abs() as u128)
            }
            pub const fn bytes<const N: usize>(self) -> [u8; N] {
                write(self.0 < 0, self.0.unsigned_abs() as u128)
            }
            pub const fn number(self, text: &'static str) -> Num<'static> {
                Num::int(self.0 < 0, self.0.unsigned_abs() as u128, text)
            }
            pub const fn literal(self, text: &'static str) -> Literal<'static> {
                Literal::Number(self.number(text))
            }
        })*
        $(impl Lit<$unsigned> {
            pub const fn size(self) -> usize {
                digits(false, self.0 as u128)
            }
            pub const fn bytes<const N: usize>(self) -> [u8; N] {
                write(false, self.0 as u128)
            }
            pub const fn number(self, text: &'static str) -> Num<'static> {
                Num::int(false, self.0 as u128, text)
            }
            pub const fn literal(self, text: &'static str) -> Literal<'static> {
                Literal::Number(self.number(text))
            }
        })*
    };
}

integers!(i8 i16 i32 i64 i128 isize; u8 u16 u32 u64 u128 usize);

/// The error for a bound that is not an integer.
const NO_INTEGER: &str =
    "a const in a constraint must be an integer; for another number write the number itself";

macro_rules! floats {
    ($($float:ident)*) => {$(
        // Const code can't print a float, so the default is used but not shown.
        impl Lit<$float> {
            pub const fn size(self) -> usize {
                0
            }
            pub const fn bytes<const N: usize>(self) -> [u8; N] {
                [0; N]
            }
            #[track_caller]
            pub const fn number(self, _: &'static str) -> Num<'static> {
                panic!("{}", NO_INTEGER)
            }
            pub const fn literal(self, _: &'static str) -> Literal<'static> {
                Literal::Unshown
            }
        }
    )*};
}

floats!(f32 f64);

impl Lit<bool> {
    pub const fn size(self) -> usize {
        0
    }
    pub const fn bytes<const N: usize>(self) -> [u8; N] {
        [0; N]
    }
    pub const fn literal(self, _: &'static str) -> Literal<'static> {
        Literal::Bool(self.0)
    }
}

impl Lit<char> {
    pub const fn size(self) -> usize {
        let mut bytes = [0; 4];
        let text: &str = self.0.encode_utf8(&mut bytes);
        text.len() + crate::json::escaped_len(text.as_bytes())
    }
    /// The character, then the character escaped.
    pub const fn bytes<const N: usize>(self) -> [u8; N] {
        let mut raw = [0; 4];
        let text: &str = self.0.encode_utf8(&mut raw);
        let text = text.as_bytes();
        let mut out = [0; N];
        let mut i = 0;
        while i < text.len() {
            out[i] = text[i];
            i += 1;
        }
        let mut at = i;
        // One character, so only the escaped lengths below occur.
        let len = crate::json::escaped_len(text);
        macro_rules! copy {
            ($n:literal) => {{
                let escaped: [u8; $n] = crate::json::escape(text);
                let mut i = 0;
                while i < $n {
                    out[at] = escaped[i];
                    at += 1;
                    i += 1;
                }
            }};
        }
        match len {
            1 => copy!(1),
            2 => copy!(2),
            3 => copy!(3),
            4 => copy!(4),
            _ => copy!(6),
        }
        out
    }
    pub const fn literal(self, text: &'static str) -> Literal<'static> {
        let (raw, json) = text.split_at(self.0.len_utf8());
        Literal::String(Text::new(raw, json))
    }
}

impl Lit<&'static str> {
    pub const fn size(self) -> usize {
        crate::json::escaped_len(self.0.as_bytes())
    }
    pub const fn bytes<const N: usize>(self) -> [u8; N] {
        crate::json::escape(self.0.as_bytes())
    }
    pub const fn literal(self, text: &'static str) -> Literal<'static> {
        Literal::String(Text::new(self.0, text))
    }
}
