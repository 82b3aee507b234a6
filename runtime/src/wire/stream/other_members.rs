//! Members that arrive in pieces and have no meaning for this crate: they are sent back with the
//! message.

use serde_json::{Map, Value};

use super::decoder::check_count;
use super::output::StreamOutput;
use crate::message::JsonValue;
use crate::request::kind_of;
use crate::wire::WireError;
use crate::wire::node::JsonNode;

/// Members whose pieces are joined like those of OpenAI's SDK for Python (`accumulate_delta` in
/// `lib/streaming/_deltas.py`): texts are concatenated, objects merged, and the items of a list
/// belong to the item with their `index`. Other than there, numbers are replaced, and so are texts
/// that hosts repeat in each piece.
#[derive(Debug, Default)]
pub(super) struct OtherMembers(pub(super) Map<String, Value>);

const REPEATED: [&str; 5] = ["format", "id", "index", "name", "type"];

impl OtherMembers {
    pub(super) fn of(object: JsonNode<'_>, out: &mut StreamOutput) -> Result<Self, WireError> {
        out.keep(object.tree_size())?;
        Ok(OtherMembers(match object.value()? {
            Value::Object(members) => members,
            _ => Map::new(),
        }))
    }

    pub(super) fn push(
        &mut self,
        key: &str,
        piece: JsonNode<'_>,
        out: &mut StreamOutput,
    ) -> Result<(), WireError> {
        if !self.0.contains_key(key) {
            out.keep(2 * size_of::<String>() + key.len())?;
            check_count(piece.provider(), self.0.len())?;
        }
        // A text is appended, and everything else is kept as a tree.
        let size = if piece.is_string() {
            piece.raw().len()
        } else {
            piece.tree_size()
        };
        out.keep(size)?;
        join_member(&mut self.0, key.to_owned(), piece.value()?);
        Ok(())
    }

    pub(super) fn push_all(
        &mut self,
        object: JsonNode<'_>,
        except: &[&str],
        out: &mut StreamOutput,
    ) -> Result<(), WireError> {
        for (key, piece) in object.members().filter(|(key, _)| !except.contains(key)) {
            self.push(key, piece, out)?;
        }
        Ok(())
    }

    pub(super) fn append(
        &mut self,
        key: &str,
        piece: JsonNode<'_>,
        out: &mut StreamOutput,
    ) -> Result<(), WireError> {
        let more = piece.string()?;
        out.keep(more.len())?;
        match self.0.get_mut(key) {
            Some(Value::String(text)) => text.push_str(more),
            Some(known) if !known.is_null() => {
                return Err(WireError::Shape {
                    provider: piece.provider(),
                    at: key.to_owned(),
                    expected: String::from("a string"),
                    found: kind_of(known).to_owned(),
                });
            }
            _ => _ = self.0.insert(key.to_owned(), Value::from(more)),
        }
        Ok(())
    }

    pub(super) fn push_item(
        &mut self,
        key: &str,
        item: JsonNode<'_>,
        out: &mut StreamOutput,
    ) -> Result<(), WireError> {
        out.keep(item.tree_size())?;
        push_to(&mut self.0, key, item.value()?);
        Ok(())
    }

    pub(super) fn text(&self, key: &str) -> Option<&str> {
        self.0.get(key)?.as_str()
    }
}

/// Makes an id that is a number a text, as in the history. A tree would round it.
pub(super) fn keep_id(
    members: &mut Map<String, Value>,
    key: &str,
    call: JsonNode<'_>,
) -> Result<(), WireError> {
    if let Some(id) = call.id(key)?.filter(|id| id.number) {
        members.insert(key.to_owned(), id.text.into());
    }
    Ok(())
}

/// Adds an item to the list of this key, or begins one in place of another value.
pub(super) fn push_to(members: &mut Map<String, Value>, key: &str, item: Value) {
    match members.get_mut(key) {
        Some(Value::Array(list)) => list.push(item),
        _ => _ = members.insert(key.to_owned(), Value::Array(Vec::from([item]))),
    }
}

/// Returns members with another value for one of them, if there is one.
pub(super) fn with_member<'m>(
    members: &'m Map<String, Value>,
    key: &'static str,
    value: Option<JsonValue<'m>>,
) -> JsonValue<'m> {
    let others = members
        .iter()
        .filter(|(name, _)| value.is_none() || *name != key);
    let mut all: Vec<_> = others.map(written).collect();
    all.extend(value.map(|value| (key, value)));
    JsonValue::Object(all)
}

pub(super) fn written<'m>((key, value): (&'m String, &Value)) -> (&'m str, JsonValue<'m>) {
    (key, JsonValue::Tree(value.clone()))
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

const SEARCHED: usize = 16;

/// Finds the item that a piece continues: the last one of its `index`, if their `type` and `id` are
/// not different. Some hosts have the index 0 for all items, which differ in these. The thoughts of
/// `LiteLLM` have no index: they continue until their signature.
fn item_of<'v>(items: &'v mut [Value], piece: &Value) -> Option<&'v mut Value> {
    let Some(index) = piece.get("index").and_then(Value::as_u64) else {
        let last = items.last_mut().filter(|item| continues(item, piece))?;
        let is_signed = last["signature"].as_str().is_some_and(|it| !it.is_empty());
        return (piece["type"] == "thinking" && !is_signed).then_some(last);
    };
    let mut last = items.iter_mut().rev().take(SEARCHED);
    let item = last.find(|item| item.get("index").and_then(Value::as_u64) == Some(index))?;
    continues(item, piece).then_some(item)
}

/// Returns true if a piece may belong to an item. Data that is not text comes as a whole.
fn continues(item: &Value, piece: &Value) -> bool {
    let differs = |key: &str| {
        let (known, new) = (item.get(key), piece.get(key));
        known != new
            && ![known, new]
                .iter()
                .any(|one| one.is_none_or(Value::is_null))
    };
    let both_have = |key: &str| item.get(key).is_some() && piece.get(key).is_some();
    item.is_object() && !differs("type") && !differs("id") && !both_have("data")
}
