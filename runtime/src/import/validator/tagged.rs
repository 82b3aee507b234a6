//! Alternatives that a property distinguishes. The validator decides by its value, and visits one.

use std::collections::HashMap;

use serde_json::{Map, Value};

/// Fewer alternatives are all visited.
const LEAST: usize = 3;

/// More alternatives, or more names in one, are not compared.
const MOST: usize = 200;
const MOST_NAMES: usize = 50;

/// Maximum number of references in one another that lead to an alternative.
const MAX_REFERENCES: usize = 4;

/// Alternatives by the value of a property that each requires.
pub(super) struct Tagged<'s> {
    name: &'s str,
    alternatives: HashMap<&'s str, &'s Value>,
}

impl<'s> Tagged<'s> {
    /// Returns the property that distinguishes all alternatives, if there is one. `target` finds
    /// the schema of a reference.
    pub(super) fn of(
        all: &'s [Value],
        target: &mut impl FnMut(&'s str) -> Option<&'s Value>,
    ) -> Option<Self> {
        if !(LEAST..=MOST).contains(&all.len()) {
            return None;
        }
        let pinned: Option<Vec<_>> = all.iter().map(|one| pinned(one, target)).collect();
        let pinned = pinned?;
        let mut names = pinned.first()?.keys().filter(|name| {
            let mut values: Vec<_> = pinned.iter().filter_map(|one| one.get(*name)).collect();
            values.sort_unstable();
            values.dedup();
            values.len() == all.len()
        });
        // Among several properties the validator has its own choice.
        let (Some(name), None) = (names.next(), names.next()) else {
            return None;
        };
        let alternatives = pinned.iter().map(|one| one[name]).zip(all).collect();
        Some(Tagged { name, alternatives })
    }

    /// The alternative for an object.
    pub(super) fn chosen(&self, members: &Map<String, Value>) -> Option<&'s Value> {
        let tag = members.get(self.name)?.as_str()?;
        self.alternatives.get(tag).copied()
    }
}

/// The strings of the properties that an alternative requires with one value each. `None` if the
/// validator may find others: it looks into `allOf`, and behind the reference of a property.
fn pinned<'s>(
    alternative: &'s Value,
    target: &mut impl FnMut(&'s str) -> Option<&'s Value>,
) -> Option<HashMap<&'s str, &'s str>> {
    let mut keywords = alternative.as_object()?;
    let mut references = 0;
    while let Some(Value::String(reference)) = keywords.get("$ref") {
        references += 1;
        if references > MAX_REFERENCES || keywords.len() > 1 {
            return None;
        }
        keywords = target(reference)?.as_object()?;
    }
    let (Value::Array(required), Value::Object(properties)) =
        (keywords.get("required")?, keywords.get("properties")?)
    else {
        return None;
    };
    if required.len() > MOST_NAMES || keywords.contains_key("allOf") {
        return None;
    }
    let mut all = HashMap::new();
    for name in required.iter().filter_map(Value::as_str) {
        let Some(property) = properties.get(name) else {
            continue;
        };
        if let Some(Value::String(reference)) = property.get("$ref") {
            let behind = target(reference)?;
            let may_pin = |one: &Value| {
                ["const", "enum", "$ref"]
                    .iter()
                    .any(|key| one.get(key).is_some())
            };
            if may_pin(behind) {
                return None;
            }
        }
        if let Some(value) = only_value(property) {
            all.insert(name, value);
        }
    }
    Some(all)
}

/// The string that a property is, by `const` or by an `enum` of one.
fn only_value(property: &Value) -> Option<&str> {
    let of_enum = || match property.get("enum")?.as_array()?.as_slice() {
        [one] => Some(one),
        _ => None,
    };
    match property.get("const") {
        Some(Value::String(value)) => Some(value),
        _ => of_enum()?.as_str(),
    }
}
