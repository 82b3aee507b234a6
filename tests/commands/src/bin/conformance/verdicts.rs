//! Verdicts of `jsonschema` on values, for comparison with another validator.
//!
//! `verdicts.jsonl` has a line for each schema. `valid` is the verdict of `jsonschema` on the
//! value, without asserting formats:
//!
//! ```json
//! {"of": "maps::Prices, openai strict", "kind": "texts", "schema": {},
//!  "verdicts": [{"value": {}, "valid": true}]}
//! ```

use serde::Serialize;
use serde_json::Value;
use std::cell::RefCell;
use toolcast::{Dialect, Provider, render};
use toolcast_test_support::generate::Generator;
use toolcast_test_support::json::values;
use toolcast_test_support::measured::sources;
use toolcast_test_support::mutate::{mutate, sorted};
use toolcast_test_support::{judge, name, random_for_a_page};
use toolcast_tests::zoo;

/// The verdicts on one schema.
#[derive(Serialize)]
pub(crate) struct Line {
    of: String,
    kind: &'static str,
    schema: Value,
    verdicts: Vec<Verdict>,
}

#[derive(Serialize)]
struct Verdict {
    value: Value,
    valid: bool,
}

/// The number of generated values for each schema; each of them also gets a mutated copy.
const VALUES: u32 = 6;

/// One in this many foreign schemas is used.
const FOREIGN: usize = 4;

/// Returns verdicts on texts of the zoo in three dialects, and on schemas of MCP servers.
pub(crate) fn all() -> Vec<Line> {
    let asked = [
        (Provider::JsonSchema, false),
        (Provider::Anthropic, false),
        (Provider::OpenAi, true),
    ];
    let dialects =
        asked.map(|(provider, strict)| Dialect::of(provider, strict).expect("a dialect"));
    let mut lines = Vec::new();
    for specimen in zoo::all() {
        for dialect in dialects {
            let Ok(text) = render(specimen.schema, dialect) else {
                continue;
            };
            let schema = serde_json::from_str(&text).expect("our text is JSON");
            let of = format!("{}, {}", specimen.name, name(dialect));
            lines.extend(line(of, "texts", schema));
        }
    }
    for input in sources::servers().into_iter().step_by(FOREIGN) {
        let mut schema = input.schema;
        if let Some(members) = schema.as_object_mut() {
            // Both validators use draft 2020-12.
            members.remove("$schema");
        }
        lines.extend(line(input.name, "foreign schemas", schema));
    }
    lines
}

fn line(of: String, kind: &'static str, schema: Value) -> Option<Line> {
    // The generated values depend on the order of the members.
    let schema = sorted(schema);
    let judge = judge::without_formats(&schema).ok()?;
    let generator = Generator::new(&schema);
    let verdicts = RefCell::new(Vec::new());
    random_for_a_page(VALUES, &|tape| {
        let value = generator.value(tape);
        for value in [mutate(value.clone(), tape), value] {
            if is_exact(&value) {
                let valid = judge.is_valid(&value);
                verdicts.borrow_mut().push(Verdict { value, valid });
            }
        }
        Ok(())
    })
    .expect("a tape never fails");
    let verdicts = verdicts.into_inner();
    Some(Line {
        of,
        kind,
        schema,
        verdicts,
    })
}

/// Returns `true` if JavaScript reads the numbers exactly.
fn is_exact(value: &Value) -> bool {
    const MOST: f64 = 9_007_199_254_740_991.0;
    let mut numbers = values(value).filter(|value| value.is_number());
    numbers.all(|number| number.as_f64().is_some_and(|float| float.abs() <= MOST))
}
