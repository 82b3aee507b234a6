//! Values for a third-party schema, generated from its keywords where possible. The judge decides
//! which of them are valid.

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use serde_json::{Map, Value, json};

use crate::random::Random;

/// Below this depth nothing is written that may be absent.
const DEEP: u32 = 6;

/// Makes values; the same ones in every run.
pub struct Maker<'s> {
    root: &'s Value,
    random: Random,
    only_listed: bool,
}

impl<'s> Maker<'s> {
    pub fn new(root: &'s Value, seed: u64) -> Self {
        let random = Random::new(seed);
        let only_listed = false;
        Maker {
            root,
            random,
            only_listed,
        }
    }

    /// Adds no names to an object that the schema doesn't list, unless `additionalProperties` has a
    /// schema for their values. Strict texts don't accept such names.
    #[must_use]
    pub fn only_listed(mut self) -> Self {
        self.only_listed = true;
        self
    }

    fn below(&mut self, n: usize) -> usize {
        self.random.below(n)
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.random.one_in(n)
    }

    /// Generates a value that the whole schema most likely accepts.
    pub fn value(&mut self) -> Value {
        let mut value = self.of(self.root, 0);
        // `bent` picks a member by its index, which must not depend on `serde_json/preserve_order`.
        value.sort_all_objects();
        value
    }

    fn find(&self, target: &str) -> Option<&'s Value> {
        let path = target.split_once('#').map_or("", |(_, path)| path);
        let path = path
            .replace("%24", "$")
            .replace("%20", " ")
            .replace("%25", "%");
        self.root.pointer(&path)
    }

    fn of(&mut self, schema: &'s Value, depth: u32) -> Value {
        if depth > 40 {
            return Value::Null;
        }
        if let Some(target) = ["$ref", "$dynamicRef", "$recursiveRef"]
            .iter()
            .find_map(|key| schema[*key].as_str())
        {
            let mut value = match self.find(target) {
                Some(found) => self.of(found, depth + 1),
                None => return Value::Null,
            };
            if schema["properties"].is_object() {
                extend(&mut value, self.typed(schema, depth));
            }
            return value;
        }
        if let Some(value) = schema.get("const") {
            return value.clone();
        }
        if let Some(list) = schema["enum"].as_array().filter(|list| !list.is_empty()) {
            let mut one = list[self.below(list.len())].clone();
            // If the value's type differs from the schema's, pick another.
            for _ in 0..8 {
                let fits = schema["type"].as_str().is_none_or(|name| is(&one, name));
                if fits {
                    break;
                }
                one = list[self.below(list.len())].clone();
            }
            return one;
        }
        for key in ["anyOf", "oneOf"] {
            if let Some(list) = schema[key].as_array().filter(|list| !list.is_empty()) {
                let one = if depth > DEEP {
                    &list[list.len() - 1]
                } else {
                    &list[self.below(list.len())]
                };
                let own = schema["properties"].is_object() || schema["required"].is_array();
                let typed = [
                    "type",
                    "properties",
                    "$ref",
                    "enum",
                    "const",
                    "anyOf",
                    "oneOf",
                    "allOf",
                ]
                .iter()
                .any(|key| one.get(key).is_some());
                let mut value = if own || !typed {
                    self.typed(schema, depth)
                } else {
                    self.of(one, depth + 1)
                };
                if own && typed {
                    extend(&mut value, self.of(one, depth + 1));
                }
                self.ask(&mut value, schema, one, depth);
                return value;
            }
        }
        if let Some(parts) = schema["allOf"].as_array().filter(|list| !list.is_empty()) {
            let own = schema["properties"].is_object() || schema["type"].is_string();
            let mut value = if own {
                self.typed(schema, depth)
            } else {
                self.of(&parts[0], depth + 1)
            };
            for part in parts {
                if value.is_object() && part.is_object() {
                    let typed = ["type", "properties", "$ref", "anyOf", "oneOf", "allOf"]
                        .iter()
                        .any(|key| part.get(key).is_some());
                    if typed {
                        extend(&mut value, self.of(part, depth + 1));
                    }
                }
            }
            return value;
        }
        let mut value = self.typed(schema, depth);
        if schema["nullable"] == true && self.one_in(4) {
            value = Value::Null;
        }
        // The judge decides afterwards which of the two applies.
        for key in ["then", "else"] {
            if value.is_object() && schema[key].is_object() && self.one_in(2) {
                extend(&mut value, self.typed(&schema[key], depth + 1));
            }
        }
        value
    }

    /// Adds the properties that an alternative requires by name alone.
    fn ask(&mut self, value: &mut Value, schema: &'s Value, one: &'s Value, depth: u32) {
        let Some(map) = value.as_object_mut() else {
            return;
        };
        for name in one["required"].as_array().into_iter().flatten() {
            let name = name.as_str().unwrap_or_default();
            if !map.contains_key(name) {
                let inner = self.of(&schema["properties"][name], depth + 1);
                map.insert(name.to_owned(), inner);
            }
        }
    }

    fn typed(&mut self, schema: &'s Value, depth: u32) -> Value {
        let about = [
            (
                "object",
                &[
                    "properties",
                    "required",
                    "additionalProperties",
                    "patternProperties",
                    "propertyNames",
                    "minProperties",
                    "dependentRequired",
                ][..],
            ),
            (
                "array",
                &[
                    "items",
                    "prefixItems",
                    "minItems",
                    "maxItems",
                    "uniqueItems",
                    "contains",
                ],
            ),
            ("string", &["pattern", "format", "minLength", "maxLength"]),
            (
                "number",
                &[
                    "minimum",
                    "maximum",
                    "exclusiveMinimum",
                    "exclusiveMaximum",
                    "multipleOf",
                ],
            ),
        ];
        let implied = about
            .iter()
            .find(|(_, keys)| keys.iter().any(|key| schema.get(*key).is_some()))
            .map(|(name, _)| *name);
        let name = match &schema["type"] {
            Value::String(name) => name.as_str(),
            Value::Array(names) if !names.is_empty() => {
                names[self.below(names.len())].as_str().unwrap_or_default()
            }
            _ => match implied {
                Some(name) => name,
                None if depth == 0 => "object",
                None => return self.anything(),
            },
        };
        match name {
            "string" => Value::String(self.string(schema)),
            "integer" => self.number(schema, true),
            "number" => {
                let whole = self.one_in(2);
                self.number(schema, whole)
            }
            "boolean" => json!(self.one_in(2)),
            "null" => Value::Null,
            "array" => self.array(schema, depth),
            _ => self.object(schema, depth),
        }
    }

    fn anything(&mut self) -> Value {
        let all = [
            json!("x"),
            json!(3),
            json!(1.5),
            json!(true),
            json!(null),
            json!([1, "a"]),
            json!({"a": [null]}),
            json!(""),
            json!("[1]"),
            json!("null"),
        ];
        all[self.below(all.len())].clone()
    }

    fn string(&mut self, schema: &Value) -> String {
        let one = |texts: &[&str], at: usize| texts[at % texts.len()].to_owned();
        let at = self.below(6);
        match schema["format"].as_str() {
            Some("date-time") => {
                return one(&["2026-01-02T03:04:05Z", "2024-02-29T23:59:59.5+02:00"], at);
            }
            Some("date") => return one(&["2026-01-02", "2024-02-29"], at),
            Some("time") => return one(&["03:04:05Z", "23:59:59+01:00"], at),
            Some("duration") => return one(&["P1D", "PT1H30M"], at),
            Some("uri" | "url" | "iri" | "uri-reference") => {
                return one(&["https://example.com/a?b=c#d", "http://127.0.0.1:80/"], at);
            }
            Some("email" | "idn-email") => return one(&["a@example.com", "x.y+z@b.org"], at),
            Some("uuid") => return "123e4567-e89b-42d3-a456-426614174000".to_owned(),
            Some("hostname") => return one(&["example.com", "a-b.c"], at),
            Some("ipv4") => return one(&["127.0.0.1", "8.8.8.8"], at),
            Some("ipv6") => return one(&["::1", "2001:db8::7"], at),
            Some("json-pointer") => return "/a/b".to_owned(),
            Some("regex") => return "^a+$".to_owned(),
            _ => {}
        }
        if let Some(pattern) = schema["pattern"].as_str()
            && let Some(text) = self.matching(pattern)
        {
            return text;
        }
        let least = size(&schema["minLength"]).unwrap_or(0);
        let most = size(&schema["maxLength"]).unwrap_or(least + 4);
        let n = least.max(at).min(most).min(5000);
        "ab\"é x1".chars().cycle().take(n).collect()
    }

    /// Generates a text that contains a match of the pattern.
    fn matching(&mut self, pattern: &str) -> Option<String> {
        let bare = pattern.strip_prefix('^').unwrap_or(pattern);
        let bare = bare.strip_suffix('$').unwrap_or(bare);
        let strategy = proptest::string::string_regex(bare).ok()?;
        let mut seed = [0; 32];
        seed[0] = u8::try_from(self.below(256)).unwrap_or(0);
        let rng = proptest::test_runner::TestRng::from_seed(
            proptest::test_runner::RngAlgorithm::ChaCha,
            &seed,
        );
        let mut runner = TestRunner::new_with_rng(proptest::test_runner::Config::default(), rng);
        Some(strategy.new_tree(&mut runner).ok()?.current())
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // Near the requested bounds; the judge decides.
    fn number(&mut self, schema: &Value, whole: bool) -> Value {
        let bound = |key: &str| schema[key].as_f64();
        let mut least = bound("minimum");
        let mut most = bound("maximum");
        let step = bound("multipleOf").filter(|n| *n > 0.0);
        let near = if whole { 1.0 } else { 0.5 };
        match &schema["exclusiveMinimum"] {
            Value::Bool(true) => least = least.map(|n| n + near),
            Value::Number(n) => least = n.as_f64().map(|n| n + near),
            _ => {}
        }
        match &schema["exclusiveMaximum"] {
            Value::Bool(true) => most = most.map(|n| n - near),
            Value::Number(n) => most = n.as_f64().map(|n| n - near),
            _ => {}
        }
        let low = least.unwrap_or_else(|| most.map_or(-3.0, |n| n.min(0.0) - 3.0));
        let high = most.unwrap_or(low.max(0.0) + 40.0);
        let at = self.below(9) as f64 / 8.0;
        let mut value = low + (high - low) * at;
        if let Some(step) = step {
            value = (value / step).ceil() * step;
            if value > high {
                value -= step;
            }
        }
        if whole {
            let value = if value.ceil() > high {
                value.floor()
            } else {
                value.ceil()
            };
            return if value.abs() < 9e15 {
                json!(value as i64)
            } else {
                json!(1)
            };
        }
        json!(value)
    }

    fn array(&mut self, schema: &'s Value, depth: u32) -> Value {
        let mut out: Vec<Value> = Vec::new();
        let (first, rest) = match (&schema["prefixItems"], &schema["items"]) {
            (Value::Array(first), rest) => (first.as_slice(), rest),
            (_, Value::Array(first)) => (first.as_slice(), &schema["additionalItems"]),
            (_, rest) => (&[][..], rest),
        };
        let least = size(&schema["minItems"]).unwrap_or(0);
        let most = size(&schema["maxItems"])
            .unwrap_or(least.max(first.len()) + 2)
            .min(5000);
        let more = if depth > DEEP { 0 } else { self.below(3) };
        let ends = *rest == Value::Bool(false);
        let n = least
            .max(first.len())
            .max(first.len() + more)
            .max(least + more)
            .min(most);
        let n = if ends { n.min(first.len()) } else { n };
        // A tuple may be shorter than its items.
        let n = if !first.is_empty() && self.one_in(3) {
            least.min(n)
        } else {
            n
        };
        let n = if first.is_empty() && depth <= DEEP && self.one_in(5) {
            least
        } else {
            n
        };
        let unique = schema["uniqueItems"] == true;
        for i in 0..n * 3 {
            if out.len() >= n {
                break;
            }
            let item = first.get(out.len()).unwrap_or(rest);
            let mut value = if item.is_object() && (i == 0 || !schema["contains"].is_object()) {
                self.of(item, depth + 1)
            } else if schema["contains"].is_object() {
                self.of(&schema["contains"], depth + 1)
            } else {
                self.anything()
            };
            if i == 0 && schema["contains"].is_object() && first.is_empty() {
                value = self.of(&schema["contains"], depth + 1);
            }
            if !unique || !out.contains(&value) {
                out.push(value);
            }
        }
        Value::Array(out)
    }

    fn object(&mut self, schema: &'s Value, depth: u32) -> Value {
        let mut map = Map::new();
        let required = schema["required"].as_array().map_or(&[][..], Vec::as_slice);
        let all = self.one_in(4);
        for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
            let must =
                required.iter().any(|one| one.as_str() == Some(name)) || inner["required"] == true;
            if must || depth < DEEP && *inner != Value::Bool(false) && (all || self.one_in(2)) {
                map.insert(name.clone(), self.of(inner, depth + 1));
            }
        }
        let rest = &schema["additionalProperties"];
        for name in required.iter().filter_map(Value::as_str) {
            if !map.contains_key(name) {
                let value = if rest.is_object() {
                    self.of(rest, depth + 1)
                } else {
                    self.anything()
                };
                map.insert(name.to_owned(), value);
            }
        }
        if depth >= DEEP {
            return Value::Object(map);
        }
        for (pattern, inner) in schema["patternProperties"]
            .as_object()
            .into_iter()
            .flatten()
        {
            if let Some(name) = self.matching(pattern)
                && self.one_in(2)
            {
                let value = self.of(inner, depth + 1);
                map.entry(name).or_insert(value);
            }
        }
        let least = size(&schema["minProperties"]).unwrap_or(0);
        let most = size(&schema["maxProperties"]).unwrap_or(usize::MAX);
        let wanted = least
            .max(map.len() + usize::from(rest.is_object()) * self.below(3))
            .min(most)
            .min(50);
        let wanted = if rest.is_null() && self.one_in(8) && !self.only_listed {
            wanted + 1
        } else {
            wanted
        };
        for i in 0..50 {
            if map.len() >= wanted || *rest == Value::Bool(false) {
                break;
            }
            let names = &schema["propertyNames"];
            let name = if names.is_object() {
                match self.of_name(names, depth) {
                    Some(name) => name,
                    None => break,
                }
            } else {
                ["zz top", "extra", "größe", "k", "a.b"][self.below(5)].to_owned()
                    + &"_".repeat(i / 5)
            };
            let value = if rest.is_object() {
                self.of(rest, depth + 1)
            } else {
                self.anything()
            };
            map.entry(name).or_insert(value);
        }
        Value::Object(map)
    }

    fn of_name(&mut self, names: &'s Value, depth: u32) -> Option<String> {
        if ["enum", "const", "anyOf", "$ref"]
            .iter()
            .any(|key| names.get(*key).is_some())
        {
            return self.of(names, depth + 1).as_str().map(str::to_owned);
        }
        Some(self.string(names))
    }

    /// Returns the value with another one somewhere in it.
    pub fn bent(&mut self, value: &Value) -> Value {
        match value {
            Value::Object(map) if !map.is_empty() && !self.one_in(5) => {
                let mut map = map.clone();
                let at = self.below(map.len());
                let name = map.keys().nth(at).cloned().unwrap_or_default();
                match self.below(8) {
                    0 | 1 => {
                        map.remove(&name);
                    }
                    2 => {
                        map.insert("unheard_of".to_owned(), json!(1));
                    }
                    _ => {
                        let inner = self.bent(&map[&name]);
                        map.insert(name, inner);
                    }
                }
                Value::Object(map)
            }
            Value::Array(items) if !items.is_empty() && !self.one_in(4) => {
                let mut items = items.clone();
                let at = self.below(items.len());
                items[at] = self.bent(&items[at]);
                Value::Array(items)
            }
            Value::String(text) if self.one_in(2) => json!(format!("{text}~")),
            Value::Number(n) if self.one_in(2) => match n.as_i64() {
                Some(n) => json!(n.saturating_mul(-1000) - 1),
                None => json!(-1e9),
            },
            _ => self.anything(),
        }
    }
}

fn extend(value: &mut Value, more: Value) {
    match (value, more) {
        (Value::Object(map), Value::Object(more)) => {
            for (name, inner) in more {
                map.entry(name).or_insert(inner);
            }
        }
        (value @ Value::Null, more) => *value = more,
        _ => {}
    }
}

fn is(value: &Value, name: &str) -> bool {
    match value {
        Value::Null => name == "null",
        Value::Bool(_) => name == "boolean",
        Value::Number(_) => name == "number" || name == "integer",
        Value::String(_) => name == "string",
        Value::Array(_) => name == "array",
        Value::Object(_) => name == "object",
    }
}

fn size(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|n| usize::try_from(n).ok())
}
