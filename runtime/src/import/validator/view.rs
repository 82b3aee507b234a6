//! Values while they are checked, and their comparison in counted steps.

use std::hash::{BuildHasher, DefaultHasher, Hash, Hasher, RandomState};

use serde_json::{Map, Number, Value};

use super::steps::{Steps, Stop};
use crate::constraint::num;
use crate::decode::JsonTree;
use crate::schema::Num;

/// A value, or the name of a member as a string.
#[derive(Clone, Copy)]
pub(super) enum View<'v> {
    Null,
    Bool(bool),
    Number(&'v Number),
    String(&'v str),
    Array(&'v [Value]),
    Object(&'v Map<String, Value>),
}

impl<'v> From<&'v Value> for View<'v> {
    fn from(value: &'v Value) -> Self {
        match value {
            Value::Null => View::Null,
            Value::Bool(value) => View::Bool(*value),
            Value::Number(number) => View::Number(number),
            Value::String(text) => View::String(text),
            Value::Array(items) => View::Array(items),
            Value::Object(members) => View::Object(members),
        }
    }
}

/// The steps for a text.
pub(super) fn text_steps(text: &str) -> usize {
    1 + text.len() / 64
}

/// The text of a number. It is long only if `serde_json` keeps all digits.
pub(super) fn text_of(steps: &mut Steps, number: &Number) -> Result<String, Stop> {
    let text = number.to_string();
    steps.spend(text.len() / 16)?;
    Ok(text)
}

/// The number of a value. `None` if it exceeds every float.
pub(super) fn number_of(steps: &mut Steps, number: &Number) -> Result<Option<Num<'static>>, Stop> {
    if let Some(n) = number.as_u64() {
        return Ok(Some(Num::int(false, n.into(), "")));
    }
    Ok(num(&text_of(steps, number)?))
}

/// Returns whether a value equals one of a schema. Numbers are equal whatever notation they have.
pub(super) fn equals(
    steps: &mut Steps,
    value: View<'_>,
    expected: &JsonTree,
) -> Result<bool, Stop> {
    Ok(match (value, expected) {
        (View::Null, JsonTree::Null) => true,
        (View::Bool(value), JsonTree::Bool(expected)) => value == *expected,
        (View::Number(number), JsonTree::Number(text)) => {
            steps.spend(text.len() / 16)?;
            let both = number_of(steps, number)?.zip(num(text));
            both.is_some_and(|(value, expected)| value.equals(&expected))
        }
        (View::String(text), JsonTree::String(expected)) => {
            steps.spend(text.len().min(expected.len()) / 64)?;
            text == expected
        }
        (View::Array(items), JsonTree::Array(expected)) if items.len() == expected.len() => {
            for (item, expected) in items.iter().zip(expected) {
                steps.spend(1)?;
                if !equals(steps, item.into(), expected)? {
                    return Ok(false);
                }
            }
            true
        }
        (View::Object(members), JsonTree::Object(expected)) if members.len() == expected.len() => {
            for (name, expected) in expected {
                steps.spend(text_steps(name))?;
                let Some(value) = members.get(name) else {
                    return Ok(false);
                };
                if !equals(steps, value.into(), expected)? {
                    return Ok(false);
                }
            }
            true
        }
        _ => false,
    })
}

/// Returns whether two values are equal.
fn same(steps: &mut Steps, one: &Value, other: &Value) -> Result<bool, Stop> {
    steps.spend(1)?;
    Ok(match (one, other) {
        (Value::Number(one), Value::Number(other)) => {
            let both = number_of(steps, one)?.zip(number_of(steps, other)?);
            both.map_or(one == other, |(one, other)| one.equals(&other))
        }
        (Value::String(one), Value::String(other)) => {
            steps.spend(one.len().min(other.len()) / 64)?;
            one == other
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            for (one, other) in one.iter().zip(other) {
                if !same(steps, one, other)? {
                    return Ok(false);
                }
            }
            true
        }
        (Value::Object(one), Value::Object(other)) if one.len() == other.len() => {
            for (name, one) in one {
                steps.spend(text_steps(name))?;
                let Some(other) = other.get(name) else {
                    return Ok(false);
                };
                if !same(steps, one, other)? {
                    return Ok(false);
                }
            }
            true
        }
        (one, other) => one == other,
    })
}

/// Returns whether no two items are equal.
pub(super) fn are_unique(steps: &mut Steps, items: &[Value]) -> Result<bool, Stop> {
    let random = RandomState::new();
    let mut hashes = Vec::with_capacity(items.len());
    for (place, item) in items.iter().enumerate() {
        let mut one = random.build_hasher();
        hash(steps, item, &mut one, &random, 0)?;
        hashes.push((one.finish(), place));
    }
    hashes.sort_unstable();
    for alike in hashes.chunk_by(|one, other| one.0 == other.0) {
        for (i, (_, one)) in alike.iter().enumerate() {
            for (_, other) in &alike[i + 1..] {
                if same(steps, &items[*one], &items[*other])? {
                    return Ok(false);
                }
            }
        }
    }
    Ok(true)
}

/// Maximum depth of a value that is hashed, limited by the stack.
const MAX_DEPTH: usize = 400;

/// Hashes a value. Equal values have the same hash.
fn hash(
    steps: &mut Steps,
    value: &Value,
    hasher: &mut DefaultHasher,
    random: &RandomState,
    depth: usize,
) -> Result<(), Stop> {
    steps.spend(1)?;
    if depth > MAX_DEPTH {
        return Err(Stop::Steps);
    }
    core::mem::discriminant(value).hash(hasher);
    match value {
        Value::Null => {}
        Value::Bool(value) => value.hash(hasher),
        Value::Number(number) => {
            let number = number_of(steps, number)?;
            let float = number.map(|number| number.as_f64().to_bits());
            match number.and_then(|number| number.as_integer()) {
                Some(whole) => whole.hash(hasher),
                None => float.hash(hasher),
            }
        }
        Value::String(text) => {
            steps.spend(text.len() / 64)?;
            text.hash(hasher);
        }
        Value::Array(items) => {
            hasher.write_usize(items.len());
            for item in items {
                hash(steps, item, hasher, random, depth + 1)?;
            }
        }
        Value::Object(members) => {
            // In any order.
            let mut sum = 0_u64;
            for (name, value) in members {
                steps.spend(text_steps(name))?;
                let mut inner = random.build_hasher();
                name.hash(&mut inner);
                hash(steps, value, &mut inner, random, depth + 1)?;
                sum = sum.wrapping_add(inner.finish());
            }
            hasher.write_u64(sum);
        }
    }
    Ok(())
}
