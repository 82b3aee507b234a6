//! JSON with small random changes.

use super::json::{change_each, values};
use super::scalars::arbitrary;
use super::tape::Tape;
use serde_json::{Map, Value, json};

/// Changes one to three places.
pub fn mutate(mut value: Value, tape: &mut Tape) -> Value {
    for _ in 0..=tape.below(3) {
        let mut others = Some(tape.below(values(&value).count()));
        change_each(&mut value, &mut |found| {
            if others == Some(0) {
                change(found, tape);
            }
            others = others.and_then(|others| others.checked_sub(1));
        });
        value.sort_all_objects();
    }
    value
}

/// Sorts the members of objects by name, because `serde_json` may preserve insertion order. Values
/// derived from the result are then the same with every set of features.
pub fn sorted(mut value: Value) -> Value {
    value.sort_all_objects();
    value
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
