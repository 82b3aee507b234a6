//! Questions about a type and the types inside it.

use std::collections::HashSet;

use crate::schema::{Format, Kind, Rules, Schema};
use crate::shape::{Frame, Place, resolve};

/// A question about a schema, its frame and the constraints of its place.
type Question<'q, 'de> =
    &'q mut dyn FnMut(&'de Schema<'de>, &Frame<'_, 'de>, Option<&'de Rules<'de>>) -> bool;

/// Returns true if `found` is true for the schema or for one inside it.
pub(super) fn any_type_within<'de>(
    schema: &'de Schema<'de>,
    up: &Frame<'_, 'de>,
    found: Question<'_, 'de>,
) -> bool {
    any_within(schema, None, up, &mut HashSet::new(), found)
}

/// Looks inside each type once: `seen` has those that were looked at.
fn any_within<'de>(
    schema: &'de Schema<'de>,
    rules: Option<&'de Rules<'de>>,
    up: &Frame<'_, 'de>,
    seen: &mut HashSet<*const Schema<'de>>,
    found: Question<'_, 'de>,
) -> bool {
    let frame = Place::at(up).frame(schema);
    if found(schema, &frame, rules) {
        return true;
    }
    if !seen.insert(core::ptr::from_ref(schema)) {
        return false;
    }
    let mut inner = |schema, rules| any_within(schema, rules, &frame, seen, found);
    let type_of = |link| resolve(link, &frame);
    match &schema.kind {
        Kind::Option(link) => inner(type_of(link), None),
        Kind::Newtype(newtype) => inner(type_of(&newtype.ty), newtype.rules),
        Kind::Array(array) => inner(type_of(&array.items), None),
        Kind::Map(map) => inner(type_of(&map.value), None),
        Kind::Tuple(types) => types.iter().any(|link| inner(type_of(link), None)),
        Kind::Object(object) => {
            let mut fields = object.fields.iter();
            fields.any(|field| inner(type_of(&field.ty), field.rules()))
        }
        Kind::Union(union) => union.variants.iter().any(|variant| inner(variant, None)),
        _ => false,
    }
}

/// Returns true if a value of the schema holds a secret: a string of the format `password`.
pub(super) fn has_secret<'de>(
    schema: &'de Schema<'de>,
    rules: &[&Rules<'_>],
    up: &Frame<'_, 'de>,
) -> bool {
    let is_password =
        |format: Option<Format<'_>>| format.is_some_and(|format| format.name().raw() == "password");
    if rules.iter().any(|rules| is_password(rules.format)) {
        return true;
    }
    any_type_within(schema, up, &mut |schema, _, rules| {
        let of_type = match &schema.kind {
            Kind::String(text) => text.format,
            _ => None,
        };
        is_password(of_type) || rules.is_some_and(|rules| is_password(rules.format))
    })
}
