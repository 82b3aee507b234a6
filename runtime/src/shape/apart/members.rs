//! The properties of two objects, compared.

use super::text::target;
use super::{Common, both, common, either, spend};
use crate::const_str::eq;
use crate::dialect::{DialectReader, MapStyle};
use crate::schema::{Field, Kind, Object, Schema};
use crate::shape::newtype::several;
use crate::shape::{Frame, is_optional, map_is_entries};

/// The properties of an object or a map that are members of one object in the dialect.
#[derive(Clone, Copy)]
pub(super) struct Members<'a> {
    fields: &'a [Field<'a>],
    rest: Rest<'a>,
}

#[derive(Clone, Copy)]
enum Rest<'a> {
    /// Other names are rejected.
    Closed,
    /// Other names are ignored.
    Ignored,
    /// Values of other names, of this type.
    Of(&'a Schema<'a>),
}

impl<'a> Members<'a> {
    /// Returns `None` if the type isn't written as an object with these members, or has flattened
    /// members of other types.
    pub(super) const fn of(d: &mut DialectReader<'_>, kind: &'a Kind<'a>) -> Option<Self> {
        match kind {
            Kind::Map(map) if !map_is_entries(d, map) => match target(&map.value) {
                Some(value) => Some(Members {
                    fields: &[],
                    rest: Rest::Of(value),
                }),
                None => None,
            },
            Kind::Object(object) => Self::of_object(d, object),
            _ => None,
        }
    }

    const fn of_object(d: &mut DialectReader<'_>, object: &'a Object<'a>) -> Option<Self> {
        let mut rest = if object.closed {
            Rest::Closed
        } else {
            Rest::Ignored
        };
        let mut i = 0;
        while i < object.fields.len() {
            let field = &object.fields[i];
            if field.flags & Field::FLATTEN != 0 {
                let Some(schema) = target(&field.ty) else {
                    return None;
                };
                rest = match (several(schema), d.maps()) {
                    (Kind::Any, MapStyle::Schema) => Rest::Of(schema),
                    (Kind::Map(map), MapStyle::Schema) => match target(&map.value) {
                        Some(value) => Rest::Of(value),
                        None => return None,
                    },
                    // It is a list in a property of its own.
                    (Kind::Any | Kind::Map(_), _) => Rest::Ignored,
                    _ => return None,
                };
            }
            i += 1;
        }
        Some(Members {
            fields: object.fields,
            rest,
        })
    }

    const fn field(self, name: &str) -> Option<&'a Field<'a>> {
        let mut i = 0;
        while i < self.fields.len() {
            let field = &self.fields[i];
            if is_member(field) && eq(field.key.raw, name) {
                return Some(field);
            }
            i += 1;
        }
        None
    }
}

const fn is_member(field: &Field<'_>) -> bool {
    field.flags & (Field::FLATTEN | Field::OUTPUT_ONLY) == 0
}

pub(super) const fn members(
    d: &mut DialectReader<'_>,
    first: Members<'_>,
    later: Members<'_>,
    deep: u8,
    steps: &mut usize,
) -> Common {
    let mut found = Common::Same;
    let mut i = 0;
    while i < first.fields.len() + later.fields.len() {
        let of_first = i < first.fields.len();
        let field = if of_first {
            &first.fields[i]
        } else {
            &later.fields[i - first.fields.len()]
        };
        i += 1;
        let other = if of_first { later } else { first };
        if !spend(steps, 1 + other.fields.len()) {
            return Common::Other;
        }
        let beside = other.field(field.key.raw);
        if !is_member(field) || !of_first && beside.is_some() {
            continue;
        }
        let Some(own) = target(&field.ty) else {
            continue;
        };
        let optional = is_optional(field, &Frame::ROOT)
            && match beside {
                Some(beside) => is_optional(beside, &Frame::ROOT),
                None => true,
            };
        let there = match (beside, other.rest) {
            (Some(beside), _) => match target(&beside.ty) {
                Some(beside) => Some(beside),
                None => continue,
            },
            (None, Rest::Of(value)) => Some(value),
            (None, Rest::Closed) => None,
            // A name that the first doesn't know is the same as an absent one.
            (None, Rest::Ignored) if of_first => None,
            (None, Rest::Ignored) => continue,
        };
        let here = match there {
            None => Common::Nothing,
            Some(there) if of_first => common(d, own, there, deep, steps),
            Some(there) => common(d, there, own, deep, steps),
        };
        match here {
            Common::Nothing if optional => {}
            other => found = both(found, other),
        }
        if matches!(found, Common::Nothing) {
            return found;
        }
    }
    match (first.rest, later.rest) {
        (Rest::Of(a), Rest::Of(b)) => either(found, common(d, a, b, deep, steps)),
        _ => found,
    }
}
