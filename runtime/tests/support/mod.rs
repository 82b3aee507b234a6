//! Example programs, built and run.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A built example. `cargo test` builds examples before it runs tests, so this mostly finds it fresh; asked for one test alone it does not build
/// them, and an old program would be tested.
pub(crate) fn program(name: &str) -> PathBuf {
    const MANIFEST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .parent()
        .expect("the target folder");
    let mut build = Command::new(env!("CARGO"));
    build
        .args(["build", "--offline", "--message-format", "json"])
        .args(["--example", name, "--manifest-path", MANIFEST])
        .arg("--target-dir")
        .arg(target);
    if !cfg!(debug_assertions) {
        build.arg("--release");
    }
    let output = build.output().expect("cargo runs");
    assert!(output.status.success(), "{}", stderr(&output));
    // One message a line; that of the example names its program.
    stdout(&output)
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .find_map(|message| message["executable"].as_str().map(PathBuf::from))
        .expect("cargo names the program")
}

pub(crate) fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("text")
}

pub(crate) fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("text")
}
