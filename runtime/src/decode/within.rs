//! Questions about a type and the types inside it, to a small depth.

use std::collections::HashSet;

use crate::schema::{Format, Kind, Rules, Schema};
use crate::shape::{Frame, Place, resolve};

/// Levels of types that are looked at if each type is looked at once.
const MAX_DEPTH: u8 = u8::MAX;

/// Returns true if `found` is true for the schema or for one inside it. `found` gets a schema, its
/// frame and the constraints of its place. `depth`: the levels of types that are looked at.
pub(super) fn any_within<'de>(
    schema: &'de Schema<'de>,
    up: &Frame<'_, 'de>,
    depth: u8,
    found: &mut dyn FnMut(&'de Schema<'de>, &Frame<'_, 'de>, Option<&'de Rules<'de>>) -> bool,
) -> bool {
    let mut any = false;
    visit_within(schema, None, up, depth, &mut |schema, frame, rules| {
        any = any || found(schema, frame, rules);
        !any
    });
    any
}

/// Like [`any_within`] at any depth. Each type is looked at once.
pub(super) fn any_type_within<'de>(
    schema: &'de Schema<'de>,
    up: &Frame<'_, 'de>,
    found: &mut dyn FnMut(&'de Schema<'de>, &Frame<'_, 'de>, Option<&'de Rules<'de>>) -> bool,
) -> bool {
    let mut any = false;
    let mut seen = HashSet::new();
    visit_within(schema, None, up, MAX_DEPTH, &mut |schema, frame, rules| {
        any = any || found(schema, frame, rules);
        !any && seen.insert(core::ptr::from_ref(schema))
    });
    any
}

/// Calls `visit` with the schema and with those inside it, their frames and the constraints of
/// their places. It looks into a type for which `visit` returns true.
fn visit_within<'de>(
    schema: &'de Schema<'de>,
    rules: Option<&'de Rules<'de>>,
    up: &Frame<'_, 'de>,
    depth: u8,
    visit: &mut dyn FnMut(&'de Schema<'de>, &Frame<'_, 'de>, Option<&'de Rules<'de>>) -> bool,
) {
    let Some(depth) = depth.checked_sub(1) else {
        return;
    };
    let frame = Place::at(up).frame(schema);
    if !visit(schema, &frame, rules) {
        return;
    }
    let mut inner = |link, rules| visit_within(resolve(link, &frame), rules, &frame, depth, visit);
    match &schema.kind {
        Kind::Option(link) => inner(link, None),
        Kind::Newtype(newtype) => inner(&newtype.ty, newtype.rules),
        Kind::Array(array) => inner(&array.items, None),
        Kind::Map(map) => inner(&map.value, None),
        Kind::Tuple(types) => types.iter().for_each(|link| inner(link, None)),
        Kind::Object(object) => {
            let fields = object.fields.iter();
            fields.for_each(|field| inner(&field.ty, field.rules()));
        }
        Kind::Union(union) => {
            let variants = union.variants.iter();
            variants.for_each(|variant| visit_within(variant, None, &frame, depth, visit));
        }
        _ => {}
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
