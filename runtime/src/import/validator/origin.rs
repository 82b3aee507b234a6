//! The place of a schema in its document.

use super::program::{NodeId, ResourceId};

/// How a schema was found.
#[derive(Clone, Copy)]
pub(super) enum Origin<'j> {
    /// By a reference with that fragment, in a resource; the root by none in the document.
    Reference {
        resource: ResourceId,
        fragment: &'j str,
    },
    Inside {
        parent: NodeId,
        keyword: &'static str,
        key: Key<'j>,
    },
}

/// The place of a schema in its keyword.
#[derive(Clone, Copy)]
pub(super) enum Key<'j> {
    Only,
    Name(&'j str),
    Index(usize),
}
