//! Properties that may be absent.

use super::frame::{Frame, FrameStep, is_recursive_at, resolve};
use super::newtype::{Wrappers, peel};
use crate::schema::{Field, Kind, Link, Schema};

/// Returns true if a property may be absent: serde's missing-field rule, derived from the tree.
pub(crate) const fn is_optional<'a>(field: &'a Field<'a>, at: &Frame<'_, 'a>) -> bool {
    if field.flags & Field::DEFAULTED != 0 {
        return true;
    }
    if field.flags & Field::REQUIRED != 0 {
        return false;
    }
    // A by-name link is a recursive generic type. It is an `Option` only if its own kind is one.
    let schema = match &field.ty {
        Link::ByName(_) => return false,
        link => resolve(link, at),
    };
    match &schema.kind {
        Kind::Option(_) => true,
        Kind::Newtype(_) => matches!(
            peel(schema, Wrappers::Transparent, None).kind,
            Kind::Option(_)
        ),
        _ => false,
    }
}

/// Returns true if the `null` of an optional property is a value that differs from an absent one.
/// `null` means absent only for an `Option` whose default is `None`. Another type that reads `null`
/// may have any default.
pub(crate) const fn null_is_value<'a>(field: &'a Field<'a>, at: &Frame<'_, 'a>) -> bool {
    let schema = resolve(&field.ty, at);
    let inside = match &schema.kind {
        Kind::Newtype(_) => peel(schema, Wrappers::Transparent, Some(at)),
        _ => schema,
    };
    match &inside.kind {
        // Without a flag, the default is `null` too.
        Kind::Option(_) | Kind::Any => field.flags & Field::NULL_IS_VALUE != 0,
        Kind::Newtype(_) | Kind::Union(_) => takes_null(schema, at, FrameStep::Items, DEEP),
        _ => false,
    }
}

/// Returns true if `null` is a value of the type.
#[cfg(feature = "call")]
pub(crate) const fn reads_null<'a>(link: &'a Link<'a>, at: &Frame<'_, 'a>) -> bool {
    takes_null(resolve(link, at), at, FrameStep::Items, DEEP)
}

/// Maximum number of types inside one another that are searched for `null`.
const DEEP: u32 = 8;

/// `step` is [`FrameStep::Here`] if only wrappers or a choice are between the type and the frame.
const fn takes_null<'a>(
    schema: &'a Schema<'a>,
    up: &Frame<'_, 'a>,
    step: FrameStep<'a>,
    deep: u32,
) -> bool {
    // A type that contains only itself has no values.
    if deep == 0 || matches!(step, FrameStep::Here) && is_recursive_at(schema, up) {
        return false;
    }
    let frame = up.below(step, Some(schema));
    match &schema.kind {
        Kind::Any | Kind::Null | Kind::Option(_) => true,
        Kind::Newtype(newtype) => takes_null(
            resolve(&newtype.ty, &frame),
            &frame,
            FrameStep::Here,
            deep - 1,
        ),
        Kind::Union(union) => {
            let mut i = 0;
            while i < union.variants.len() {
                if takes_null(&union.variants[i], &frame, FrameStep::Here, deep - 1) {
                    return true;
                }
                i += 1;
            }
            false
        }
        _ => false,
    }
}
