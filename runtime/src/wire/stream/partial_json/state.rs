//! The place in a JSON text.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Container {
    List,
    Object,
}

/// The part of the text that comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Position {
    Value,
    /// A value, or the end of the list.
    FirstItem,
    /// A name, or the end of the object.
    FirstName,
    Name,
    Colon,
    /// The end of the list or object, or another item.
    Next,
    /// The rest of a string.
    Text,
    Escape,
    /// The rest of `\uXXXX`, with `left` digits. `low` for the second half of a surrogate pair.
    Unicode {
        low: bool,
        left: u8,
        code: u16,
    },
    /// `\u` of the second half of a surrogate pair.
    Low {
        slash: bool,
    },
    Number(Number),
    /// The rest of a word.
    Word(&'static str),
    /// Only white space.
    End,
}

/// The place in a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    Minus,
    Zero,
    Digits,
    Point,
    Fraction,
    Exponent,
    Sign,
    Power,
}
