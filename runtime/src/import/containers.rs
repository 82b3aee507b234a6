//! Arrays and objects.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use std::sync::OnceLock;

use super::error::ImportError;
use super::node::{Field, Id, Kind, Node, Rules};
use super::read::{Reader, Sheet};
use super::values::{fits, literal, plain, take_count};
use crate::decode::Json;
use crate::render::Outcome;
use crate::schema::{Field as F, Integer, Kind as K, Link, Map, Schema};
use crate::tool::ToolSchema;

pub(super) fn array(reader: &mut Reader<'_>, sheet: &mut Sheet) -> Result<Id, ImportError> {
    let at = sheet.at.clone();
    let min = take_count(reader, sheet, "minItems").filter(|n| n != "0");
    let max = take_count(reader, sheet, "maxItems");
    let unique = sheet.take("uniqueItems") == Some(Json::Bool(true));
    let mut prefix = None;
    match sheet.take("prefixItems") {
        Some(Json::Array(items)) => prefix = Some((items, "prefixItems", "items")),
        Some(_) => return Err(at.step("prefixItems").error("it must be a list of schemas")),
        None => {}
    }
    let mut items = sheet.take("items");
    if let Some(Json::Array(list)) = items {
        // The older spelling.
        prefix = Some((list, "items", "additionalItems"));
        items = sheet.take("additionalItems");
    }
    if let Some((list, keyword, rest)) = prefix.filter(|(list, ..)| !list.is_empty()) {
        let mut ids = Vec::with_capacity(list.len());
        for (i, item) in list.iter().enumerate() {
            ids.push(reader.schema(item, &at.step(keyword).step(&i.to_string()))?);
        }
        let len = ids.len().to_string();
        let ends = items == Some(Json::Bool(false)) || max.as_ref() == Some(&len);
        if ends && min.as_ref() == Some(&len) {
            if unique {
                reader.say(sheet, "uniqueItems", "no item twice".to_owned());
            }
            return Ok(reader.kind(Kind::Tuple(ids)));
        }
        // A list that may be shorter or longer: each item is one of the kinds.
        let more = match items {
            Some(Json::Bool(false)) => None,
            Some(schema) => Some(reader.schema(&schema, &at.step(rest))?),
            None if ends => None,
            None => Some(reader.kind(Kind::Any)),
        };
        let words: Vec<String> = list.iter().map(Json::text).collect();
        reader.say(
            sheet,
            keyword,
            format!("the first items in this order: {}", words.join(", ")),
        );
        let max = max.or_else(|| (more.is_none()).then_some(len));
        ids.extend(more);
        let any = ids
            .iter()
            .any(|id| matches!(reader.nodes[*id].kind, Kind::Any));
        let item = if any {
            reader.kind(Kind::Any)
        } else if let [one] = ids.as_slice() {
            *one
        } else {
            reader.kind(Kind::Union {
                variants: ids,
                tagging: crate::schema::Tagging::Untagged,
            })
        };
        let id = reader.kind(Kind::Array {
            items: item,
            exactly: None,
            unique,
        });
        return Ok(reader.ruled(
            id,
            Rules {
                min_length: min,
                max_length: max,
                ..Rules::default()
            },
        ));
    }
    let item = match items {
        Some(schema) => reader.schema(&schema, &at.step("items"))?,
        None => reader.kind(Kind::Any),
    };
    if matches!(reader.nodes[item].kind, Kind::Never) {
        // Nothing but the empty list.
        reader.say(sheet, "items", "always empty".to_owned());
        let any = reader.kind(Kind::Any);
        let id = reader.kind(Kind::Array {
            items: any,
            exactly: None,
            unique,
        });
        return Ok(reader.ruled(
            id,
            Rules {
                max_length: Some("0".to_owned()),
                ..Rules::default()
            },
        ));
    }
    let exactly = (min.is_some() && min == max).then(|| min.clone()).flatten();
    let rules = if exactly.is_some() {
        Rules::default()
    } else {
        Rules {
            min_length: min,
            max_length: max,
            ..Rules::default()
        }
    };
    let id = reader.kind(Kind::Array {
        items: item,
        exactly,
        unique,
    });
    Ok(reader.ruled(id, rules))
}

pub(super) fn object(reader: &mut Reader<'_>, sheet: &mut Sheet) -> Result<Id, ImportError> {
    let at = sheet.at.clone();
    let properties = match sheet.take("properties") {
        Some(Json::Object(properties)) => properties,
        None | Some(Json::Null) => Vec::new(),
        Some(Json::Array(list)) if list.is_empty() => Vec::new(),
        Some(_) => {
            return Err(at
                .step("properties")
                .error("it must be an object of schemas"));
        }
    };
    let required: Vec<String> = match sheet.take("required") {
        Some(Json::Array(names)) => names
            .iter()
            .filter_map(|name| name.as_str().map(ToOwned::to_owned))
            .collect(),
        Some(Json::Bool(_) | Json::Null) | None => Vec::new(),
        Some(other) => {
            reader.say(sheet, "required", format!("required: {}", other.text()));
            Vec::new()
        }
    };
    let mut additional = sheet.take("additionalProperties");
    if additional.is_none()
        && sheet
            .members
            .iter()
            .any(|(name, value)| name == "unevaluatedProperties" && *value == Json::Bool(false))
    {
        sheet.take("unevaluatedProperties");
        additional = Some(Json::Bool(false));
    }
    let patterns = match sheet
        .members
        .iter()
        .find(|(name, _)| name == "patternProperties")
    {
        Some((_, Json::Object(patterns))) if !patterns.is_empty() => patterns.clone(),
        _ => Vec::new(),
    };
    let must: std::collections::HashSet<&str> = required.iter().map(String::as_str).collect();
    let mut known = std::collections::HashSet::new();
    let mut fields = Vec::with_capacity(properties.len());
    for (name, schema) in &properties {
        known.insert(name.as_str());
        let inner = at.step("properties").step(name);
        // Old drafts said it on the property.
        let own = matches!(schema.get("required"), Some(Json::Bool(true)));
        let must = must.contains(name.as_str()) || own;
        if let Some(field) = property(reader, sheet, name, schema, must, &inner)? {
            fields.push(field);
        }
    }
    for name in &required {
        if known.insert(name) {
            let ty = match &additional {
                Some(Json::Bool(false)) if patterns.is_empty() => {
                    return Err(at.step("required").error(format!(
                        "`{name}` has to be there, and can't: no other names are taken"
                    )));
                }
                Some(schema @ Json::Object(_)) => {
                    reader.schema(schema, &at.step("additionalProperties"))?
                }
                _ => reader.kind(Kind::Any),
            };
            fields.push(Field {
                name: name.clone(),
                ty,
                docs: String::new(),
                default: None,
                example: None,
                flags: F::REQUIRED,
            });
        }
    }
    let names = sheet.take("propertyNames");
    // One pattern and nothing else is a map with names of that pattern.
    if let [(pattern, schema)] = patterns.as_slice()
        && additional == Some(Json::Bool(false))
        && fields.is_empty()
        && names.is_none()
        && at.depth > 0
    {
        sheet.take("patternProperties");
        let key = Json::Object([("pattern".to_owned(), Json::String(pattern.clone()))].into());
        let key = reader_key(reader, sheet, &key)?;
        let value = reader.schema(schema, &at.step("patternProperties").step(pattern))?;
        return Ok(map(reader, sheet, key, value));
    }
    if !patterns.is_empty() && additional == Some(Json::Bool(false)) {
        additional = Some(Json::Bool(true));
        reader.loss(&at, "additionalProperties", Outcome::Widened, "names that fit a pattern are taken, and the tree has no patterns of names beside properties");
    }
    if !patterns.is_empty() && additional.is_none() {
        // Names that fit a pattern are as good as others: they need a place where only known ones are taken.
        additional = Some(Json::Bool(true));
    }
    let value = match &additional {
        Some(Json::Bool(false)) => {
            if let Some(names) = names {
                sheet.members.push(("propertyNames".to_owned(), names));
            }
            return Ok(reader.kind(Kind::Object {
                fields,
                closed: true,
            }));
        }
        Some(Json::Bool(true)) => Some(reader.kind(Kind::Any)),
        Some(schema) => Some(reader.schema(schema, &at.step("additionalProperties"))?),
        None => None,
    };
    let nested = at.depth > 0;
    // An open object of which nothing is known is any object.
    if fields.is_empty() && nested {
        let value = match value {
            Some(value) => value,
            None => reader.kind(Kind::Any),
        };
        if matches!(reader.nodes[value].kind, Kind::Never) {
            return Ok(reader.kind(Kind::Object {
                fields,
                closed: true,
            }));
        }
        let key = match names {
            Some(names) => reader_key(reader, sheet, &names)?,
            None => reader.kind(Kind::String(super::node::Text::default())),
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
            let key = reader.kind(Kind::String(super::node::Text::default()));
            reader.kind(Kind::Map { key, value })
        };
        let mut name = "additional_properties".to_owned();
        while fields.iter().any(|field| field.name == name) {
            name.push('_');
        }
        fields.push(Field {
            name,
            ty,
            docs: String::new(),
            default: None,
            example: None,
            flags: F::FLATTEN,
        });
    }
    Ok(reader.kind(Kind::Object {
        fields,
        closed: false,
    }))
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

/// A property; `None` where it can never be there.
fn property(
    reader: &mut Reader<'_>,
    sheet: &mut Sheet,
    name: &str,
    schema: &Json,
    must: bool,
    at: &super::read::At,
) -> Result<Option<Field>, ImportError> {
    // Default and examples stand on the property, not on the type.
    let (mut default, mut examples) = (None, Vec::new());
    let bare;
    let schema = match schema {
        Json::Object(members) => {
            bare = Json::Object(
                members
                    .iter()
                    .filter(|(key, value)| match (key.as_str(), value) {
                        ("default", value) => {
                            default = Some(value.clone());
                            false
                        }
                        ("examples", Json::Array(list)) => {
                            examples.clone_from(list);
                            false
                        }
                        ("example" | "examples", one) => {
                            examples.push(one.clone());
                            false
                        }
                        ("required", Json::Bool(_)) => false,
                        _ => true,
                    })
                    .cloned()
                    .collect(),
            );
            &bare
        }
        other => other,
    };
    let id = reader.schema(schema, at)?;
    if matches!(reader.nodes[id].kind, Kind::Never) {
        if must {
            return Err(at.error("it has to be there, and no value fits"));
        }
        reader.say(sheet, "properties", format!("never give `{name}`"));
        return Ok(None);
    }
    let mut docs = String::new();
    let mut words: Vec<String> = Vec::new();
    // What stands beside a reference is the property's own description.
    let mut ty = id;
    if let Node {
        kind: Kind::Ruled(inner, rules),
        docs: own,
        name: None,
    } = &reader.nodes[id]
        && *rules == Rules::default()
    {
        docs.clone_from(own);
        ty = *inner;
    }
    let mut shown = None;
    let is_null = default == Some(Json::Null);
    if let Some(value) = default.filter(|value| *value != Json::Null) {
        shown = literal(&value).filter(|value| fits(reader, ty, value));
        if shown.is_none() {
            words.push(format!("default: {}", plain(&value)));
            reader.loss(
                at,
                "default",
                Outcome::Text,
                "the tree has no place for it: it stands in the description",
            );
        }
    }
    let mut example = None;
    for value in examples {
        if let Some(value) = literal(&value)
            && example.is_none()
            && fits(reader, ty, &value)
        {
            example = Some(value);
            continue;
        }
        words.push(format!("example: {}", plain(&value)));
        reader.loss(
            at,
            "examples",
            Outcome::Text,
            "the tree shows one: the others stand in the description",
        );
    }
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
    let optional = reader.is_option(ty);
    let flags = match (must, optional) {
        (true, _) => F::REQUIRED,
        // `null` and absent are two things, unless the default says that they are one.
        (false, true) if !is_null => F::DEFAULTED | F::NULL_IS_VALUE | F::FOREIGN,
        (false, _) => F::DEFAULTED | F::FOREIGN,
    };
    Ok(Some(Field {
        name: name.to_owned(),
        ty,
        docs,
        default: shown,
        example,
        flags,
    }))
}

/// The names of a map.
fn reader_key(reader: &mut Reader<'_>, sheet: &mut Sheet, names: &Json) -> Result<Id, ImportError> {
    if let Some(Json::String(pattern)) = names.get("pattern")
        && let Some((_, integer)) = integer_names().iter().find(|(one, _)| one == pattern)
    {
        return Ok(reader.kind(Kind::Integer(*integer)));
    }
    let typed = match names {
        Json::Object(members) if names.get("type").is_none() => {
            let mut members = members.clone();
            members.push(("type".to_owned(), Json::String("string".to_owned())));
            Json::Object(members)
        }
        other => other.clone(),
    };
    let at = sheet.at.step("propertyNames");
    let id = reader.schema(&typed, &at)?;
    // Rules are of values: of a name, pattern and format stand on the string.
    let mut id = id;
    let mut plain = matches!(reader.nodes[id].kind, Kind::String(_));
    if let Kind::Ruled(inner, rules) = &reader.nodes[id].kind
        && matches!(reader.nodes[*inner].kind, Kind::String(_))
    {
        plain = Rules {
            format: None,
            ..rules.clone()
        } == Rules::default();
        let text = super::node::Text {
            format: rules.format.clone(),
            pattern: rules.pattern.clone(),
        };
        id = reader.kind(Kind::String(text));
    }
    if !matches!(&reader.nodes[id].kind, Kind::Enum(list) if matches!(list[0].value, super::node::Literal::String(_)))
        && !plain
    {
        // The renderer has no words for patterns and lengths of names.
        reader.say(
            sheet,
            "propertyNames",
            format!("each name fits {}", names.text()),
        );
        return Ok(match &reader.nodes[id].kind {
            Kind::String(_) => id,
            _ => reader.kind(Kind::String(super::node::Text::default())),
        });
    }
    Ok(id)
}

/// The patterns that the renderer writes for names that are integers.
fn integer_names() -> &'static [(String, Integer<'static>)] {
    static ALL: OnceLock<Vec<(String, Integer<'static>)>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = Vec::new();
        let types = [
            u8::SCHEMA,
            u16::SCHEMA,
            u32::SCHEMA,
            u64::SCHEMA,
            u128::SCHEMA,
            i8::SCHEMA,
            i16::SCHEMA,
            i32::SCHEMA,
            i64::SCHEMA,
            i128::SCHEMA,
        ];
        for ty in types {
            let K::Integer(integer) = ty.get().kind else {
                continue;
            };
            let map = Schema::of(K::Map(Map {
                key: Link::Static(ty),
                value: Link::Static(crate::impls::ANY),
            }));
            let text = crate::render::render(&map, crate::dialect::CANONICAL).unwrap_or_default();
            let pattern = text
                .split_once("\"propertyNames\":{\"pattern\":\"")
                .and_then(|(_, rest)| rest.split_once('"'))
                .map(|(pattern, _)| pattern.to_owned());
            all.extend(pattern.map(|pattern| (pattern, integer)));
        }
        all
    })
}
