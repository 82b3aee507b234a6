//! Places in JSON values: walks over all of them, and changes.
//!
//! A place is a JSON pointer; that of the root is empty. [`places`] and [`values`] list all parts
//! of a value; [`change_each`], [`replaced`], [`remove`] and [`merge`] change them.

use serde_json::{Map, Value};
use std::collections::HashSet;

/// Returns the pointer to a member of the object at `place`.
pub fn below(place: &str, name: &str) -> String {
    format!("{place}/{}", name.replace('~', "~0").replace('/', "~1"))
}

/// Returns the name that a step of a pointer has.
pub fn name_of(step: &str) -> String {
    step.replace("~1", "/").replace("~0", "~")
}

/// Returns all places with their values: those inside a value come before it, and the root is last.
pub fn places(root: &Value) -> Vec<(String, &Value)> {
    let mut all = Vec::new();
    let mut open = vec![(String::new(), root)];
    while let Some((place, value)) = open.pop() {
        match value {
            Value::Array(items) => {
                let items = items.iter().enumerate();
                open.extend(items.map(|(i, item)| (format!("{place}/{i}"), item)));
            }
            Value::Object(members) => {
                let members = members.iter();
                open.extend(members.map(|(name, member)| (below(&place, name), member)));
            }
            _ => {}
        }
        all.push((place, value));
    }
    all.reverse();
    all
}

/// Returns all values, each before those inside it.
pub fn values(root: &Value) -> impl Iterator<Item = &Value> {
    let mut open = vec![root];
    std::iter::from_fn(move || {
        let value = open.pop()?;
        match value {
            Value::Array(items) => open.extend(items.iter().rev()),
            Value::Object(members) => open.extend(members.values().rev()),
            _ => {}
        }
        Some(value)
    })
}

/// Returns the values of all members with this name.
pub fn members<'v>(root: &'v Value, name: &str) -> impl Iterator<Item = &'v Value> {
    values(root).filter_map(move |value| value.get(name))
}

/// Calls `change` with every value, and then with those inside of what it left there.
pub fn change_each(value: &mut Value, change: &mut dyn FnMut(&mut Value)) {
    change(value);
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| change_each(item, change)),
        Value::Object(members) => members
            .values_mut()
            .for_each(|member| change_each(member, change)),
        _ => {}
    }
}

/// Returns the value with another one at a place.
pub fn replaced(root: &Value, place: &str, other: Value) -> Value {
    let mut root = root.clone();
    *root.pointer_mut(place).expect("a place of the value") = other;
    root
}

/// Removes a member or an item, and returns it.
pub fn remove(root: &mut Value, place: &str) -> Option<Value> {
    let (outer, step) = place.rsplit_once('/')?;
    match root.pointer_mut(outer)? {
        Value::Array(items) => {
            let index: usize = step.parse().ok()?;
            (index < items.len()).then(|| items.remove(index))
        }
        Value::Object(members) => members.remove(&name_of(step)),
        _ => None,
    }
}

/// Adds the members of `more`, those of inner objects too. Any other value replaces the old one.
pub fn merge(value: &mut Value, more: &Value) {
    match (value, more) {
        (Value::Object(members), Value::Object(more)) => {
            for (name, more) in more {
                merge(members.entry(name.clone()).or_insert(Value::Null), more);
            }
        }
        (value, more) => *value = more.clone(),
    }
}

/// Returns the value without members that are `null`.
pub fn without_nulls(value: &Value) -> Value {
    let mut value = value.clone();
    change_each(&mut value, &mut |value| {
        if let Value::Object(members) = value {
            members.retain(|_, member| !member.is_null());
        }
    });
    value
}

/// Returns the names of properties that are required wherever the schema has one of that name:
/// their `null` is a value; for other properties it means that they are absent.
#[must_use]
pub fn always_required(schema: &Value) -> HashSet<String> {
    let (mut always, mut not) = (HashSet::new(), HashSet::new());
    for part in values(schema) {
        let required = part["required"].as_array().map_or(&[][..], Vec::as_slice);
        for name in part["properties"]
            .as_object()
            .into_iter()
            .flat_map(Map::keys)
        {
            let found = required.iter().any(|one| one == name);
            if found { &mut always } else { &mut not }.insert(name.clone());
        }
    }
    &always - &not
}

/// Returns the name of a member that was sent as `null` and didn't arrive, if it is required.
#[must_use]
#[allow(clippy::implicit_hasher)] // Callers have the default one.
pub fn lost_null<'v>(
    sent: &'v Value,
    received: &Value,
    required: &HashSet<String>,
) -> Option<&'v String> {
    match (sent, received) {
        (Value::Object(sent), Value::Object(received)) => {
            sent.iter()
                .find_map(|(name, value)| match received.get(name) {
                    Some(other) => lost_null(value, other, required),
                    None => (value.is_null() && required.contains(name)).then_some(name),
                })
        }
        (Value::Array(sent), Value::Array(received)) => {
            let mut pairs = sent.iter().zip(received);
            pairs.find_map(|(value, other)| lost_null(value, other, required))
        }
        _ => None,
    }
}

/// Returns true if a list of entries, which a map is sent as, has a key twice.
pub fn has_key_twice(value: &Value) -> bool {
    values(value).filter_map(Value::as_array).any(|items| {
        let keys: Vec<&Value> = items.iter().filter_map(|item| item.get("key")).collect();
        (1..keys.len()).any(|i| keys[..i].contains(&keys[i]))
    })
}

/// The ends of the integer types that have bounds in the canonical text alone.
pub const WIDE_ENDS: [&str; 9] = [
    "-2147483648",
    "2147483647",
    "4294967295",
    "-9223372036854775808",
    "9223372036854775807",
    "18446744073709551615",
    "-170141183460469231731687303715884105728",
    "170141183460469231731687303715884105727",
    "340282366920938463463374607431768211455",
];
