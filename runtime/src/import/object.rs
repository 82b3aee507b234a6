//! Objects and maps.

use super::error::ImportError;
use super::key;
use super::keywords::Keywords;
use super::merge::{MergedMembers, accepts_anything};
use super::node::{NodeField, NodeId, NodeKind, NodeRules};
use super::property::property;
use super::read::SchemaReader;
use super::scalar::take_count;
use crate::decode::JsonTree;
use crate::render::Outcome;
use crate::schema::Field as F;

pub(super) fn object(
    reader: &mut SchemaReader<'_>,
    sheet: &mut Keywords,
) -> Result<NodeId, ImportError> {
    let at = sheet.at.clone();
    let properties = properties(sheet)?;
    let required = required(reader, sheet);
    let patterns = patterns(sheet);
    let (mut additional, closing) = additional(reader, sheet, !patterns.is_empty());
    let unlisted = match &additional {
        Some(JsonTree::Bool(false)) if patterns.is_empty() => Unlisted::Rejected,
        Some(schema @ JsonTree::Object(_)) => Unlisted::As(schema),
        _ => Unlisted::Any,
    };
    let mut fields = fields(reader, sheet, &properties, &required, unlisted)?;
    let names = sheet.take("propertyNames");
    let names = names.filter(|schema| !accepts_anything(schema));
    // An object with one pattern and nothing else is a map whose names match the pattern.
    if let [(pattern, schema)] = patterns.as_slice()
        && additional == Some(JsonTree::Bool(false))
        && fields.is_empty()
        && names.is_none()
        && at.depth > 0
    {
        sheet.take("patternProperties");
        let key =
            JsonTree::Object([("pattern".to_owned(), JsonTree::String(pattern.clone()))].into());
        let key = key::read(reader, sheet, &key)?;
        let value = reader.non_empty(schema, &at.named("patternProperties", pattern))?;
        if reader.is_never(value) {
            return Ok(reader.kind(NodeKind::Object {
                fields,
                closed: true,
            }));
        }
        return Ok(map(reader, sheet, key, value));
    }
    if !patterns.is_empty() && additional == Some(JsonTree::Bool(false)) {
        additional = Some(JsonTree::Bool(true));
        reader.loss(&at, closing, Outcome::Widened, "names that match a pattern are accepted, and the schema can't express patterns of names beside properties");
    }
    if !patterns.is_empty() && additional.is_none() {
        // Names that match a pattern are allowed, so the object must accept unlisted names.
        additional = Some(JsonTree::Bool(true));
    }
    let value = match &additional {
        Some(JsonTree::Bool(true)) => Some(reader.kind(NodeKind::Any)),
        Some(schema) => Some(reader.non_empty(schema, &at.schema("additionalProperties"))?),
        None => None,
    };
    if value.is_some_and(|value| reader.is_never(value)) {
        if let Some(names) = names {
            sheet.members.push(("propertyNames".to_owned(), names));
        }
        return Ok(reader.kind(NodeKind::Object {
            fields,
            closed: true,
        }));
    }
    let nested = at.depth > 0;
    // An open object without known properties is a map.
    if fields.is_empty() && nested {
        let value = value.unwrap_or_else(|| reader.kind(NodeKind::Any));
        let key = match names {
            Some(names) => key::read(reader, sheet, &names)?,
            None => reader.kind(NodeKind::String),
        };
        return Ok(map(reader, sheet, key, value));
    }
    if let Some(names) = names {
        sheet.members.push(("propertyNames".to_owned(), names));
    }
    if let Some(value) = value {
        let ty = if matches!(reader.nodes[value].kind, NodeKind::Any) {
            value
        } else {
            let key = reader.kind(NodeKind::String);
            reader.kind(NodeKind::Map { key, value })
        };
        let field = rest(&fields, ty);
        fields.push(field);
    }
    Ok(reader.kind(NodeKind::Object {
        fields,
        closed: false,
    }))
}

/// Takes the schemas of the properties.
fn properties(sheet: &mut Keywords) -> Result<MergedMembers, ImportError> {
    match sheet.take("properties") {
        Some(JsonTree::Object(properties)) => Ok(properties),
        None | Some(JsonTree::Null) => Ok(Vec::new()),
        Some(JsonTree::Array(list)) if list.is_empty() => Ok(Vec::new()),
        Some(_) => Err(sheet
            .at
            .schema("properties")
            .error("it must be an object of schemas")),
    }
}

/// Takes the names that are required.
fn required(reader: &mut SchemaReader<'_>, sheet: &mut Keywords) -> Vec<String> {
    match sheet.take("required") {
        Some(JsonTree::Array(names)) => names
            .iter()
            .filter_map(|name| name.as_str().map(ToOwned::to_owned))
            .collect(),
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
        let text = reader.spelled_out(&schema);
        reader.describe(sheet, closing, format!("{closing}: {text}"));
        additional = Some(JsonTree::Bool(true));
    }
    if additional.is_none()
        && !sheet.evaluates_in_words()
        && sheet
            .members
            .iter()
            .any(|(name, value)| name == "unevaluatedProperties" && *value == JsonTree::Bool(false))
    {
        sheet.take("unevaluatedProperties");
        additional = Some(JsonTree::Bool(false));
        closing = "unevaluatedProperties";
    }
    (additional, closing)
}

/// Returns the schemas of properties whose names match a pattern.
fn patterns(sheet: &Keywords) -> MergedMembers {
    match sheet.get("patternProperties") {
        Some(JsonTree::Object(patterns)) if !patterns.is_empty() => patterns.clone(),
        _ => Vec::new(),
    }
}

/// The schema of a property that is required but not listed.
#[derive(Clone, Copy)]
enum Unlisted<'s> {
    Rejected,
    As(&'s JsonTree),
    Any,
}

/// Reads the properties that are listed, and those that are only required.
fn fields(
    reader: &mut SchemaReader<'_>,
    sheet: &mut Keywords,
    properties: &[(String, JsonTree)],
    required: &[String],
    unlisted: Unlisted<'_>,
) -> Result<Vec<NodeField>, ImportError> {
    let at = sheet.at.clone();
    let must: std::collections::HashSet<&str> = required.iter().map(String::as_str).collect();
    let mut known = std::collections::HashSet::new();
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
                Unlisted::Rejected => {
                    let reason = format!("`{name}` is required, but no other names are accepted");
                    return Err(at.never("required", reason));
                }
                Unlisted::As(schema) => {
                    let ty = reader.non_empty(schema, &at.schema("additionalProperties"))?;
                    if reader.is_never(ty) {
                        let reason = format!("`{name}` is required, but no value fits");
                        return Err(at.never("required", reason));
                    }
                    ty
                }
                Unlisted::Any => reader.kind(NodeKind::Any),
            };
            fields.push(NodeField {
                name: name.clone(),
                ty,
                docs: String::new(),
                default: None,
                examples: Vec::new(),
                flags: F::REQUIRED,
            });
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
    NodeField {
        name,
        ty,
        docs: String::new(),
        default: None,
        examples: Vec::new(),
        flags: F::FLATTEN,
    }
}

fn map(reader: &mut SchemaReader<'_>, sheet: &mut Keywords, key: NodeId, value: NodeId) -> NodeId {
    let rules = NodeRules {
        min_length: take_count(reader, sheet, "minProperties").filter(|n| n != "0"),
        max_length: take_count(reader, sheet, "maxProperties"),
        ..NodeRules::default()
    };
    let id = reader.kind(NodeKind::Map { key, value });
    reader.ruled(id, rules)
}
