//! Arrays and tuples.

use super::error::ImportError;
use super::keywords::Keywords;
use super::node::{NodeId, NodeKind, NodeRules};
use super::number::{num, tighter};
use super::read::SchemaReader;
use super::scalar::take_count;
use crate::decode::JsonTree;
use crate::render::Outcome;
use crate::schema::Tagging;

pub(super) fn array(
    reader: &mut SchemaReader<'_>,
    sheet: &mut Keywords,
) -> Result<NodeId, ImportError> {
    let min = take_count(reader, sheet, "minItems").filter(|n| n != "0");
    let max = take_count(reader, sheet, "maxItems");
    let unique = sheet.take("uniqueItems") == Some(JsonTree::Bool(true));
    let mut schemas = ItemSchemas::take(reader, sheet)?;
    let mut length = Length { min, max };
    if let Some(most) = length.most().filter(|most| *most <= schemas.first.len()) {
        bounded(reader, sheet, &mut schemas, most);
    }
    let items = items(reader, sheet, &mut schemas)?;
    if items.ends {
        length.end(items.first.len());
        if length.is_impossible() {
            let reason = "no item fits, but more are required";
            return Err(sheet.at.never(items.end, reason));
        }
    }
    if items.first.is_empty() {
        let item = match items.rest {
            Some(item) => item,
            None => reader.kind(NodeKind::Any),
        };
        return Ok(list(reader, item, length, unique));
    }
    Ok(tuple(reader, sheet, &schemas, items, length, unique))
}

/// Bounds of an array's length.
struct Length {
    min: Option<String>,
    max: Option<String>,
}

impl Length {
    /// Ends the array after this many items.
    fn end(&mut self, len: usize) {
        self.max = tighter(self.max.take(), Some(len.to_string()), true);
    }

    fn most(&self) -> Option<usize> {
        self.max.as_ref()?.parse().ok()
    }

    fn is_impossible(&self) -> bool {
        let min = self.min.as_deref().and_then(num);
        let max = self.max.as_deref().and_then(num);
        min.zip(max).is_some_and(|(min, max)| max.less_than(&min))
    }

    fn is(&self, len: usize) -> bool {
        let is = |bound: &Option<String>| bound.as_deref() == Some(len.to_string().as_str());
        is(&self.min) && is(&self.max)
    }
}

/// The keywords about an array's items.
struct ItemSchemas {
    first: Vec<JsonTree>,
    /// The keyword with the first items.
    list: &'static str,
    /// The schema of the others; `None` if any value fits.
    rest: Option<JsonTree>,
    /// Its keyword.
    more: &'static str,
}

impl ItemSchemas {
    fn take(reader: &mut SchemaReader<'_>, sheet: &mut Keywords) -> Result<Self, ImportError> {
        let mut schemas = ItemSchemas {
            first: Vec::new(),
            list: "prefixItems",
            rest: None,
            more: "items",
        };
        match sheet.take("prefixItems") {
            Some(JsonTree::Array(items)) => schemas.first = items,
            Some(_) => {
                let at = sheet.at.schema("prefixItems");
                return Err(at.error("it must be a list of schemas"));
            }
            None => {}
        }
        schemas.rest = sheet.take("items");
        if let Some(JsonTree::Array(list)) = schemas.rest {
            // The spelling of older drafts.
            if !schemas.first.is_empty() {
                let reason = "the list in `items` beside it is used";
                reader.loss(&sheet.at, "prefixItems", Outcome::Widened, reason);
            }
            schemas.first = list;
            schemas.list = "items";
            schemas.more = "additionalItems";
            schemas.rest = sheet.take("additionalItems");
        }
        schemas.rest = schemas.rest.filter(|rest| *rest != JsonTree::Bool(true));
        Ok(schemas)
    }
}

/// Removes the items after the greatest length.
fn bounded(
    reader: &mut SchemaReader<'_>,
    sheet: &Keywords,
    schemas: &mut ItemSchemas,
    most: usize,
) {
    if most < schemas.first.len() {
        schemas.first.truncate(most);
        let reason = "items that `maxItems` rejects are never valid";
        reader.loss(&sheet.at, schemas.list, Outcome::Rewritten, reason);
    }
    // It has no effect either, but is often written.
    if schemas
        .rest
        .take()
        .is_some_and(|rest| rest != JsonTree::Bool(false))
    {
        let reason = "`maxItems` rejects further items";
        reader.loss(&sheet.at, schemas.more, Outcome::Hidden, reason);
    }
}

/// The items of an array.
struct ArrayItems {
    first: Vec<NodeId>,
    /// The others; `None` if any value fits, or if there are none.
    rest: Option<NodeId>,
    /// True if there are no more items than the first.
    ends: bool,
    /// The keyword that ends the array.
    end: &'static str,
}

/// Reads the items of an array. It ends before the first item that no value fits.
fn items(
    reader: &mut SchemaReader<'_>,
    sheet: &Keywords,
    schemas: &mut ItemSchemas,
) -> Result<ArrayItems, ImportError> {
    let at = &sheet.at;
    let mut items = ArrayItems {
        first: Vec::with_capacity(schemas.first.len()),
        rest: None,
        ends: false,
        end: schemas.list,
    };
    for (i, schema) in schemas.first.iter().enumerate() {
        let id = reader.non_empty(schema, &at.named(schemas.list, &i.to_string()))?;
        if reader.is_never(id) {
            let reason = "no value fits one of the items: the list ends before it";
            reader.loss(at, schemas.list, Outcome::Rewritten, reason);
            items.ends = true;
            break;
        }
        items.first.push(id);
    }
    schemas.first.truncate(items.first.len());
    if let Some(schema) = schemas.rest.as_ref().filter(|_| !items.ends) {
        let id = reader.non_empty(schema, &at.schema(schemas.more))?;
        if reader.is_never(id) {
            items.end = schemas.more;
            items.ends = true;
            if items.first.is_empty() {
                let reason = "only the empty list is valid: it is written as a length";
                reader.loss(at, schemas.more, Outcome::Rewritten, reason);
            }
        } else {
            items.rest = Some(id);
        }
    }
    Ok(items)
}

/// The node of an array with one schema for all items.
fn list(reader: &mut SchemaReader<'_>, item: NodeId, length: Length, unique: bool) -> NodeId {
    let Length { min, max } = length;
    let exactly = if min == max { min.clone() } else { None };
    let rules = if exactly.is_some() {
        NodeRules::default()
    } else {
        NodeRules {
            min_length: min,
            max_length: max,
            ..NodeRules::default()
        }
    };
    let id = reader.kind(NodeKind::Array {
        items: item,
        exactly,
        unique,
    });
    reader.ruled(id, rules)
}

/// The node of an array with a schema for each of its first items.
fn tuple(
    reader: &mut SchemaReader<'_>,
    sheet: &mut Keywords,
    schemas: &ItemSchemas,
    items: ArrayItems,
    length: Length,
    unique: bool,
) -> NodeId {
    let mut ids = items.first;
    if length.is(ids.len()) {
        if unique {
            reader.describe(sheet, "uniqueItems", "no item twice".to_owned());
        }
        return reader.kind(NodeKind::Tuple(ids));
    }
    // A tuple of variable length becomes a list whose items may be any of the types.
    let ends = length.max == Some(ids.len().to_string());
    if items.rest.is_some() {
        let reason = "each item may have the type of any";
        reader.loss(&sheet.at.clone(), schemas.more, Outcome::Widened, reason);
    }
    let words = reader.spelled_out_list(&schemas.first);
    let words = format!("the first items in this order: {words}");
    reader.describe(sheet, schemas.list, words);
    match items.rest {
        Some(rest) => ids.push(rest),
        None if ends => {}
        None => ids.push(reader.kind(NodeKind::Any)),
    }
    let any = ids
        .iter()
        .any(|id| matches!(reader.nodes[*id].kind, NodeKind::Any));
    let item = if any {
        reader.kind(NodeKind::Any)
    } else if let [one] = ids.as_slice() {
        *one
    } else {
        reader.kind(NodeKind::Union {
            variants: ids,
            tagging: Tagging::Untagged,
        })
    };
    list(reader, item, length, unique)
}
