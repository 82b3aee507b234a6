//! Properties that may be absent.

use super::frame::{Frame, resolve};
use super::newtype::{Around, unwrapped};
use crate::schema::{Field, Kind, Link};

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
            unwrapped(schema, Around::Transparent, None).kind,
            Kind::Option(_)
        ),
        _ => false,
    }
}
