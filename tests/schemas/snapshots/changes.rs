//! How one JSON Schema differs from another.
//!
//! A place is short here: `.name` is a property, `[]` an item, `[2]` an item of a tuple, `|2` an alternative, `{}` a value of a map, `#Name` a definition.

use serde_json::{Map, Value};

/// The places at which `new` differs from `old`, a line each: `place -gone changed=value`.
///
/// Objects are compared by name and arrays of the same length by index. Two changes that a dialect makes at every place are said once: `anyOf` for `oneOf`, and an
/// `enum` of one value for `const`.
pub(crate) fn changes(old: &Value, new: &Value) -> Vec<String> {
    let mut out = Vec::new();
    between(old, new, "", &mut out);
    out
}

/// The place in a JSON pointer's text, shortened.
pub(crate) fn short(pointer: &str) -> String {
    let mut out = String::new();
    let mut names = pointer.split('/').skip(1).peekable();
    while let Some(name) = names.next() {
        let (mark, end) = match name {
            "properties" => (".", ""),
            "$defs" => ("#", ""),
            "anyOf" | "oneOf" => ("|", ""),
            "prefixItems" => ("[", "]"),
            "items" => {
                out.push_str("[]");
                continue;
            }
            "additionalProperties" if names.peek().is_some() => {
                out.push_str("{}");
                continue;
            }
            _ => ("/", ""),
        };
        match names.peek() {
            Some(next) if mark != "/" => {
                out.push_str(mark);
                out.push_str(next);
                out.push_str(end);
                names.next();
            }
            _ => {
                out.push('/');
                out.push_str(name);
            }
        }
    }
    out
}

fn between(old: &Value, new: &Value, path: &str, out: &mut Vec<String>) {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            let old = &spelled_as(old, new, out);
            let mut here: Vec<String> = old
                .keys()
                .filter(|name| !new.contains_key(*name))
                .map(|name| format!("-{name}"))
                .collect();
            let mut below = Vec::new();
            for (name, new) in new {
                match old.get(name) {
                    Some(old) if old == new => {}
                    Some(old) if is_node(old) && is_node(new) => below.push((name, old, new)),
                    _ => here.push(format!("{name}={new}")),
                }
            }
            if !here.is_empty() {
                out.push(format!("{} {}", short(path), here.join(" ")));
            }
            for (name, old, new) in below {
                between(old, new, &format!("{path}/{name}"), out);
            }
        }
        (Value::Array(a), Value::Array(b))
            if a.len() == b.len() && a.iter().any(Value::is_object) =>
        {
            for (i, (old, new)) in a.iter().zip(b).enumerate() {
                between(old, new, &format!("{path}/{i}"), out);
            }
        }
        _ if old == new => {}
        _ => out.push(format!("{} ={new}", short(path))),
    }
}

/// Whether the value has members or items of its own that can be compared.
fn is_node(value: &Value) -> bool {
    match value {
        Value::Object(_) => true,
        Value::Array(items) => items.iter().any(Value::is_object),
        _ => false,
    }
}

/// The old object in the spelling of the new one; a line for each spelling.
fn spelled_as(
    old: &Map<String, Value>,
    new: &Map<String, Value>,
    out: &mut Vec<String>,
) -> Map<String, Value> {
    let mut old = old.clone();
    let mut once = |line: &str| {
        if !out.iter().any(|known| known == line) {
            out.push(line.to_owned());
        }
    };
    if new.contains_key("anyOf")
        && !old.contains_key("anyOf")
        && let Some(alternatives) = old.remove("oneOf")
    {
        once("anyOf for oneOf");
        old.insert("anyOf".into(), alternatives);
    }
    if new.contains_key("enum")
        && !old.contains_key("enum")
        && let Some(value) = old.remove("const")
    {
        once("enum for const");
        old.insert("enum".into(), Value::Array(vec![value]));
    }
    old
}
