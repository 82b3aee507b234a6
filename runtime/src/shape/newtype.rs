//! Types inside newtypes and `Option`s, and properties that may be absent.

use super::frame::{Frame, FrameStep, find_named, is_recursive_at, resolve};
#[cfg(feature = "call")]
use crate::schema::Rules;
use crate::schema::{Field, Kind, Link, Schema};

/// The wrapper types to remove from a type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wrappers {
    /// Newtypes.
    Newtypes,
    /// Newtypes that are `transparent`.
    Transparent,
    /// Newtypes and `Option`s.
    All,
}

/// Maximum wrapper depth. Deeper nesting is treated as a type that contains only itself.
pub(super) const MAX_AROUND: u32 = 256;

/// Returns the type under newtypes and `Option`s. Returns a wrapper if the type contains only
/// itself, or at a by-name link if `at` is `None`. All code that removes newtypes uses this
/// function, or walks with frames and stops where a type is inside itself.
pub(crate) const fn peel<'a>(
    schema: &'a Schema<'a>,
    around: Wrappers,
    at: Option<&Frame<'_, 'a>>,
) -> &'a Schema<'a> {
    let mut schema = schema;
    let mut left = MAX_AROUND;
    while left > 0 {
        left -= 1;
        let link = match (&schema.kind, around) {
            (Kind::Newtype(newtype), Wrappers::Newtypes | Wrappers::All) => &newtype.ty,
            (Kind::Newtype(newtype), Wrappers::Transparent) if newtype.transparent => &newtype.ty,
            (Kind::Option(inner), Wrappers::All) => inner,
            _ => return schema,
        };
        schema = match (link, at) {
            (Link::Static(inner), _) => inner.get(),
            (Link::Borrowed(inner), _) => inner,
            (Link::ByName(name), Some(at)) => match find_named(name, at) {
                Some(inner) => inner,
                // It names a type that was removed.
                None => return schema,
            },
            (Link::ByName(_), None) => return schema,
        };
    }
    schema
}

/// Returns the constraints of the newtypes around the type of a map's names, outermost first.
#[cfg(feature = "call")]
pub(crate) fn key_rules<'a>(
    link: &'a Link<'a>,
    at: &Frame<'_, 'a>,
) -> impl Iterator<Item = &'a Rules<'a>> {
    let mut schema = Some(resolve(link, at));
    let around = core::iter::from_fn(move || {
        let Kind::Newtype(newtype) = &schema?.kind else {
            return None;
        };
        schema = newtype.ty.known();
        Some(newtype)
    });
    around
        .take(MAX_AROUND as usize)
        .filter_map(|newtype| newtype.rules)
}

/// Returns true if a newtype around the type of a map's names has constraints. False for a type
/// that contains only itself.
pub(crate) const fn has_key_rules<'a>(link: &'a Link<'a>, at: &Frame<'_, 'a>) -> bool {
    if matches!(map_key(link, at).kind, Kind::Newtype(_)) {
        return false;
    }
    let mut next = Some(resolve(link, at));
    while let Some(schema) = next
        && let Kind::Newtype(newtype) = &schema.kind
    {
        if newtype.rules.is_some() {
            return true;
        }
        next = newtype.ty.known();
    }
    false
}

/// Returns true if a type contains only itself, in newtypes and `Option`s.
pub(crate) const fn is_self_cycle<'a>(schema: &'a Schema<'a>, at: &Frame<'_, 'a>) -> bool {
    matches!(
        peel(schema, Wrappers::All, Some(at)).kind,
        Kind::Newtype(_) | Kind::Option(_)
    )
}

/// Returns the kind of an alternative, `Option`s and newtypes removed.
pub(super) const fn union_kind<'a>(schema: &'a Schema<'a>) -> &'a Kind<'a> {
    &peel(schema, Wrappers::All, None).kind
}

/// Returns the kind of a schema, newtypes removed.
pub(crate) const fn kind_inside<'a>(schema: &'a Schema<'a>) -> &'a Kind<'a> {
    match &schema.kind {
        Kind::Newtype(_) => &peel(schema, Wrappers::Newtypes, None).kind,
        kind => kind,
    }
}

/// Returns true if the only value is `null`.
pub(crate) const fn is_null(schema: &Schema<'_>) -> bool {
    matches!(kind_inside(schema), Kind::Null)
}

/// Returns the schema of a map's names, newtypes removed.
pub(crate) const fn map_key<'a>(link: &'a Link<'a>, at: &Frame<'_, 'a>) -> &'a Schema<'a> {
    peel(resolve(link, at), Wrappers::Newtypes, Some(at))
}

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
        Kind::Newtype(_) | Kind::Union(_) => takes_null(schema, at, FrameStep::Items, MAX_DEPTH),
        _ => false,
    }
}

/// Returns true if `null` is a value of the type.
#[cfg(feature = "call")]
pub(crate) const fn reads_null<'a>(link: &'a Link<'a>, at: &Frame<'_, 'a>) -> bool {
    takes_null(resolve(link, at), at, FrameStep::Items, MAX_DEPTH)
}

/// Maximum number of types inside one another that are searched for `null`.
const MAX_DEPTH: u32 = 8;

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
