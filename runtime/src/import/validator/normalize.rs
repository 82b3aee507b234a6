//! Converts schemas of other drafts, `OpenAPI` and other languages to draft 2020-12.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use super::places::{NAMED, VALUES};
use crate::decode::{JsonTree, member};
use crate::import::reference::ignores_siblings;
use crate::import::types::type_name;

/// Converts a schema to draft 2020-12.
pub(super) fn spelled(root: &JsonTree) -> Result<Value, String> {
    Conventions::of(root).schema(root)
}

/// The conventions of a document.
struct Conventions {
    /// True up to draft 7: siblings of `$ref` are ignored.
    reference_alone: bool,
    /// True up to draft 4: `id` is used instead of `$id`.
    draft_4: bool,
}

impl Conventions {
    fn of(root: &JsonTree) -> Self {
        let draft = root
            .get("$schema")
            .and_then(JsonTree::as_str)
            .unwrap_or_default();
        Conventions {
            reference_alone: ignores_siblings(root),
            draft_4: draft.contains("draft-04") || draft.contains("draft-03"),
        }
    }

    /// Converts a schema, or any value in a schema's position.
    fn schema(&self, schema: &JsonTree) -> Result<Value, String> {
        match schema {
            JsonTree::Object(members) => self.object(members),
            JsonTree::Array(items) => items.iter().map(|one| self.schema(one)).collect(),
            other => Ok(plain(other)),
        }
    }

    fn named(&self, schemas: &JsonTree) -> Result<Value, String> {
        let JsonTree::Object(members) = schemas else {
            return self.schema(schemas);
        };
        let mut out = Map::new();
        for (name, one) in members {
            out.insert(name.clone(), self.schema(one)?);
        }
        Ok(Value::Object(out))
    }

    fn object(&self, members: &[(String, JsonTree)]) -> Result<Value, String> {
        let get = |name: &str| member(members, name);
        let refers = ["$ref", "$dynamicRef", "$recursiveRef"]
            .iter()
            .any(|name| matches!(get(name), Some(JsonTree::String(_))));
        let mut out = Map::new();
        let list = matches!(get("items"), Some(JsonTree::Array(_)));
        let mut required: Vec<Value> = Vec::new();
        for (name, value) in members {
            if refers
                && self.reference_alone
                && !matches!(name.as_str(), "$ref" | "$defs" | "definitions")
            {
                continue;
            }
            match (name.as_str(), value) {
                ("$schema" | "$vocabulary" | "$comment", _)
                | ("exclusiveMinimum" | "exclusiveMaximum", JsonTree::Bool(_))
                // In the oldest drafts, `required` of a property belongs to the enclosing object.
                | ("required", JsonTree::Bool(_) | JsonTree::Null)
                | ("properties", JsonTree::Null) => {}
                ("id", JsonTree::String(id)) if self.draft_4 => identity(&mut out, id),
                ("$id", JsonTree::String(id)) => identity(&mut out, id),
                ("$recursiveRef", JsonTree::String(target)) => {
                    out.insert("$ref".to_owned(), json!(target));
                }
                ("$ref", JsonTree::String(target)) => {
                    if leads_into_a_value(target) {
                        return Err(format!("it is not checked: `{target}` refers to a place inside a value"));
                    }
                    out.insert(name.clone(), json!(target));
                }
                ("type", words) => {
                    if let Some(types) = types(words) {
                        out.insert(name.clone(), types);
                    }
                }
                ("minimum" | "maximum", JsonTree::Number(_)) => {
                    let exclusive = format!("exclusive{}{}", name[..1].to_uppercase(), &name[1..]);
                    let exclusively = get(&exclusive) == Some(&JsonTree::Bool(true));
                    let key = if exclusively { exclusive } else { name.clone() };
                    out.insert(key, plain(value));
                }
                ("items", JsonTree::Array(first)) if get("prefixItems").is_none() => {
                    if !first.is_empty() {
                        out.insert("prefixItems".to_owned(), self.schema(value)?);
                    }
                    if let Some(more) = get("additionalItems") {
                        out.insert(name.clone(), self.schema(more)?);
                    }
                }
                ("additionalItems", _) if list || get("prefixItems").is_none() => {}
                ("properties", JsonTree::Object(properties)) => {
                    let asked = |one: &JsonTree| one.get("required") == Some(&JsonTree::Bool(true));
                    let names = properties.iter().filter(|(_, one)| asked(one));
                    required.extend(names.map(|(name, _)| json!(name)));
                    out.insert(name.clone(), self.named(value)?);
                }
                ("dependencies", JsonTree::Object(all)) => self.dependencies(all, &mut out)?,
                (key, _) if NAMED.contains(&key) => {
                    out.insert(name.clone(), self.named(value)?);
                }
                (key, _) if VALUES.contains(&key) => {
                    out.insert(name.clone(), plain(value));
                }
                _ => {
                    out.insert(name.clone(), self.schema(value)?);
                }
            }
        }
        require(&mut out, required);
        if get("nullable") == Some(&JsonTree::Bool(true)) {
            nullable(&mut out);
        }
        Ok(Value::Object(out))
    }

    fn dependencies(
        &self,
        all: &[(String, JsonTree)],
        out: &mut Map<String, Value>,
    ) -> Result<(), String> {
        for (name, one) in all {
            let (key, value) = match one {
                JsonTree::Array(_) => ("dependentRequired", plain(one)),
                schema => ("dependentSchemas", self.schema(schema)?),
            };
            if let Value::Object(map) = out.entry(key).or_insert_with(|| json!({})) {
                map.insert(name.clone(), value);
            }
        }
        Ok(())
    }
}

/// Adds names to `required`.
fn require(out: &mut Map<String, Value>, mut required: Vec<Value>) {
    if required.is_empty() {
        return;
    }
    match out.get_mut("required") {
        Some(Value::Array(names)) => {
            let known: HashSet<&str> = names.iter().filter_map(Value::as_str).collect();
            required.retain(|name| name.as_str().is_none_or(|name| !known.contains(name)));
            names.append(&mut required);
        }
        _ => {
            out.insert("required".to_owned(), Value::Array(required));
        }
    }
}

/// Writes `$id`, or `$anchor` if the id is only a fragment.
fn identity(out: &mut Map<String, Value>, id: &str) {
    match id.strip_prefix('#') {
        Some("") => {}
        Some(anchor) => {
            out.insert("$anchor".to_owned(), json!(anchor));
        }
        None => {
            out.insert("$id".to_owned(), json!(id.trim_end_matches('#')));
        }
    }
}

/// Returns true if a reference leads to a place without a schema. Values there are not converted.
fn leads_into_a_value(target: &str) -> bool {
    let Some((_, path)) = target.split_once('#') else {
        return false;
    };
    let path = crate::import::reference::decoded(path);
    let mut by_name = false;
    path.split('/').any(|part| {
        let chosen = by_name;
        by_name = !chosen && NAMED.contains(&part);
        !chosen && VALUES.contains(&part)
    })
}

/// Converts `type`. `None` if any type is allowed.
fn types(words: &JsonTree) -> Option<Value> {
    let one = |word: &JsonTree| -> Value {
        let text = word.as_str().unwrap_or_default();
        // An unknown type is kept, so that it is reported.
        type_name(text).map_or_else(|| plain(word), |(name, _)| json!(name))
    };
    let all: Vec<Value> = match words {
        JsonTree::Array(words) => words.iter().map(one).collect(),
        word => [one(word)].into(),
    };
    if all.contains(&json!("any")) {
        return None;
    }
    let mut known = HashSet::new();
    let mut distinct: Vec<Value> = Vec::new();
    for one in all {
        if known.insert(one.to_string()) {
            distinct.push(one);
        }
    }
    match (distinct.len(), words) {
        (1, JsonTree::String(_)) => distinct.pop(),
        _ => Some(Value::Array(distinct)),
    }
}

/// Accepts `null` as well, for the `nullable` of `OpenAPI`.
fn nullable(out: &mut Map<String, Value>) {
    if let Some(Value::Array(values)) = out.get_mut("enum")
        && !values.contains(&Value::Null)
    {
        values.push(Value::Null);
    }
    if let Some(one) = out.get_mut("type") {
        let mut types = match one.take() {
            Value::Array(types) => types,
            one => [one].into(),
        };
        if !types.contains(&json!("null")) {
            types.push(json!("null"));
        }
        *one = Value::Array(types);
    }
    for key in ["anyOf", "oneOf"] {
        if let Some(Value::Array(all)) = out.get_mut(key) {
            all.push(json!({"type": "null"}));
        }
    }
    for key in ["allOf", "$ref", "const"] {
        if let Some(value) = out.remove(key) {
            let mut inner = Map::new();
            inner.insert(key.to_owned(), value);
            let either = json!({"anyOf": [{"type": "null"}, inner]});
            match out.entry("allOf").or_insert_with(|| json!([])) {
                Value::Array(all) => all.push(either),
                other => *other = json!([either]),
            }
        }
    }
}

/// Converts a value unchanged.
fn plain(value: &JsonTree) -> Value {
    match value {
        JsonTree::Null => Value::Null,
        JsonTree::Bool(value) => Value::Bool(*value),
        JsonTree::Number(text) => {
            serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.clone()))
        }
        JsonTree::String(text) => Value::String(text.clone()),
        JsonTree::Array(items) => items.iter().map(plain).collect(),
        JsonTree::Object(members) => members
            .iter()
            .map(|(name, value)| (name.clone(), plain(value)))
            .collect(),
    }
}
