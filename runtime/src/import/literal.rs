//! Values that the tree can show: defaults and examples.

use super::merge::same_number;
use super::node::{NodeId, NodeKind, NodeLiteral, OwnedNode};
use super::number;
use super::tagging::Comparisons;
use crate::decode::JsonTree;
use crate::schema::EscapedString;

/// The text of a value for readers, with strings unquoted.
pub(super) fn plain(value: &JsonTree) -> String {
    match value {
        JsonTree::String(text) => text.clone(),
        other => other.text(),
    }
}

/// Converts a value that the tree can show; `None` for others.
pub(super) fn literal(value: &JsonTree) -> Option<NodeLiteral> {
    Some(match value {
        JsonTree::Null => NodeLiteral::Null,
        JsonTree::Bool(b) => NodeLiteral::Bool(*b),
        JsonTree::Number(text) => NodeLiteral::Number(number::plain(text)?),
        JsonTree::String(text) => NodeLiteral::String(EscapedString::new(text)),
        JsonTree::Array(items) => {
            NodeLiteral::Array(items.iter().map(literal).collect::<Option<_>>()?)
        }
        JsonTree::Object(_) => return None,
    })
}

/// Returns true if a value matches a node, as far as the renderer requires.
pub(super) fn fits(
    nodes: &[OwnedNode],
    comparisons: &mut Comparisons,
    id: NodeId,
    value: &NodeLiteral,
) -> bool {
    match (&nodes[id].kind, value) {
        (NodeKind::Option(_) | NodeKind::Null, NodeLiteral::Null)
        | (NodeKind::Any | NodeKind::Union { .. }, _)
        | (NodeKind::Boolean, NodeLiteral::Bool(_))
        | (NodeKind::Number(_), NodeLiteral::Number(_))
        | (NodeKind::String, NodeLiteral::String(_)) => true,
        (NodeKind::Option(inner) | NodeKind::Ruled(inner, _), _) => {
            fits(nodes, comparisons, *inner, value)
        }
        (NodeKind::Integer(of), NodeLiteral::Number(n)) => number::num(n)
            .is_some_and(|n| n.is_integer() && !n.less_than(&of.min) && !of.max.less_than(&n)),
        (NodeKind::Enum(list), _) => {
            let bytes = match value {
                NodeLiteral::String(text) => text.raw().len(),
                _ => 0,
            };
            comparisons.spend(list.len(), list.len().saturating_mul(bytes))
                && list.iter().any(|one| match (&one.value, value) {
                    (NodeLiteral::String(a), NodeLiteral::String(b)) => a.raw() == b.raw(),
                    (NodeLiteral::Number(a), NodeLiteral::Number(b)) => same_number(a, b),
                    _ => false,
                })
        }
        (NodeKind::Array { items, exactly, .. }, NodeLiteral::Array(list)) => {
            exactly
                .as_ref()
                .is_none_or(|n| *n == list.len().to_string())
                && list.iter().all(|one| fits(nodes, comparisons, *items, one))
        }
        (NodeKind::Tuple(types), NodeLiteral::Array(list)) => {
            types.len() == list.len()
                && types
                    .iter()
                    .zip(list)
                    .all(|(id, one)| fits(nodes, comparisons, *id, one))
        }
        _ => false,
    }
}
