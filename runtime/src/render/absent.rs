//! Report entries for properties that may be absent.

use super::notes::Outcome;
use super::place::Place;
use super::writer::Writer;
use crate::dialect::{NullStyle, OptionalStyle, sig};
use crate::schema::{Field, Kind};
use crate::shape::{Around, Frame, null_of_union, resolve, unwrapped};

/// Notes the effects of a default that the schema can't express.
pub(super) const fn defaults<'a>(
    w: &mut Writer<'_, 'a>,
    field: &'a Field<'a>,
    place: &Place<'_, 'a>,
) {
    let here = Frame {
        step: place.step,
        named: None,
        optional: place.optional,
        up: Some(place.up),
    };
    if field.flags & Field::HIDDEN_DEFAULT != 0 {
        w.note(
            &here,
            Outcome::Hidden,
            "default",
            "the default is not a literal: it is used, and not shown",
        );
    }
    w.used |= sig::NULL;
    if field.flags & Field::NULL_IS_VALUE != 0
        && place.optional
        && matches!(w.d.null, NullStyle::Text)
        && takes_null(w, field, place)
    {
        w.note(
            &here,
            Outcome::Narrowed,
            "null",
            "it may be left out, so `null` is not shown here",
        );
    }
    let kept = field.flags & Field::FOREIGN != 0 && matches!(w.d.optional, OptionalStyle::Nullable);
    if field.flags & Field::NULL_IS_VALUE != 0
        && place.null
        && !kept
        && matches!(resolve(&field.ty, place.up).kind, Kind::Option(_))
    {
        w.note(
            &here,
            Outcome::Narrowed,
            "default",
            "`null` means the default, so `None` can't be sent",
        );
    }
}

/// Returns whether the type of a property includes `null` among other values.
const fn takes_null<'a>(w: &Writer<'_, '_>, field: &'a Field<'a>, place: &Place<'_, 'a>) -> bool {
    let schema = resolve(&field.ty, place.up);
    let inside = unwrapped(schema, Around::Newtypes, Some(place.up));
    match &inside.kind {
        Kind::Option(_) => !matches!(
            unwrapped(inside, Around::All, Some(place.up)).kind,
            Kind::Any | Kind::Null
        ),
        _ => null_of_union(w.d, inside),
    }
}
