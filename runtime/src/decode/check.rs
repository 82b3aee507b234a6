//! Run-time checks of the constraints that a schema declares.

use super::guided::{Resolved, Session};
use crate::constraint::{counted_length_kept as length, number_kept as number};
use crate::json_index::TokenKind as Json;
use crate::schema::Rules;

/// Returns true if the value satisfies the constraints.
pub(super) fn satisfies(session: &Session<'_>, rules: &Rules<'_>, seen: &Resolved<'_, '_>) -> bool {
    let text =
        |text: &str| length(rules, || text.chars().count()) && session.text_kept(rules, text);
    match *seen {
        Resolved::Integer(digits) | Resolved::Number(digits) => number(rules, digits),
        Resolved::Word(word) => text(word),
        Resolved::List(list) => length(rules, || list.items.len()),
        Resolved::Fields(fields) => length(rules, || fields.entries.len()),
        Resolved::Map(map) => length(rules, || map.entries.len()),
        Resolved::Raw(node) => match node.kind() {
            Json::Number => number(rules, node.raw()),
            Json::Plain | Json::Escaped => node.as_str().is_none_or(text),
            Json::Array => length(rules, || node.items().count()),
            Json::Object => length(rules, || node.members().count()),
            Json::Null | Json::True | Json::False => true,
        },
        Resolved::Null | Resolved::Bool(_) | Resolved::Spent => true,
    }
}
