//! A unit variant by its Rust name, as serde reads it. The name is that of a `default` or an
//! `example`.

use super::frame::{Frame, resolve};
use crate::const_str::eq;
use crate::schema::{Field, Key, Kind, Literal, Object, Schema};

/// The JSON of a unit variant: its value, or an object of the tag and the value.
#[derive(Clone, Copy)]
pub(crate) struct UnitVariant<'a> {
    pub(crate) tag: Option<&'a Key<'a>>,
    /// A string, or an integer.
    pub(crate) value: &'a Literal<'a>,
}

/// Returns the unit variant of that Rust name. `schema`: the enum, newtypes and `Option`s removed,
/// or one of its alternatives. The unit variants of an untagged enum have no name.
pub(crate) const fn unit_variant<'a>(
    schema: &'a Schema<'a>,
    ident: &str,
) -> Option<UnitVariant<'a>> {
    match &schema.kind {
        Kind::Enum(all) => {
            let mut values = all.values;
            while let [one, others @ ..] = values {
                if eq(one.ident, ident) {
                    let value = &one.value;
                    return Some(UnitVariant { tag: None, value });
                }
                values = others;
            }
            None
        }
        Kind::Object(Object { fields: [tag], .. }) if tag.flags & Field::TAG != 0 => {
            match unit_variant(resolve(&tag.ty, &Frame::ROOT), ident) {
                Some(found) => Some(UnitVariant {
                    tag: Some(&tag.key),
                    ..found
                }),
                None => None,
            }
        }
        Kind::Union(union) => {
            let mut variants = union.variants;
            while let [one, others @ ..] = variants {
                if let Some(found) = unit_variant(one, ident) {
                    return Some(found);
                }
                variants = others;
            }
            None
        }
        _ => None,
    }
}
