//! Objects and maps.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::error::ImportError;
use super::key;
use super::merge::Members;
use super::node::{self, Field, Id, Kind, Rules};
use super::property::property;
use super::read::Reader;
use super::scalar::take_count;
use super::sheet::Sheet;
use crate::decode::Json;
use crate::render::Outcome;
use crate::schema::Field as F;

pub(super) fn object(reader: &mut Reader<'_>, sheet: &mut Sheet) -> Result<Id, ImportError> {
    let at = sheet.at.clone();
    let properties = properties(sheet)?;
    let required = required(reader, sheet);
    let (mut additional, closing) = additional(sheet);
    let patterns = patterns(sheet);
    let unlisted = match &additional {
        Some(Json::Bool(false)) if patterns.is_empty() => Unlisted::Rejected,
        Some(schema @ Json::Object(_)) => Unlisted::As(schema),
        _ => Unlisted::Any,
    };
    let mut fields = fields(reader, sheet, &properties, &required, unlisted)?;
    let names = sheet.take("propertyNames");
    // An object with one pattern and nothing else is a map whose names match the pattern.
    if let [(pattern, schema)] = patterns.as_slice()
        && additional == Some(Json::Bool(false))
        && fields.is_empty()
        && names.is_none()
        && at.depth > 0
    {
        sheet.take("patternProperties");
        let key = Json::Object([("pattern".to_owned(), Json::String(pattern.clone()))].into());
        let key = key::read(reader, sheet, &key)?;
        let value = reader.possible(schema, &at.named("patternProperties", pattern))?;
        if reader.is_never(value) {
            return Ok(reader.kind(Kind::Object {
                fields,
                closed: true,
            }));
        }
        return Ok(map(reader, sheet, key, value));
    }
    if !patterns.is_empty() && additional == Some(Json::Bool(false)) {
        additional = Some(Json::Bool(true));
        reader.loss(&at, closing, Outcome::Widened, "names that match a pattern are accepted, and the schema can't express patterns of names beside properties");
    }
    if !patterns.is_empty() && additional.is_none() {
        // Names that match a pattern are allowed, so the object must accept unlisted names.
        additional = Some(Json::Bool(true));
    }
    let value = match &additional {
        Some(Json::Bool(true)) => Some(reader.kind(Kind::Any)),
        Some(schema) => Some(reader.possible(schema, &at.schema("additionalProperties"))?),
        None => None,
    };
    if value.is_some_and(|value| reader.is_never(value)) {
        if let Some(names) = names {
            sheet.members.push(("propertyNames".to_owned(), names));
        }
        return Ok(reader.kind(Kind::Object {
            fields,
            closed: true,
        }));
    }
    let nested = at.depth > 0;
    // An open object without known properties is a map.
    if fields.is_empty() && nested {
        let value = match value {
            Some(value) => value,
            None => reader.kind(Kind::Any),
        };
        let key = match names {
            Some(names) => key::read(reader, sheet, &names)?,
            None => reader.kind(Kind::String(node::Text::default())),
        };
        return Ok(map(reader, sheet, key, value));
    }
    if let Some(names) = names {
        sheet.members.push(("propertyNames".to_owned(), names));
    }
    if let Some(value) = value {
        let ty = if matches!(reader.nodes[value].kind, Kind::Any) {
            value
        } else {
            let key = reader.kind(Kind::String(node::Text::default()));
            reader.kind(Kind::Map { key, value })
        };
        let field = rest(&fields, ty);
        fields.push(field);
    }
    Ok(reader.kind(Kind::Object {
        fields,
        closed: false,
    }))
}

/// Takes the schemas of the properties.
fn properties(sheet: &mut Sheet) -> Result<Members, ImportError> {
    match sheet.take("properties") {
        Some(Json::Object(properties)) => Ok(properties),
        None | Some(Json::Null) => Ok(Vec::new()),
        Some(Json::Array(list)) if list.is_empty() => Ok(Vec::new()),
        Some(_) => Err(sheet
            .at
            .schema("properties")
            .error("it must be an object of schemas")),
    }
}

/// Takes the names that are required.
fn required(reader: &mut Reader<'_>, sheet: &mut Sheet) -> Vec<String> {
    match sheet.take("required") {
        Some(Json::Array(names)) => names
            .iter()
            .filter_map(|name| name.as_str().map(ToOwned::to_owned))
            .collect(),
        Some(Json::Bool(_) | Json::Null) | None => Vec::new(),
        Some(other) => {
            reader.say(sheet, "required", format!("required: {}", other.text()));
            Vec::new()
        }
    }
}

/// Takes the schema of the properties that aren't listed, and the keyword that rejects them.
fn additional(sheet: &mut Sheet) -> (Option<Json>, &'static str) {
    let mut additional = sheet.take("additionalProperties");
    let mut closing = "additionalProperties";
    if additional.is_none()
        && !sheet.evaluates_in_words()
        && sheet
            .members
            .iter()
            .any(|(name, value)| name == "unevaluatedProperties" && *value == Json::Bool(false))
    {
        sheet.take("unevaluatedProperties");
        additional = Some(Json::Bool(false));
        closing = "unevaluatedProperties";
    }
    (additional, closing)
}

/// Returns the schemas of properties whose names match a pattern.
fn patterns(sheet: &Sheet) -> Members {
    match sheet
        .members
        .iter()
        .find(|(name, _)| name == "patternProperties")
    {
        Some((_, Json::Object(patterns))) if !patterns.is_empty() => patterns.clone(),
        _ => Vec::new(),
    }
}

/// The schema of a property that is required but not listed.
#[derive(Clone, Copy)]
enum Unlisted<'s> {
    Rejected,
    As(&'s Json),
    Any,
}

/// Reads the properties that are listed, and those that are only required.
fn fields(
    reader: &mut Reader<'_>,
    sheet: &mut Sheet,
    properties: &[(String, Json)],
    required: &[String],
    unlisted: Unlisted<'_>,
) -> Result<Vec<Field>, ImportError> {
    let at = sheet.at.clone();
    let must: std::collections::HashSet<&str> = required.iter().map(String::as_str).collect();
    let mut known = std::collections::HashSet::new();
    let mut fields = Vec::with_capacity(properties.len());
    for (name, schema) in properties {
        known.insert(name.as_str());
        let inner = at.named("properties", name);
        // Older drafts put it on the property.
        let own = matches!(schema.get("required"), Some(Json::Bool(true)));
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
                    let ty = reader.possible(schema, &at.schema("additionalProperties"))?;
                    if reader.is_never(ty) {
                        let reason = format!("`{name}` is required, but no value fits");
                        return Err(at.never("required", reason));
                    }
                    ty
                }
                Unlisted::Any => reader.kind(Kind::Any),
            };
            fields.push(Field {
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
pub(super) fn rest(fields: &[Field], ty: Id) -> Field {
    let mut name = "additional_properties".to_owned();
    while fields.iter().any(|field| field.name == name) {
        name.push('_');
    }
    Field {
        name,
        ty,
        docs: String::new(),
        default: None,
        examples: Vec::new(),
        flags: F::FLATTEN,
    }
}

fn map(reader: &mut Reader<'_>, sheet: &mut Sheet, key: Id, value: Id) -> Id {
    let rules = Rules {
        min_length: take_count(reader, sheet, "minProperties").filter(|n| n != "0"),
        max_length: take_count(reader, sheet, "maxProperties"),
        ..Rules::default()
    };
    let id = reader.kind(Kind::Map { key, value });
    reader.ruled(id, rules)
}
