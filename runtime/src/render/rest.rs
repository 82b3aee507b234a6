//! Other names than those of the properties: a flattened map, as a list of its own or as `additionalProperties`.

use super::members::{Members, write_name};
use super::node::{Place, at};
use super::object::entries;
use super::writer::Writer;
use crate::dialect::{OptionalStyle, sig};
use crate::json::lit;
use crate::schema::{Field, Kind, Link, Object, Schema};
use crate::shape::{Alternative, Frame, Step, alternatives, choose, resolve};

pub(super) const ANY_VALUE: Link<'static> = Link::Borrowed(&Schema::of(Kind::Any));
const STRING_KEY: Link<'static> =
    Link::Borrowed(&Schema::of(Kind::String(crate::schema::Str::ANY)));

/// The other names as a property of their own, an array of `{key, value}`, under the flattened field's name.
pub(super) const fn property<'a>(
    w: &mut Writer<'_, 'a>,
    field: &'a Field<'a>,
    value: &'a Link<'a>,
    at: &Frame<'_, 'a>,
    frame: &Frame<'_, 'a>,
    depth: u32,
    members: &mut Members,
) {
    members.comma(w);
    let renamed = write_name(w, &field.key, frame);
    let inner = Frame {
        step: Step::Rest(field.key.raw),
        named: None,
        optional: true,
        up: Some(at),
    };
    w.used |= sig::OPTIONAL;
    let place = Place {
        docs: field.docs,
        null: matches!(
            w.d.optional,
            OptionalStyle::RequiredNull | OptionalStyle::Nullable
        ),
        optional: true,
        renamed,
        ..Place::at(frame, Step::Rest(field.key.raw), depth + 1)
    };
    let beside = place.null
        && matches!(
            w.d.null,
            crate::dialect::NullStyle::TypeArray | crate::dialect::NullStyle::AnyOf
        );
    if beside {
        lit!(w.out, "{\"anyOf\":[");
    }
    let place = Place {
        null: place.null && !beside,
        ..place
    };
    entries(
        w,
        const { &Schema::of(Kind::Any) },
        const { &STRING_KEY },
        value,
        &place,
        &inner,
    );
    if beside {
        lit!(w.out, ",{\"type\":\"null\"}]}");
    }
    w.tally.properties += 1;
}

/// Writes `additionalProperties` for the other names.
pub(crate) const fn additional<'a>(
    w: &mut Writer<'_, 'a>,
    object: &'a Object<'a>,
    choice: usize,
    frame: &Frame<'_, 'a>,
) {
    lit!(w.out, ",\"additionalProperties\":");
    if !rest_value(w, object, choice, frame) {
        lit!(w.out, "true");
    }
}

/// Writes the schema of the other names' values; the answer says whether there was one.
const fn rest_value<'a>(
    w: &mut Writer<'_, 'a>,
    object: &'a Object<'a>,
    choice: usize,
    frame: &Frame<'_, 'a>,
) -> bool {
    let mut choice = choice;
    let mut i = 0;
    while i < object.fields.len() {
        let field = &object.fields[i];
        if field.flags & Field::FLATTEN != 0 {
            let n = alternatives(&field.ty, frame);
            let schema = resolve(&field.ty, frame);
            match choose(schema, choice % n, frame).0 {
                Alternative::Rest(map, inner) => {
                    at(
                        w,
                        resolve(&map.value, &inner),
                        &Place::at(&inner, Step::Values, 1),
                    );
                    return true;
                }
                Alternative::Object(inner, choice, inner_frame)
                    if rest_value(w, inner, choice, &inner_frame) =>
                {
                    return true;
                }
                _ => {}
            }
            choice /= n;
        }
        i += 1;
    }
    false
}
