//! Objects that reject names other than their properties.

use super::alternatives::alternatives;
use super::flatten::{Alternative, choose, has_rest};
use super::frame::{Frame, resolve};
use crate::schema::{Field, Object};

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

/// Returns true if a flattened `Option` is `None` in an alternative of an object without a map for
/// other names, and another alternative of the `Option` has one.
const fn loses_rest<'a>(object: &'a Object<'a>, number: usize, at: &Frame<'_, 'a>) -> bool {
    let mut found = false;
    let mut choice = number;
    let mut i = 0;
    while i < object.fields.len() && !found {
        let field = &object.fields[i];
        if field.flags & Field::FLATTEN != 0 {
            let n = alternatives(&field.ty, at);
            let schema = resolve(&field.ty, at);
            let number = choice % n;
            choice /= n;
            i += 1;
            // If it is the only alternative, no `Option` inside has `None` as its own.
            if n == 1 {
                continue;
            }
            match choose(schema, number, at) {
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
        } else {
            i += 1;
        }
    }
    found && !has_rest(object, number, at)
}
