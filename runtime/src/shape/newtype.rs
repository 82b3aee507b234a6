//! Types inside newtypes and `Option`s.

use super::frame::{Frame, find_named, resolve};
#[cfg(feature = "call")]
use crate::schema::Rules;
use crate::schema::{Kind, Link, Schema};

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
