//! Leniency: values that are almost right.

use super::super::type_bounds::is_number;
use super::resolved::ValueCallback;
use super::{Cursor, ItemTypes, ListItems, Resolved, Walk};
use crate::decode::Leniency;
use crate::json_index::{Node, TokenKind as Json};
use crate::schema::{Enum, Field, Kind, Literal};

impl<'de> Walk<'_, 'de> {
    /// Shows a value that doesn't fit: corrected if leniency allows it, else unchanged.
    pub(super) fn coerce(self, leaf: &Cursor<'_, 'de>, look: ValueCallback<'_, 'de>) {
        let node = leaf.node;
        if self.lenient.one_or_many
            && let Kind::Array(array) = &leaf.schema.kind
            && !node.is_array()
            && !(node.is_null() && leaf.via.nullable)
        {
            let items = [node];
            let list = ListItems {
                items: &items,
                types: ItemTypes::One(&array.items, leaf.frame),
            };
            // The item is the same value, so it isn't wrapped again: a type that is a list of
            // itself would never end.
            let once = self.forgiving(Leniency {
                one_or_many: false,
                ..self.lenient
            });
            // If it isn't an item either, keep it unchanged, so that the fault refers to the value
            // that was sent.
            if list.item(once, 0).is_some_and(|item| item.fits()) {
                self.session
                    .note_coercion(node, "a single value was read as a list of one");
                let walk = once;
                return look(Resolved::List(list), &Cursor { walk, ..*leaf });
            }
        }
        if self.lenient.enum_case
            && let Kind::Enum(values) = &leaf.schema.kind
            && let Some(text) = node.as_str().filter(|text| !values.reads(text))
            && let Some(name) = in_another_case(values, text)
        {
            self.session
                .note_coercion(node, "the letter case of a value was changed");
            return look(Resolved::Word(name), leaf);
        }
        if self.lenient.scalars_in_strings
            && let Some(seen) = scalar(leaf, node)
            && leaf.fits(seen)
        {
            self.session.note_coercion(
                node,
                match seen {
                    Resolved::Bool(_) => "a bool was read from a string",
                    _ => "a number was read from a string",
                },
            );
            return look(seen, leaf);
        }
        look(Resolved::Raw(node), leaf);
    }
}

/// Returns the only value of an enum with the letters of a text.
fn in_another_case<'de>(values: &Enum<'de>, text: &str) -> Option<&'de str> {
    let names = values.values.iter().filter_map(|one| match &one.value {
        Literal::String(name) if one.flags & Field::OUTPUT_ONLY == 0 => Some(name.raw()),
        _ => None,
    });
    // Skip one-value enums: they are tags, and the other tags aren't visible here.
    let names = names.filter(|_| values.values.len() > 1);
    let mut same = names.filter(|name| name.eq_ignore_ascii_case(text));
    same.next().filter(|_| same.next().is_none())
}

/// Returns the number or bool in a string.
fn scalar<'s, 'de>(leaf: &Cursor<'_, 'de>, node: Node<'de>) -> Option<Resolved<'s, 'de>> {
    if !matches!(node.kind(), Json::Plain | Json::Escaped) {
        return None;
    }
    let text = node.as_str()?.trim();
    let number = || is_number(text).then_some(text);
    match &leaf.schema.kind {
        Kind::Boolean if text.eq_ignore_ascii_case("true") => Some(Resolved::Bool(true)),
        Kind::Boolean if text.eq_ignore_ascii_case("false") => Some(Resolved::Bool(false)),
        Kind::Integer(_) | Kind::Enum(_) => number().map(Resolved::Integer),
        Kind::Number(_) => number().map(Resolved::Number),
        _ => None,
    }
}
