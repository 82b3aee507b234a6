//! The call depth of rendering a tree.
//!
//! A const function may nest calls only up to the crate's recursion limit, and can't query that
//! limit.

use crate::schema::{Array, Field, Kind, Map, Newtype, Schema};
use crate::shape::{Frame, FrameStep, enclosing_frame, resolve};

/// The nesting levels that rustc's default recursion limit suffices for, whatever the types.
pub(crate) const SHALLOW: u32 = 12;

/// The maximum number of calls outside and inside the walk through the types.
const AROUND: u32 = 18;

/// Returns the maximum call depth of the renderer, and the index of the parameter that needs it.
pub(crate) const fn calls(params: &Schema<'_>) -> (u32, usize) {
    let mut most = 0;
    let mut deepest = 0;
    if let Kind::Object(object) = &params.kind {
        let mut i = 0;
        while i < object.fields.len() {
            let schema = resolve(&object.fields[i].ty, &Frame::ROOT);
            let calls = inside(schema, &Frame::ROOT, 1);
            if calls > most {
                most = calls;
                deepest = i;
            }
            i += 1;
        }
    }
    (most + AROUND, deepest)
}

/// Returns the call depth at the deepest schema in a type; `above` is the depth at the type.
const fn inside<'a>(schema: &'a Schema<'a>, up: &Frame<'_, 'a>, above: u32) -> u32 {
    if schema.name.is_some() && enclosing_frame(schema, up).is_some() {
        return above;
    }
    let frame = up.below(FrameStep::Items, Some(schema));
    let mut most = above;
    let mut i = 0;
    while let Some((part, own)) = part(schema, i, &frame) {
        most = larger(most, inside(part, &frame, above + own));
        i += 1;
    }
    most
}

/// Returns a type's part of that number, and the calls between the two.
const fn part<'a>(
    schema: &'a Schema<'a>,
    i: usize,
    at: &Frame<'_, 'a>,
) -> Option<(&'a Schema<'a>, u32)> {
    let (link, own) = match &schema.kind {
        Kind::Object(object) if i < object.fields.len() => {
            let field = &object.fields[i];
            let flattened = field.flags & Field::FLATTEN != 0;
            (&field.ty, if flattened { 2 } else { 3 })
        }
        Kind::Tuple(items) if i < items.len() => (&items[i], 2),
        Kind::Union(union) if i < union.variants.len() => return Some((&union.variants[i], 2)),
        Kind::Newtype(Newtype { ty: link, .. }) if i == 0 => (link, 1),
        Kind::Option(link) | Kind::Array(Array { items: link, .. }) if i == 0 => (link, 2),
        Kind::Map(Map { value: link, .. }) if i == 0 => (link, 3),
        _ => return None,
    };
    Some((resolve(link, at), own))
}

const fn larger(a: u32, b: u32) -> u32 {
    if a > b { a } else { b }
}

/// Recurses as deeply as the renderer would. If that is too deep, rustc shows the line below once
/// for the parameter instead of a hundred lines of the renderer.
pub(crate) const fn add_recursion_limit_512_to_your_crate(calls: u32) {
    if calls > 0 {
        add_recursion_limit_512_to_your_crate(calls - 1); // write `#![recursion_limit = "512"]` at the crate's top
    }
}
