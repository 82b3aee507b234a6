//! The place of a schema in its document.

use super::program::NodeId;
use crate::import::resources::{ResourceId, Target};

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

impl<'j> Origin<'j> {
    /// The origin of the schema that a reference leads to.
    pub(super) fn of(target: Target<'j, 'j>) -> Self {
        Origin::Reference {
            resource: target.found_in,
            fragment: target.fragment,
        }
    }
}

/// The place of a schema in its keyword.
#[derive(Clone, Copy)]
pub(super) enum Key<'j> {
    Only,
    Name(&'j str),
    Index(usize),
}
