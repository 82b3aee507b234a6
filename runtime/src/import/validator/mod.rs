//! The validator for the original schema. Checks the constraints that the tree can only keep as
//! text, before a call.
//!
//! The schema is compiled once to nodes with checks ([`program`]), from any draft and without a
//! copy in another spelling. A check of a value counts its steps, and ends at a bound.

mod applicators;
mod assertions;
mod compile;
mod evaluation;
mod explain;
mod faults;
mod keywords;
mod parts;
mod pattern_cost;
mod patterns;
mod program;
mod report;
mod view;
mod weaken;

use core::fmt;
use std::sync::Arc;

use serde_json::Value;

use super::LIMITS;
use super::patterns::PatternBudget;
use crate::decode::{ArgumentErrors, Fault, FaultKind, JsonTree, TOO_MANY_WAYS, json};
use crate::render::{Outcome, ReportEntry};
use evaluation::{Evaluation, EvaluationMode};
use program::Program;
use view::Stop;

/// A validator for all keywords of a schema, including those that the tree can't represent.
#[derive(Clone)]
pub(super) struct OriginalSchema {
    /// `None` if the schema can't be compiled.
    program: Option<Arc<Program>>,
    /// The schema's text, if it has patterns, which may have to fit into a smaller budget.
    text: Option<Arc<str>>,
}

impl fmt::Debug for OriginalSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Original").finish_non_exhaustive()
    }
}

impl OriginalSchema {
    pub(super) fn new(root: &JsonTree, budget: &mut PatternBudget) -> (Self, Vec<ReportEntry>) {
        let mut patterns = budget.of_schema();
        let (program, unchecked) = compile::compile(root, &mut patterns);
        let text = patterns.are_taken().then(|| root.text().into());
        budget.take(&patterns);
        let program = program.map(Arc::new);
        (OriginalSchema { program, text }, unchecked)
    }

    /// Compiles the schema again within a budget for patterns. `None` if it has no pattern.
    pub(super) fn within(&self, budget: &mut PatternBudget) -> Option<(Self, Vec<ReportEntry>)> {
        let text = self.text.as_ref()?;
        let root = json(text, LIMITS).ok()?;
        Some(OriginalSchema::new(&root, budget))
    }

    pub(super) fn check(&self, value: &Value) -> Result<(), ArgumentErrors> {
        let Some(program) = &self.program else {
            return Ok(());
        };
        let one = |kind, path: String, expected: &str, value: &Value| {
            let fault = Fault::unfit(path, expected.to_owned(), faults::got(value.into()));
            Err(ArgumentErrors::new(Vec::from([Fault { kind, ..fault }])))
        };
        let root = "$".to_owned();
        let mut check = Evaluation::new(program, EvaluationMode::Decide);
        match check.visit(program.root, value.into(), None) {
            Ok(true) => return Ok(()),
            Ok(false) => {}
            Err(Stop::Matching) => {
                let (path, inner) = check.place(value);
                return one(FaultKind::Rejected, path, TOO_EXPENSIVE, inner);
            }
            // Any place may be the last.
            Err(Stop::Steps | Stop::Faults) => {
                return one(FaultKind::Rejected, root, TOO_MANY_WAYS, value);
            }
        }
        let mut explanation = Evaluation::new(program, EvaluationMode::Explain);
        // If it ends early, the faults so far are some of them.
        let _ = explanation.visit(program.root, value.into(), None);
        if explanation.faults.is_empty() {
            return one(FaultKind::Invalid, root, UNEXPLAINED, value);
        }
        Err(ArgumentErrors::new(explanation.faults))
    }
}

/// Used if the faults of a value take too many steps.
const UNEXPLAINED: &str =
    "arguments that fit the tool's schema; they are too large to list each fault";

/// Used if matching a text takes too many steps.
const TOO_EXPENSIVE: &str =
    "matching it against its pattern takes too many steps; send a simpler text";

/// The entry for a keyword that is not checked.
fn unchecked(pointer: &str, keyword: &str, reason: &str) -> ReportEntry {
    ReportEntry::new(pointer, keyword, Outcome::Widened, reason)
}
