//! Nodes in the form of generated code: as tuples. For rustc, a tuple with the call that converts
//! it costs half of the equivalent struct literals.

use crate::schema::ANY;
use crate::schema::{EnumValue, Field, Key, Link, Literal, More, ValueMore};

/// A property: its name, `"name":`, the name's facts (bits of [`Key`]), its type, its description,
/// its further attributes, its flags (bits of [`Field`]).
pub(super) type Property<'a> = (
    &'a str,
    &'a str,
    u8,
    Link<'a>,
    &'a str,
    Option<&'a More<'a>>,
    u16,
);

/// The properties of an object.
pub const fn fields<const N: usize>(given: [Property<'_>; N]) -> [Field<'_>; N] {
    let mut out = [Field::new(Key::new("", "", 0), Link::Static(ANY)); N];
    let mut i = 0;
    while i < N {
        let (raw, member, facts, ty, docs, more, flags) = given[i];
        out[i] = Field {
            key: Key { raw, member, facts },
            ty,
            docs,
            more,
            flags,
        };
        i += 1;
    }
    out
}

/// A value of an enum: its variant in Rust, the value in JSON, its description, its further
/// attributes, its flags (bits of [`Field`]).
pub(super) type EnumValueParts<'a> = (
    &'a str,
    Literal<'a>,
    &'a str,
    Option<&'a ValueMore<'a>>,
    u16,
);

/// The values of an enum.
pub const fn values<const N: usize>(given: [EnumValueParts<'_>; N]) -> [EnumValue<'_>; N] {
    let nothing = EnumValue {
        ident: "",
        value: Literal::Null,
        docs: "",
        more: None,
        flags: 0,
    };
    let mut out = [nothing; N];
    let mut i = 0;
    while i < N {
        let (ident, value, docs, more, flags) = given[i];
        out[i] = EnumValue {
            ident,
            value,
            docs,
            more,
            flags,
        };
        i += 1;
    }
    out
}
