//! Good requests with the tool choice of another provider.

use serde_json::Value;
use toolcast_test_support::lists;

use crate::changed::{Outcomes, compact, found, repair};
use crate::choices::choices;
use crate::good::{Good, all};
use crate::support::{check, fixed};

/// Adds what is found and how it is repaired.
fn judge(outcomes: &mut Outcomes, good: &Good, mut body: Value, place: &str, change: &str) {
    let findings = check(good.provider, &body);
    if findings.is_empty() {
        return; // The absence of a line says so.
    }
    let report = fixed(good.provider, &mut body);
    let before = found(&findings, "/");
    let said = repair(&good.body, &body, &report, "/");
    outcomes.add(place, change, good.name, format!("{before} -> {said}"));
}

/// The request without its own choice.
fn without_choice(good: &Good) -> Good {
    let mut body = good.body.clone();
    for (outer, inner) in [
        ("toolConfig", "toolChoice"),
        ("toolConfig", "functionCallingConfig"),
        ("tool_config", "function_calling_config"),
    ] {
        if let Some(config) = body.get_mut(outer).and_then(Value::as_object_mut) {
            config.remove(inner);
        }
    }
    if let Some(members) = body.as_object_mut() {
        members.remove("tool_choice");
        members.remove("function_call");
    }
    Good { body, ..*good }
}

fn merge(body: &mut Value, more: &Value) {
    match (body, more) {
        (Value::Object(body), Value::Object(more)) => {
            for (key, value) in more {
                merge(body.entry(key.clone()).or_insert(Value::Null), value);
            }
        }
        (body, more) => *body = more.clone(),
    }
}

#[test]
fn the_repairs_of_choices_in_each_format_are_those_of_the_list() {
    let mut outcomes = Outcomes::default();
    for good in all().iter().map(without_choice) {
        for (choice, _) in choices() {
            let mut body = good.body.clone();
            merge(&mut body, &choice);
            judge(&mut outcomes, &good, body, &compact(&choice), "");
        }
    }
    lists::agrees("lint-foreign-choices", outcomes.lines());
}
