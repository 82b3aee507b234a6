//! Code that the test programs share.
//!
//! - `corpus`: real schemas and recorded answers, and the paths to them;
//! - `generate`, `scalars`, `tape`: random JSON that a schema accepts, from `toolcast::testing`;
//! - `json`: walks over JSON values, and changes at a place;
//! - `mutate`: JSON with small random changes;
//! - `judge`: `jsonschema` as the judge of values;
//! - `judges`: each provider's rules as checkers of texts;
//! - `log`: a subscriber of `tracing` that keeps all that it is shown;
//! - `lists`: exact lists of the present behaviour;
//! - `measured`: statistics on third-party schemas;
//! - `page`: sections of documents that tests write;
//! - `reports`: the entries in a tool's report;
//! - `proto`: the schemas of Google's protos as JSON Schema;
//! - `random`: numbers that are the same in every run.

#![allow(missing_docs, clippy::missing_panics_doc, clippy::missing_errors_doc)]
#![allow(clippy::too_many_lines)] // Judges and statistics are lists of cases.

pub mod corpus;
pub mod json;
pub mod judge;
pub mod judges;
pub mod lists;
pub mod log;
pub mod measured;
pub mod mutate;
pub mod page;
pub mod proto;
pub mod random;
pub mod reports;

pub use toolcast::testing::values::{generate, scalars, tape};

use proptest::strategy::Strategy;
use proptest::test_runner::{Config, TestCaseError, TestError, TestRunner};
use serde_json::Value;
use tape::Tape;
use toolcast::schema::Schema;
use toolcast::{Dialect, Provider, render};

/// Returns the dialect's name for messages.
pub fn name(dialect: &Dialect) -> String {
    let strict = if dialect.strict() { " strict" } else { "" };
    format!("{}{strict}", dialect.provider())
}

/// Renders a schema in a dialect. Returns the text and its parsed value.
pub fn text(schema: &Schema<'_>, dialect: &'static Dialect) -> Result<(String, Value), String> {
    let text = render(schema, dialect).map_err(|report| format!("refused: {report}"))?;
    let parsed = serde_json::from_str(&text).map_err(|error| format!("{error}: {text}"))?;
    Ok((text, parsed))
}

/// Returns the text that a compiled tool has. That of an imported one has
/// `additionalProperties: true` for xAI in each object that keeps unknown names; serde ignores
/// these.
pub fn as_compiled(provider: Provider, text: &str) -> String {
    match provider {
        Provider::XAi => text.replace(",\"additionalProperties\":true", ""),
        _ => text.to_owned(),
    }
}

/// Returns true if the dialect can't express the schema, so that a tool with it is rejected. The
/// allowed cases are checked by `types_of_the_zoo_are_rejected_only_for_known_reasons`.
pub fn is_refused(schema: &Schema<'_>, dialect: &'static Dialect) -> bool {
    render(schema, dialect).is_err()
}

/// Returns the lossless dialect.
pub fn canonical() -> &'static Dialect {
    Dialect::of(Provider::JsonSchema, false).expect("every provider has a dialect")
}

/// Returns true unless `TOOLCAST_CHECK` asks for more than `cargo test` alone: `./check all` and
/// `full` set it.
pub fn is_quick() -> bool {
    std::env::var("TOOLCAST_CHECK").map_or(true, |level| level == "quick")
}

/// Returns all inputs of a sweep, or every fourth if the check is quick. Panics if there is none.
#[track_caller]
pub fn sampled<T>(inputs: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
    let mut inputs = inputs.into_iter().peekable();
    assert!(inputs.peek().is_some(), "the sweep has no input");
    inputs.step_by(if is_quick() { 4 } else { 1 })
}

/// Runs `check` over random tapes and returns the smallest failure. Every run uses the same tapes,
/// unless `TOOLCAST_RANDOM` is set. `PROPTEST_CASES` sets their number; without it, a quick check
/// has a third of the cases.
pub fn random(cases: u32, check: impl Fn(&mut Tape) -> Result<(), String>) -> Result<(), String> {
    let cases = if is_quick() { cases.div_ceil(3) } else { cases };
    random_for_a_page(cases, &check)
}

/// As [`random`], but each check has all cases, because a page has figures from them. Compiled
/// once: `proptest` is generic over the check.
pub fn random_for_a_page(
    cases: u32,
    check: &dyn Fn(&mut Tape) -> Result<(), String>,
) -> Result<(), String> {
    let default = Config::default();
    let config = Config {
        cases: if std::env::var_os("PROPTEST_CASES").is_some() {
            default.cases
        } else {
            cases
        },
        failure_persistence: None,
        max_shrink_iters: 2000,
        ..default
    };
    let mut runner = if std::env::var_os("TOOLCAST_RANDOM").is_some() {
        TestRunner::new(config)
    } else {
        let rng = proptest::test_runner::TestRng::deterministic_rng(
            proptest::test_runner::RngAlgorithm::ChaCha,
        );
        TestRunner::new_with_rng(config, rng)
    };
    let tapes = proptest::collection::vec(proptest::num::u32::ANY, 0..96).prop_map(Tape::new);
    match runner.run(&tapes, |mut tape| {
        check(&mut tape).map_err(TestCaseError::fail)
    }) {
        Ok(()) => Ok(()),
        Err(TestError::Fail(reason, _)) => Err(reason.message().to_string()),
        Err(TestError::Abort(reason)) => Err(format!("aborted: {reason}")),
    }
}

/// Panics with all failures in one message: the first 60, unless `TOOLCAST_ALL` is set.
#[track_caller]
pub fn none(failures: &[String]) {
    if !failures.is_empty() {
        let most = if std::env::var_os("TOOLCAST_ALL").is_some() {
            usize::MAX
        } else {
            60
        };
        let shown: Vec<_> = failures.iter().take(most).map(String::as_str).collect();
        panic!("{} failures:\n{}", failures.len(), shown.join("\n"));
    }
}
