//! The number of alternatives of an object with flattened types: one for each variant of a
//! flattened enum, and the product of both counts for two flattened enums.

use super::frame::{Frame, FrameStep, is_recursive_at, resolve};
use super::newtype::is_optional;
use crate::schema::{Field, Kind, Link, Object, Schema};

pub(crate) const fn object_alternatives<'a>(object: &'a Object<'a>, at: &Frame<'_, 'a>) -> usize {
    AlternativeCount::of_object(object, at).n
}

pub(crate) const fn alternatives<'a>(link: &'a Link<'a>, at: &Frame<'_, 'a>) -> usize {
    AlternativeCount::of(link, at).n
}

/// The alternatives of a flattened type.
#[derive(Clone, Copy)]
pub(super) struct AlternativeCount {
    pub(super) n: usize,
    /// True if one of them keeps other names, in a map or a `Value`.
    rest: bool,
}

impl AlternativeCount {
    const ONE: Self = AlternativeCount { n: 1, rest: false };

    const fn of_object<'a>(object: &'a Object<'a>, at: &Frame<'_, 'a>) -> Self {
        let mut all = AlternativeCount::ONE;
        let mut i = 0;
        while i < object.fields.len() {
            let field = &object.fields[i];
            if at.flattens(field) {
                let one = AlternativeCount::of(&field.ty, at);
                all.n = one.n.saturating_mul(all.n);
                all.rest = all.rest || one.rest;
            }
            i += 1;
        }
        all
    }

    pub(super) const fn of<'a>(link: &'a Link<'a>, at: &Frame<'_, 'a>) -> Self {
        let schema = resolve(link, at);
        if is_recursive_at(schema, at) {
            // A type flattened into itself never ends; `choose` reports it.
            return AlternativeCount::ONE;
        }
        let frame = at.below(FrameStep::Here, Some(schema));
        match &schema.kind {
            Kind::Object(object) => AlternativeCount::of_object(object, &frame),
            Kind::Union(_) | Kind::Enum(_) => AlternativeCount::of_variant(schema, &frame),
            Kind::Newtype(newtype) => AlternativeCount::of(&newtype.ty, &frame),
            Kind::Option(inner) => {
                let count = AlternativeCount::of(inner, &frame);
                AlternativeCount {
                    n: count.in_option(resolve(inner, &frame), &frame),
                    ..count
                }
            }
            Kind::Map(_) | Kind::Any => AlternativeCount { n: 1, rest: true },
            _ => AlternativeCount::ONE,
        }
    }

    pub(super) const fn of_variant<'a>(variant: &'a Schema<'a>, at: &Frame<'_, 'a>) -> Self {
        match &variant.kind {
            Kind::Object(object) => AlternativeCount::of_object(object, at),
            Kind::Enum(values) => AlternativeCount {
                n: values.values.len(),
                rest: false,
            },
            Kind::Union(union) if union.plain => AlternativeCount {
                n: union.variants.len(),
                rest: false,
            },
            Kind::Union(union) => {
                let mut all = AlternativeCount { n: 0, rest: false };
                let mut i = 0;
                while i < union.variants.len() {
                    let one = AlternativeCount::of_variant(&union.variants[i], at);
                    all.n += one.n;
                    all.rest = all.rest || one.rest;
                    i += 1;
                }
                all
            }
            Kind::Newtype(newtype) => AlternativeCount::of(&newtype.ty, at),
            Kind::Map(_) | Kind::Any => AlternativeCount { n: 1, rest: true },
            _ => AlternativeCount::ONE,
        }
    }

    /// Returns the number of alternatives of a flattened `Option` of the type. If it is one, all
    /// properties may be absent. Otherwise `None` is one of them, and the others are required: an
    /// enum has several, and a type with required properties and a map would lose the names of the
    /// map without them.
    pub(super) const fn in_option<'a>(self, inner: &'a Schema<'a>, at: &Frame<'_, 'a>) -> usize {
        if self.n == 1 && !(self.rest && is_required(inner, at)) {
            1
        } else {
            self.n + 1
        }
    }
}

/// Returns true if a flattened type with one alternative has a required property.
const fn is_required<'a>(schema: &'a Schema<'a>, at: &Frame<'_, 'a>) -> bool {
    if is_recursive_at(schema, at) {
        return false;
    }
    let frame = at.below(FrameStep::Here, Some(schema));
    match &schema.kind {
        Kind::Object(object) => {
            let mut i = 0;
            while i < object.fields.len() {
                let field = &object.fields[i];
                let found = if frame.skips(field) {
                    false
                } else if field.flags & Field::FLATTEN != 0 {
                    is_required(resolve(&field.ty, &frame), &frame)
                } else {
                    !is_optional(field, &frame)
                };
                if found {
                    return true;
                }
                i += 1;
            }
            false
        }
        Kind::Union(union) if union.variants.len() == 1 => is_required(&union.variants[0], &frame),
        Kind::Newtype(newtype) => is_required(resolve(&newtype.ty, &frame), &frame),
        Kind::Enum(_) => true,
        _ => false,
    }
}
