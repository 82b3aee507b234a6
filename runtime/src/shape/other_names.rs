//! Objects that reject names other than their properties.

use super::alternatives::AlternativeCount;
use super::flatten::{Alternative, Fields, choose, has_rest, is_external};
use super::frame::{Frame, FrameStep, is_recursive_at};
use super::newtype::{Wrappers, peel};
use crate::schema::{Field, Kind, Object, Schema, Tagging};

/// Returns true if an alternative of an object rejects other names: serde does, or a flattened
/// `Option` is `None` whose type has a map for them.
pub(crate) const fn is_closed<'a>(
    object: &'a Object<'a>,
    number: usize,
    at: &Frame<'_, 'a>,
) -> bool {
    serde_rejects_names(object, number, at) || loses_rest(object, number, at)
}

/// Returns true if serde rejects other names: the object is closed itself, or a flattened type is
/// that reads all of them. Such a type is the content beside a tag, or an internally tagged or
/// untagged enum. Other flattened types see only their own names.
pub(crate) const fn serde_rejects_names<'a>(
    object: &'a Object<'a>,
    number: usize,
    at: &Frame<'_, 'a>,
) -> bool {
    if object.is_closed() {
        return true;
    }
    let mut fields = Fields::of(object, number, at);
    while let Some((field, part)) = fields.flattened() {
        let is_whole = field.flags & Field::WHOLE != 0;
        if !is_whole && !reads_all_names(part.schema, at) {
            continue;
        }
        let one_name = if is_whole {
            is_external(part.schema, at)
        } else {
            is_variant_external(part.schema, part.number, at)
        };
        if one_name {
            return true;
        }
        let rejects = match part.choose(at).0 {
            Alternative::Object(inner, choice, frame) => serde_rejects_names(inner, choice, &frame),
            // Serde reads a unit from the tag alone.
            Alternative::Nothing => is_whole,
            _ => false,
        };
        if rejects {
            return true;
        }
    }
    false
}

/// Returns true if an alternative of an untagged enum is one of an externally tagged enum. Serde
/// reads it from an object with one name.
const fn is_variant_external<'a>(
    schema: &'a Schema<'a>,
    number: usize,
    at: &Frame<'_, 'a>,
) -> bool {
    let inside = peel(schema, Wrappers::All, Some(at));
    let Kind::Union(union) = &inside.kind else {
        return false;
    };
    // A variant that is the enum itself has no end.
    if !matches!(union.tagging, Tagging::Untagged) || is_recursive_at(inside, at) {
        return false;
    }
    let here = at.below(FrameStep::Here, Some(inside));
    let mut rest = number;
    let mut i = 0;
    while i < union.variants.len() {
        let variant = &union.variants[i];
        let n = AlternativeCount::of_variant(variant, &here).n;
        if rest < n {
            return is_external(variant, &here) || is_variant_external(variant, rest, &here);
        }
        rest -= n;
        i += 1;
    }
    false
}

/// Returns true for an internally tagged or untagged enum, also in an `Option` or a newtype.
const fn reads_all_names<'a>(schema: &'a Schema<'a>, at: &Frame<'_, 'a>) -> bool {
    match &peel(schema, Wrappers::All, Some(at)).kind {
        Kind::Union(union) => matches!(union.tagging, Tagging::Internal | Tagging::Untagged),
        _ => false,
    }
}

/// Returns true if a flattened `Option` is `None` in an alternative of an object without a map for
/// other names, and another alternative of the `Option` has one.
const fn loses_rest<'a>(object: &'a Object<'a>, number: usize, at: &Frame<'_, 'a>) -> bool {
    let mut found = false;
    let mut fields = Fields::of(object, number, at);
    while !found && let Some((_, part)) = fields.flattened() {
        // If it is the only alternative, no `Option` inside has `None` as its own.
        if part.count == 1 {
            continue;
        }
        match part.choose(at) {
            (Alternative::Object(inner, inner_choice, frame), _) => {
                found = loses_rest(inner, inner_choice, &frame);
            }
            (Alternative::Nothing, true) => {
                let mut other = 0;
                while other + 1 < part.count && !found {
                    found = choose(part.schema, other, at).0.has_rest();
                    other += 1;
                }
            }
            _ => {}
        }
    }
    found && !has_rest(object, number, at)
}
