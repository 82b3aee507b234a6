//! The names of a map (`propertyNames`).

use std::sync::OnceLock;

use super::error::ImportError;
use super::keywords::Keywords;
use super::node::{NodeId, NodeKind, NodeLiteral};
use super::read::SchemaReader;
use crate::decode::JsonTree;
use crate::dialect::{CANONICAL, Dialect, of};
use crate::provider::Provider;
use crate::schema::{FloatType, Integer, Kind as K, Link, Map, Schema, ToolSchema};

/// Reads the schema of a map's names.
pub(super) fn read(
    reader: &mut SchemaReader<'_>,
    sheet: &mut Keywords,
    names: &JsonTree,
) -> Result<NodeId, ImportError> {
    if let Some(JsonTree::String(pattern)) = names.get("pattern")
        && matches!(names, JsonTree::Object(members) if members.len() == 1)
    {
        if let Some((_, integer)) = integer_names().iter().find(|(one, _)| one == pattern) {
            return Ok(reader.kind(NodeKind::Integer(*integer)));
        }
        if pattern == NUMBER_NAMES {
            return Ok(reader.kind(NodeKind::Number(FloatType::F64)));
        }
    }
    let typed = match names {
        JsonTree::Object(members) if names.get("type").is_none() => {
            let mut members = members.clone();
            members.push(("type".to_owned(), JsonTree::String("string".to_owned())));
            JsonTree::Object(members)
        }
        other => other.clone(),
    };
    let at = sheet.at.schema("propertyNames");
    let id = reader.schema(&typed, &at)?;
    // The description of a name's own schema is not shown anywhere.
    let has_words = !reader.nodes[id].docs.is_empty();
    let plain = match &reader.nodes[id].kind {
        NodeKind::Ruled(inner, _) => matches!(reader.nodes[*inner].kind, NodeKind::String),
        kind => matches!(kind, NodeKind::String),
    };
    if !matches!(&reader.nodes[id].kind, NodeKind::Enum(list) if matches!(list[0].value, NodeLiteral::String(_)))
        && (!plain || has_words)
    {
        let text = reader.spelled_out(names);
        reader.describe(sheet, "propertyNames", format!("each name fits {text}"));
        return Ok(if plain {
            id
        } else {
            reader.kind(NodeKind::String)
        });
    }
    Ok(id)
}

/// The pattern that the renderer writes for number names.
const NUMBER_NAMES: &str = "^-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][+-]?[0-9]{1,2})?$";

/// The patterns that the renderer writes for integer names.
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

/// The pattern of the names as rendered.
fn pattern(map: &Schema<'_>, dialect: &'static Dialect) -> Option<String> {
    let text = crate::render::render(map, dialect).ok()?;
    let (_, rest) = text.split_once("\"propertyNames\":{\"pattern\":\"")?;
    let (pattern, _) = rest.split_once('"')?;
    Some(pattern.to_owned())
}
