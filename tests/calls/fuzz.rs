//! Replays the corpus of the fuzz targets. With `TOOLCAST_FUZZ=<minutes>` it also mutates the
//! corpus at random for that long, for machines without a fuzzer.

use std::panic::{catch_unwind, resume_unwind};
use std::path::Path;
use std::time::{Duration, Instant, UNIX_EPOCH};
use toolcast::{Dialect, to_model};
use toolcast_test_support::random::Random;
use toolcast_test_support::tape::Tape;
use toolcast_tests::{fuzz, zoo};

/// The inputs in a target's folder.
fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fuzz/corpus")
        .join(target);
    let files = std::fs::read_dir(&folder).expect("a corpus");
    let all: Vec<Vec<u8>> = files
        .map(|file| std::fs::read(file.expect("a file").path()).expect("an input"))
        .collect();
    assert!(!all.is_empty(), "{} is empty", folder.display());
    all
}

/// The stored inputs, and values of every type of the zoo as serde writes them, in some dialects.
fn values(target: &str) -> Vec<Vec<u8>> {
    let mut all = corpus(target);
    for (i, specimen) in zoo::all().iter().enumerate() {
        for (j, dialect) in Dialect::all().iter().enumerate().step_by(5) {
            for value in (specimen.written)() {
                let low = to_model(specimen.schema, dialect, value);
                let mut input = vec![
                    u8::try_from(i % 256).unwrap_or(0),
                    u8::try_from(j).unwrap_or(0),
                ];
                input.extend(low.to_string().bytes());
                all.push(input);
            }
        }
    }
    all
}

/// Bytes and words that mean something in JSON.
const PIECES: [&str; 20] = [
    "{",
    "}",
    "[",
    "]",
    "\"",
    ":",
    ",",
    "null",
    "true",
    "-",
    "1e999",
    "0.5",
    "18446744073709551616",
    "\\u0041",
    "\\ud800",
    "\\\"",
    "\"key\":",
    "\"value\":",
    "_0",
    "\u{feff}",
];

fn change(input: &mut Vec<u8>, other: &[u8], tape: &mut Tape) {
    for _ in 0..=tape.below(4) {
        let at = tape.below(input.len() + 1);
        let to = (at + tape.below(12)).min(input.len());
        match tape.below(6) {
            0 => drop(input.drain(at..to)),
            1 => drop(input.splice(at..at, tape.pick(&PIECES).bytes())),
            2 => drop(input.splice(at..to, tape.pick(&PIECES).bytes())),
            3 => {
                let piece = input[at..to].to_vec();
                drop(input.splice(at..at, piece));
            }
            4 => {
                let from = tape.below(other.len() + 1);
                let end = (from + tape.below(40)).min(other.len());
                drop(input.splice(at..to, other[from..end].iter().copied()));
            }
            _ => {
                if let Some(byte) = input.get_mut(at) {
                    *byte = u8::try_from(tape.below(128)).unwrap_or(0);
                }
            }
        }
    }
}

/// Returns the seed of the changes: `TOOLCAST_FUZZ_SEED`, or the time, so that each run tries
/// different inputs.
fn seed() -> u64 {
    let given = std::env::var("TOOLCAST_FUZZ_SEED").ok();
    let given = given.map(|seed| seed.parse().expect("TOOLCAST_FUZZ_SEED is a number"));
    let clock = || UNIX_EPOCH.elapsed().map_or(0, |since| since.as_secs());
    given.unwrap_or_else(clock)
}

fn replay(corpus: &[Vec<u8>], target: &str, run: fn(&[u8])) {
    for input in corpus {
        run(input);
    }
    let minutes: Option<f64> = std::env::var("TOOLCAST_FUZZ")
        .ok()
        .and_then(|minutes| minutes.parse().ok());
    let Some(minutes) = minutes else { return };
    let end = Instant::now() + Duration::from_secs_f64(60.0 * minutes);
    let seed = seed();
    println!("{target}: TOOLCAST_FUZZ_SEED={seed}");
    let mut random = Random::new(seed);
    let mut runs = 0_u64;
    while Instant::now() < end {
        let mut tape = random.tape(48);
        let mut input = tape.pick(corpus).clone();
        let other = tape.pick(corpus).clone();
        change(&mut input, &other, &mut tape);
        if let Err(panic) = catch_unwind(|| run(&input)) {
            println!("{target}: the input is {}", input.escape_ascii());
            resume_unwind(panic);
        }
        runs += 1;
    }
    println!("{target}: {runs} inputs");
    assert!(runs > 1000, "{runs} inputs only");
}

#[test]
fn the_assertions_of_decode_hold_for_the_stored_inputs_and_values_of_the_zoo() {
    replay(&values("decode"), "decode", fuzz::decode);
}

#[test]
fn the_assertions_of_from_model_hold_for_the_stored_inputs_and_values_of_the_zoo() {
    replay(&values("from_model"), "from_model", fuzz::from_model);
}

#[test]
fn the_assertions_of_import_hold_for_the_stored_inputs() {
    replay(&corpus("import"), "import", fuzz::import);
}

#[test]
fn the_assertions_of_parse_hold_for_the_stored_inputs() {
    replay(&corpus("parse"), "parse", fuzz::parse);
}

#[test]
fn the_assertions_of_stream_hold_for_the_stored_inputs() {
    replay(&corpus("stream"), "stream", fuzz::stream);
}

#[test]
fn the_assertions_of_lint_hold_for_the_stored_inputs() {
    replay(&corpus("lint"), "lint", fuzz::lint);
}
