//! Verdicts of `jsonschema` on values, for comparison with another validator.
//!
//! `verdicts.jsonl` has a line for each schema. `valid` is the verdict of `jsonschema` on the
//! value, without asserting formats unless `formats` is true:
//!
//! ```json
//! {"of": "maps::Prices, openai strict", "kind": "texts", "formats": false,
//!  "schema": {},  "verdicts": [{"value": {}, "valid": true}]}
//! ```

use serde::Serialize;
use serde_json::Value;
use std::cell::RefCell;
use toolcast::{Dialect, Provider, render};
use toolcast_test_support::generate::Generator;
use toolcast_test_support::json::values;
use toolcast_test_support::measured::sources;
use toolcast_test_support::mutate::{mutate, sorted};
use toolcast_test_support::{judge, name, proto, random_for_a_page};
use toolcast_tests::zoo;

/// The verdicts on one schema.
#[derive(Serialize)]
pub(crate) struct Line {
    of: String,
    kind: &'static str,
    formats: bool,
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

/// The same for a schema with formats: few values differ in a format alone.
const WITH_FORMATS: u32 = 60;

/// One in this many foreign schemas is used.
const FOREIGN: usize = 4;

/// The formats that both validators define by the same standard.
const FORMATS: [&str; 8] = [
    "date",
    "time",
    "date-time",
    "email",
    "uri",
    "uuid",
    "ipv4",
    "ipv6",
];

/// Returns verdicts on texts of the zoo and on schemas of MCP servers. Each text of the zoo is in
/// three dialects and in one more, which changes from type to type, and once with formats.
pub(crate) fn all() -> Vec<Line> {
    let asked = [
        (Provider::JsonSchema, false),
        (Provider::Anthropic, false),
        (Provider::OpenAi, true),
    ];
    let asked = asked.map(|(provider, strict)| Dialect::of(provider, strict).expect("a dialect"));
    let is_asked = |dialect: &&Dialect| asked.iter().any(|one| std::ptr::eq(*one, *dialect));
    let others: Vec<&Dialect> = Dialect::all().iter().filter(|it| !is_asked(it)).collect();
    let mut lines = Vec::new();
    for (number, specimen) in zoo::all().iter().enumerate() {
        for dialect in asked.into_iter().chain([others[number % others.len()]]) {
            let Ok(text) = render(specimen.schema, dialect) else {
                continue;
            };
            let schema = serde_json::from_str(&text).expect("our text is JSON");
            let schema = match dialect.provider() {
                Provider::Gemini | Provider::Vertex => proto::to_json_schema(&schema),
                _ => schema,
            };
            let of = format!("{}, {}", specimen.name, name(dialect));
            if dialect.provider() == Provider::JsonSchema {
                let mut schema = schema.clone();
                if keep_formats(&mut schema) {
                    lines.extend(line(of.clone(), "texts", schema, true));
                }
            }
            lines.extend(line(of, "texts", schema, false));
        }
    }
    for input in sources::servers().into_iter().step_by(FOREIGN) {
        let mut schema = input.schema;
        if let Some(members) = schema.as_object_mut() {
            // Both validators use draft 2020-12.
            members.remove("$schema");
        }
        lines.extend(line(input.name, "foreign schemas", schema, false));
    }
    lines
}

/// Removes other formats from a text. Returns true if one of [`FORMATS`] is left.
fn keep_formats(schema: &mut Value) -> bool {
    let mut is_left = false;
    match schema {
        Value::Object(members) => {
            // The schema of a property with this name is not a string.
            if let Some(Value::String(format)) = members.get("format") {
                is_left = FORMATS.contains(&format.as_str());
                if !is_left {
                    members.remove("format");
                }
            }
            for value in members.values_mut() {
                is_left |= keep_formats(value);
            }
        }
        Value::Array(items) => {
            for item in items {
                is_left |= keep_formats(item);
            }
        }
        _ => {}
    }
    is_left
}

fn line(of: String, kind: &'static str, schema: Value, formats: bool) -> Option<Line> {
    // The generated values depend on the order of the members.
    let schema = sorted(schema);
    let judge = match formats {
        true => judge::judge(&schema),
        false => judge::without_formats(&schema),
    };
    let judge = judge.ok()?;
    let generator = Generator::new(&schema);
    let verdicts = RefCell::new(Vec::new());
    let number = if formats { WITH_FORMATS } else { VALUES };
    random_for_a_page(number, &|tape| {
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
        formats,
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
