//! The decoder's walk over a value that is converted.

use crate::decode::{Selects, Session, Walk};
use crate::json_index::DecodeLimits;

/// Limits on a value: those of a parser of `serde_json`, and as much again for JSON inside strings.
/// A deeper value is returned unchanged.
pub(super) const LIMITS: DecodeLimits = DecodeLimits {
    bytes: usize::MAX,
    depth: 224,
    values: usize::MAX,
};

/// Returns the walk that reads a value. The schema may be all that is known of it, so that
/// constraints select alternatives; if none fits, serde reads the first by its type.
pub(super) fn reading<'w, 'de>(session: &'w Session<'de>) -> Walk<'w, 'de> {
    Walk::new(session).selecting(Selects::ConstraintsFirst)
}
