//! Run-time checks of the constraints that a schema declares.

use super::guided::Seen;
use crate::constraint::{counted_length_kept as length, number_kept as number, text_kept};
use crate::json_index::{Kind as Json, Node};
use crate::schema::Rules;

/// Returns true if the value satisfies the constraints.
pub(super) fn kept(rules: &Rules<'_>, seen: &Seen<'_, '_>) -> bool {
    plain(rules, seen) && text_of(seen).is_none_or(|text| text_kept(rules, text))
}

fn text_of<'de>(seen: &Seen<'_, 'de>) -> Option<&'de str> {
    match seen {
        Seen::Raw(node) => node.as_str(),
        _ => None,
    }
}

/// Checks bounds and lengths.
fn plain(rules: &Rules<'_>, seen: &Seen<'_, '_>) -> bool {
    match seen {
        Seen::Integer(text) | Seen::Number(text) => number(rules, text),
        Seen::List(list) => length(rules, || list.items.len()),
        Seen::Fields(fields) => length(rules, || fields.entries.len()),
        Seen::Map(map) => length(rules, || map.entries.len()),
        Seen::Raw(node) => raw(rules, *node),
        Seen::Null | Seen::Bool(_) | Seen::Spent => true,
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
