//! Random JSON that a schema accepts, generated from the schema text alone.

use super::scalars::{arbitrary, integer, number, size, string};
use super::tape::Tape;
use serde_json::{Map, Value, json};

/// Below this depth nothing optional is written and the flattest branch is taken.
const PREFERRED_DEPTH: u32 = 5;

/// Makes values for one schema.
pub struct Generator<'s> {
    root: &'s Value,
    /// Add unknown names to open objects. Strict modes can't express them, and serde ignores them.
    pub unknown_names: bool,
}

impl<'s> Generator<'s> {
    pub fn new(root: &'s Value) -> Self {
        Generator {
            root,
            unknown_names: false,
        }
    }

    /// Generates a value that the schema most likely accepts.
    pub fn value(&self, tape: &mut Tape) -> Value {
        self.node(self.root, tape, 0)
    }

    /// Generates a value that reaches a place in the schema (the steps of a JSON Pointer), if there
    /// is a path to it. `last` generates the part at that place.
    pub fn towards(
        &self,
        schema: &'s Value,
        steps: &[&str],
        tape: &mut Tape,
        last: &dyn Fn(&'s Value, &mut Tape) -> Value,
    ) -> Option<Value> {
        let schema = self.resolve(schema);
        let branches = || schema.get("anyOf").or(schema.get("oneOf"))?.as_array();
        let (step, rest) = match steps {
            [] => return Some(last(schema, tape)),
            ["$defs", _, ..] => return Some(self.value(tape)),
            ["properties" | "prefixItems" | "anyOf", _, ..] => steps.split_at(2),
            _ => steps.split_at(1),
        };
        let below = |inner: &'s Value, tape: &mut Tape| self.towards(inner, rest, tape, last);
        // A reference or a nullable schema, wrapped in a union of its own.
        if let Some(branches) = branches() {
            let mut all = branches.iter().filter(|branch| branch["type"] != "null");
            if let (Some(one), None) = (all.next(), all.next())
                && (step[0] != "anyOf" || self.resolve(one).get("anyOf").is_some())
            {
                return self.towards(one, steps, tape, last);
            }
        }
        if let ["anyOf", i] = step {
            let branch = branches()?.get(i.parse::<usize>().ok()?)?;
            return below(branch, tape);
        }
        if let Some(branches) = branches() {
            let mut all = branches.iter();
            return all.find_map(|branch| self.towards(branch, steps, tape, last));
        }
        match step {
            ["properties", name] => {
                let name = name.replace("~1", "/").replace("~0", "~");
                let value = below(schema.get("properties")?.get(&name)?, tape)?;
                let mut out = self.object(schema, tape, PREFERRED_DEPTH);
                out.insert(name, value);
                Some(Value::Object(out))
            }
            ["additionalProperties"] => {
                let value = below(schema.get("additionalProperties")?, tape)?;
                let mut out = self.object(schema, tape, PREFERRED_DEPTH);
                let name = match schema.get("propertyNames") {
                    Some(names) => self.name(names, tape, PREFERRED_DEPTH),
                    None => json!("extra"),
                };
                out.insert(name.as_str()?.to_owned(), value);
                Some(Value::Object(out))
            }
            ["prefixItems", i] => {
                let i = i.parse::<usize>().ok()?;
                let item = schema.get("prefixItems").and_then(|all| all.get(i));
                let value = below(item.or(schema.get("items"))?, tape)?;
                let mut out = self.array(schema, tape, PREFERRED_DEPTH);
                *out.get_mut(i)? = value;
                Some(out)
            }
            ["items"] => {
                let value = below(schema.get("items")?, tape)?;
                let mut out = self.array(schema, tape, PREFERRED_DEPTH);
                match out.as_array_mut()?.first_mut() {
                    Some(first) => *first = value,
                    None => out = json!([value]),
                }
                Some(out)
            }
            _ => Some(self.node(schema, tape, PREFERRED_DEPTH)),
        }
    }

    /// Generates a value of one of the schemas inside the root schema.
    pub fn at(&self, schema: &'s Value, tape: &mut Tape) -> Value {
        self.node(schema, tape, PREFERRED_DEPTH - 1)
    }

    fn resolve(&self, schema: &'s Value) -> &'s Value {
        match schema.get("$ref").and_then(Value::as_str) {
            Some(path) => self
                .root
                .pointer(path.trim_start_matches('#'))
                .expect("a local reference"),
            None => schema,
        }
    }

    fn node(&self, schema: &'s Value, tape: &mut Tape, depth: u32) -> Value {
        let schema = self.resolve(schema);
        if let Some(value) = schema.get("const") {
            return value.clone();
        }
        if let Some(values) = schema.get("enum").and_then(Value::as_array) {
            return tape.pick(values).clone();
        }
        // An integer's ranges are siblings of its type and bounds.
        let is_integer =
            schema["type"] == "integer" || schema["type"] == json!(["integer", "null"]);
        for word in ["anyOf", "oneOf"] {
            if let Some(branches) = schema.get(word).and_then(Value::as_array)
                && !is_integer
            {
                let branch = self.branch(branches, tape, depth);
                let own = self.node(branch, tape, depth + 1);
                return match (own, schema.get("properties")) {
                    (Value::Object(mut own), Some(_)) => {
                        // Properties next to the branches belong to the same object.
                        own.extend(self.object(schema, tape, depth));
                        Value::Object(own)
                    }
                    (own, _) => own,
                };
            }
        }
        if let Some(parts) = schema.get("allOf").and_then(Value::as_array) {
            let mut whole = self.object(schema, tape, depth);
            for part in parts {
                if let Value::Object(part) = self.node(part, tape, depth) {
                    whole.extend(part);
                }
            }
            return Value::Object(whole);
        }
        match schema.get("type") {
            Some(Value::String(name)) => self.typed(name, schema, tape, depth),
            Some(Value::Array(names)) => {
                let name = if depth > PREFERRED_DEPTH && names.contains(&json!("null")) {
                    "null"
                } else {
                    tape.pick(names).as_str().unwrap_or_default()
                };
                self.typed(name, schema, tape, depth)
            }
            _ => arbitrary(tape, depth),
        }
    }

    fn branch(&self, branches: &'s [Value], tape: &mut Tape, depth: u32) -> &'s Value {
        if depth > PREFERRED_DEPTH {
            let flattest = branches.iter().min_by_key(|branch| self.height(branch, 8));
            return flattest.expect("a union has branches");
        }
        tape.pick(branches)
    }

    /// Returns the depth of the shallowest value, up to `fuel`.
    fn height(&self, schema: &'s Value, fuel: u32) -> u32 {
        if fuel == 0 {
            return 100;
        }
        let schema = self.resolve(schema);
        let below = |schema: &'s Value| 1 + self.height(schema, fuel - 1);
        for word in ["anyOf", "oneOf"] {
            if let Some(branches) = schema.get(word).and_then(Value::as_array) {
                return branches.iter().map(below).min().unwrap_or(0);
            }
        }
        let required = names(schema.get("required"));
        let properties = schema.get("properties").and_then(Value::as_object);
        let inner = properties
            .into_iter()
            .flatten()
            .filter(|(name, _)| required.contains(&name.as_str()));
        let inner = inner.map(|(_, schema)| below(schema)).max().unwrap_or(0);
        let items = schema.get("prefixItems").and_then(Value::as_array);
        items
            .into_iter()
            .flatten()
            .map(below)
            .max()
            .unwrap_or(0)
            .max(inner)
    }

    fn typed(&self, name: &str, schema: &'s Value, tape: &mut Tape, depth: u32) -> Value {
        match name {
            "object" => Value::Object(self.object(schema, tape, depth)),
            "array" => self.array(schema, tape, depth),
            "string" => string(schema, tape),
            "integer" => integer(schema, tape),
            "number" => number(schema, tape),
            "boolean" => json!(tape.one_in(2)),
            _ => Value::Null,
        }
    }

    fn object(&self, schema: &'s Value, tape: &mut Tape, depth: u32) -> Map<String, Value> {
        let mut out = Map::new();
        let required = names(schema.get("required"));
        let properties = schema.get("properties").and_then(Value::as_object);
        for (name, property) in properties.into_iter().flatten() {
            if required.contains(&name.as_str()) || depth <= PREFERRED_DEPTH && tape.one_in(2) {
                out.insert(name.clone(), self.node(property, tape, depth + 1));
            }
        }
        let dependent = schema.get("dependentRequired").and_then(Value::as_object);
        for (name, needed) in dependent.into_iter().flatten() {
            for needed in names(Some(needed)) {
                if out.contains_key(name)
                    && !out.contains_key(needed)
                    && let Some(property) = properties.and_then(|all| all.get(needed))
                {
                    out.insert(needed.to_owned(), self.node(property, tape, depth + 1));
                }
            }
        }
        let rest = match schema.get("additionalProperties") {
            None if !self.unknown_names || !tape.one_in(8) => return out,
            None | Some(Value::Bool(true)) => None,
            Some(Value::Bool(false)) => return out,
            Some(rest) => Some(rest),
        };
        let least = size(schema, "minProperties", 0);
        let most = size(schema, "maxProperties", least + 3);
        let wanted = count(least, most, tape, depth);
        let mut tries = 0;
        while out.len() < wanted && tries < 20 {
            tries += 1;
            let name = match schema.get("propertyNames") {
                Some(names) => match self.name(names, tape, depth) {
                    Value::String(name) => name,
                    _ => continue,
                },
                None => (*tape.pick(&["extra", "key", "value", "größe", "", "a b"])).to_string(),
            };
            let value = match rest {
                Some(rest) => self.node(rest, tape, depth + 1),
                None => arbitrary(tape, depth),
            };
            out.entry(name).or_insert(value);
        }
        out
    }

    /// Generates a property name. Its schema needs no `type`.
    fn name(&self, schema: &'s Value, tape: &mut Tape, depth: u32) -> Value {
        match schema
            .get("enum")
            .or(schema.get("$ref"))
            .or(schema.get("anyOf"))
        {
            Some(_) => self.node(schema, tape, depth),
            None => string(schema, tape),
        }
    }

    fn array(&self, schema: &'s Value, tape: &mut Tape, depth: u32) -> Value {
        let mut out: Vec<Value> = Vec::new();
        if let Some(items) = schema.get("prefixItems").and_then(Value::as_array) {
            out.extend(items.iter().map(|item| self.node(item, tape, depth + 1)));
        }
        if let Some(item) = schema.get("items").filter(|item| item.is_object()) {
            let least = size(schema, "minItems", 0);
            let most = size(schema, "maxItems", least + 3).max(least);
            let wanted = count(least, most, tape, depth);
            let unique = schema.get("uniqueItems").is_some();
            for _ in 0..wanted * 2 {
                if out.len() >= wanted {
                    break;
                }
                let value = self.node(item, tape, depth + 1);
                if !unique || !out.contains(&value) {
                    out.push(value);
                }
            }
        }
        Value::Array(out)
    }
}

/// Returns a number of items.
fn count(least: usize, most: usize, tape: &mut Tape, depth: u32) -> usize {
    if depth > PREFERRED_DEPTH {
        least
    } else {
        least + tape.below(most + 1 - least)
    }
}

fn names(value: Option<&Value>) -> Vec<&str> {
    value
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect()
}
