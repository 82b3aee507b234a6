//! Report entries for properties that may be absent.

use super::notes::Outcome;
use super::place::SchemaPlace;
use super::writer::Writer;
use crate::dialect::NullStyle;
use crate::schema::{Field, Kind};
use crate::shape::{Wrappers, null_of_union, peel, resolve};

/// Notes the effects of a default that the schema can't express. `null_is_value` is true if `null`
/// and absent differ.
pub(super) const fn defaults<'a>(
    w: &mut Writer<'_, 'a>,
    field: &'a Field<'a>,
    place: &SchemaPlace<'_, 'a>,
    null_is_value: bool,
) {
    let here = place.frame();
    if field.flags & Field::HIDDEN_DEFAULT != 0 {
        w.note(
            &here,
            Outcome::Hidden,
            "default",
            "the default is not a literal: it is used, and not shown",
        );
    }
    if !null_is_value {
        return;
    }
    if matches!(w.d.null(), NullStyle::Text) && hides_null(w, field, place) {
        w.note(
            &here,
            Outcome::Narrowed,
            "null",
            "it may be left out, so `null` is not shown here",
        );
    }
    let kept = field.flags & Field::FOREIGN != 0 && w.d.null_is_absent() && !w.d.requires_all();
    // A string can hold the `null` of any value.
    let in_text = matches!(resolve(&field.ty, place.up).kind, Kind::Any) && !w.d.untyped();
    if place.null && !kept && !in_text {
        w.note(
            &here,
            Outcome::Narrowed,
            "default",
            "`null` means the default, so it can't be sent as a value",
        );
    }
}

/// Returns whether the text doesn't show the `null` of an optional property that may be more.
const fn hides_null<'a>(
    w: &mut Writer<'_, '_>,
    field: &'a Field<'a>,
    place: &SchemaPlace<'_, 'a>,
) -> bool {
    let schema = resolve(&field.ty, place.up);
    let inside = peel(schema, Wrappers::Newtypes, Some(place.up));
    match &inside.kind {
        Kind::Option(_) => !matches!(
            peel(inside, Wrappers::All, Some(place.up)).kind,
            Kind::Any | Kind::Null
        ),
        _ => null_of_union(&mut w.d, inside),
    }
}
