//! Every keyword and every wrong value in each dialect: what the linter finds in the schema, and
//! how it is repaired.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use toolcast::{Dialect, Provider};
use toolcast_test_support::lists;

use crate::changed::{Outcomes, dropped, repair};
use crate::keywords::{PLACES, host, keywords, parameters, wrong};
use crate::support::{check, fixed, name, request, schema_at, strict, tool};

/// The dialects, with the names that the lists have.
fn dialects() -> Vec<(&'static Dialect, &'static str)> {
    let named = |dialect: &'static Dialect| (dialect, &*name(dialect).leak());
    Dialect::all().iter().map(named).collect()
}

/// A request with a schema in a property of a tool.
fn body(dialect: &Dialect, schema: Value) -> Value {
    let schema = parameters(dialect, PLACES[0], schema);
    let one = if dialect.strict() {
        strict("tool", schema)
    } else {
        tool("tool", schema)
    };
    request(dialect.provider(), &[one])
}

fn changed(kind: &str, key: &str, value: &Value) -> Value {
    let mut schema = host(kind);
    schema[key] = value.clone();
    schema
}

#[test]
fn the_findings_about_each_keyword_and_value_are_those_of_the_list() {
    let mut outcomes = Outcomes::default();
    for (dialect, name) in dialects() {
        let valid = keywords().into_iter().map(|one| (one, true));
        for ((kind, key, value), is_valid) in valid.chain(wrong().map(|one| (one, false))) {
            let body = body(dialect, changed(kind, key, &value));
            let at = schema_at(dialect.provider(), 0) + "/properties/a";
            let each = check(dialect.provider(), &body).into_iter().map(|one| {
                let place = one.pointer.strip_prefix(&at).unwrap_or(&one.pointer);
                // The sources of rules on wrong values are those on the keywords.
                let source = if is_valid { one.source } else { "" };
                let line = format!("{} .{place} {source}{}", one.rule, dropped(&one));
                line.trim_end().to_owned()
            });
            let each = each.collect::<BTreeSet<String>>().into_iter();
            let found = each.collect::<Vec<_>>().join("; ");
            if !found.is_empty() {
                let what = format!("{kind} {key}");
                outcomes.add(&what, &value.to_string(), name, found);
            }
        }
    }
    lists::agrees("lint-changed-schemas", outcomes.lines());
}

#[test]
fn the_repairs_of_each_keyword_are_those_of_the_list() {
    let mut outcomes = Outcomes::default();
    for (dialect, name) in dialects() {
        let provider = dialect.provider();
        if provider == Provider::JsonSchema {
            continue;
        }
        for (kind, key, value) in keywords() {
            let good = body(dialect, host(kind));
            let mut bad = body(dialect, changed(kind, key, &value));
            if check(provider, &bad).is_empty() {
                continue;
            }
            let report = fixed(provider, &mut bad);
            let root = schema_at(provider, 0);
            let said = repair(&good, &bad, &report, "").replace(&root, "…");
            let what = format!("{kind} {key}");
            outcomes.add(&what, &json!(value).to_string(), name, said);
        }
    }
    lists::agrees("lint-repaired-schemas", outcomes.lines());
}
