//! The laws over the types. Texts are rendered at run time, by the function that renders those of
//! tools.

#[cfg(feature = "huge")]
use crate::types::{Adjacent, Flat, Internal, Sparse, Untagged};
use crate::types::{External, L01, Lists, Maybes, Names, Wide};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::cell::Cell;
use std::fmt::Debug;
use toolcast::decode::{Arguments, DecodeOptions};
use toolcast::{Dialect, Provider, ToolSchema, from_model, to_model};
use toolcast_test_support::generate::Generator;
use toolcast_test_support::judge::{complaint, judge};
use toolcast_test_support::mutate::mutate;
use toolcast_test_support::tape::Tape;
use toolcast_test_support::{canonical, name, none, proto, random, text};

/// How many of the mutated values serde read, and how many it refused: both must occur.
#[derive(Default)]
struct Counts {
    read: Cell<u32>,
    refused: Cell<u32>,
}

/// Everything that is asked about one type.
fn laws<T>(values: &[T])
where
    T: Serialize + DeserializeOwned + ToolSchema + PartialEq + Debug,
{
    let schema = T::SCHEMA.get();
    let (_, whole) = text(schema, canonical()).expect("every type has a canonical text");
    let validator = judge(&whole).expect("the canonical text is a schema");
    let written: Vec<Value> = values
        .iter()
        .map(|value| serde_json::to_value(value).expect("the value is serializable"))
        .collect();
    let mut failures = Vec::new();
    for (value, written) in values.iter().zip(&written) {
        // 2: what serde writes is accepted.
        let sent = to_model(schema, canonical(), written.clone());
        failures.extend(complaint(&validator, &sent));
        // 3: what is sent is accepted, and converts back to the same value.
        for dialect in Dialect::all() {
            failures.extend(there_and_back(schema, dialect, value, written).err());
        }
    }
    // 1: what is accepted can be read, and the decoder reads what serde reads.
    let counts = Counts::default();
    let generator = Generator::new(&whole);
    let result = random(20, |tape| {
        let value = match tape.below(3) {
            0 => generator.value(tape),
            _ => to_model(schema, canonical(), tape.pick(&written).clone()),
        };
        let value = match tape.below(3) {
            0 => value,
            1 => bent(value, tape),
            _ => mutate(value, tape),
        };
        let accepted = validator.is_valid(&value);
        let lifted = from_model(schema, canonical(), value.clone());
        let by_serde = serde_json::from_value::<T>(lifted);
        let sent = value.to_string();
        let ours = Arguments::parse_answer(&sent, schema, DecodeOptions::new())
            .and_then(|arguments| arguments.read::<T>(schema, canonical()));
        let short: String = sent.chars().take(400).collect();
        match (by_serde, ours) {
            (Ok(theirs), Ok(ours)) if theirs == ours => {
                counts.read.set(counts.read.get() + 1);
                Ok(())
            }
            (Err(_), Err(errors)) if !accepted && !errors.faults.is_empty() => {
                counts.refused.set(counts.refused.get() + 1);
                Ok(())
            }
            (theirs, ours) => Err(format!(
                "{short}: accepted {accepted}, serde {:?}, ours {:?}",
                theirs.err().map(|error| error.to_string()),
                ours.err().map(|error| error.to_string())
            )),
        }
    });
    failures.extend(result.err());
    none(&failures);
    assert!(
        counts.read.get() > 0 && counts.refused.get() > 0,
        "read {}, refused {}",
        counts.read.get(),
        counts.refused.get()
    );
}

fn there_and_back<T>(
    schema: &toolcast::schema::Schema<'_>,
    dialect: &'static Dialect,
    value: &T,
    written: &Value,
) -> Result<(), String>
where
    T: DeserializeOwned + ToolSchema + PartialEq,
{
    let at = |what: String| {
        format!(
            "{}: {}",
            name(dialect),
            what.chars().take(400).collect::<String>()
        )
    };
    let Ok((_, whole)) = text(schema, dialect) else {
        // `texts` checks which dialects reject a type.
        return Ok(());
    };
    let whole = match dialect.provider() {
        Provider::Gemini | Provider::Vertex => proto::to_json_schema(&whole),
        _ => whole,
    };
    let low = to_model(schema, dialect, written.clone());
    if let Some(complaint) = complaint(&judge(&whole).map_err(at)?, &low) {
        return Err(at(complaint));
    }
    let back = from_model(schema, dialect, low.clone());
    match serde_json::from_value::<T>(back) {
        Ok(back) if back == *value => {}
        Ok(_) => return Err(at("another value came back".into())),
        Err(error) => return Err(at(error.to_string())),
    }
    let sent = low.to_string();
    let read = Arguments::parse_answer(&sent, schema, DecodeOptions::new())
        .and_then(|arguments| arguments.read::<T>(schema, dialect));
    match read {
        Ok(read) if read == *value => Ok(()),
        Ok(_) => Err(at("another value was decoded".into())),
        Err(errors) => Err(at(errors.to_string())),
    }
}

/// Breaks one thing at any depth: removes a member, renames it, or replaces it with a value of
/// another type.
fn bent(mut value: Value, tape: &mut Tape) -> Value {
    let mut pointer = String::new();
    let mut place = &value;
    for _ in 0..tape.below(62) {
        let (step, below) = match place {
            Value::Object(members) => match members.iter().find(|(_, member)| member.is_object()) {
                Some((name, below)) => (name.as_str(), below),
                None => break,
            },
            Value::Array(items) if !items.is_empty() => ("0", &items[0]),
            _ => break,
        };
        pointer = format!("{pointer}/{step}");
        place = below;
    }
    let place = value.pointer_mut(&pointer).expect("a pointer into it");
    match place {
        Value::Object(members) if !members.is_empty() => {
            let at = tape.below(members.len());
            let key = members
                .keys()
                .nth(at)
                .cloned()
                .expect("the index is in range");
            match tape.below(3) {
                0 => drop(members.remove(&key)),
                1 => drop(members.insert(key, json!("text"))),
                _ => {
                    let member = members.remove(&key).unwrap_or_default();
                    members.insert(format!("{key}x"), member);
                }
            }
        }
        place => *place = json!({ "no": "such" }),
    }
    value
}

#[test]
fn a_thousand_fields_are_read_and_written() {
    let wide = Wide {
        w000: 1,
        w500: 255,
        w999: 2,
        ..Wide::default()
    };
    laws(&[wide, Wide::default()]);
}

#[cfg(feature = "huge")]
#[test]
fn a_thousand_optional_fields_are_read_and_written() {
    let sparse = Sparse {
        w000: Some(String::new()),
        w999: Some("last".into()),
        ..Sparse::default()
    };
    laws(&[sparse, Sparse::default()]);
}

#[cfg(feature = "huge")]
#[test]
fn a_thousand_flattened_fields_are_read_and_written() {
    let flat = Flat {
        own: true,
        ..Flat::default()
    };
    let mut more = flat.clone();
    more.rest.insert("further".into(), 3);
    laws(&[flat, more]);
}

#[test]
fn a_thousand_variants_are_read_and_written() {
    laws(&[Names::w000, Names::w500, Names::w999]);
}

#[test]
fn a_thousand_externally_tagged_variants_are_read_and_written() {
    laws(&[External::w000(0), External::w999(255)]);
}

#[cfg(feature = "huge")]
#[test]
fn a_thousand_internally_tagged_variants_are_read_and_written() {
    laws(&[Internal::w000 { value: 0 }, Internal::w999 { value: 255 }]);
}

#[cfg(feature = "huge")]
#[test]
fn a_thousand_adjacently_tagged_variants_are_read_and_written() {
    laws(&[Adjacent::w000(0), Adjacent::w999(255)]);
}

#[cfg(feature = "huge")]
#[test]
fn a_thousand_untagged_variants_are_read_and_written() {
    laws(&[Untagged::w000 { w000: 0 }, Untagged::w999 { w999: 255 }]);
}

#[test]
fn sixty_levels_of_types_are_read_and_written() {
    laws(&[L01::default()]);
}

#[test]
fn levels_of_lists_are_read_and_written() {
    let empty = |depth: usize| {
        serde_json::from_str::<Lists>(&("[".repeat(depth) + &"]".repeat(depth))).expect("lists")
    };
    let full = "[".repeat(60) + "7" + &"]".repeat(60);
    laws(&[
        empty(1),
        empty(59),
        serde_json::from_str(&full).expect("lists"),
    ]);
}

#[test]
fn levels_of_optional_lists_are_read_and_written() {
    let full = "[".repeat(30) + "7" + &"]".repeat(30);
    let null = "[".repeat(29) + "null" + &"]".repeat(29);
    let read = |text: &str| serde_json::from_str::<Maybes>(text).expect("lists");
    laws(&[read(&full), read(&null), read("[null]"), read("[[[]]]")]);
}
