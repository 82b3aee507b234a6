//! Types without a finite value: each value requires another one of the same type inside.

use super::writer::Writer;
use crate::schema::{Array, Field, Kind, Newtype, Schema};
use crate::shape::{Frame, FrameStep, is_optional, resolve};

/// The maximum number of schemas that one search visits. A type beyond it counts as finite.
const STEPS: u32 = 300;
/// The maximum depth of a search, because const evaluation limits nested calls.
const MAX_DEPTH: u32 = 16;

/// Returns whether a type has no finite value. `up` is the scope for links by name.
pub(super) const fn is_endless<'a>(schema: &'a Schema<'a>, up: &Frame<'_, 'a>) -> bool {
    if let Some(name) = schema.name
        && name.module.is_empty()
    {
        // From a definition read at run time: its tool is declared anyway.
        return false;
    }
    let mut steps = STEPS;
    !is_finite(schema, up, 0, &mut steps)
}

/// Reports a type without a finite value, with the field that has none if it is a struct.
pub(super) const fn report<'a>(
    w: &mut Writer<'_, '_>,
    frame: &Frame<'_, '_>,
    (name, schema): (&str, &'a Schema<'a>),
    up: &Frame<'_, 'a>,
) {
    let inside = up.below(FrameStep::Here, Some(schema));
    if let Kind::Object(object) = &schema.kind {
        let mut i = 0;
        while i < object.fields.len() {
            let field = &object.fields[i];
            if !field.has(Field::OUTPUT_ONLY)
                && !is_optional(field, &inside)
                && !is_finite(resolve(&field.ty, &inside), &inside, 1, &mut { STEPS })
            {
                let reason = [
                    "`",
                    name,
                    "` has no finite value, because each needs another one in `",
                    field.key.raw,
                    "`; make `",
                    field.key.raw,
                    "` an `Option` or a list",
                ];
                return w.fault_parts(frame, "$ref", &reason);
            }
            i += 1;
        }
    }
    let words =
        "` has no finite value, because each needs another one; make a field an `Option` or a list";
    w.fault_parts(frame, "$ref", &["`", name, words]);
}

/// Returns whether the type has a value that doesn't need one of the `depth` enclosing types. A
/// smallest value contains no value of its own type, so meeting a type again can't lead to a finite
/// one.
const fn is_finite<'a>(
    schema: &'a Schema<'a>,
    up: &Frame<'_, 'a>,
    depth: u32,
    steps: &mut u32,
) -> bool {
    if *steps == 0 || depth > MAX_DEPTH {
        return true;
    }
    *steps -= 1;
    if is_around(schema, up, depth) {
        return false;
    }
    let depth = depth + 1;
    let frame = up.below(FrameStep::Here, Some(schema));
    match &schema.kind {
        Kind::Object(object) => {
            let mut i = 0;
            while i < object.fields.len() {
                let field = &object.fields[i];
                i += 1;
                if !field.has(Field::OUTPUT_ONLY)
                    && !is_optional(field, &frame)
                    && !is_finite(resolve(&field.ty, &frame), &frame, depth, steps)
                {
                    return false;
                }
            }
            true
        }
        Kind::Tuple(items) => {
            let mut i = 0;
            while i < items.len() {
                if !is_finite(resolve(&items[i], &frame), &frame, depth, steps) {
                    return false;
                }
                i += 1;
            }
            true
        }
        Kind::Union(union) => {
            let mut i = 0;
            while i < union.variants.len() {
                if is_finite(&union.variants[i], &frame, depth, steps) {
                    return true;
                }
                i += 1;
            }
            false
        }
        Kind::Newtype(Newtype { ty: link, .. }) => {
            is_finite(resolve(link, &frame), &frame, depth, steps)
        }
        Kind::Array(Array {
            items,
            exactly: Some(n),
            ..
        }) if !n.is_zero() => is_finite(resolve(items, &frame), &frame, depth, steps),
        _ => true,
    }
}

/// Returns whether one of the innermost `depth` frames has the same type.
const fn is_around(schema: &Schema<'_>, up: &Frame<'_, '_>, depth: u32) -> bool {
    let Some(name) = schema.name else {
        return false;
    };
    let mut next = Some(up);
    let mut left = depth;
    while left > 0
        && let Some(frame) = next
    {
        if let Some(other) = frame.named
            && let Some(other) = other.name
            && other.same(name)
        {
            return true;
        }
        next = frame.up;
        left -= 1;
    }
    false
}
