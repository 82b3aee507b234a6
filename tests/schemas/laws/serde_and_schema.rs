//! Laws 1 and 2: serde and the canonical schema.

use super::case::each;
use serde_json::Value;
use std::cell::{Cell, RefCell};
use toolcast_test_support::generate::Generator;
use toolcast_test_support::judge::complaint;
use toolcast_test_support::lists::Counts;
use toolcast_test_support::mutate::mutate;
use toolcast_test_support::{none, random};
use toolcast_tests::zoo;

/// The zoo itself: serde reads back what it wrote.
#[test]
fn serde_reads_what_it_writes() {
    let mut failures = Vec::new();
    for specimen in zoo::all().into_iter().filter(|specimen| specimen.symmetric) {
        for written in (specimen.written)() {
            match (specimen.rewrite)(&written) {
                Ok(again) if again == written => {}
                other => failures.push(format!("{}: {written}: {other:?}", specimen.name)),
            }
        }
    }
    none(&failures);
}

#[test]
fn law_1_what_the_schema_accepts_is_read() {
    each(|case| {
        let mut generator = Generator::new(&case.text);
        generator.unknown_names = true;
        let written = (case.specimen.written)();
        let result = random(96, |tape| {
            let value = if tape.one_in(3) && case.specimen.symmetric && !written.is_empty() {
                case.lowered(tape.pick(&written).clone())
            } else {
                generator.value(tape)
            };
            case.reads_what_it_accepts(&value)?;
            case.reads_what_it_accepts(&mutate(value, tape))
        });
        result.err().into_iter().collect()
    });
}

#[test]
fn law_2_values_that_serde_writes_are_accepted() {
    each(|case| {
        let mut failures = Vec::new();
        if !case.specimen.symmetric {
            return failures;
        }
        let mut check = |written: Value| {
            let value = case.lowered(written);
            if let Some(complaint) = complaint(&case.judge, &value) {
                failures.push(format!(
                    "{}: wrote {value}: {complaint}",
                    case.specimen.name
                ));
            }
        };
        (case.specimen.written)().into_iter().for_each(&mut check);
        // Random values of the type come from random JSON that serde reads and writes again.
        let generator = Generator::new(&case.text);
        let result = random(32, |tape| {
            let value = generator.value(tape);
            if !case.judge.is_valid(&value) {
                return Ok(());
            }
            let Ok(written) = (case.specimen.rewrite)(&case.lifted(value)) else {
                return Ok(()); // Law 1 reports this.
            };
            let value = case.lowered(written);
            match complaint(&case.judge, &value) {
                Some(complaint) => Err(format!(
                    "{}: wrote {value}: {complaint}",
                    case.specimen.name
                )),
                None => Ok(()),
            }
        });
        failures.extend(result.err());
        failures
    });
}

/// The generator makes what the schema accepts, or the laws would be tested on nothing. The counts
/// have the types for which it makes other values too.
#[test]
fn random_values_are_accepted() {
    let counts = RefCell::new(Counts::default());
    each(|case| {
        let generator = Generator::new(&case.text);
        let (hits, all) = (Cell::new(0), Cell::new(0));
        let _ = random(40, |tape| {
            all.set(all.get() + 1);
            if case.judge.is_valid(&generator.value(tape)) {
                hits.set(hits.get() + 1);
            }
            Ok(())
        });
        let (name, hits, all) = (case.specimen.name, hits.get(), all.get());
        if hits == all {
            counts.borrow_mut().one("types with valid values alone");
        } else {
            let what = format!("{name}, valid values of {all}");
            counts.borrow_mut().add(what, hits);
        }
        vec![]
    });
    counts.into_inner().agree("schemas/laws, random values");
}
