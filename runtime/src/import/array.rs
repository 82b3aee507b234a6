//! Arrays and tuples.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::error::ImportError;
use super::node::{Id, Kind, Rules};
use super::read::Reader;
use super::scalar::take_count;
use super::sheet::Sheet;
use crate::decode::Json;
use crate::render::Outcome;
use crate::schema::Tagging;

pub(super) fn array(reader: &mut Reader<'_>, sheet: &mut Sheet) -> Result<Id, ImportError> {
    let at = sheet.at.clone();
    let min = take_count(reader, sheet, "minItems").filter(|n| n != "0");
    let max = take_count(reader, sheet, "maxItems");
    let unique = sheet.take("uniqueItems") == Some(Json::Bool(true));
    let mut prefix = None;
    match sheet.take("prefixItems") {
        Some(Json::Array(items)) => prefix = Some((items, "prefixItems", "items")),
        Some(_) => {
            return Err(at
                .schema("prefixItems")
                .error("it must be a list of schemas"));
        }
        None => {}
    }
    let mut items = sheet.take("items");
    if let Some(Json::Array(list)) = items {
        // The spelling of older drafts.
        prefix = Some((list, "items", "additionalItems"));
        items = sheet.take("additionalItems");
    }
    if let Some((list, keyword, rest)) = prefix.filter(|(list, ..)| !list.is_empty()) {
        let rest = Rest {
            keyword: rest,
            items,
        };
        return tuple(reader, sheet, (&list, keyword), rest, (min, max), unique);
    }
    let item = match items {
        Some(schema) => reader.possible(&schema, &at.schema("items"))?,
        None => reader.kind(Kind::Any),
    };
    if reader.is_never(item) {
        if min.is_some() {
            return Err(at.never("items", "no item fits, but some are required"));
        }
        // Only the empty list is valid.
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

/// The items after those of a tuple, by their keyword.
struct Rest {
    keyword: &'static str,
    items: Option<Json>,
}

/// Reads an array with a schema for each of its first items.
fn tuple(
    reader: &mut Reader<'_>,
    sheet: &mut Sheet,
    (list, keyword): (&[Json], &'static str),
    rest: Rest,
    (min, max): (Option<String>, Option<String>),
    unique: bool,
) -> Result<Id, ImportError> {
    let at = sheet.at.clone();
    let mut ids = Vec::with_capacity(list.len());
    for (i, item) in list.iter().enumerate() {
        ids.push(reader.schema(item, &at.schema(keyword).step(&i.to_string()))?);
    }
    let len = ids.len().to_string();
    let ends = rest.items == Some(Json::Bool(false)) || max.as_ref() == Some(&len);
    if ends && min.as_ref() == Some(&len) {
        if unique {
            reader.say(sheet, "uniqueItems", "no item twice".to_owned());
        }
        return Ok(reader.kind(Kind::Tuple(ids)));
    }
    // A tuple of variable length becomes a list whose items may be any of the types.
    let more = match rest.items {
        Some(Json::Bool(false)) => None,
        Some(schema) => {
            let reason = "each item may have the type of any";
            reader.loss(&at, rest.keyword, Outcome::Widened, reason);
            Some(reader.schema(&schema, &at.schema(rest.keyword))?)
        }
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
            tagging: Tagging::Untagged,
        })
    };
    let id = reader.kind(Kind::Array {
        items: item,
        exactly: None,
        unique,
    });
    Ok(reader.ruled(
        id,
        Rules {
            min_length: min,
            max_length: max,
            ..Rules::default()
        },
    ))
}
