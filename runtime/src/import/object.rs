//! Objects and maps.

use std::collections::HashSet;
use std::sync::OnceLock;

use super::error::ImportError;
use super::keywords::Keywords;
use super::merge::{MergedMembers, accepts_anything};
use super::node::{NodeField, NodeId, NodeKind, NodeRules};
use super::number::integers;
use super::property::property;
use super::read::SchemaReader;
use super::scalar::take_count;
use crate::decode::JsonTree;
use crate::dialect::{CANONICAL, Dialect, of};
use crate::provider::Provider;
use crate::render::Outcome;
use crate::schema::{Field as F, FloatType, Integer, Kind as K, Link, Map, Schema};

pub(super) fn object(
    reader: &mut SchemaReader<'_>,
    sheet: &mut Keywords,
) -> Result<NodeId, ImportError> {
    let at = sheet.at.clone();
    let properties = properties(sheet)?;
    let required = required(reader, sheet);
    let patterns = sheet.get("patternProperties").and_then(JsonTree::as_object);
    let patterns = patterns.unwrap_or_default().to_vec();
    let (mut additional, closing) = additional(reader, sheet, !patterns.is_empty());
    let closes = additional == Some(JsonTree::Bool(false));
    let unlisted = additional
        .as_ref()
        .filter(|_| !closes || patterns.is_empty());
    let mut fields = fields(reader, sheet, &properties, &required, unlisted)?;
    let names = sheet.take("propertyNames");
    let names = names.filter(|schema| !accepts_anything(schema));
    // An object with one pattern and nothing else is a map whose names match the pattern.
    if let [(pattern, schema)] = patterns.as_slice()
        && closes
        && fields.is_empty()
        && names.is_none()
        && at.depth > 0
    {
        sheet.take("patternProperties");
        let key = [("pattern".to_owned(), JsonTree::String(pattern.clone()))];
        let key = names_of_map(reader, sheet, &JsonTree::Object(key.into()))?;
        let value = reader.non_empty(schema, &at.named("patternProperties", pattern))?;
        if reader.is_never(value) {
            return Ok(reader.kind(NodeKind::Object {
                fields,
                closed: true,
            }));
        }
        return Ok(map(reader, sheet, key, value));
    }
    // Names that match a pattern are allowed, so the object must accept unlisted names.
    if !patterns.is_empty() && (closes || additional.is_none()) {
        additional = Some(JsonTree::Bool(true));
        if closes {
            reader.loss(&at, closing, Outcome::Widened, "names that match a pattern are accepted, and the schema can't express patterns of names beside properties");
        }
    }
    let value = match &additional {
        Some(JsonTree::Bool(true)) => Some(reader.kind(NodeKind::Any)),
        Some(schema) => Some(reader.non_empty(schema, &at.schema("additionalProperties"))?),
        None => None,
    };
    let is_closed = value.is_some_and(|value| reader.is_never(value));
    // An open object without known properties is a map.
    if fields.is_empty() && at.depth > 0 && !is_closed {
        let value = value.unwrap_or_else(|| reader.kind(NodeKind::Any));
        let key = match names {
            Some(names) => names_of_map(reader, sheet, &names)?,
            None => reader.kind(NodeKind::String),
        };
        return Ok(map(reader, sheet, key, value));
    }
    if let Some(names) = names {
        sheet.push("propertyNames", names);
    }
    if let Some(value) = value.filter(|_| !is_closed) {
        let ty = if matches!(reader.nodes[value].kind, NodeKind::Any) {
            value
        } else {
            let key = reader.kind(NodeKind::String);
            reader.kind(NodeKind::Map { key, value })
        };
        fields.push(rest(&fields, ty));
    }
    Ok(reader.kind(NodeKind::Object {
        fields,
        closed: is_closed,
    }))
}

fn properties(sheet: &mut Keywords) -> Result<MergedMembers, ImportError> {
    match sheet.take("properties") {
        Some(JsonTree::Object(properties)) => Ok(properties),
        None | Some(JsonTree::Null) => Ok(Vec::new()),
        Some(JsonTree::Array(list)) if list.is_empty() => Ok(Vec::new()),
        Some(_) => {
            let at = sheet.at.schema("properties");
            Err(at.error("it must be an object of schemas"))
        }
    }
}

fn required(reader: &mut SchemaReader<'_>, sheet: &mut Keywords) -> Vec<String> {
    match sheet.take("required") {
        Some(JsonTree::Array(names)) => {
            let names = names.iter().filter_map(JsonTree::as_str);
            names.map(ToOwned::to_owned).collect()
        }
        Some(JsonTree::Bool(_) | JsonTree::Null) | None => Vec::new(),
        Some(other) => {
            reader.describe(sheet, "required", format!("required: {}", other.text()));
            Vec::new()
        }
    }
}

/// Takes the schema of the properties that aren't listed, and the keyword that rejects them.
fn additional(
    reader: &mut SchemaReader<'_>,
    sheet: &mut Keywords,
    has_patterns: bool,
) -> (Option<JsonTree>, &'static str) {
    let mut additional = sheet.take("additionalProperties");
    let mut closing = "additionalProperties";
    if has_patterns
        && let Some(schema) = additional
            .take_if(|schema| matches!(schema, JsonTree::Object(members) if !members.is_empty()))
    {
        // It is about the names that match no pattern, and the tree can't distinguish them.
        reader.describe_value(sheet, closing, &schema);
        additional = Some(JsonTree::Bool(true));
    }
    if additional.is_none()
        && !sheet.evaluates_in_words()
        && sheet.get("unevaluatedProperties") == Some(&JsonTree::Bool(false))
    {
        sheet.take("unevaluatedProperties");
        additional = Some(JsonTree::Bool(false));
        closing = "unevaluatedProperties";
    }
    (additional, closing)
}

/// Reads the properties that are listed, and those that are only required, with the schema of
/// those that aren't listed.
fn fields(
    reader: &mut SchemaReader<'_>,
    sheet: &mut Keywords,
    properties: &[(String, JsonTree)],
    required: &[String],
    unlisted: Option<&JsonTree>,
) -> Result<Vec<NodeField>, ImportError> {
    let at = sheet.at.clone();
    let must: HashSet<&str> = required.iter().map(String::as_str).collect();
    let mut known = HashSet::new();
    let mut fields = Vec::with_capacity(properties.len());
    for (name, schema) in properties {
        known.insert(name.as_str());
        let inner = at.named("properties", name);
        // Older drafts put it on the property.
        let own = matches!(schema.get("required"), Some(JsonTree::Bool(true)));
        let must = must.contains(name.as_str()) || own;
        if let Some(field) = property(reader, sheet, name, schema, must, &inner)? {
            fields.push(field);
        }
    }
    for name in required {
        if known.insert(name) {
            let ty = match unlisted {
                Some(JsonTree::Bool(false)) => {
                    let reason = format!("`{name}` is required, but no other names are accepted");
                    return Err(at.never("required", reason));
                }
                Some(schema @ JsonTree::Object(_)) => {
                    let ty = reader.non_empty(schema, &at.schema("additionalProperties"))?;
                    if reader.is_never(ty) {
                        let reason = format!("`{name}` is required, but no value fits");
                        return Err(at.never("required", reason));
                    }
                    ty
                }
                _ => reader.kind(NodeKind::Any),
            };
            fields.push(NodeField::of(name, ty, F::REQUIRED));
        }
    }
    Ok(fields)
}

/// The flattened field for all properties not in `fields`.
pub(super) fn rest(fields: &[NodeField], ty: NodeId) -> NodeField {
    let mut name = "additional_properties".to_owned();
    while fields.iter().any(|field| field.name == name) {
        name.push('_');
    }
    NodeField::of(name, ty, F::FLATTEN)
}

fn map(reader: &mut SchemaReader<'_>, sheet: &mut Keywords, key: NodeId, value: NodeId) -> NodeId {
    let rules = NodeRules {
        min_length: take_count(reader, sheet, "minProperties").filter(|n| n != "0"),
        max_length: take_count(reader, sheet, "maxProperties"),
        ..NodeRules::default()
    };
    reader.ruled(NodeKind::Map { key, value }, rules)
}

/// Reads the schema of a map's names.
fn names_of_map(
    reader: &mut SchemaReader<'_>,
    sheet: &mut Keywords,
    names: &JsonTree,
) -> Result<NodeId, ImportError> {
    if let Some([(keyword, JsonTree::String(pattern))]) = names.as_object()
        && keyword == "pattern"
    {
        if let Some((_, integer)) = integer_names().iter().find(|(one, _)| one == pattern) {
            return Ok(reader.kind(NodeKind::Integer(*integer)));
        }
        if pattern == NUMBER_NAMES {
            return Ok(reader.kind(NodeKind::Number(FloatType::F64)));
        }
    }
    let mut typed = names.clone();
    if let JsonTree::Object(members) = &mut typed
        && names.get("type").is_none()
    {
        members.push(("type".to_owned(), JsonTree::String("string".to_owned())));
    }
    let at = sheet.at.schema("propertyNames");
    let id = reader.schema(&typed, &at)?;
    // The description of a name's own schema is not shown anywhere.
    let has_words = !reader.nodes[id].docs.is_empty();
    let plain = match &reader.nodes[id].kind {
        NodeKind::Ruled(inner, _) => matches!(reader.nodes[*inner].kind, NodeKind::String),
        kind => matches!(kind, NodeKind::String),
    };
    let are_texts =
        matches!(&reader.nodes[id].kind, NodeKind::Enum(list) if list[0].value.as_text().is_some());
    if are_texts || plain && !has_words {
        return Ok(id);
    }
    let words = format!("each key fits {}", reader.spelled_out(names));
    reader.describe(sheet, "propertyNames", words);
    Ok(if plain {
        id
    } else {
        reader.kind(NodeKind::String)
    })
}

/// The pattern that the renderer writes for number names.
const NUMBER_NAMES: &str = "^-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][+-]?[0-9]{1,2})?$";

/// The patterns that the renderer writes for integer names.
fn integer_names() -> &'static [(String, Integer<'static>)] {
    static ALL: OnceLock<Vec<(String, Integer<'static>)>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = Vec::new();
        for (ty, integer) in integers().filter(|(_, integer)| !integer.min.is_one()) {
            let map = Schema::of(K::Map(Map {
                key: Link::Static(ty),
                value: Link::Static(crate::schema::ANY),
            }));
            all.extend(pattern(&map, CANONICAL).map(|pattern| (pattern, integer)));
            // The widest types also match the pattern without bounds.
            if matches!(integer.max.text().len(), 39) {
                let loose = pattern(&map, of(Provider::Mcp, false));
                all.extend(loose.map(|pattern| (pattern, integer)));
            }
        }
        all
    })
}

fn pattern(map: &Schema<'_>, dialect: &'static Dialect) -> Option<String> {
    let text = crate::render::render(map, dialect).ok()?;
    let (_, rest) = text.split_once("\"propertyNames\":{\"pattern\":\"")?;
    let (pattern, _) = rest.split_once('"')?;
    Some(pattern.to_owned())
}
