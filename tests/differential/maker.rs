//! Values to judge, in the form that serde reads.

use serde_json::{Number, Value};
use std::cell::RefCell;
use toolcast::from_model;
use toolcast_test_support::generate::Generator;
use toolcast_test_support::mutate::{mutate, sorted};
use toolcast_test_support::tape::Tape;
use toolcast_test_support::{canonical, random_for_a_page};
use toolcast_tests::zoo::Specimen;

/// Generates values for one type. `ours` and `theirs` are the texts of its schemas; `tapes` is the
/// number of values for each generator.
pub(crate) fn values(specimen: &Specimen, ours: &Value, theirs: &Value, tapes: u32) -> Vec<Value> {
    let written: Vec<Value> = (specimen.written)().into_iter().map(sorted).collect();
    let lifted = |value| sorted(from_model(specimen.schema, canonical(), value));
    let (by_us, by_them) = (Generator::new(ours), Generator::new(theirs));
    let mut open = Generator::new(theirs);
    open.unknown_names = true;
    let out = RefCell::new(written.clone());
    let each = |make: &dyn Fn(&mut Tape) -> Value| {
        let result = random_for_a_page(tapes, &|tape| {
            let value = make(tape);
            out.borrow_mut().push(value);
            Ok(())
        });
        result.expect("a tape never fails");
    };
    each(&|tape| lifted(by_us.value(tape)));
    each(&|tape| sorted(by_them.value(tape)));
    each(&|tape| mutate(lifted(by_us.value(tape)), tape));
    each(&|tape| mutate(sorted(open.value(tape)), tape));
    if !written.is_empty() {
        each(&|tape| mutate(tape.pick(&written).clone(), tape));
    }
    let mut values: Vec<Value> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for value in out.into_inner() {
        let Some(value) = plain(value).map(sorted) else {
            continue;
        };
        if seen.insert(value.to_string()) {
            values.push(value);
        }
    }
    values
}

/// Writes whole numbers as integers. No schema can distinguish `1.0` from `1`; serde does, and the
/// decoder handles that. Returns `None` for a number past what a `serde_json::Value` holds exactly.
#[allow(clippy::cast_possible_truncation)] // Below 2^53.
fn plain(value: Value) -> Option<Value> {
    Some(match value {
        Value::Number(n) if n.is_f64() => {
            let float = n.as_f64()?;
            if float.fract() != 0.0 {
                Value::Number(n)
            } else if float.abs() < 9e15 {
                Value::Number(Number::from(float as i64))
            } else {
                return None;
            }
        }
        Value::Array(items) => Value::Array(items.into_iter().map(plain).collect::<Option<_>>()?),
        Value::Object(members) => {
            let members = members
                .into_iter()
                .map(|(name, value)| Some((name, plain(value)?)));
            Value::Object(members.collect::<Option<_>>()?)
        }
        other => other,
    })
}
