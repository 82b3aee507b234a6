//! The state of the working tree, from git.

use crate::copy::{Project, text};
use std::ops::Range;
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

/// The lines of each file below `runtime/src` that differ from a commit.
pub(crate) struct Changed(Vec<(String, Vec<Range<usize>>)>);

impl Changed {
    pub(crate) fn since(project: &Project, commit: &str) -> Result<Self, String> {
        let difference = git(
            project,
            &["diff", "--unified=0", commit, "--", "runtime/src"],
        )?;
        Self::of(&difference)
    }

    /// Reads what `git diff --unified=0` prints.
    fn of(difference: &str) -> Result<Self, String> {
        let mut files: Vec<(String, Vec<Range<usize>>)> = Vec::new();
        for line in difference.lines() {
            if let Some(file) = line.strip_prefix("+++ b/runtime/src/") {
                files.push((file.to_owned(), Vec::new()));
            } else if let Some(places) = line.strip_prefix("@@ ")
                && let Some((_, lines)) = files.last_mut()
            {
                let lines_of = |places: &str| {
                    let new = places.split(' ').find_map(|part| part.strip_prefix('+'))?;
                    let (first, count) = new.split_once(',').unwrap_or((new, "1"));
                    let first: usize = first.parse().ok()?;
                    Some(first..first + count.parse::<usize>().ok()?)
                };
                lines.push(lines_of(places).ok_or_else(|| format!("unknown line of git: {line}"))?);
            }
        }
        Ok(Changed(files))
    }

    pub(crate) fn files(&self) -> Vec<String> {
        self.0.iter().map(|(file, _)| file.clone()).collect()
    }

    pub(crate) fn has(&self, file: &str, line: usize) -> bool {
        (self.0.iter())
            .any(|(name, lines)| name == file && lines.iter().any(|lines| lines.contains(&line)))
    }
}

#[cfg(test)]
mod tests {
    use super::Changed;

    #[test]
    fn new_lines_of_a_file_are_changed_and_the_lines_beside_a_deletion_are_not() {
        let difference = "diff --git a/runtime/src/wire/ids.rs b/runtime/src/wire/ids.rs\n\
            --- a/runtime/src/wire/ids.rs\n+++ b/runtime/src/wire/ids.rs\n\
            @@ -9 +10 @@ fn one\n-old\n+new\n@@ -19,0 +21,3 @@\n+a\n+b\n+c\n@@ -40,2 +44,0 @@\n-x\n-y\n\
            --- a/runtime/src/gone.rs\n+++ /dev/null\n";
        let changed = Changed::of(difference).expect("a difference");
        assert_eq!(changed.files(), ["wire/ids.rs"]);
        let lines: Vec<_> = (1..60)
            .filter(|line| changed.has("wire/ids.rs", *line))
            .collect();
        assert_eq!(lines, [10, 21, 22, 23]);
        assert!(!changed.has("wire/other.rs", 10));
        assert!(Changed::of("+++ b/runtime/src/a.rs\n@@ -1 nothing @@\n").is_err());
    }
}
