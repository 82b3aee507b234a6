//! Texts in the body of an error, by their paths.

use serde_json::Value;

/// Returns the texts and numbers at the paths, in the order of the paths. A `*` is each item of a
/// list. A body that is a list has the error in its first item.
pub(super) fn texts(body: &Value, paths: &[&str]) -> Vec<String> {
    let body = body.get(0).unwrap_or(body);
    let mut found = Vec::new();
    for path in paths {
        let mut values = Vec::from([body]);
        for key in path.split('.') {
            values = match key {
                "*" => {
                    let lists = values.into_iter().filter_map(Value::as_array);
                    lists.flatten().take(MAX_ITEMS).collect()
                }
                key => values
                    .into_iter()
                    .filter_map(|value| value.get(key))
                    .collect(),
            };
        }
        found.extend(values.into_iter().filter_map(|value| match value {
            Value::String(text) if !text.trim().is_empty() => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        }));
    }
    found
}

/// Maximum number of items of a list that are read.
const MAX_ITEMS: usize = 64;
