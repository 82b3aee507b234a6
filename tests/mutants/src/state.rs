//! The state of the working tree, from git.

use crate::copy::{Project, text};
use std::process::Command;

fn git(project: &Project, args: &[&str]) -> Result<String, String> {
    let output = Command::new("git")
        .args(args)
        .current_dir(&project.root)
        .output()
        .map_err(text)?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

/// Returns the commit, or an error if the code or the tests differ from it.
pub(crate) fn commit(project: &Project) -> Result<String, String> {
    let changed = git(
        project,
        &[
            "status",
            "--porcelain",
            "runtime",
            "macros",
            "pattern",
            "tests",
        ],
    )?;
    if changed.is_empty() {
        git(project, &["log", "-1", "--format=%h of %cs"])
    } else {
        Err(format!("not in the commit:\n{changed}"))
    }
}

/// Returns the files below `runtime/src` that differ from a commit.
pub(crate) fn changed(project: &Project, since: &str) -> Result<Vec<String>, String> {
    let files = git(
        project,
        &["diff", "--name-only", since, "--", "runtime/src"],
    )?;
    let below = |file: &str| file.strip_prefix("runtime/src/").map(ToOwned::to_owned);
    Ok(files.lines().filter_map(below).collect())
}
