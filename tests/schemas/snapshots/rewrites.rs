//! Named rewrites of a whole schema, each as the old schema after that rewrite alone.
//!
//! They don't judge: any further change by the dialect gets its own line.

use serde_json::{Map, Value, json};

/// Which objects of a text say that they take no other names.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Closed {
    All,
    None,
    AsItIs,
}

impl Closed {
    pub(crate) fn of(text: &Value) -> Self {
        let mut found = Vec::new();
        each_object(text, &mut |object| {
            found.push(object.get("additionalProperties") == Some(&Value::Bool(false)));
        });
        match (found.contains(&true), found.contains(&false)) {
            (true, false) => Closed::All,
            (false, true) => Closed::None,
            _ => Closed::AsItIs,
        }
    }

    pub(crate) fn words(self) -> Option<&'static str> {
        match self {
            Closed::All => Some("every object closed"),
            Closed::None => Some("no object closed"),
            Closed::AsItIs => None,
        }
    }

    /// The schema with its objects so.
    fn made(self, schema: &Value) -> Value {
        match schema {
            Value::Array(items) => items.iter().map(|item| self.made(item)).collect(),
            Value::Object(members) => {
                let members = members.iter();
                let mut out: Map<String, Value> = members
                    .map(|(name, of)| (name.clone(), self.made(of)))
                    .collect();
                match self {
                    Closed::All if is_object(&out) && !out.contains_key("additionalProperties") => {
                        out.insert("additionalProperties".into(), Value::Bool(false));
                    }
                    Closed::None
                        if out.get("additionalProperties") == Some(&Value::Bool(false)) =>
                    {
                        out.remove("additionalProperties");
                    }
                    _ => {}
                }
                Value::Object(out)
            }
            other => other.clone(),
        }
    }
}

/// Whether the type of a schema is `object`, alone or among others.
fn is_object(schema: &Map<String, Value>) -> bool {
    match schema.get("type") {
        Some(Value::String(name)) => name == "object",
        Some(Value::Array(names)) => names.iter().any(|name| name == "object"),
        _ => false,
    }
}

fn each_object(value: &Value, look: &mut dyn FnMut(&Map<String, Value>)) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| each_object(item, look)),
        Value::Object(members) => {
            if is_object(members) {
                look(members);
            }
            members.values().for_each(|of| each_object(of, look));
        }
        _ => {}
    }
}

/// The canonical text, with its objects closed as those of the other text are.
pub(crate) struct Canonical {
    pub(crate) root: Value,
    closed: Closed,
}

impl Canonical {
    pub(crate) fn new(text: &Value, closed: Closed) -> Self {
        Canonical {
            root: closed.made(text),
            closed,
        }
    }
}

/// A rewrite that may have been made.
pub(crate) struct Rewrite<'v> {
    pub(crate) name: &'static str,
    /// The old schema after it.
    pub(crate) old: Value,
    /// What it is compared with: the new schema or a part of it.
    pub(crate) new: &'v Value,
}

/// The rewrites that may lead from the old schema to the new one.
pub(crate) fn of<'v>(canonical: &Canonical, old: &Value, new: &'v Value) -> Vec<Rewrite<'v>> {
    let (Value::Object(from), Value::Object(to)) = (old, new) else {
        return Vec::new();
    };
    let whole = |name, old: Option<Value>| {
        let old = canonical.closed.made(&old?);
        Some(Rewrite { name, old, new })
    };
    let all = [
        whole("a tuple as an object", tuple_as_object(from, to)),
        whole("a map as a list", map_as_list(from, to)),
        whole("the definition here", inlined(&canonical.root, from, to)),
        or_null(from, to).map(|new| Rewrite {
            name: "or null by anyOf",
            old: old.clone(),
            new,
        }),
    ];
    all.into_iter().flatten().collect()
}

/// `prefixItems` as properties `_0`, `_1` and so on.
fn tuple_as_object(from: &Map<String, Value>, to: &Map<String, Value>) -> Option<Value> {
    let items = from.get("prefixItems")?.as_array()?;
    to.get("properties")?.get("_0")?;
    let mut out = from.clone();
    for gone in ["prefixItems", "minItems", "maxItems"] {
        out.remove(gone);
    }
    let names: Vec<String> = (0..items.len()).map(|i| format!("_{i}")).collect();
    let properties: Map<String, Value> = names.iter().cloned().zip(items.clone()).collect();
    out.insert("type".into(), json!("object"));
    out.insert("properties".into(), Value::Object(properties));
    out.insert("required".into(), json!(names));
    Some(Value::Object(out))
}

/// `additionalProperties` as a list of `{key, value}`.
fn map_as_list(from: &Map<String, Value>, to: &Map<String, Value>) -> Option<Value> {
    let value = from
        .get("additionalProperties")
        .filter(|of| of.is_object())?;
    to.get("items")?.get("properties")?.get("key")?;
    let mut out = from.clone();
    out.remove("additionalProperties");
    let key = out.remove("propertyNames");
    for (old, new) in [("minProperties", "minItems"), ("maxProperties", "maxItems")] {
        if let Some(count) = out.remove(old) {
            out.insert(new.into(), count);
        }
    }
    let key = key.unwrap_or_else(|| json!({ "type": "string" }));
    out.insert("type".into(), json!("array"));
    out.insert(
        "items".into(),
        json!({ "type": "object", "properties": { "key": key, "value": value }, "required": ["key", "value"] }),
    );
    if !out.contains_key("description") {
        out.insert("description".into(), json!("no key twice"));
    }
    Some(Value::Object(out))
}

/// What `$ref` refers to in the canonical text, in its place.
fn inlined(root: &Value, from: &Map<String, Value>, to: &Map<String, Value>) -> Option<Value> {
    if to.contains_key("$ref") {
        return None;
    }
    let reference = from.get("$ref")?.as_str()?;
    let mut out = root
        .pointer(reference.strip_prefix('#')?)?
        .as_object()?
        .clone();
    if out.contains_key("$ref") {
        return None;
    }
    let siblings = from.iter().filter(|(name, _)| *name != "$ref");
    out.extend(siblings.map(|(name, value)| (name.clone(), value.clone())));
    // A recursive type may refer to the root, which has the definitions.
    out.remove("$defs");
    Some(Value::Object(out))
}

/// The other alternative of a union with `null` that has no more members.
fn or_null<'v>(from: &Map<String, Value>, to: &'v Map<String, Value>) -> Option<&'v Value> {
    let alternatives = to.get("anyOf")?.as_array()?;
    if from.contains_key("anyOf") || to.len() > 1 || alternatives.len() != 2 {
        return None;
    }
    let is_null = |of: &Value| *of == json!({ "type": "null" });
    alternatives.last().filter(|of| is_null(of))?;
    alternatives.first()
}
