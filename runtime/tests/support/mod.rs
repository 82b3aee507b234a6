//! Runs example programs.

use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::SystemTime;

/// Returns the path of an example program. `cargo test` builds examples before it runs tests, but
/// `cargo test --test NAME` doesn't. A program that is older than one of its sources fails the
/// test.
pub(crate) fn program(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("the path of this program");
    let folder = test.ancestors().nth(2).expect("the target folder");
    let folder = folder.join("examples");
    let program = folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    // The compiler's list of sources, next to the program: `PROGRAM: SOURCE SOURCE ..`.
    let sources = std::fs::read_to_string(folder.join(format!("{name}.d"))).unwrap_or_default();
    let sources = sources.split_once(": ").unwrap_or_default().1;
    let is_fresh = written(&program).is_some_and(|built| {
        let mut sources = sources.split_whitespace().map(Path::new);
        sources.all(|source| written(source).is_some_and(|changed| changed <= built))
    });
    assert!(
        is_fresh && !sources.is_empty(),
        "{} is older than its sources: run `cargo build -p toolcast --examples`",
        program.display()
    );
    program
}

fn written(path: &Path) -> Option<SystemTime> {
    path.metadata().ok()?.modified().ok()
}

pub(crate) fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("text")
}

pub(crate) fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("text")
}
