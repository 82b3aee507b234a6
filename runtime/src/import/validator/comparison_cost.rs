//! Estimates the work of comparing values, in values that are visited.

use serde_json::Value;

/// The number of members or items.
pub(super) fn width(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.len(),
        Value::Object(members) => members.len(),
        _ => 0,
    }
}

/// The bytes of a text; 0 for another value.
pub(super) fn text_len(value: &Value) -> usize {
    value.as_str().map_or(0, str::len)
}

/// The number of values in a value, with long texts as several.
pub(super) fn nodes(value: &Value) -> usize {
    match value {
        Value::String(text) => 1 + text.len() / 64,
        Value::Array(items) => 1 + items.iter().map(nodes).sum::<usize>(),
        Value::Object(members) => {
            let each = members.iter();
            1 + each
                .map(|(name, value)| name.len() / 64 + nodes(value))
                .sum::<usize>()
        }
        _ => 1,
    }
}

/// The cost of comparing a value with others. It ends early for those of another length.
pub(super) fn comparisons(others: &[Value], value: &Value) -> usize {
    let is_alike = |other: &&Value| match (other, value) {
        (Value::String(other), Value::String(text)) => other.len() == text.len(),
        (Value::Array(_), Value::Array(_)) | (Value::Object(_), Value::Object(_)) => {
            width(other) == width(value)
        }
        _ => false,
    };
    match others.iter().filter(is_alike).count() {
        0 => 0,
        alike => alike * (nodes(value) - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::{comparisons, nodes};
    use serde_json::json;

    #[test]
    fn a_comparison_costs_the_values_that_may_be_equal() {
        let list = json!([1, [2, 3], {"a": "x"}]);
        assert_eq!(nodes(&list), 7);
        assert_eq!(comparisons(&[json!(1), json!("x"), json!([1])], &list), 0);
        assert_eq!(comparisons(&[json!([1, 2, 3]), list.clone()], &list), 12);
        let text = json!("x".repeat(6400));
        assert_eq!(comparisons(&[text.clone(), json!("y")], &text), 100);
    }
}
