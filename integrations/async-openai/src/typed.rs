//! Lossless conversion from JSON to another crate's type.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::Error;

/// Deserializes a value. Returns an error if the type would drop a member.
pub(crate) fn typed<T: DeserializeOwned + Serialize>(value: &Value) -> Result<T, Error> {
    let typed = T::deserialize(value)
        .map_err(|error| Error::no_place::<T>(format!("{}: {error}", described(value))))?;
    let back =
        serde_json::to_value(&typed).map_err(|error| Error::no_place::<T>(error.to_string()))?;
    match missing(value, &back) {
        None => Ok(typed),
        Some(path) => Err(Error::no_place::<T>(format!("`{path}`"))),
    }
}

/// Returns the path of the first part of a value that is missing or different in another one.
fn missing(value: &Value, back: &Value) -> Option<String> {
    match (value, back) {
        (Value::Object(all), Value::Object(kept)) => all.iter().find_map(|(key, value)| {
            match kept.get(key) {
                // A `null` member is equivalent to an absent one.
                None if value.is_null() => None,
                None => Some(key.to_owned()),
                Some(back) => missing(value, back).map(|rest| join(key, &rest)),
            }
        }),
        (Value::Array(all), Value::Array(kept)) if all.len() == kept.len() => {
            let pairs = all.iter().zip(kept).enumerate();
            let mut lost = pairs.filter_map(|(i, (value, back))| {
                missing(value, back).map(|rest| join(&i.to_string(), &rest))
            });
            lost.next()
        }
        _ if value == back => None,
        _ => Some(String::new()),
    }
}

fn join(key: &str, rest: &str) -> String {
    if rest.is_empty() {
        key.to_owned()
    } else {
        format!("{key}.{rest}")
    }
}

/// Returns the start of a value's text.
fn described(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(120) {
        Some((end, _)) => format!("{}..", &text[..end]),
        None => text,
    }
}
