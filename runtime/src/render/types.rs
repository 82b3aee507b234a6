//! The types of a fragment of the text.

use crate::json::Mark;

#[derive(Clone, Copy)]
pub(crate) enum Type {
    String,
    Integer,
    Number,
    Boolean,
    Array,
    Object,
    Null,
}

/// The beginning of a schema that was written.
#[derive(Clone, Copy)]
pub(super) struct SchemaStart {
    pub(super) from: Mark,
    pub(super) to: Mark,
    pub(super) ty: Type,
}

#[derive(Clone, Copy)]
pub(super) enum FragmentTypes {
    None,
    /// One, whose case the fragment does not depend on: if it is copied for a dialect with the
    /// other case, this is [written again](super::type_prefix::open_again).
    One(SchemaStart),
    /// Several, so the case is recorded.
    Several,
}
