//! The output schema: it accepts what serde writes.

use serde_json::{Value, json};
use toolcast::{Dialect, Provider, render_output};
use toolcast_test_support::generate::Generator;
use toolcast_test_support::judge::{complaint, judge};
use toolcast_test_support::{canonical, name, none, random, text};
use toolcast_tests::zoo;

#[test]
fn what_serde_writes_is_accepted_by_the_output_schema() {
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
