//! Questions about a type and the types inside it, to a small depth.

use alloc::borrow::ToOwned;
use alloc::string::String;

use super::path::got;
use crate::json_index::Node;
use crate::schema::{Format, Kind, Rules, Schema};
use crate::shape::{Frame, Place, resolve};

/// The words for a value that holds a secret.
pub(super) const NOT_SHOWN: &str = "a value that is not shown";

/// Levels of types that are looked at for a secret.
const SECRET_DEPTH: u8 = 6;

/// Returns true if `found` is true for the schema or for one inside it. `found` gets a schema, its
/// frame and the constraints of its place. `depth`: the levels of types that are looked at.
pub(super) fn any_within<'de>(
    schema: &'de Schema<'de>,
    rules: Option<&'de Rules<'de>>,
    up: &Frame<'_, 'de>,
    depth: u8,
    found: &mut dyn FnMut(&'de Schema<'de>, &Frame<'_, 'de>, Option<&'de Rules<'de>>) -> bool,
) -> bool {
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    let frame = Place::at(up).frame(schema);
    if found(schema, &frame, rules) {
        return true;
    }
    let mut inner = |link, rules| any_within(resolve(link, &frame), rules, &frame, depth, found);
    match &schema.kind {
        Kind::Option(link) => inner(link, None),
        Kind::Newtype(newtype) => inner(&newtype.ty, newtype.rules),
        Kind::Array(array) => inner(&array.items, None),
        Kind::Map(map) => inner(&map.value, None),
        Kind::Tuple(types) => types.iter().any(|link| inner(link, None)),
        Kind::Object(object) => {
            let mut fields = object.fields.iter();
            fields.any(|field| inner(&field.ty, field.rules()))
        }
        Kind::Union(union) => {
            let mut variants = union.variants.iter();
            variants.any(|variant| any_within(variant, None, &frame, depth, found))
        }
        _ => false,
    }
}

/// Formats a value for an error, as [`got`] does. A value is not shown if it holds a secret: a
/// string of the format `password`.
pub(super) fn got_of<'de>(
    schema: &'de Schema<'de>,
    rules: &[&Rules<'_>],
    up: &Frame<'_, 'de>,
    node: Node<'_>,
) -> String {
    if has_secret(schema, rules, up) {
        NOT_SHOWN.to_owned()
    } else {
        got(node)
    }
}

/// Returns true if a value of the schema holds a secret.
pub(super) fn has_secret<'de>(
    schema: &'de Schema<'de>,
    rules: &[&Rules<'_>],
    up: &Frame<'_, 'de>,
) -> bool {
    let is_password =
        |format: Option<Format<'_>>| format.is_some_and(|format| format.name().raw() == "password");
    rules.iter().any(|rules| is_password(rules.format))
        || any_within(schema, None, up, SECRET_DEPTH, &mut |schema, _, rules| {
            let of_type = match &schema.kind {
                Kind::String(text) => text.format,
                _ => None,
            };
            is_password(of_type) || rules.is_some_and(|rules| is_password(rules.format))
        })
}
