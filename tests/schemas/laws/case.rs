//! A specimen of the zoo under test.

use jsonschema::Validator;
use serde_json::Value;
use toolcast::{from_model, to_model};
use toolcast_test_support::json::values;
use toolcast_test_support::judge::judge;
use toolcast_test_support::judges::walk::nodes;
use toolcast_test_support::{canonical, none, text};
use toolcast_tests::zoo::{self, Specimen};

/// A specimen with its canonical text.
pub(super) struct Case {
    pub(super) specimen: Specimen,
    pub(super) text: Value,
    pub(super) judge: Validator,
    /// The type contains a place for any JSON.
    pub(super) anything: bool,
}

impl Case {
    pub(super) fn new(specimen: Specimen) -> Result<Self, String> {
        let (_, text) = text(specimen.schema, canonical())
            .map_err(|error| format!("{}: {error}", specimen.name))?;
        let judge = judge(&text).map_err(|error| format!("{}: {error}: {text}", specimen.name))?;
        let nodes = nodes(&text);
        let anything = nodes.iter().any(|node| {
            let says = ["type", "anyOf", "oneOf", "allOf", "enum", "const", "$ref"];
            node.schema.is_object()
                && !says.iter().any(|key| node.has(key))
                && node.place != "propertyNames"
        });
        drop(nodes);
        Ok(Case {
            specimen,
            text,
            judge,
            anything,
        })
    }

    /// From the canonical text's form to serde's.
    pub(super) fn lifted(&self, value: Value) -> Value {
        from_model(self.specimen.schema, canonical(), value)
    }

    pub(super) fn lowered(&self, value: Value) -> Value {
        to_model(self.specimen.schema, canonical(), value)
    }

    /// Law 1 for one value: accepted, so it is read.
    pub(super) fn reads_what_it_accepts(&self, value: &Value) -> Result<(), String> {
        if !self.judge.is_valid(value) || beyond_json(value) {
            return Ok(());
        }
        let lifted = self.lifted(value.clone());
        (self.specimen.decode)(&lifted).map_err(|error| {
            format!(
                "{}: accepts {value}, lifted to {lifted}, but serde: {error}",
                self.specimen.name
            )
        })
    }
}

/// Integers that a `serde_json::Value` can't hold. Past 64 bits it keeps a float, so the integer is
/// lost before our code gets the value.
pub(super) fn beyond_json(value: &Value) -> bool {
    values(value).filter(|value| value.is_f64()).any(|number| {
        let number = number.as_f64();
        number.is_some_and(|n| n.fract() == 0.0 && n.abs() >= 9.2e18)
    })
}

pub(super) fn each(check: impl Fn(&Case) -> Vec<String>) {
    let mut failures = Vec::new();
    for specimen in zoo::all() {
        match Case::new(specimen) {
            Ok(case) => failures.extend(check(&case)),
            Err(error) => failures.push(error),
        }
    }
    none(&failures);
}
