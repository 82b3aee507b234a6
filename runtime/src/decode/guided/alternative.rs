//! The alternative of an object that a value matches.

use super::super::document::Node;
use super::Walk;
use super::object::fields;
use crate::convert::Place;
use crate::convert::members::{Member, walk_members};
use crate::schema::{Field, Object, Schema};
use crate::shape::{Frame, is_optional, object_alternatives, resolve};

impl<'de> Walk<'_, 'de> {
    /// Returns the alternative that the value matches: the first that fits.
    pub(crate) fn alternative(
        self,
        schema: &'de Schema<'de>,
        object: &'de Object<'de>,
        frame: &Frame<'_, 'de>,
        node: Node<'de>,
    ) -> Option<usize> {
        let n = object_alternatives(object, frame);
        if n == 1 {
            return Some(0);
        }
        let question = self.question(schema, node, frame);
        self.session.choice(question, || {
            self.session.first(!self.lenient.is_none(), 0..n, |choice| {
                fields(self, object, choice, frame, node).fit(self)
            })
        })
    }

    /// Returns the first alternative whose tags and names are present, regardless of other faults.
    pub(super) fn nearest(
        self,
        object: &'de Object<'de>,
        frame: &Frame<'_, 'de>,
        node: Node<'de>,
    ) -> Option<usize> {
        if !node.is_object() {
            return None;
        }
        (0..object_alternatives(object, frame)).find(|choice| {
            let mut near = self.session.step();
            walk_members(
                object,
                *choice,
                frame,
                false,
                &mut |member, at, optional| {
                    near = near && member_is_there(self, member, at, optional, node);
                },
            );
            near
        })
    }
}

/// Returns true if a property is present under a name that serde reads; a tag must have its own
/// value.
fn member_is_there<'de>(
    walk: Walk<'_, 'de>,
    member: &Member<'de>,
    at: &Frame<'_, 'de>,
    optional: bool,
    node: Node<'de>,
) -> bool {
    let names = core::iter::once(member.name()).chain(member.aliases().iter().copied());
    let found = names.into_iter().find_map(|name| node.get(name));
    match (found, member.field()) {
        (Some(item), Some(field)) if field.flags & Field::TAG != 0 => {
            walk.fits(resolve(&field.ty, at), &Place::at(at), item)
        }
        (None, Some(field)) => optional || is_optional(field, at),
        (found, _) => found.is_some(),
    }
}
