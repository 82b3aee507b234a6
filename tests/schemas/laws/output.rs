//! The output schema: it accepts what serde writes.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toolcast::{Dialect, Provider, ToolSchema, render_output};
use toolcast_test_support::generate::Generator;
use toolcast_test_support::judge::{complaint, judge};
use toolcast_test_support::{canonical, name, none, random, text};
use toolcast_tests::zoo;

/// The keys of a map have other names in the result than in the arguments.
#[test]
fn keys_that_serde_writes_are_accepted_by_the_output_schema() {
    #[derive(PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToolSchema)]
    #[serde(rename_all(serialize = "UPPERCASE", deserialize = "lowercase"))]
    enum Unit {
        Day,
        #[serde(rename(serialize = "weeks"))]
        Week,
        #[serde(skip_deserializing)]
        Era,
    }
    #[derive(Serialize, Deserialize, ToolSchema)]
    struct Counts {
        by_unit: BTreeMap<Unit, u8>,
    }
    let counts = Counts {
        by_unit: [(Unit::Day, 1), (Unit::Week, 2), (Unit::Era, 3)].into(),
    };
    let written = serde_json::to_value(&counts).expect("JSON");
    for provider in [Provider::JsonSchema, Provider::Mcp] {
        let dialect = Dialect::of(provider, false).expect("a dialect");
        let output = render_output(Counts::SCHEMA.get(), dialect).expect("a schema");
        let judge = judge(&serde_json::from_str(&output).expect("JSON")).expect("a schema");
        assert_eq!(complaint(&judge, &written), None, "{output}");
    }
    let input = toolcast::render(Counts::SCHEMA.get(), canonical()).expect("a schema");
    let judge = judge(&serde_json::from_str(&input).expect("JSON")).expect("a schema");
    assert_eq!(
        complaint(&judge, &json!({"by_unit": {"day": 1, "week": 2}})),
        None
    );
    assert!(
        complaint(&judge, &json!({"by_unit": {"era": 1}})).is_some(),
        "{input}"
    );
    assert!(complaint(&judge, &written).is_some(), "{input}");
}

#[test]
fn values_that_serde_writes_fit_the_output_schema() {
    let mcp = Dialect::of(Provider::Mcp, false).expect("a dialect");
    let mut failures = Vec::new();
    for specimen in zoo::all() {
        let Ok((_, input)) = text(specimen.schema, canonical()) else {
            continue;
        };
        for dialect in [canonical(), mcp] {
            let Ok(output) = render_output(specimen.schema, dialect) else {
                continue;
            };
            let output: Value = serde_json::from_str(&output).expect("JSON");
            let judge = judge(&output).expect("a schema");
            let wrapped = |value: Value| match specimen.schema.wrapped() {
                Some(name) => json!({ name: value }),
                None => value,
            };
            let check = |written: Value| match complaint(&judge, &wrapped(written.clone())) {
                Some(complaint) => Err(format!(
                    "{}, {}: wrote {written}: {complaint}",
                    specimen.name,
                    name(dialect)
                )),
                None => Ok(()),
            };
            failures.extend(
                (specimen.written)()
                    .into_iter()
                    .filter_map(|one| check(one).err()),
            );
            // Random values come from random JSON that serde reads and writes again.
            let generator = Generator::new(&input);
            let result = random(24, |tape| {
                let value =
                    toolcast::from_model(specimen.schema, canonical(), generator.value(tape));
                match (specimen.rewrite)(&value) {
                    Ok(written) => check(written),
                    Err(_) => Ok(()),
                }
            });
            failures.extend(result.err());
        }
    }
    none(&failures);
}
