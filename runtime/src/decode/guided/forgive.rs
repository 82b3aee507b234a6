//! Leniency: values that are almost right.

use super::fits::is_number;
use super::seen::Look;
use super::{Leaf, List, Seen, Types, Walk};
use crate::decode::Leniency;
use crate::json_index::{Kind as Json, Node};
use crate::schema::Kind;

impl<'de> Walk<'_, 'de> {
    /// Shows a value that doesn't fit: corrected if leniency allows it, else unchanged.
    pub(super) fn forgive(self, leaf: &Leaf<'_, 'de>, look: Look<'_, 'de>) {
        let node = leaf.node;
        if self.lenient.single_for_list
            && let Kind::Array(array) = &leaf.schema.kind
            && !node.is_array()
            && !(node.is_null() && leaf.via.nullable)
        {
            let items = [node];
            let list = List {
                items: &items,
                types: Types::One(&array.items, leaf.frame),
            };
            // The item is the same value, so it isn't wrapped again: a type that is a list of
            // itself would never end.
            let once = self.forgiving(Leniency {
                single_for_list: false,
                ..self.lenient
            });
            // If it isn't an item either, keep it unchanged, so that the fault refers to the value
            // that was sent.
            if list.item(once, 0).is_some_and(|item| item.fits()) {
                self.session
                    .forgive(node, "a single value was read as a list of one");
                let walk = once;
                return look(Seen::List(list), &Leaf { walk, ..*leaf });
            }
        }
        if self.lenient.scalars_in_strings
            && let Some(seen) = scalar(leaf, node)
            && leaf.fits(seen)
        {
            self.session.forgive(
                node,
                match seen {
                    Seen::Bool(_) => "a bool was read from a string",
                    _ => "a number was read from a string",
                },
            );
            return look(seen, leaf);
        }
        look(Seen::Raw(node), leaf);
    }
}

/// Returns the number or bool in a string.
fn scalar<'s, 'de>(leaf: &Leaf<'_, 'de>, node: Node<'de>) -> Option<Seen<'s, 'de>> {
    if !matches!(node.kind(), Json::Plain | Json::Escaped) {
        return None;
    }
    let text = node.as_str()?.trim();
    let number = || is_number(text).then_some(text);
    match &leaf.schema.kind {
        Kind::Boolean if text.eq_ignore_ascii_case("true") => Some(Seen::Bool(true)),
        Kind::Boolean if text.eq_ignore_ascii_case("false") => Some(Seen::Bool(false)),
        Kind::Integer(_) | Kind::Enum(_) => number().map(Seen::Integer),
        Kind::Number(_) => number().map(Seen::Number),
        _ => None,
    }
}
