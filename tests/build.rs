//! Reports the inputs that tests need from outside of the repository, as `cfg`s: `has_corpus`,
//! `has_valgrind`, `has_python`, `has_rustc`. Without its input a test is ignored by name.
//!
//! `TOOLCAST_REQUIRE` lists the inputs that must be present, separated by commas. If one is
//! missing, the build fails.

use std::path::Path;
use std::process::{Command, Stdio};

fn main() {
    println!("cargo::rerun-if-env-changed=TOOLCAST_CORPUS");
    println!("cargo::rerun-if-env-changed=TOOLCAST_REQUIRE");
    println!("cargo::rerun-if-env-changed=PATH");
    println!("cargo::rerun-if-changed=build.rs");
    let corpus = std::env::var("TOOLCAST_CORPUS")
        .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/corpus").to_owned());
    // Tests read the content. A missing file would rebuild this crate in each run of cargo.
    let readme = Path::new(&corpus).join("README.md");
    if readme.exists() {
        println!("cargo::rerun-if-changed={}", readme.display());
    }
    let required = std::env::var("TOOLCAST_REQUIRE").unwrap_or_default();
    let required: Vec<&str> = required.split(',').filter(|one| !one.is_empty()).collect();
    for (name, is_there) in [
        ("corpus", Path::new(&corpus).join("verdicts").is_dir()),
        ("valgrind", starts("valgrind")),
        ("python", starts("python3")),
        ("rustc", is_measured()),
    ] {
        println!("cargo::rustc-check-cfg=cfg(has_{name})");
        if is_there {
            println!("cargo::rustc-cfg=has_{name}");
        } else {
            assert!(
                !required.contains(&name),
                "TOOLCAST_REQUIRE asks for {name}, which is absent"
            );
        }
    }
}

/// Returns true if this rustc is the one that `growth/compiling.json` was measured with.
fn is_measured() -> bool {
    println!("cargo::rerun-if-changed=growth/compiling.json");
    let rustc = std::env::var("RUSTC").expect("cargo sets RUSTC");
    let version = Command::new(rustc).arg("--version").output();
    let version = version.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let counts = std::fs::read_to_string("growth/compiling.json").unwrap_or_default();
    // "rustc 1.95.0 (..)"
    let version = version.unwrap_or_default();
    let version = version.split(' ').nth(1).unwrap_or("none");
    counts.contains(&format!("\"rustc\": \"{version}\""))
}

fn starts(program: &str) -> bool {
    let mut command = Command::new(program);
    command
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
