//! JSON with small random changes.

use super::scalars::arbitrary;
use super::tape::Tape;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Changes one to three places.
pub fn mutate(mut value: Value, tape: &mut Tape) -> Value {
    for _ in 0..=tape.below(3) {
        let places = count(&value);
        let mut place = tape.below(places);
        at(&mut value, &mut place, &mut |found| change(found, tape));
        value = sorted(value);
    }
    value
}

/// Sorts the members of objects by name, because `serde_json` may preserve insertion order. Values
/// derived from the result are then the same with every set of features.
pub fn sorted(value: Value) -> Value {
    match value {
        Value::Array(items) => items.into_iter().map(sorted).collect(),
        Value::Object(members) => {
            let members: BTreeMap<String, Value> = members
                .into_iter()
                .map(|(name, value)| (name, sorted(value)))
                .collect();
            Value::Object(members.into_iter().collect())
        }
        other => other,
    }
}

fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(count).sum(),
        Value::Object(members) => members.values().map(count).sum(),
        _ => 0,
    }
}

fn at(value: &mut Value, place: &mut usize, change: &mut dyn FnMut(&mut Value)) -> bool {
    if *place == 0 {
        change(value);
        return true;
    }
    *place -= 1;
    match value {
        Value::Array(items) => items.iter_mut().any(|item| at(item, place, change)),
        Value::Object(members) => members.values_mut().any(|member| at(member, place, change)),
        _ => false,
    }
}

fn change(value: &mut Value, tape: &mut Tape) {
    *value = match (std::mem::take(value), tape.below(6)) {
        (Value::Object(members), 0..=3) => Value::Object(change_members(members, tape)),
        (Value::Array(mut items), 0..=3) => {
            let index = tape.below(items.len());
            match tape.below(3) {
                0 => items.push(arbitrary(tape, 2)),
                1 if !items.is_empty() => drop(items.remove(index)),
                _ if !items.is_empty() => items.push(items[index].clone()),
                _ => {}
            }
            Value::Array(items)
        }
        (Value::Number(number), 0..=3) => {
            let n = number.as_i64().unwrap_or(7);
            let float = number.as_f64().unwrap_or(0.0);
            match tape.below(9) {
                0 => json!(n.wrapping_add(1)),
                1 => json!(n.wrapping_neg()),
                2 => json!(n.to_string()),
                3 => json!(u64::MAX),
                4 => json!(i64::MIN),
                5 => json!(float + 1.0),
                6 => json!(float + 0.5),
                7 => json!(float * 256.0),
                _ => json!(0),
            }
        }
        (Value::String(text), 0..=2) => match tape.below(4) {
            0 => json!(text.to_uppercase()),
            1 => json!(format!("{text}x")),
            2 => json!(text.chars().skip(1).collect::<String>()),
            _ => serde_json::from_str(&text).unwrap_or(Value::Null),
        },
        (old, 4) => json!([old]),
        (old, 5) => json!({ "value": old }),
        _ => arbitrary(tape, 1),
    };
}

fn change_members(mut members: Map<String, Value>, tape: &mut Tape) -> Map<String, Value> {
    let names: Vec<String> = members.keys().cloned().collect();
    let name = if names.is_empty() {
        String::new()
    } else {
        tape.pick(&names).clone()
    };
    match tape.below(5) {
        0 => drop(members.remove(&name)),
        1 => {
            members.insert("unknown".into(), arbitrary(tape, 2));
        }
        2 => {
            members.insert(name, Value::Null);
        }
        3 => {
            if let Some(value) = members.remove(&name) {
                members.insert(name.to_uppercase(), value);
            }
        }
        _ => {
            members.insert(name, arbitrary(tape, 2));
        }
    }
    members
}
