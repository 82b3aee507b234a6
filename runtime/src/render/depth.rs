//! The call depth of rendering a tree.
//!
//! A const function may nest calls only up to the crate's recursion limit, and can't query that
//! limit.

use crate::schema::{Array, Field, Kind, Link, Map, Newtype, Schema};
use crate::shape::{Frame, FrameStep, enclosing, resolve};

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
            let calls = below(&object.fields[i].ty, &Frame::ROOT, 1);
            if calls > most {
                most = calls;
                deepest = i;
            }
            i += 1;
        }
    }
    (most + AROUND, deepest)
}

/// Returns the call depth at the deepest schema below a link; `above` is the depth at the link.
const fn below<'a>(link: &'a Link<'a>, up: &Frame<'_, 'a>, above: u32) -> u32 {
    let schema = resolve(link, up);
    match &schema.kind {
        Kind::String(_) | Kind::Integer(_) | Kind::Boolean | Kind::Number(_) | Kind::Enum(_) => {
            above
        }
        _ => inside(schema, up, above),
    }
}

const fn inside<'a>(schema: &'a Schema<'a>, up: &Frame<'_, 'a>, above: u32) -> u32 {
    if schema.name.is_some() && enclosing(schema, up).is_some() {
        return above;
    }
    let frame = up.below(FrameStep::Items, Some(schema));
    let mut most = above;
    match &schema.kind {
        Kind::Object(object) => {
            let mut i = 0;
            while i < object.fields.len() {
                let field = &object.fields[i];
                let own = if field.flags & Field::FLATTEN == 0 {
                    3
                } else {
                    2
                };
                most = larger(most, below(&field.ty, &frame, above + own));
                i += 1;
            }
        }
        Kind::Newtype(Newtype { ty: link, .. }) => most = below(link, &frame, above + 1),
        Kind::Option(link) | Kind::Array(Array { items: link, .. }) => {
            most = below(link, &frame, above + 2);
        }
        Kind::Map(Map { value: link, .. }) => most = below(link, &frame, above + 3),
        Kind::Tuple(items) => {
            let mut i = 0;
            while i < items.len() {
                most = larger(most, below(&items[i], &frame, above + 2));
                i += 1;
            }
        }
        Kind::Union(union) => {
            let mut i = 0;
            while i < union.variants.len() {
                most = larger(most, inside(&union.variants[i], &frame, above + 2));
                i += 1;
            }
        }
        _ => {}
    }
    most
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
