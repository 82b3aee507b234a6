//! A value written in the source: a default, an example.

use super::{Num, Text};

/// A JSON value known at compile time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Literal<'a> {
    /// `null`, written `None` in Rust.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(Num<'a>),
    /// A string, or a char.
    String(Text<'a>),
    /// An array, or a tuple.
    Array(&'a [Literal<'a>]),
    /// A unit variant by its Rust name. The value's type has its JSON name.
    Variant(&'a str),
    /// A value that a schema can't show, such as an `f64` const: const code can't print it.
    Unshown,
}
