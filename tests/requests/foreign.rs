//! Good requests with the tool choice of another provider.

use serde_json::Value;
use toolcast_test_support::json::{merge, remove};
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
    for place in [
        "/toolConfig/toolChoice",
        "/toolConfig/functionCallingConfig",
        "/tool_config/function_calling_config",
        "/tool_choice",
        "/function_call",
    ] {
        remove(&mut body, place);
    }
    Good { body, ..*good }
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
