//! A constraint that no value of the type satisfies is rejected, and no other is. Each value of the
//! type is tried, or each length that it may have.

use crate::edge_cases::invalid_attributes::{fault, rules};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use toolcast::__private::More;
use toolcast::ToolSchema;
use toolcast::schema::SchemaRef;
use toolcast_test_support::none;

/// Returns whether the keywords are rejected because no value satisfies them.
fn is_rejected(ty: SchemaRef, keywords: &Value) -> bool {
    let more = More {
        rules: Some(rules(keywords)),
        ..More::NONE
    };
    let Some(reason) = fault(ty, more) else {
        return false;
    };
    assert!(reason.contains("no value "), "{keywords}: {reason}");
    true
}

/// The upper bounds of a range, and none.
fn highs() -> impl Iterator<Item = Option<(&'static str, i64)>> {
    let bounds = [-129, -128, 0, 3, 127, 255, 256];
    let both = ["maximum", "exclusiveMaximum"];
    let all = both
        .into_iter()
        .flat_map(move |key| bounds.map(|n| (key, n)));
    all.map(Some).chain([None])
}

#[test]
fn a_range_or_a_multiple_without_a_value_of_the_type_is_rejected() {
    let mut failures = Vec::new();
    for (ty, first, last) in [(u8::SCHEMA, 0, 255), (i8::SCHEMA, -128, 127)] {
        for low in [
            None,
            Some(-129),
            Some(-128),
            Some(0),
            Some(4),
            Some(128),
            Some(256),
        ] {
            for high in highs() {
                for step in [None, Some(5), Some(200)] {
                    let mut keywords = json!({});
                    if let Some(low) = low {
                        keywords["minimum"] = json!(low);
                    }
                    if let Some((key, high)) = high {
                        keywords[key] = json!(high);
                    }
                    if let Some(step) = step {
                        keywords["multipleOf"] = json!(step);
                    }
                    let has_value = (first..=last).any(|n: i64| {
                        low.is_none_or(|low| n >= low)
                            && high.is_none_or(|(key, high)| match key {
                                "maximum" => n <= high,
                                _ => n < high,
                            })
                            && step.is_none_or(|step| n % step == 0)
                    });
                    if is_rejected(ty, &keywords) == has_value {
                        failures.push(format!("{first} to {last}, {keywords}: {has_value}"));
                    }
                }
            }
        }
    }
    none(&failures);
}

#[test]
fn an_exclusive_minimum_at_or_above_the_largest_value_is_rejected() {
    for (low, rejected) in [
        (-1, false),
        (0, false),
        (254, false),
        (255, true),
        (256, true),
    ] {
        let keywords = json!({"exclusiveMinimum": low});
        assert_eq!(is_rejected(u8::SCHEMA, &keywords), rejected, "{low}");
    }
    // 200 is the only multiple.
    for (low, rejected) in [(0, false), (199, false), (200, true)] {
        let keywords = json!({"exclusiveMinimum": low, "multipleOf": 200});
        assert_eq!(is_rejected(u8::SCHEMA, &keywords), rejected, "{low}");
    }
}

#[test]
fn a_range_of_a_number_without_a_value_is_rejected() {
    for (keywords, rejected) in [
        (json!({"minimum": 1.5, "maximum": 1.5}), false),
        (json!({"minimum": 1.5, "maximum": 1.25}), true),
        (json!({"minimum": -1, "maximum": 1}), false),
        (json!({"minimum": 1, "maximum": -1}), true),
        (json!({"minimum": 1, "exclusiveMaximum": 1}), true),
        (json!({"minimum": 1, "exclusiveMaximum": 1.5}), false),
    ] {
        assert_eq!(is_rejected(f64::SCHEMA, &keywords), rejected, "{keywords}");
    }
}

#[test]
fn a_length_that_no_value_of_the_type_has_is_rejected() {
    type Counts = BTreeMap<String, u8>;
    let mut failures = Vec::new();
    for (ty, lengths) in [
        (String::SCHEMA, 0..=9),
        (<Vec<u8>>::SCHEMA, 0..=9),
        (Counts::SCHEMA, 0..=9),
        (char::SCHEMA, 1..=1),
        (<[u8; 3]>::SCHEMA, 3..=3),
    ] {
        let bounds = || (0..5).map(Some).chain([None]);
        for min in bounds() {
            for max in bounds() {
                let mut keywords = json!({});
                if let Some(min) = min {
                    keywords["minLength"] = json!(min);
                }
                if let Some(max) = max {
                    keywords["maxLength"] = json!(max);
                }
                let has_value = lengths.clone().any(|length: u64| {
                    min.is_none_or(|min| length >= min) && max.is_none_or(|max| length <= max)
                });
                if is_rejected(ty, &keywords) == has_value {
                    failures.push(format!("{:?}, {keywords}: {has_value}", ty.get().kind));
                }
            }
        }
    }
    none(&failures);
}
