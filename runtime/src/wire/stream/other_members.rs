//! Members that arrive in pieces and have no meaning for this crate: they are sent back with the
//! message.

use serde_json::{Map, Value};

use super::decoder::check_count;
use super::output::Output;
use crate::wire::WireError;
use crate::wire::json_value::JsonValue;
use crate::wire::node::JsonNode;

/// Members whose pieces are joined as OpenAI's SDK for Python does it (`accumulate_delta` in
/// `lib/streaming/_deltas.py`): texts are concatenated, objects merged, and the items of a list
/// belong to the item with their `index`. Numbers are replaced, and so are texts that hosts repeat
/// in each piece.
#[derive(Debug, Default)]
pub(super) struct OtherMembers(Map<String, Value>);

/// Members that each piece repeats.
const REPEATED: [&str; 5] = ["format", "id", "index", "name", "type"];

impl OtherMembers {
    /// Adds a piece of a member.
    pub(super) fn push(
        &mut self,
        key: &str,
        piece: JsonNode<'_>,
        out: &mut Output,
    ) -> Result<(), WireError> {
        if !self.0.contains_key(key) {
            out.budget.take(key.len())?;
            check_count(piece.provider(), self.0.len())?;
        }
        out.budget.take(piece.raw().len())?;
        join_member(&mut self.0, key.to_owned(), piece.value()?);
        Ok(())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the members.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, JsonValue<'_>)> {
        let members = self.0.iter();
        members.map(|(key, value)| (key.as_str(), JsonValue::Tree(value.clone())))
    }

    /// Returns the text of a member that is one.
    pub(super) fn text(&self, key: &str) -> Option<&str> {
        self.0.get(key)?.as_str()
    }
}

fn join_member(all: &mut Map<String, Value>, key: String, piece: Value) {
    let is_repeated = REPEATED.contains(&key.as_str());
    match all.get_mut(&key) {
        Some(known) if !is_repeated => join(known, piece),
        Some(_) if piece.is_null() => {}
        _ => {
            all.insert(key, piece);
        }
    }
}

fn join(known: &mut Value, piece: Value) {
    match (known, piece) {
        (_, Value::Null) => {}
        (Value::String(text), Value::String(more)) => text.push_str(&more),
        (Value::Object(members), Value::Object(pieces)) => {
            for (key, piece) in pieces {
                join_member(members, key, piece);
            }
        }
        (Value::Array(items), Value::Array(pieces)) => {
            for piece in pieces {
                match item_of(items, &piece) {
                    Some(item) => join(item, piece),
                    None => items.push(piece),
                }
            }
        }
        (known, piece) => *known = piece,
    }
}

/// Finds the item that a piece belongs to: the one at its index, or the last one. A search of all
/// items for each piece would take the square of their number.
fn item_of<'v>(items: &'v mut [Value], piece: &Value) -> Option<&'v mut Value> {
    let index = piece.get("index")?.as_u64()?;
    let place = usize::try_from(index).ok()?;
    let has_index = |item: &Value| item.get("index").and_then(Value::as_u64) == Some(index);
    let place = match items.get(place) {
        Some(item) if has_index(item) => place,
        _ => items.len().checked_sub(1)?,
    };
    items.get_mut(place).filter(|item| has_index(item))
}
