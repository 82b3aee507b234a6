//! The names of a map.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use std::sync::OnceLock;

use super::error::ImportError;
use super::node::{self, Id, Kind, Rules};
use super::read::{Reader, Sheet};
use crate::decode::Json;
use crate::schema::{Integer, Kind as K, Link, Map, Schema};
use crate::tool::ToolSchema;

/// The names of a map.
pub(super) fn read(
    reader: &mut Reader<'_>,
    sheet: &mut Sheet,
    names: &Json,
) -> Result<Id, ImportError> {
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
        let text = node::Text {
            format: rules.format.clone(),
            pattern: rules.pattern.clone(),
        };
        id = reader.kind(Kind::String(text));
    }
    if !matches!(&reader.nodes[id].kind, Kind::Enum(list) if matches!(list[0].value, node::Literal::String(_)))
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
            _ => reader.kind(Kind::String(node::Text::default())),
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
