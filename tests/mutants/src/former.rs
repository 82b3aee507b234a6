//! What a run before this one found out, read from its lines.

use crate::copy::Project;
use crate::judge::Outcome;
use std::collections::HashMap;
use std::process::Command;

/// What stands before the state of the code in a run's lines.
pub(crate) const STATE: &str = "state of the code: ";

/// A run before this one.
pub(crate) struct Former {
    /// Of the code.
    pub(crate) state: String,
    /// What became of each mutant, by name.
    outcomes: HashMap<String, Outcome>,
}

impl Former {
    pub(crate) fn new(lines: &str) -> Self {
        let state = lines.lines().find_map(|line| line.strip_prefix(STATE));
        let outcomes = lines.lines().filter_map(|line| {
            let line = without_place(line)?;
            let (name, rest) = line.rsplit_once(" -> ")?;
            let (outcome, _) = rest.rsplit_once(" (")?;
            Some((name.to_owned(), Outcome::read(outcome)?))
        });
        Former {
            state: state.unwrap_or("a state that it does not say").to_owned(),
            outcomes: outcomes.collect(),
        }
    }
}

/// What one of the runs found out of a mutant that need not be tried again: a test failed, or none did and it is explained. With the state of the code. One without
/// an end is tried again: the machine may have been busy.
pub(crate) fn known<'f>(
    runs: &'f [Former],
    name: &str,
    is_explained: bool,
) -> Option<(&'f str, Outcome)> {
    let find = |is_noticed| {
        runs.iter().find_map(|run| {
            let outcome = run.outcomes.get(name)?;
            outcome
                .is_final(is_noticed)
                .then(|| (run.state.as_str(), outcome.clone()))
        })
    };
    find(true).or_else(|| is_explained.then(|| find(false)).flatten())
}

/// A mutant's line without what it is called by alone in its run: its number, and the line of the code, which may be another by now.
pub(crate) fn without_place(line: &str) -> Option<String> {
    let (file, rest) = line.split_once(':')?;
    let (_, rest) = rest.split_once(' ')?;
    let file = file.split_whitespace().last()?;
    Some(format!("{file} {rest}"))
}

/// The commit, and whether files of the project are not as they are in it.
pub(crate) fn state(project: &Project) -> String {
    let git = |args: &[&str]| {
        let output = Command::new("git")
            .args(args)
            .current_dir(&project.root)
            .output()
            .ok()?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let commit = git(&["log", "-1", "--format=%h of %cs"]).unwrap_or_default();
    let changed = git(&["status", "--porcelain", "runtime", "macros", "tests"]);
    let changed = if changed.is_none_or(|changed| changed.is_empty()) {
        ""
    } else {
        ", and changes that it has not"
    };
    format!("commit {commit}{changed}")
}
