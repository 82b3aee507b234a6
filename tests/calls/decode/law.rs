//! The decoder agrees with `from_model` followed by serde: on every type of the zoo, for every
//! dialect, with valid and almost valid values. Both use one walk: the decoder gives serde each
//! level of it, `from_model` makes a tree of it.
//!
//! In these cases the decoder reports more, by design:
//! - constraints of fields and newtypes, which serde does not check: a fault at the value;
//! - a flattened `Option` that serde reads as `None` although its properties were sent: a fault;
//! - a duplicate item of a set: a fault at the set;
//! - a duplicate name in an object or in a list of `{key, value}`: a fault;
//! - whole numbers that a float can't hold exactly: the decoder reads their text, which
//!   `serde_json::Value` has lost.

use std::collections::BTreeSet;

use serde_json::{Map, Value};
use toolcast::decode::{ArgumentErrors, Fault, FaultKind};
use toolcast::{Dialect, from_model, to_model};
use toolcast_test_support::generate::Generator;
use toolcast_test_support::json::{has_key_twice, members, values};
use toolcast_test_support::mutate::mutate;
use toolcast_test_support::{canonical, is_quick, name, none, random, text};
use toolcast_tests::zoo::{self, Specimen};

/// Checks that both ways read the same value from the text, or that both reject it.
fn agree(specimen: &Specimen, dialect: &'static Dialect, sent: &Value) -> Result<(), String> {
    if beyond_floats(sent) {
        return Ok(());
    }
    let text = sent.to_string();
    let lifted = from_model(specimen.schema, dialect, sent.clone());
    let by_lift = (specimen.rewrite)(&lifted);
    let guided = (specimen.guided)(dialect, &text);
    let at = || {
        let name = name(dialect);
        format!("{}, {name}: {text} lifted to {lifted}", specimen.name)
    };
    match (by_lift, guided) {
        (Ok(a), Ok(b)) if same(specimen, &a, &b) => Ok(()),
        (Ok(a), Ok(b)) => Err(format!("{}: {a}, guided: {b}", at())),
        // A type that can be read but not written.
        (Err(error), Ok(b)) if b == error => Ok(()),
        (_, Err(errors)) if errors.faults.is_empty() => Err(format!("{}: no fault", at())),
        (Err(_), Err(_)) => Ok(()),
        (Ok(_), Err(_)) if has_key_twice(sent) => Ok(()),
        (Ok(_), Err(errors)) if has_item_twice(&errors) => Ok(()),
        (Ok(_), Err(errors)) if says_more(specimen, &errors) => Ok(()),
        (Ok(a), Err(_)) if loses_property(specimen, &lifted, &a) => Ok(()),
        (Ok(a), Err(errors)) => Err(format!("{}: {a}, guided: {errors}", at())),
        (Err(error), Ok(b)) => Err(format!("{}: {error}, guided: {b}", at())),
    }
}

/// Returns true if every fault is a violated constraint.
fn says_more(specimen: &Specimen, errors: &ArgumentErrors) -> bool {
    let has_constraints = ["constraints::", "foreign::", "pairs::read_by::", "sizes::"]
        .iter()
        .any(|module| specimen.name.starts_with(module));
    let constraint = |fault: &Fault| {
        let words = [
            " from ",
            " of ",
            "multiple of",
            "matches",
            "format",
            "greater",
            "less",
            " to ",
        ];
        has_constraints && words.iter().any(|word| fault.expected.contains(word))
    };
    let mut faults = errors.faults.iter();
    faults.all(|fault| fault.kind == FaultKind::Invalid && constraint(fault))
}

/// Returns true if a property was sent that the type declares, and serde's value doesn't have it.
fn loses_property(specimen: &Specimen, sent: &Value, read: &Value) -> bool {
    let Ok((_, schema)) = text(specimen.schema, canonical()) else {
        return false;
    };
    let objects = members(&schema, "properties").filter_map(Value::as_object);
    let declared: BTreeSet<&String> = objects.flat_map(Map::keys).collect();
    let kept = names(read);
    let mut written = names(sent).into_iter();
    written.any(|name| declared.contains(name) && !kept.contains(name))
}

/// The names of all members that are not `null`.
fn names(value: &Value) -> BTreeSet<&String> {
    let members = values(value).filter_map(Value::as_object).flatten();
    let members = members.filter(|(_, value)| !value.is_null());
    members.map(|(name, _)| name).collect()
}

/// Returns true if every fault is a set with a duplicate item, which serde accepts.
fn has_item_twice(errors: &ArgumentErrors) -> bool {
    let mut faults = errors.faults.iter();
    faults.all(|fault| fault.expected == "no item twice")
}

/// Returns true if a whole number past 53 bits is written as a float.
fn beyond_floats(value: &Value) -> bool {
    values(value).filter(|value| value.is_f64()).any(|number| {
        let number = number.as_f64();
        number.is_some_and(|n| n.abs() >= 9e15)
    })
}

/// Returns true if both are spellings of the same value.
fn same(specimen: &Specimen, a: &Value, b: &Value) -> bool {
    let inner = |value: &Value| serde_json::from_str::<Value>(&value["raw"].to_string()).ok();
    a == b
        || match specimen.name {
            // JSON that is passed on as text: `from_model` writes it anew.
            "standard::Raw" => inner(a) == inner(b),
            // Hash sets, in any order.
            "collections::Sets" => {
                sorted(&a["hashed"]) == sorted(&b["hashed"]) && a["ordered"] == b["ordered"]
            }
            _ => false,
        }
}

fn sorted(value: &Value) -> Vec<u64> {
    let mut all: Vec<u64> = value
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_u64)
        .collect();
    all.sort_unstable();
    all
}

#[test]
fn the_decoder_agrees_with_from_model_and_serde() {
    let mut failures = Vec::new();
    for (s, specimen) in zoo::all().into_iter().enumerate() {
        let Ok((_, text)) = text(specimen.schema, canonical()) else {
            failures.push(format!("{}: no canonical text", specimen.name));
            continue;
        };
        let mut generator = Generator::new(&text);
        generator.unknown_names = true;
        let written = (specimen.written)();
        for (d, dialect) in Dialect::all().iter().enumerate() {
            // A quick check takes every fourth dialect, others for the next type.
            if is_quick() && (s + d) % 4 != 0 {
                continue;
            }
            for value in &written {
                let low = to_model(specimen.schema, dialect, value.clone());
                failures.extend(agree(&specimen, dialect, &low).err());
            }
            let result = random(24, |tape| {
                let value = if tape.one_in(3) && specimen.symmetric && !written.is_empty() {
                    tape.pick(&written).clone()
                } else {
                    from_model(specimen.schema, canonical(), generator.value(tape))
                };
                let low = to_model(specimen.schema, dialect, value);
                agree(&specimen, dialect, &low)?;
                let mutated = mutate(low, tape);
                agree(&specimen, dialect, &mutated)?;
                agree(&specimen, dialect, &mutate(mutated, tape))
            });
            failures.extend(result.err());
        }
    }
    none(&failures);
}
