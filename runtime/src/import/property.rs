//! The properties of an object.

use super::error::ImportError;
use super::keywords::{At, Keywords};
use super::literal::{fits, literal, plain};
use super::node::{NodeField, NodeId, NodeKind, NodeLiteral, NodeRules, OwnedNode};
use super::read::SchemaReader;
use super::union::is_null;
use super::unsupported::{reason, shortened};
use crate::decode::JsonTree;
use crate::render::Outcome;
use crate::schema::Field as F;

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
    // Default and examples belong to the property, not to the type.
    let hoisted;
    let mut shown_at = at.clone();
    let schema = match hoist(schema) {
        Some((outer, keyword, index)) => {
            hoisted = outer;
            shown_at = at.schema(keyword).step(&index.to_string());
            &hoisted
        }
        None => schema,
    };
    let (bare, shown) = without_shown(schema);
    let schema = bare.as_ref().unwrap_or(schema);
    let id = reader.non_empty(schema, at)?;
    if reader.is_never(id) {
        if must {
            let reason = format!("`{name}` is required, but no value fits");
            let own = matches!(schema.get("required"), Some(JsonTree::Bool(true)));
            let object = if own { at } else { &sheet.at };
            let place = &object.place.places("required")[0];
            return Err(at.error(reason).never(place, "required"));
        }
        reader.describe(sheet, "properties", format!("never give `{name}`"));
        return Ok(None);
    }
    let mut docs = String::new();
    let mut words: Vec<String> = Vec::new();
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
    let is_null = shown.default == Some(JsonTree::Null);
    let (default, examples) = literals(reader, ty, shown, &shown_at, &mut words);
    if !words.is_empty() {
        if docs.is_empty() {
            docs.clone_from(&reader.nodes[ty].docs);
        }
        let words = words.join(", ");
        if docs.is_empty() {
            docs = words;
        } else {
            docs = format!("{docs} ({words})");
        }
    }
    reader.documented += docs.len();
    let optional = reader.is_option(ty);
    let flags = match (must, optional) {
        (true, _) => F::REQUIRED,
        // `null` and absent are different values, unless the default is `null`.
        (false, true) if !is_null => F::DEFAULTED | F::NULL_IS_VALUE | F::FOREIGN,
        (false, _) => F::DEFAULTED | F::FOREIGN,
    };
    Ok(Some(NodeField {
        name: name.to_owned(),
        ty,
        docs,
        default,
        examples,
        flags,
    }))
}

/// The default and the examples of a property.
struct ShownValues {
    default: Option<JsonTree>,
    examples: Vec<JsonTree>,
}

/// Separates the default and the examples from a property's schema. `None` if the schema is not
/// an object.
fn without_shown(schema: &JsonTree) -> (Option<JsonTree>, ShownValues) {
    let (mut default, mut examples) = (None, Vec::new());
    let bare = match schema {
        JsonTree::Object(members) => Some(JsonTree::Object(
            members
                .iter()
                .filter(|(key, value)| match (key.as_str(), value) {
                    ("default", value) => {
                        default = Some(value.clone());
                        false
                    }
                    ("examples" | "example", JsonTree::Null) | ("required", JsonTree::Bool(_)) => {
                        false
                    }
                    ("examples", JsonTree::Array(list)) => {
                        examples.clone_from(list);
                        false
                    }
                    ("example" | "examples", one) => {
                        examples.push(one.clone());
                        false
                    }
                    _ => true,
                })
                .cloned()
                .collect(),
        )),
        _ => None,
    };
    (bare, ShownValues { default, examples })
}

/// Returns the default and the examples that the tree can hold. The others are added to the words.
fn literals(
    reader: &mut SchemaReader<'_>,
    ty: NodeId,
    shown: ShownValues,
    at: &At,
    words: &mut Vec<String>,
) -> (Option<NodeLiteral>, Vec<NodeLiteral>) {
    let mut default = None;
    if let Some(value) = shown.default.filter(|value| *value != JsonTree::Null) {
        default =
            literal(&value).filter(|value| fits(&reader.nodes, &mut reader.comparisons, ty, value));
        if default.is_none() {
            let text = format!("default: {}", plain(&value));
            reader.loss(at, "default", Outcome::Described, reason(&text));
            words.push(shortened(text));
        }
    }
    let mut examples = Vec::new();
    for value in shown.examples {
        if let Some(value) = literal(&value)
            && fits(&reader.nodes, &mut reader.comparisons, ty, &value)
        {
            examples.push(value);
            continue;
        }
        let text = format!("example: {}", plain(&value));
        reader.loss(at, "examples", Outcome::Described, reason(&text));
        words.push(shortened(text));
    }
    (default, examples)
}

/// Moves the default and the examples of a nullable schema from the non-null alternative to the
/// outside. There they mean the same, and the tree can hold them. The keyword and the index are
/// those of the alternative.
fn hoist(schema: &JsonTree) -> Option<(JsonTree, &'static str, usize)> {
    const SHOWN: [&str; 3] = ["default", "examples", "example"];
    let JsonTree::Object(members) = schema else {
        return None;
    };
    let shows = |members: &[(String, JsonTree)]| {
        members
            .iter()
            .any(|(name, _)| SHOWN.contains(&name.as_str()))
    };
    if shows(members) {
        return None;
    }
    let at = members
        .iter()
        .position(|(name, _)| matches!(name.as_str(), "anyOf" | "oneOf"))?;
    let JsonTree::Array(items) = &members[at].1 else {
        return None;
    };
    let [one, other] = items.as_slice() else {
        return None;
    };
    let inner = match (is_null(one), is_null(other)) {
        (false, true) => 0,
        (true, false) => 1,
        _ => return None,
    };
    let JsonTree::Object(inside) = &items[inner] else {
        return None;
    };
    if !shows(inside) {
        return None;
    }
    let (beside, kept): (Vec<_>, Vec<_>) = inside
        .iter()
        .cloned()
        .partition(|(name, _)| SHOWN.contains(&name.as_str()));
    let mut items = items.clone();
    items[inner] = JsonTree::Object(kept);
    let mut members = members.clone();
    members[at].1 = JsonTree::Array(items);
    let keyword = if members[at].0 == "anyOf" {
        "anyOf"
    } else {
        "oneOf"
    };
    members.extend(beside);
    Some((JsonTree::Object(members), keyword, inner))
}
