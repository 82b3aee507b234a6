//! Report entries for properties that may be absent.

use super::notes::Outcome;
use super::place::SchemaPlace;
use super::value::is_shown;
use super::writer::Writer;
use crate::dialect::NullStyle;
use crate::schema::{Field, Kind};
use crate::shape::{Frame, Wrappers, null_of_union, peel, resolve};

/// Notes the effects of a default that the schema can't express. `null_is_value` is true if `null`
/// and absent differ.
pub(super) const fn defaults<'a>(
    w: &mut Writer<'_, 'a>,
    field: &'a Field<'a>,
    place: &SchemaPlace<'_, 'a>,
    null_is_value: bool,
) {
    let here = place.frame();
    if hides_default(field, place.up) {
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

/// Returns whether the property has a default that the schema doesn't show.
pub(super) const fn hides_default<'a>(field: &'a Field<'a>, at: &Frame<'_, 'a>) -> bool {
    if field.flags & Field::HIDDEN_DEFAULT != 0 {
        return true;
    }
    match field.default() {
        Some(value) => {
            let schema = peel(resolve(&field.ty, at), Wrappers::All, Some(at));
            !is_shown(schema, value)
        }
        None => false,
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
