//! Names beside the properties of an object: accepted by a flattened map or `Value`, or rejected.

use super::flatten::{Alternative, alternatives, choose};
use super::frame::{Frame, resolve};
use crate::schema::{Field, Key, Object};

/// The flattened field that accepts the other names.
pub(crate) struct RestField<'a> {
    pub(crate) key: &'a Key<'a>,
    /// True if it belongs to a flattened `Option`, which is `None` if one of the names doesn't fit.
    pub(crate) optional: bool,
}

/// Returns the flattened field that accepts the other names.
pub(crate) const fn rest_field<'a>(
    object: &'a Object<'a>,
    choice: usize,
    frame: &Frame<'_, 'a>,
) -> Option<RestField<'a>> {
    let mut choice = choice;
    let mut i = 0;
    while i < object.fields.len() {
        let field = &object.fields[i];
        if field.flags & Field::FLATTEN != 0 {
            let n = alternatives(&field.ty, frame);
            match choose(resolve(&field.ty, frame), choice % n, frame) {
                (Alternative::Rest(..) | Alternative::AnyRest, optional) => {
                    return Some(RestField {
                        key: &field.key,
                        optional,
                    });
                }
                (Alternative::Object(inner, number, inner_frame), optional) => {
                    if let Some(found) = rest_field(inner, number, &inner_frame) {
                        return Some(RestField {
                            key: found.key,
                            optional: found.optional || optional,
                        });
                    }
                }
                _ => {}
            }
            choice /= n;
        }
        i += 1;
    }
    None
}

/// Returns the name of the flattened field that accepts the other names.
pub(crate) const fn rest_key<'a>(
    object: &'a Object<'a>,
    choice: usize,
    frame: &Frame<'_, 'a>,
) -> Option<&'a Key<'a>> {
    match rest_field(object, choice, frame) {
        Some(found) => Some(found.key),
        None => None,
    }
}

/// Returns true if the alternative of that number accepts other names: it has a flattened map or
/// `Value`.
pub(crate) const fn has_rest<'a>(
    object: &'a Object<'a>,
    number: usize,
    at: &Frame<'_, 'a>,
) -> bool {
    rest_field(object, number, at).is_some()
}

/// Returns true if an alternative of an object rejects other names: serde does, or a flattened
/// `Option` is `None` whose type has a map for them.
pub(crate) const fn is_closed<'a>(
    object: &'a Object<'a>,
    number: usize,
    at: &Frame<'_, 'a>,
) -> bool {
    serde_rejects_names(object, number, at) || loses_rest(object, number, at)
}

/// Returns true if serde rejects other names: the object is closed itself, or all but its tag is
/// read as a closed type.
pub(crate) const fn serde_rejects_names<'a>(
    object: &'a Object<'a>,
    number: usize,
    at: &Frame<'_, 'a>,
) -> bool {
    if object.closed {
        return true;
    }
    let [_, field] = object.fields else {
        return false;
    };
    if field.flags & Field::WHOLE == 0 {
        return false;
    }
    match choose(resolve(&field.ty, at), number, at).0 {
        Alternative::Object(inner, choice, frame) => serde_rejects_names(inner, choice, &frame),
        // Serde reads a unit from the tag alone.
        Alternative::Nothing => true,
        _ => false,
    }
}

/// Returns true if a flattened `Option` is `None` in an alternative of an object that has no map for
/// the other names, and another alternative of the `Option` has one.
const fn loses_rest<'a>(object: &'a Object<'a>, number: usize, at: &Frame<'_, 'a>) -> bool {
    let mut found = false;
    let mut choice = number;
    let mut i = 0;
    while i < object.fields.len() && !found {
        let field = &object.fields[i];
        if field.flags & Field::FLATTEN != 0 {
            let n = alternatives(&field.ty, at);
            let schema = resolve(&field.ty, at);
            match choose(schema, choice % n, at) {
                (Alternative::Object(inner, inner_choice, frame), _) => {
                    found = loses_rest(inner, inner_choice, &frame);
                }
                (Alternative::Nothing, true) => {
                    let mut other = 0;
                    while other + 1 < n && !found {
                        found = match choose(schema, other, at).0 {
                            Alternative::Object(inner, choice, frame) => {
                                has_rest(inner, choice, &frame)
                            }
                            Alternative::Rest(..) | Alternative::AnyRest => true,
                            _ => false,
                        };
                        other += 1;
                    }
                }
                _ => {}
            }
            choice /= n;
        }
        i += 1;
    }
    found && !has_rest(object, number, at)
}
