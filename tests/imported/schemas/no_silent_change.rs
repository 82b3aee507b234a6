//! No value is changed silently on its way to a third-party tool: the tool receives exactly the
//! value that was sent, or the call is a fault.
//!
//! Each value is written for a dialect by `to_model`, called, and compared with the value that the
//! tool received. The values are valid ones of the schema and mutations of them: later
//! alternatives, wrong formats, `null`, lists and scalars instead of objects, texts that hold JSON,
//! unknown and misspelled names.
//!
//! Two rewrites are documented: `null` for an optional property is removed, and an integral float
//! becomes an integer.

use std::collections::HashSet;

use futures_executor::block_on;
use serde_json::{Map, Value, json};
use toolcast::call::{Content, ToolCall, ToolError};
use toolcast::import::ImportedSchema;
use toolcast::set::{DynamicTool, ToolSet};
use toolcast::{Dialect, Provider};
use toolcast_test_support::json::{always_required, change_each, lost_null, without_nulls};
use toolcast_test_support::lists::Counts;
use toolcast_test_support::measured::maker::Maker;
use toolcast_test_support::random::Random;
use toolcast_test_support::{none, sampled};

/// A schema under test, with a set for each of the two modes.
struct Case {
    imported: ImportedSchema,
    sets: [(bool, ToolSet); 2],
    /// The names of [`always_required`].
    required: HashSet<String>,
}

impl Case {
    fn new(schema: &Value) -> Option<Self> {
        let echo = |arguments: Value, _: &_| Ok::<_, String>(arguments.to_string());
        let tool = || DynamicTool::from_schema("t", "Any.", schema, echo).ok();
        let set = |tool: DynamicTool| ToolSet::builder().dynamic(tool).build().ok();
        Some(Case {
            imported: tool()?.imported()?.clone(),
            sets: [
                (false, set(tool()?.not_strict())?),
                (true, set(tool()?.strict())?),
            ],
            required: always_required(schema),
        })
    }

    /// Returns the value that the tool receives for a text, or `None` for a fault.
    fn received(&self, dialect: &Dialect, text: &str) -> Result<Option<Value>, String> {
        let set = &self.sets[usize::from(dialect.strict())].1;
        let result = block_on(set.call(dialect.provider(), ToolCall::new("1", "t", text)));
        match (&result.error, result.content.as_slice()) {
            (None, [Content::Text(text)]) => Ok(serde_json::from_str(text).ok()),
            (Some(ToolError::Arguments(errors)), _) if !errors.faults.is_empty() => Ok(None),
            other => Err(format!("{other:?}")),
        }
    }

    fn lowered(&self, dialect: &Dialect, value: &Value) -> Value {
        self.imported
            .with_schema(|tree| toolcast::to_model(tree, dialect, value.clone()))
    }

    /// Checks one value in one dialect. The tool must receive the value, or another value with the
    /// same form in either mode. A value that does not fit the schema may have the form of one that
    /// does.
    fn check(&self, dialect: &Dialect, value: &Value) -> Result<(), String> {
        let sent = self.lowered(dialect, value);
        let other = Dialect::of(dialect.provider(), !dialect.strict()).unwrap_or(dialect);
        let is_sent = |back: &Value| {
            let mut forms = [dialect, other].into_iter();
            normal(back) == normal(value)
                || forms.any(|dialect| is_form(dialect, &self.lowered(dialect, back), &sent))
        };
        let at = || {
            let strict = if dialect.strict() { " strict" } else { "" };
            format!("{}{strict}: {value}\n  as {sent}", dialect.provider())
        };
        match self.received(dialect, &sent.to_string()) {
            Ok(None) => Ok(()),
            Ok(Some(back)) if lost_null(value, &back, &self.required).is_some() => {
                let name = lost_null(value, &back, &self.required);
                Err(format!("{}\n  lost the `null` of {name:?}: {back}", at()))
            }
            Ok(Some(back)) if is_sent(&back) || value.is_null() && back == json!({}) => Ok(()),
            Ok(Some(back)) => Err(format!("{}\n  came as {back}", at())),
            Err(error) => Err(format!("{}: {error}", at())),
        }
    }
}

/// Returns true if the value was sent in the dialect's form. Two other forms are accepted: plain
/// JSON instead of a string that holds it, and a list of `{key, value}` instead of a map that
/// Ollama's text shows as an object.
fn is_form(dialect: &Dialect, written: &Value, sent: &Value) -> bool {
    match (written, sent) {
        (Value::Object(_), Value::Object(_)) => {
            let (a, b) = (normal(written), normal(sent));
            a.as_object().map(Map::len) == b.as_object().map(Map::len)
                && a.as_object()
                    .into_iter()
                    .flatten()
                    .all(|(name, a)| b.get(name).is_some_and(|b| is_form(dialect, a, b)))
        }
        (Value::Object(a), Value::Array(b)) if dialect.provider() == Provider::Ollama => {
            a.len() == b.len()
                && b.iter().all(|entry| {
                    let name = entry["key"].as_str().unwrap_or_default();
                    a.get(name)
                        .is_some_and(|a| is_form(dialect, a, &entry["value"]))
                })
        }
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_form(dialect, a, b))
        }
        // Portable has texts instead of nullable values.
        (Value::String(written), Value::String(sent))
            if dialect.provider() == Provider::Portable =>
        {
            let held = |text: &str| serde_json::from_str::<Value>(text).ok();
            written == sent
                || held(written) == Some(json!(sent))
                || matches!((held(written), held(sent)),
                    (Some(written), Some(sent)) if is_form(dialect, &written, &sent))
        }
        (Value::String(text), sent) if !sent.is_string() => {
            serde_json::from_str(text).is_ok_and(|held: Value| normal(&held) == normal(sent))
        }
        _ => normal(written) == normal(sent),
    }
}

/// Without what a documented rewrite changes.
fn normal(value: &Value) -> Value {
    let mut value = without_nulls(value);
    change_each(&mut value, &mut |value| {
        if let Some(n) = value.as_f64() {
            *value = json!(n);
        }
    });
    value
}

/// Values that a schema may have in the place of another.
fn others() -> Vec<Value> {
    vec![
        json!(null),
        json!("tomorrow"),
        json!(""),
        json!("5"),
        json!("\"5\""),
        json!("null"),
        json!("true"),
        json!("[1]"),
        json!("{\"a\":1}"),
        json!(5),
        json!(-1.5),
        json!(true),
        json!([]),
        json!([5]),
        json!(["a", "b"]),
        json!([{"key": "a", "value": 1}]),
        json!({}),
        json!({"a": 1}),
        json!({"key": "a", "value": "1"}),
        json!({"_0": 1, "_1": "2"}),
        json!({"entries": []}),
        json!({"value": 1}),
        json!({"additional_properties": []}),
    ]
}

/// The dialects that a set decodes with. For two providers strict mode must be requested by name.
fn dialects() -> impl Iterator<Item = &'static Dialect> {
    let named = [Provider::Bedrock, Provider::DeepSeek];
    Dialect::all()
        .iter()
        .filter(move |dialect| !dialect.strict() || !named.contains(&dialect.provider()))
}

/// Changes one place of a value.
fn changed(value: &Value, random: &mut Random) -> Value {
    match value {
        Value::Object(map) if !map.is_empty() && random.below(5) > 0 => {
            let mut map = map.clone();
            let names: Vec<String> = map.keys().cloned().collect();
            let name = random.pick(&names).clone();
            match random.below(8) {
                0 => drop(map.remove(&name)),
                1 => drop(map.insert("zz top".into(), random.pick(&others()).clone())),
                2 => {
                    if let Some(inner) = map.remove(&name) {
                        map.insert(format!("{name} zz"), inner);
                    }
                }
                _ => {
                    let inner = changed(&map[&name], random);
                    map.insert(name, inner);
                }
            }
            Value::Object(map)
        }
        Value::Array(items) if !items.is_empty() && random.below(5) > 0 => {
            let mut items = items.clone();
            let at = random.below(items.len());
            items[at] = changed(&items[at], random);
            Value::Array(items)
        }
        // The same value in a text, and in a text in a text.
        _ => match random.below(12) {
            0 => Value::String(value.to_string()),
            1 => Value::String(Value::String(value.to_string()).to_string()),
            2 => json!([value]),
            _ => random.pick(&others()).clone(),
        },
    }
}

/// Schemas whose alternatives are alike in the first place, each with a value to begin with.
fn alike() -> Vec<(Value, Value)> {
    let open_or_open = json!({"anyOf": [
        {"type": "object", "properties": {"id": {"type": "string"}, "when": {"type": "string", "format": "date-time"}},
         "required": ["id"], "additionalProperties": true},
        {"type": "object", "additionalProperties": true}
    ]});
    let object = |of: &Value| json!({"type": "object", "properties": {"m": of}, "additionalProperties": false});
    vec![
        (
            object(&open_or_open),
            json!({"m": {"id": "123", "when": "tomorrow"}}),
        ),
        (
            object(&open_or_open),
            json!({"m": {"id": "123", "when": "2026-01-02T03:04:05Z", "more": "5"}}),
        ),
        (
            object(&json!({"anyOf": [
                {"type": "object", "properties": {"id": {"type": "string", "pattern": "^[a-z]+$"}}, "required": ["id"]},
                {"type": "object", "additionalProperties": {"type": ["string", "integer"]}}
            ]})),
            json!({"m": {"id": "a5", "x": 1}}),
        ),
        (
            object(
                &json!({"anyOf": [{"type": "string", "format": "date"}, {"type": "string", "minLength": 3}, {}]}),
            ),
            json!({"m": "2026-01-02"}),
        ),
        (
            object(
                &json!({"anyOf": [{"type": "array", "items": {"type": "string"}, "maxItems": 1}, {"type": "object", "additionalProperties": {"type": "string"}}, {"type": "array"}]}),
            ),
            json!({"m": ["a", "b"]}),
        ),
        (
            object(
                &json!({"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}, {"type": "object"}]}),
            ),
            json!({"m": {"a": "1"}}),
        ),
        (
            object(&json!({"anyOf": [
                {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "minItems": 2, "maxItems": 2},
                {"type": "object", "additionalProperties": true}
            ]})),
            json!({"m": {"_0": "a", "_1": 1}}),
        ),
        (
            object(
                &json!({"type": "object", "properties": {"a": {"type": "object", "additionalProperties": {}}}, "additionalProperties": {"type": "integer"}}),
            ),
            json!({"m": {"a": {"b": "1"}, "c": 1}}),
        ),
        (
            object(&json!({"anyOf": [{"enum": [1, 2]}, {"type": "string"}]})),
            json!({"m": "1"}),
        ),
        (
            json!({"type": "object", "additionalProperties": {"type": "integer"}}),
            json!({"a": 1}),
        ),
        (json!({"type": "object"}), json!({"a": "1", "b": [null]})),
        (
            json!({"type": "object", "properties": {"a": {}}}),
            json!({"a": {"b": "1"}}),
        ),
    ]
}

#[test]
fn alternatives_that_are_alike_keep_the_value() {
    let mut failures = Vec::new();
    for (schema, value) in alike() {
        let case = Case::new(&schema).expect("a schema");
        let mut random = Random::new(7);
        let mut all = vec![value.clone()];
        for round in 0..300 {
            let from = if round % 3 == 0 {
                &value
            } else {
                random.pick(&all)
            };
            let mut next = changed(&from.clone(), &mut random);
            // The choices must not depend on `serde_json/preserve_order`.
            next.sort_all_objects();
            all.push(next);
        }
        for dialect in dialects() {
            let failed = all
                .iter()
                .find_map(|value| case.check(dialect, value).err());
            failures.extend(failed.map(|failed| format!("{schema}\n  {failed}")));
        }
    }
    none(&failures);
}

/// An object with a member for each property in the schema, so that there is something to change.
fn start(schema: &Value) -> Value {
    let mut map = Map::new();
    for (name, _) in schema["properties"].as_object().into_iter().flatten() {
        map.insert(name.clone(), json!("a"));
    }
    Value::Object(map)
}

/// Every real tool is called with valid values, if some are found, and with others.
#[test]
fn real_tools_receive_what_was_sent() {
    let mut failures = Vec::new();
    let mut counts = Counts::default();
    for (place, (file, tool)) in sampled(crate::schemas::corpus::tools().into_iter().enumerate()) {
        let schema = &tool["inputSchema"];
        let Some(case) = Case::new(schema) else {
            counts.one("tools that aren't read");
            continue;
        };
        counts.one("tools");
        let mut maker = Maker::new(schema, 7);
        let mut random = Random::new(place as u64);
        let mut values = vec![start(schema)];
        for _ in 0..3 {
            let value = maker.value();
            values.push(changed(&value, &mut random));
            values.push(changed(&values[values.len() - 1], &mut random));
            values.push(value);
        }
        for (number, dialect) in dialects().enumerate() {
            // Each value for every second dialect, so that the whole corpus takes a minute.
            for value in values.iter().skip((number + place) % 2).step_by(2) {
                match case.check(dialect, value) {
                    Ok(()) => counts.one("values that arrive or are refused"),
                    Err(failed) => failures.push(format!("{file} {}: {failed}", tool["name"])),
                }
            }
            for text in ["[5]", "7", "\"{}\"", "[[]]", "true"] {
                match case.received(dialect, text) {
                    Ok(None) => counts.one("texts that aren't an object, refused"),
                    other => failures.push(format!("{file} {}: {text}: {other:?}", tool["name"])),
                }
            }
        }
    }
    none(&failures);
    counts.agree_with_corpus("imported/schemas/no_silent_change");
}

/// The fault for an unknown name gives the nearest known one.
#[test]
fn misspelled_names_of_closed_tools_are_named() {
    let schema = json!({"type": "object", "properties": {"limit": {"type": "integer"}}, "additionalProperties": false});
    let case = Case::new(&schema).expect("a schema");
    for &provider in Provider::ALL {
        let set = &case.sets[0].1;
        let result = block_on(set.call(provider, ToolCall::new("1", "t", r#"{"limt":1}"#)));
        let told = result.error.expect("a fault").to_string();
        assert!(
            told.ends_with("did you mean `limit`?"),
            "{provider}: {told}"
        );
    }
}
