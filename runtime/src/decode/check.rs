//! Run-time checks of the constraints that a schema declares.

use super::guided::{Resolved, Session};
use crate::constraint::{counted_length_kept as length, number_kept as number};
use crate::json_index::{Node, TokenKind as Json};
use crate::schema::Rules;

/// Returns true if the value satisfies the constraints.
pub(super) fn satisfies(session: &Session<'_>, rules: &Rules<'_>, seen: &Resolved<'_, '_>) -> bool {
    plain(rules, seen) && text_of(seen).is_none_or(|text| session.text_kept(rules, text))
}

fn text_of<'de>(seen: &Resolved<'_, 'de>) -> Option<&'de str> {
    match seen {
        Resolved::Raw(node) => node.as_str(),
        Resolved::Word(text) => Some(text),
        _ => None,
    }
}

/// Checks bounds and lengths.
fn plain(rules: &Rules<'_>, seen: &Resolved<'_, '_>) -> bool {
    match seen {
        Resolved::Integer(text) | Resolved::Number(text) => number(rules, text),
        Resolved::List(list) => length(rules, || list.items.len()),
        Resolved::Fields(fields) => length(rules, || fields.entries.len()),
        Resolved::Map(map) => length(rules, || map.entries.len()),
        Resolved::Raw(node) => raw(rules, *node),
        Resolved::Word(text) => length(rules, || text.chars().count()),
        Resolved::Null | Resolved::Bool(_) | Resolved::Spent => true,
    }
}

fn raw(rules: &Rules<'_>, node: Node<'_>) -> bool {
    match node.kind() {
        Json::Number => number(rules, node.raw()),
        Json::Plain | Json::Escaped => {
            length(rules, || node.as_str().unwrap_or_default().chars().count())
        }
        Json::Array => length(rules, || node.items().count()),
        Json::Object => length(rules, || node.members().count()),
        _ => true,
    }
}
