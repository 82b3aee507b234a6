//! Named rewrites of a whole schema, each as the old schema after that rewrite alone.
//!
//! They don't judge: any further change by the dialect gets its own line.

use serde_json::{Map, Value, json};

/// The objects of a text that are closed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Closed {
    All,
    None,
    AsItIs,
}

impl Closed {
    pub(crate) fn words(self) -> &'static str {
        match self {
            Closed::All => "every object closed",
            Closed::None => "no object closed",
            Closed::AsItIs => "the same objects closed",
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

/// Returns true if the type of a schema is `object`, alone or among others.
fn is_object(schema: &Map<String, Value>) -> bool {
    match schema.get("type") {
        Some(Value::String(name)) => name == "object",
        Some(Value::Array(names)) => names.iter().any(|name| name == "object"),
        _ => false,
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
    pub(crate) name: String,
    /// The old schema after it.
    pub(crate) old: Value,
    /// The value to compare with: the new schema or a part of it.
    pub(crate) new: &'v Value,
}

/// The rewrites that may lead from the old schema to the new one.
pub(crate) fn of<'v>(canonical: &Canonical, old: &Value, new: &'v Value) -> Vec<Rewrite<'v>> {
    let (Value::Object(from), Value::Object(to)) = (old, new) else {
        return Vec::new();
    };
    let whole = |name: &str, old: Option<Value>| {
        let old = canonical.closed.made(&old?);
        let name = name.to_owned();
        Some(Rewrite { name, old, new })
    };
    let all = [
        whole("a tuple as an object", tuple_as_object(from, to)),
        whole("a map as a list", map_as_list(from, to)),
        whole("the definition here", inlined(&canonical.root, from, to)),
        or_null(from, to).map(|new| Rewrite {
            name: "or null by anyOf".to_owned(),
            old: old.clone(),
            new,
        }),
        renamed(from, to).map(|(name, old)| Rewrite { name, old, new }),
        bounds_in_words(from, to).map(|(name, old)| Rewrite { name, old, new }),
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

/// The target of a `$ref` in the canonical text, in its place.
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

/// Properties with other names; the description has the old one.
fn renamed(from: &Map<String, Value>, to: &Map<String, Value>) -> Option<(String, Value)> {
    let old = from.get("properties")?.as_object()?;
    let new = to.get("properties")?.as_object()?;
    let described = |property: &Value, name: &str| {
        let description = property["description"].as_str().unwrap_or_default();
        let named = description.split("original name: ").skip(1);
        named.into_iter().any(|rest| {
            let end = rest.strip_prefix(name);
            end.is_some_and(|end| end.is_empty() || end.starts_with(')'))
        })
    };
    let mut names = Vec::new();
    for name in old.keys().filter(|name| !new.contains_key(*name)) {
        let mut known = new.iter().filter(|(other, _)| !old.contains_key(*other));
        let (other, _) = known.find(|(_, property)| described(property, name))?;
        names.push((name.as_str(), other.as_str()));
    }
    let renamed = |name: &str| {
        let found = names.iter().find(|(old, _)| *old == name);
        found.map_or_else(|| name.to_owned(), |(_, new)| (*new).to_owned())
    };
    let property = |name: &String, property: &Value| {
        let mut property = property.clone();
        if names.iter().any(|(old, _)| old == name) {
            let words = format!("original name: {name}");
            let description = match property.get("description").and_then(Value::as_str) {
                Some(text) => format!("{text} ({words})"),
                None => words,
            };
            property["description"] = description.into();
        }
        (renamed(name), property)
    };
    let properties = old.iter().map(|(name, of)| property(name, of)).collect();
    let mut out = from.clone();
    out.insert("properties".into(), Value::Object(properties));
    if let Some(Value::Array(required)) = out.get_mut("required") {
        for name in required {
            *name = renamed(name.as_str().unwrap_or_default()).into();
        }
    }
    let names = names.iter().map(|(old, new)| format!("{new} for {old:?}"));
    let names: Vec<String> = names.collect();
    (!names.is_empty()).then(|| (names.join(", "), Value::Object(out)))
}

/// `minimum` and `maximum` in the description.
fn bounds_in_words(from: &Map<String, Value>, to: &Map<String, Value>) -> Option<(String, Value)> {
    let new = to.get("description")?.as_str()?;
    let mut out = from.clone();
    let mut names = Vec::new();
    let mut words = Vec::new();
    for name in ["minimum", "maximum"] {
        if let Some(bound) = from.get(name).filter(|_| !to.contains_key(name)) {
            out.remove(name);
            names.push(name);
            words.push(format!("{name} {bound}"));
        }
    }
    let words = words.join(", ");
    let description = match from.get("description").and_then(Value::as_str) {
        None => words,
        Some(old) => [
            format!("{old} ({words})"),
            format!("{words}, {old}"),
            old.replacen(
                " (original name: ",
                &format!(" ({words}, original name: "),
                1,
            ),
        ]
        .into_iter()
        .find(|text| text == new)?,
    };
    out.insert("description".into(), description.into());
    let name = format!("{} in words", names.join(", "));
    (!names.is_empty()).then_some((name, Value::Object(out)))
}
