//! The properties of an object, with the values that the tree can show: defaults and examples.

use super::error::ImportError;
use super::keywords::{At, Keywords};
use super::node::{NodeField, NodeId, NodeKind, NodeLiteral, NodeRules, OwnedNode};
use super::number;
use super::read::SchemaReader;
use super::tagging::Comparisons;
use super::union::is_null;
use super::unsupported::{reason, shortened, with_words};
use crate::decode::JsonTree;
use crate::render::Outcome;
use crate::schema::{EscapedString, Field as F};

/// Reads a property. `None` if it can never be present.
pub(super) fn property(
    reader: &mut SchemaReader<'_>,
    sheet: &mut Keywords,
    name: &str,
    schema: &JsonTree,
    must: bool,
    at: &At,
) -> Result<Option<NodeField>, ImportError> {
    let effective = reader.effective(schema, at);
    let schema = effective.as_ref().unwrap_or(schema);
    let requires_itself = schema.get("required") == Some(&JsonTree::Bool(true));
    // Default and examples belong to the property, not to the type.
    let hoisted = hoist(schema, at);
    let (mut schema, shown_at) = hoisted.unwrap_or_else(|| (schema.clone(), at.clone()));
    let (default, examples) = take_shown(&mut schema);
    let id = reader.non_empty(&schema, at)?;
    if reader.is_never(id) {
        if must {
            let reason = format!("`{name}` is required, but no value fits");
            let object = if requires_itself { at } else { &sheet.at };
            let place = &object.place.places("required")[0];
            return Err(at.error(reason).never(place, "required"));
        }
        reader.describe(sheet, "properties", format!("never give `{name}`"));
        return Ok(None);
    }
    let mut docs = String::new();
    // A description next to a reference belongs to the property.
    let mut ty = id;
    if let OwnedNode {
        kind: NodeKind::Ruled(inner, rules),
        docs: own,
        name: None,
    } = &reader.nodes[id]
        && *rules == NodeRules::default()
    {
        docs.clone_from(own);
        ty = *inner;
    }
    let is_null = default == Some(JsonTree::Null);
    let mut words: Vec<String> = Vec::new();
    let mut show = |keyword: &str, what: &str, value: &JsonTree| {
        let shown =
            literal(value).filter(|value| fits(&reader.nodes, &mut reader.comparisons, ty, value));
        if shown.is_none() {
            let text = format!("{what}: {}", plain(value));
            reader.loss(&shown_at, keyword, Outcome::Described, reason(&text));
            words.push(shortened(text));
        }
        shown
    };
    let default = default.filter(|value| *value != JsonTree::Null);
    let default = default.and_then(|value| show("default", "default", &value));
    let examples = examples.iter();
    let examples = examples.filter_map(|value| show("examples", "example", value));
    let examples = examples.collect();
    if !words.is_empty() && docs.is_empty() {
        docs.clone_from(&reader.nodes[ty].docs);
    }
    let docs = with_words(docs, &words);
    reader.documented += docs.len();
    let flags = match (must, reader.is_option(ty)) {
        (true, _) => F::REQUIRED,
        // `null` and absent are different values, unless the default is `null`.
        (false, true) if !is_null => F::DEFAULTED | F::NULL_IS_VALUE | F::FOREIGN,
        (false, _) => F::DEFAULTED | F::FOREIGN,
    };
    Ok(Some(NodeField {
        docs,
        default,
        examples,
        ..NodeField::of(name, ty, flags)
    }))
}

/// Takes the default and the examples from a property's schema.
fn take_shown(schema: &mut JsonTree) -> (Option<JsonTree>, Vec<JsonTree>) {
    let (mut default, mut examples) = (None, Vec::new());
    if let JsonTree::Object(members) = schema {
        members.retain(|(key, value)| {
            match (key.as_str(), value) {
                ("default", value) => default = Some(value.clone()),
                ("examples" | "example", JsonTree::Null) | ("required", JsonTree::Bool(_)) => {}
                ("examples", JsonTree::Array(list)) => examples.clone_from(list),
                ("example" | "examples", one) => examples.push(one.clone()),
                _ => return true,
            }
            false
        });
    }
    (default, examples)
}

/// Moves the default and the examples of a nullable schema from the non-null alternative to the
/// outside. There they mean the same, and the tree can hold them. Returns the schema, and the place
/// of the alternative.
fn hoist(schema: &JsonTree, at: &At) -> Option<(JsonTree, At)> {
    let is_shown = |(name, _): &(String, JsonTree)| {
        matches!(name.as_str(), "default" | "examples" | "example")
    };
    let is_choice = |(name, _): &(String, JsonTree)| matches!(name.as_str(), "anyOf" | "oneOf");
    let members = schema.as_object()?;
    let place = members.iter().position(is_choice)?;
    let (keyword, choice) = &members[place];
    let items = choice.as_array()?;
    let inner = match items {
        [one, other] if !is_null(one) && is_null(other) => 0,
        [one, other] if is_null(one) && !is_null(other) => 1,
        _ => return None,
    };
    let inside = items[inner].as_object()?;
    if members.iter().any(is_shown) || !inside.iter().any(is_shown) {
        return None;
    }
    let (beside, kept): (Vec<_>, Vec<_>) = inside.iter().cloned().partition(is_shown);
    let mut items = items.to_vec();
    items[inner] = JsonTree::Object(kept);
    let mut members = members.to_vec();
    members[place].1 = JsonTree::Array(items);
    members.extend(beside);
    let at = at.schema(keyword).step(&inner.to_string());
    Some((JsonTree::Object(members), at))
}

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
            let bytes = value.as_text().map_or(0, str::len);
            comparisons.spend(list.len(), list.len().saturating_mul(bytes))
                && list.iter().any(|one| match (&one.value, value) {
                    (NodeLiteral::String(a), NodeLiteral::String(b)) => a.raw() == b.raw(),
                    (NodeLiteral::Number(a), NodeLiteral::Number(b)) => {
                        match (number::num(a), number::num(b)) {
                            (Some(a), Some(b)) => a.equals(&b),
                            _ => a == b,
                        }
                    }
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
