//! Values that the tree can show: defaults and examples.

use alloc::string::{String, ToString};

use super::merge::same_number;
use super::node::{Id, Kind, Literal};
use super::number;
use super::read::Reader;
use crate::decode::Json;
use crate::schema::EscapedString;

/// The text of a value for readers, with strings unquoted.
pub(super) fn plain(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        other => other.text(),
    }
}

/// Converts a value that the tree can show; `None` for others.
pub(super) fn literal(value: &Json) -> Option<Literal> {
    Some(match value {
        Json::Null => Literal::Null,
        Json::Bool(b) => Literal::Bool(*b),
        Json::Number(text) => Literal::Number(number::plain(text)?),
        Json::String(text) => Literal::String(EscapedString::new(text)),
        Json::Array(items) => Literal::Array(items.iter().map(literal).collect::<Option<_>>()?),
        Json::Object(_) => return None,
    })
}

/// Returns true if a value matches a node, as far as the renderer requires.
pub(super) fn fits(reader: &Reader<'_>, id: Id, value: &Literal) -> bool {
    match (&reader.nodes[id].kind, value) {
        (Kind::Option(_) | Kind::Null, Literal::Null)
        | (Kind::Any | Kind::Union { .. }, _)
        | (Kind::Boolean, Literal::Bool(_))
        | (Kind::Number(_), Literal::Number(_))
        | (Kind::String(_), Literal::String(_)) => true,
        (Kind::Option(inner) | Kind::Ruled(inner, _), _) => fits(reader, *inner, value),
        (Kind::Integer(of), Literal::Number(n)) => number::num(n)
            .is_some_and(|n| n.is_integer() && !n.less_than(&of.min) && !of.max.less_than(&n)),
        (Kind::Enum(list), _) => list.iter().any(|one| match (&one.value, value) {
            (Literal::String(a), Literal::String(b)) => a.raw() == b.raw(),
            (Literal::Number(a), Literal::Number(b)) => same_number(a, b),
            _ => false,
        }),
        (Kind::Array { items, exactly, .. }, Literal::Array(list)) => {
            exactly
                .as_ref()
                .is_none_or(|n| *n == list.len().to_string())
                && list.iter().all(|one| fits(reader, *items, one))
        }
        (Kind::Tuple(types), Literal::Array(list)) => {
            types.len() == list.len()
                && types
                    .iter()
                    .zip(list)
                    .all(|(id, one)| fits(reader, *id, one))
        }
        _ => false,
    }
}
