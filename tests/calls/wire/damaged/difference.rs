//! The differences of two JSON values, whole: two that begin alike are not the same.

use serde_json::Value;

/// The differences in `new`: `place=value` for a new value, `-place` and `+place=value` for items
/// and members of which there are fewer or more. The damage itself, which a turn's messages keep,
/// is left out, and so are all differences of its messages if more of the turn is different.
pub(super) fn difference(
    old: &Value,
    new: &Value,
    key: Option<&String>,
    damage: Option<&Value>,
) -> String {
    let mut all = Vec::new();
    collect(old, new, "", &mut all);
    let is_damage = |(place, value): &(String, Option<Value>)| {
        let name = place.rsplit('.').next();
        place.contains("messages.") && name == key.map(String::as_str) && value.as_ref() == damage
    };
    all.retain(|one| !is_damage(one));
    let is_message = |place: &str| {
        place
            .trim_start_matches(['-', '+'])
            .starts_with("messages.")
    };
    if all.iter().any(|(place, _)| !is_message(place)) {
        all.retain(|(place, _)| !is_message(place));
    }
    let all = all.into_iter().map(|(place, value)| match value {
        // An id that is made of the call is different if the call is.
        Some(Value::String(id)) if id.starts_with("made_") => format!("{place}=made"),
        Some(value) => format!("{place}={value}"),
        None => place,
    });
    all.collect::<Vec<_>>().join(", ")
}

fn collect(old: &Value, new: &Value, at: &str, all: &mut Vec<(String, Option<Value>)>) {
    let below = |step: &str| match at {
        "" => step.to_owned(),
        at => format!("{at}.{step}"),
    };
    match (old, new) {
        _ if old == new => {}
        (Value::Object(old), Value::Object(new)) => {
            for (name, value) in old {
                match new.get(name) {
                    Some(new) => collect(value, new, &below(name), all),
                    None => all.push((format!("-{}", below(name)), None)),
                }
            }
            for (name, value) in new.iter().filter(|(name, _)| !old.contains_key(*name)) {
                all.push((format!("+{}", below(name)), Some(value.clone())));
            }
        }
        (Value::Array(old), Value::Array(new)) => {
            let same = |(a, b): &(&Value, &Value)| a == b;
            let first = old.iter().zip(new).take_while(same).count();
            let (old_rest, new_rest) = (&old[first..], &new[first..]);
            let ends = old_rest.iter().rev().zip(new_rest.iter().rev());
            let last = ends.take_while(same).count();
            let old_rest = &old_rest[..old_rest.len() - last];
            let new_rest = &new_rest[..new_rest.len() - last];
            for i in 0..old_rest.len().max(new_rest.len()) {
                let place = below(&(first + i).to_string());
                match (old_rest.get(i), new_rest.get(i)) {
                    (Some(old), Some(new)) => collect(old, new, &place, all),
                    (Some(_), None) => all.push((format!("-{place}"), None)),
                    (None, new) => all.push((format!("+{place}"), new.cloned())),
                }
            }
        }
        _ => all.push((at.to_owned(), Some(new.clone()))),
    }
}
