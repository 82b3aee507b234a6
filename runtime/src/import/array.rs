//! Arrays and tuples.

use super::error::ImportError;
use super::keywords::Keywords;
use super::merged::positions::Positions;
use super::node::{NodeId, NodeKind, NodeRules};
use super::number::{num, tighter};
use super::read::SchemaReader;
use super::scalar::take_count;
use crate::decode::JsonTree;
use crate::render::Outcome;

pub(super) fn array(
    reader: &mut SchemaReader<'_>,
    sheet: &mut Keywords,
) -> Result<NodeId, ImportError> {
    let min = take_count(reader, sheet, "minItems").filter(|n| n != "0");
    let mut max = take_count(reader, sheet, "maxItems");
    let unique = sheet.take("uniqueItems") == Some(JsonTree::Bool(true));
    let mut schemas = positions(reader, sheet)?;
    let most = max.as_ref().and_then(|max| max.parse().ok());
    if let Some(most) = most.filter(|most| *most <= schemas.first.len()) {
        bounded(reader, sheet, &mut schemas, most);
    }
    let items = items(reader, sheet, &mut schemas)?;
    let len = Some(items.first.len().to_string());
    if let Some(end) = items.end {
        max = tighter(max, len.clone(), true);
        let bounds = [&min, &max].map(|bound| bound.as_deref().and_then(num));
        if let [Some(min), Some(max)] = bounds
            && max.less_than(&min)
        {
            let reason = "no item fits, but more are required";
            return Err(sheet.at.never(end, reason));
        }
    }
    let item = if items.first.is_empty() {
        items.rest.unwrap_or_else(|| reader.kind(NodeKind::Any))
    } else if min == len && max == len {
        if unique {
            reader.describe(sheet, "uniqueItems", "no item twice".to_owned());
        }
        return Ok(reader.kind(NodeKind::Tuple(items.first)));
    } else {
        any_item(reader, sheet, &schemas, items, max == len)
    };
    let exactly = min.clone().filter(|_| min == max);
    let mut rules = NodeRules::default();
    if exactly.is_none() {
        (rules.min_length, rules.max_length) = (min, max);
    }
    let kind = NodeKind::Array {
        items: item,
        exactly,
        unique,
    };
    Ok(reader.ruled(kind, rules))
}

/// Takes the schemas of the items.
fn positions(
    reader: &mut SchemaReader<'_>,
    sheet: &mut Keywords,
) -> Result<Positions, ImportError> {
    let prefix = sheet.get("prefixItems");
    if prefix.is_some_and(|list| list.as_array().is_none()) {
        let at = sheet.at.schema("prefixItems");
        return Err(at.error("it must be a list of schemas"));
    }
    // The spelling of older drafts.
    if matches!(sheet.get("items"), Some(JsonTree::Array(_))) {
        let prefix = sheet.take("prefixItems");
        if prefix.is_some_and(|list| list != JsonTree::Array(Vec::new())) {
            let reason = "the list in `items` beside it is used";
            reader.loss(&sheet.at, "prefixItems", Outcome::Widened, reason);
        }
    }
    let place = sheet.at.place.clone();
    let take = |keyword| sheet.take(keyword);
    let mut schemas = Positions::take(take, |keyword, index| place.inner(keyword, index));
    schemas.rest = (schemas.rest).filter(|(rest, _)| *rest != JsonTree::Bool(true));
    Ok(schemas)
}

fn bounded(reader: &mut SchemaReader<'_>, sheet: &Keywords, schemas: &mut Positions, max: usize) {
    if max < schemas.first.len() {
        schemas.first.truncate(max);
        let reason = "items that `maxItems` rejects are never valid";
        reader.loss(
            &sheet.at,
            schemas.list_keyword(),
            Outcome::Rewritten,
            reason,
        );
    }
    // It has no effect either, but is often written.
    let rest = schemas.rest.take();
    if rest.is_some_and(|(rest, _)| rest != JsonTree::Bool(false)) {
        let reason = "`maxItems` rejects further items";
        reader.loss(&sheet.at, schemas.more_keyword(), Outcome::Hidden, reason);
    }
}

/// The items of an array.
struct ArrayItems {
    first: Vec<NodeId>,
    /// The others; `None` if any value fits, or if there are none.
    rest: Option<NodeId>,
    /// The keyword that ends the array, if there are no more items than the first.
    end: Option<&'static str>,
}

/// Reads the items of an array. It ends before the first item that no value fits.
fn items(
    reader: &mut SchemaReader<'_>,
    sheet: &Keywords,
    schemas: &mut Positions,
) -> Result<ArrayItems, ImportError> {
    let at = &sheet.at;
    let mut items = ArrayItems {
        first: Vec::with_capacity(schemas.first.len()),
        rest: None,
        end: None,
    };
    let list = schemas.list_keyword();
    for (schema, place) in &schemas.first {
        let id = reader.non_empty(schema, &at.deeper(place.clone()))?;
        if reader.is_never(id) {
            let reason = "no value fits one of the items: the list ends before it";
            reader.loss(at, list, Outcome::Rewritten, reason);
            items.end = Some(list);
            break;
        }
        items.first.push(id);
    }
    schemas.first.truncate(items.first.len());
    if let Some((schema, place)) = schemas.rest.as_ref().filter(|_| items.end.is_none()) {
        let more = schemas.more_keyword();
        let id = reader.non_empty(schema, &at.deeper(place.clone()))?;
        if !reader.is_never(id) {
            items.rest = Some(id);
            return Ok(items);
        }
        items.end = Some(more);
        if items.first.is_empty() {
            let reason = "only the empty list is valid: it is written as a length";
            reader.loss(at, more, Outcome::Rewritten, reason);
        }
    }
    Ok(items)
}

/// The node of any item of a tuple of variable length, which becomes a list.
fn any_item(
    reader: &mut SchemaReader<'_>,
    sheet: &mut Keywords,
    schemas: &Positions,
    items: ArrayItems,
    ends: bool,
) -> NodeId {
    let mut ids = items.first;
    if items.rest.is_some() {
        let reason = "each item may have the type of any";
        reader.loss(&sheet.at, schemas.more_keyword(), Outcome::Widened, reason);
    }
    let words = reader.spelled_out_list(schemas.first.iter().map(|(schema, _)| schema));
    let words = format!("the first items in this order: {words}");
    reader.describe(sheet, schemas.list_keyword(), words);
    match items.rest {
        Some(rest) => ids.push(rest),
        None if ends => {}
        None => ids.push(reader.kind(NodeKind::Any)),
    }
    let is_any = |id: &NodeId| matches!(reader.nodes[*id].kind, NodeKind::Any);
    if ids.iter().any(is_any) {
        return reader.kind(NodeKind::Any);
    }
    reader.any_of(ids)
}
