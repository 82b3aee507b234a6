//! Arguments made from schemas are accepted.

#![allow(clippy::needless_pass_by_value)] // Arguments are owned, as tools have them.

use futures_executor::block_on;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use toolcast::call::{CallContext, ToolError};
use toolcast::testing::sample_arguments;
use toolcast::{Provider, Tool, tool};
use toolcast_test_support::none;
use toolcast_tests::zoo::tools::{self, Library, Weather};

#[test]
fn arguments_of_the_zoos_tools_are_read_without_a_fault() {
    let mut failures = Vec::new();
    let (mut returned, mut panicked) = (0, 0);
    for tool in tools::all() {
        // Its type is a string by its schema, and reads only names of colours.
        if tool.def.name() == "described_as" {
            continue;
        }
        for seed in 0..50 {
            let arguments = sample_arguments(tool.def, seed).to_string();
            assert!(arguments.len() < 100_000, "{}", tool.def.name());
            let context = CallContext::new(Provider::JsonSchema, "call_1", tool.def.name())
                .with_state(Library {
                    books: vec!["Dune"],
                })
                .with_state(Weather { station: "north" });
            let call = tool.def.call_with(context, &arguments);
            // A function may panic at large numbers; then it has got its arguments.
            let answer = catch_unwind(AssertUnwindSafe(|| block_on(call)));
            match answer {
                Ok(Err(ToolError::Arguments(error))) => {
                    failures.push(format!("{} {seed}: {arguments}: {error}", tool.def.name()));
                }
                Ok(_) => returned += 1,
                Err(_) => panicked += 1,
            }
        }
    }
    none(&failures);
    assert!(returned > panicked, "{returned} and {panicked}");
}

/// The constraints that a schema can express.
#[tool]
fn constrained(
    #[tool(range(-5..=5), multiple_of = 5)] step: i8,
    #[tool(length(2..=3))] words: Vec<String>,
    #[tool(pattern = r"^(?:[A-Z]{2}-\d{3,}|none)$")] code: String,
    #[tool(format = "email")] mail: String,
    #[tool(length(4..))] name: Option<String>,
) -> String {
    format!("{step} {words:?} {code} {mail} {name:?}")
}

#[test]
fn constrained_arguments_reach_the_function() {
    let mut answers = BTreeSet::new();
    for seed in 0..200 {
        let arguments = sample_arguments(constrained::DEF, seed);
        assert_eq!(arguments, sample_arguments(constrained::DEF, seed));
        let text = arguments.to_string();
        let answer = constrained::call(Provider::JsonSchema, &text);
        let answer = answer.now_or_never().unwrap();
        let answer = answer.unwrap_or_else(|error| panic!("{seed}: {arguments}: {error}"));
        answers.insert(format!("{:?}", answer.content));
    }
    assert!(answers.len() > 100, "only {} of 200 differ", answers.len());
}
