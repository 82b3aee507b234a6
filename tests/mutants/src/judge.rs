//! Tries one mutant: switches it on and runs the tests that reach it, the shortest first, until one
//! detects it.

use crate::change::Mutant;
use crate::oracle::Oracle;
use crate::process::{End, Run};
use crate::suite::{FEW, Suite, Test};
use std::collections::VecDeque;
use std::fmt;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Quick tests of one binary run together, up to this total time.
const TOGETHER: Duration = Duration::from_secs(1);

/// The number of recently successful tests that run before all others, because the next mutant is
/// usually close to the last one.
const LATELY: usize = 4;

pub(crate) struct Judge {
    suite: Suite,
    /// All tests run with few random values, except those that need more.
    short: bool,
    lately: Mutex<VecDeque<usize>>,
}

/// The way in which tests run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Tests that take less than half a second.
    Quick,
    /// Long tests, with few random cases.
    Few,
    /// Long tests.
    Full,
}

/// The outcome of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// A test failed.
    Noticed(Oracle, String),
    /// A test did not end.
    Endless(String),
    /// Every test that reaches it passed.
    Survived,
    /// No test reaches it.
    Unreached,
}

impl Outcome {
    /// Parses the displayed form.
    pub(crate) fn read(text: &str) -> Option<Self> {
        match text {
            "SURVIVED" => return Some(Outcome::Survived),
            "UNREACHED" => return Some(Outcome::Unreached),
            _ => {}
        }
        let (how, test) = text.split_once(' ')?;
        if how == "endless" {
            return Some(Outcome::Endless(test.to_owned()));
        }
        Oracle::read(how).map(|oracle| Outcome::Noticed(oracle, test.to_owned()))
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Noticed(oracle, test) => write!(f, "{} {test}", oracle.name()),
            Outcome::Endless(test) => write!(f, "endless {test}"),
            Outcome::Survived => f.write_str("SURVIVED"),
            Outcome::Unreached => f.write_str("UNREACHED"),
        }
    }
}

/// Tests that run in one process.
struct Step {
    stage: Stage,
    tests: Vec<usize>,
}

impl Judge {
    pub(crate) fn new(suite: Suite, short: bool) -> Self {
        Judge {
            suite,
            short,
            lately: Mutex::default(),
        }
    }

    /// Returns the outcome, or an error if a process can't be started.
    pub(crate) fn judge(&self, mutant: &Mutant) -> Result<Outcome, String> {
        let start = Instant::now();
        let outcome = self.outcome(mutant.number)?;
        eprintln!(
            "{:>5} {mutant} -> {outcome} ({:.1} s)",
            mutant.number,
            start.elapsed().as_secs_f64()
        );
        Ok(outcome)
    }

    fn outcome(&self, number: u32) -> Result<Outcome, String> {
        if !self.suite.tests.iter().any(|test| test.asks(number)) {
            return Ok(Outcome::Unreached);
        }
        for step in self.steps(number) {
            let binary = &self.suite.binaries[self.test(step.tests[0]).binary];
            let tests: Vec<&str> = (step.tests.iter())
                .map(|test| self.test(*test).name.as_str())
                .collect();
            let is_few =
                step.stage == Stage::Few || self.short && !self.test(step.tests[0]).wants_all;
            let time: Duration = (step.tests.iter()).map(|test| self.test(*test).time).sum();
            let end = Run {
                program: &binary.program,
                folder: &binary.folder,
                tests: &tests,
                switch: &number.to_string(),
                cases: is_few.then_some(FEW),
                limit: time * 5 + Duration::from_secs(10),
            }
            .end()?;
            match end {
                End::Passed => {}
                End::Failed(name) => {
                    let noticed = step
                        .tests
                        .iter()
                        .find(|test| self.test(**test).name == name);
                    self.remember(noticed.copied());
                    // If a process dies before its first test, the failure counts for that test.
                    let noticed = noticed.unwrap_or(&step.tests[0]);
                    return Ok(Outcome::Noticed(
                        self.test(*noticed).oracle,
                        format!("{} {name}", binary.name),
                    ));
                }
                End::Endless => return Ok(Outcome::Endless(binary.name.clone())),
            }
        }
        Ok(Outcome::Survived)
    }

    fn test(&self, place: usize) -> &Test {
        &self.suite.tests[place]
    }

    fn remember(&self, test: Option<usize>) {
        let (Some(test), Ok(mut lately)) = (test, self.lately.lock()) else {
            return;
        };
        lately.retain(|other| *other != test);
        lately.push_front(test);
        lately.truncate(LATELY);
    }

    /// Returns the steps for a mutant, in order.
    fn steps(&self, number: u32) -> Vec<Step> {
        let step = |stage| {
            move |test| Step {
                stage,
                tests: vec![test],
            }
        };
        let asked: Vec<usize> = (0..self.suite.tests.len())
            .filter(|test| self.test(*test).asks(number))
            .collect();
        let lately: Vec<usize> = match self.lately.lock() {
            Ok(lately) => (lately.iter().copied())
                .filter(|test| asked.contains(test) && self.test(*test).is_quick())
                .collect(),
            Err(_) => Vec::new(),
        };
        // The next mutant is usually close to the last one. Tests that compare texts run after all
        // others, so they are excluded here.
        let lately: Vec<usize> = (lately.into_iter())
            .filter(|test| self.test(*test).oracle.turn() == 0)
            .collect();
        let mut steps: Vec<Step> = lately.iter().copied().map(step(Stage::Quick)).collect();
        for turn in 0..Oracle::COUNTED.len() {
            let tests = (asked.iter().copied())
                .filter(|test| self.test(*test).oracle.turn() == turn && !lately.contains(test));
            let (quick, mut long): (Vec<usize>, Vec<usize>) =
                tests.partition(|test| self.test(*test).is_quick());
            let few = (long.iter().copied()).filter(|test| self.test(*test).few.is_some());
            steps.extend(self.together(quick.into_iter()));
            steps.extend(few.map(step(Stage::Few)));
            long.sort_by_key(|test| self.test(*test).time);
            steps.extend(long.into_iter().map(step(Stage::Full)));
        }
        steps
    }

    /// Groups quick tests by binary.
    fn together(&self, tests: impl Iterator<Item = usize>) -> Vec<Step> {
        let mut steps: Vec<(Duration, Step)> = Vec::new();
        for test in tests {
            let (binary, time) = (self.test(test).binary, self.test(test).time);
            let open = steps.iter_mut().find(|(sum, step)| {
                let first = self.test(step.tests[0]);
                first.binary == binary
                    && first.wants_all == self.test(test).wants_all
                    && *sum + time <= TOGETHER
            });
            if let Some((sum, step)) = open {
                *sum += time;
                step.tests.push(test);
            } else {
                let stage = Stage::Quick;
                let tests = vec![test];
                steps.push((time, Step { stage, tests }));
            }
        }
        steps.into_iter().map(|(_, step)| step).collect()
    }
}
