//! Law 3: every rewrite of a dialect can be undone.

use super::case::{Case, beyond_json, each};
use jsonschema::Validator;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use toolcast::{Dialect, Outcome, Provider, ToolDef, ToolSchema, from_model, to_model};
use toolcast_test_support::generate::Generator;
use toolcast_test_support::json::{change_each, name_of};
use toolcast_test_support::judge::{complaint, judge};
use toolcast_test_support::{canonical, is_refused, name, none, proto, random, reports, text};
use toolcast_tests::tools;
use toolcast_tests::zoo::Specimen;

/// A dialect's text of a specimen, and its judge.
pub(super) struct Spoken {
    dialect: &'static Dialect,
    pub(super) judge: Validator,
    /// The properties for which the report has an entry that `null` can't be sent.
    null_narrowed: BTreeSet<String>,
}

impl Spoken {
    pub(super) fn of(specimen: &Specimen, dialect: &'static Dialect) -> Result<Self, String> {
        let spoken = text(specimen.schema, dialect).and_then(|(_, text)| {
            let text = match dialect.provider() {
                Provider::Gemini | Provider::Vertex => proto::to_json_schema(&text),
                _ => text,
            };
            Ok(Spoken {
                dialect,
                judge: judge(&text)?,
                null_narrowed: null_narrowed(specimen, dialect),
            })
        });
        spoken.map_err(|error| format!("{}, {}: {error}", specimen.name, name(dialect)))
    }

    /// Law 3 for one value in serde's form, read by one of the provider's dialects.
    fn comes_back(&self, case: &Case, value: &Value, reader: &Spoken) -> Result<(), String> {
        let schema = case.specimen.schema;
        if is_ambiguous(case, self.dialect, value) {
            return Ok(());
        }
        let at = || format!("{}, {}: {value}", case.specimen.name, name(self.dialect));
        let low = to_model(schema, self.dialect, value.clone());
        if let Some(words) = complaint(&self.judge, &low) {
            // A `null` that isn't shown.
            let shown = without_nulls_of(&self.null_narrowed, &low);
            if shown != low && complaint(&self.judge, &shown).is_none() {
                return Ok(());
            }
            return Err(format!("{} lowered to {low}: {words}", at()));
        }
        let normal = |value: Value| case.lifted(case.lowered(value));
        let expected = normal(value.clone());
        let back = from_model(schema, reader.dialect, low.clone());
        let how = || {
            format!(
                "{} lowered to {low}, lifted by {} to {back}",
                at(),
                name(reader.dialect)
            )
        };
        if normal(back.clone()) != expected {
            let is_own = (self.dialect.provider(), self.dialect.strict())
                == (reader.dialect.provider(), reader.dialect.strict());
            // `null` means the default there: the report has an entry.
            let narrowed = &self.null_narrowed | &reader.null_narrowed;
            if without_nulls_of(&narrowed, &normal(back.clone()))
                == without_nulls_of(&narrowed, &expected)
            {
                return Ok(());
            }
            // Serde reads the other dialect's form unchanged.
            if !is_own && back == case.lifted(low.clone()) && (case.specimen.decode)(&back).is_ok()
            {
                return Ok(());
            }
            return Err(how());
        }
        match (case.specimen.same)(&back, &expected) {
            Ok(true) => Ok(()),
            Ok(false) => Err(format!("{}: another value", how())),
            Err(error) => Err(format!("{}: serde: {error}", how())),
        }
    }
}

/// Strings that are also the text of another alternative's `null`, in a dialect without a type for
/// `null`. The value is ambiguous, so the first alternative is taken.
const AMBIGUOUS: [(&str, Provider, &str); 1] = [("untagged::OfEnums", Provider::Portable, "null")];

/// Returns the properties for which the report has an entry that `null` can't be sent, because it
/// means the default or isn't shown.
pub(super) fn null_narrowed(specimen: &Specimen, dialect: &'static Dialect) -> BTreeSet<String> {
    let entries = reports::entries(specimen.schema, dialect);
    let entries = entries.into_iter().flatten().filter(|entry| {
        entry.outcome == Outcome::Narrowed && matches!(&*entry.keyword, "default" | "null")
    });
    let names = entries.map(|entry| {
        let step = entry.pointer.rsplit('/').next();
        name_of(step.unwrap_or_default())
    });
    names.collect()
}

/// Returns the value without the members of these names that are `null`.
pub(super) fn without_nulls_of(names: &BTreeSet<String>, value: &Value) -> Value {
    let mut value = value.clone();
    change_each(&mut value, &mut |value| {
        if let Value::Object(members) = value {
            members.retain(|name, member| !member.is_null() || !names.contains(name));
        }
    });
    value
}

/// Returns true if the value is a string that the dialect also uses for another alternative.
pub(super) fn is_ambiguous(case: &Case, dialect: &Dialect, value: &Value) -> bool {
    let text = value.as_str().unwrap_or_default();
    AMBIGUOUS.contains(&(case.specimen.name, dialect.provider(), text))
}

fn can_not_say_null(dialect: &Dialect) -> bool {
    match dialect.provider() {
        Provider::Groq | Provider::Portable => true,
        Provider::OpenAi | Provider::OpenAiResponses | Provider::AzureOpenAi => dialect.strict(),
        _ => false,
    }
}

/// Law 3 for one specimen, for the given pairs of writer and reader.
fn law_3(case: &Case, pairs: impl Fn(&Case, &Dialect, &Dialect) -> bool) -> Vec<String> {
    let mut failures = Vec::new();
    let mut spoken = Vec::new();
    for dialect in Dialect::all() {
        if is_refused(case.specimen.schema, dialect) {
            continue;
        }
        match Spoken::of(&case.specimen, dialect) {
            Ok(one) => spoken.push(one),
            Err(error) => failures.push(error),
        }
    }
    let generator = Generator::new(&case.text);
    let written = if case.specimen.symmetric {
        (case.specimen.written)()
    } else {
        vec![]
    };
    for one in &spoken {
        for reader in spoken
            .iter()
            .filter(|reader| pairs(case, one.dialect, reader.dialect))
        {
            let fixed = written
                .iter()
                .try_for_each(|value| one.comes_back(case, value, reader));
            let result = fixed.and_then(|()| {
                random(12, |tape| {
                    let value = generator.value(tape);
                    if !case.judge.is_valid(&value) || beyond_json(&value) {
                        return Ok(());
                    }
                    let value = case.lifted(value);
                    // A strict mode leaves out the names that serde ignores.
                    let value = if case.specimen.symmetric {
                        (case.specimen.rewrite)(&value)
                    } else {
                        Ok(value)
                    };
                    // If serde rejects the value, law 1 reports it.
                    value.map_or(Ok(()), |value| one.comes_back(case, &value, reader))
                })
            });
            failures.extend(result.err());
        }
    }
    failures
}

#[test]
fn law_3_rewrites_of_a_dialect_come_back() {
    each(|case| {
        law_3(case, |_, writer, reader| {
            writer.provider() == reader.provider() && writer.strict() == reader.strict()
        })
    });
}

#[allow(clippy::unnecessary_wraps)] // The default of a field.
fn seven() -> Option<u8> {
    Some(7)
}

/// `null` differs from an absent `b`, in each kind of variant.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum Untagged {
    Named {
        a: u8,
        #[serde(default = "seven")]
        b: Option<u8>,
    },
    Held(Held),
    Pair(u8, Held),
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Held {
    name: String,
    #[serde(default = "seven")]
    b: Option<u8>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(tag = "kind")]
enum Tagged {
    Named {
        #[serde(default = "seven")]
        b: Option<u8>,
    },
    Held(Held),
}

/// Only a `b`, even one that is `null`, distinguishes the second variant from the first.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(untagged)]
enum ByPresence {
    Closed(Closed),
    Open { a: u8, b: Option<u8> },
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(deny_unknown_fields)]
struct Closed {
    a: u8,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Flattened {
    a: u8,
    #[serde(flatten)]
    tagged: Tagged,
}

/// A name of the map may be that of the field.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct FlatMap {
    name: String,
    #[serde(flatten)]
    extra: BTreeMap<String, Option<String>>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct FlatAny {
    name: String,
    #[serde(flatten)]
    extra: serde_json::Map<String, Value>,
}

#[test]
fn null_beside_another_default_comes_back_or_has_an_entry() {
    let mut failures = Vec::new();
    for specimen in [
        Specimen::of::<Untagged>("Untagged", || {
            let held = json!({"name": "n", "b": null});
            vec![json!({"a": 1, "b": null}), held.clone(), json!([1, held])]
        }),
        Specimen::of::<Tagged>("Tagged", || {
            vec![
                json!({"kind": "Named", "b": null}),
                json!({"kind": "Held", "name": "n", "b": null}),
            ]
        }),
        Specimen::of::<Flattened>("Flattened", || {
            vec![json!({"a": 1, "kind": "Named", "b": null})]
        }),
        Specimen::of::<FlatMap>("FlatMap", || {
            vec![json!({"name": "n", "extra": null, "other": null})]
        }),
        Specimen::of::<FlatAny>("FlatAny", || {
            vec![json!({"name": "n", "extra": null, "other": null})]
        }),
        Specimen::of::<Vec<Untagged>>("Vec<Untagged>", || vec![json!([{"a": 1, "b": null}])]),
    ] {
        let case = Case::new(specimen).expect("a canonical text");
        failures.extend(law_3(&case, |case, writer, reader| {
            // In the strict form `null` is an absent list of the map's names.
            let either = !matches!(case.specimen.name, "FlatMap" | "FlatAny");
            writer.provider() == reader.provider() && (either || writer.strict() == reader.strict())
        }));
    }
    none(&failures);
}

/// No text shows that `b` may be `null`, because that means an absent one. A model that sends it
/// gets the alternative that serde chooses.
#[test]
fn null_chooses_the_alternative_that_serde_chooses() {
    let specimen = Specimen::of::<ByPresence>("ByPresence", Vec::new);
    for dialect in Dialect::all() {
        if is_refused(specimen.schema, dialect) {
            continue;
        }
        for value in [
            json!({"a": 1, "b": null}),
            json!({"a": 1}),
            json!({"a": 1, "b": 2}),
        ] {
            let sent = to_model(specimen.schema, dialect, value.clone());
            let read = (specimen.guided)(dialect, &sent.to_string());
            assert_eq!(read.as_ref(), Ok(&value), "{}: {sent}", name(dialect));
        }
    }
}

/// The model may have seen the provider's other form, so `from_model` accepts both, unless serde
/// reads the value unchanged. An exception are types with a place for any JSON: only the dialect
/// decides whether a string there holds JSON.
#[test]
fn either_form_of_a_provider_is_read() {
    each(|case| {
        law_3(case, |case, writer, reader| {
            writer.provider() == reader.provider()
                && writer.strict() != reader.strict()
                && !case.anything
                // This type is any JSON too, written as an enum.
                && case.specimen.name != "recursion::Json"
        })
    });
}

/// The same for the parameters of tools, for which no Rust type exists.
#[test]
fn parameters_of_tools_come_back() {
    let mut failures = Vec::new();
    for tool in tools::all() {
        for dialect in Dialect::all() {
            let refused = is_refused(tool.parameters(), dialect);
            // Its default isn't `None`.
            let narrowed = |value: &Value| {
                tool.name() == "create_event"
                    && value["reminder"].is_null()
                    && can_not_say_null(dialect)
            };
            if !refused && let Err(error) = parameters_come_back(tool, dialect, 24, &narrowed) {
                failures.push(format!("{}, {}: {error}", tool.name(), name(dialect)));
            }
        }
    }
    none(&failures);
}

/// Random arguments of a tool are unchanged after the dialect's rewrites are applied and undone.
/// `narrowed` returns true for the values that the dialect can't distinguish.
pub(crate) fn parameters_come_back(
    tool: &ToolDef,
    dialect: &'static Dialect,
    cases: u32,
    narrowed: &dyn Fn(&Value) -> bool,
) -> Result<(), String> {
    let schema = tool.parameters();
    let (_, text_) = text(schema, canonical())?;
    let accepts = judge(&text_)?;
    let (_, spoken) = text(schema, dialect)?;
    let spoken = match dialect.provider() {
        Provider::Gemini | Provider::Vertex => proto::to_json_schema(&spoken),
        _ => spoken,
    };
    let spoken = judge(&spoken)?;
    let generator = Generator::new(&text_);
    random(cases, |tape| {
        let value = generator.value(tape);
        if !accepts.is_valid(&value) || beyond_json(&value) {
            return Ok(());
        }
        let value = from_model(schema, canonical(), value);
        if narrowed(&value) {
            return Ok(());
        }
        let low = to_model(schema, dialect, value.clone());
        if let Some(complaint) = complaint(&spoken, &low) {
            return Err(format!("{value} lowered to {low}: {complaint}"));
        }
        let back = from_model(schema, dialect, low.clone());
        if from_model(schema, canonical(), back.clone()) != value {
            return Err(format!("{value} lowered to {low}, lifted to {back}"));
        }
        Ok(())
    })
}
