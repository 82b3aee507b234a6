//! A file of what is expected: for each type a heading, then each text below the names of those that it is for.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use toolcast_tests::zoo::Specimen;

/// What is longer stands with its beginning and a sum of its bytes.
const LONGEST: usize = 1500;

pub(crate) fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("expected/zoo")
        .join(name)
}

/// Compares what `make` says of each type with the files of a folder, or writes these.
pub(crate) fn compare(
    name: &str,
    modules: Vec<(&'static str, Vec<Specimen>)>,
    make: impl Fn(&Specimen) -> Vec<(String, String)>,
) {
    let update = std::env::var_os("UPDATE").is_some_and(|value| value == "1");
    let mut failures = Vec::new();
    for (module, specimens) in modules {
        let mut got = String::new();
        for specimen in specimens {
            let said = make(&specimen);
            if !said.is_empty() {
                let _ = writeln!(got, "## {}\n", specimen.name);
            }
            for (whose, what) in grouped(said) {
                let _ = writeln!(got, "{}\n{}\n", whose.join(", "), short(&what));
            }
        }
        let path = folder(name).join(format!("{module}.txt"));
        if update {
            if got.is_empty() {
                continue;
            }
            std::fs::create_dir_all(folder(name)).expect("a folder to write to");
            std::fs::write(&path, got).expect("a file to write to");
            continue;
        }
        let expected = if got.is_empty() && !path.exists() {
            String::new()
        } else {
            std::fs::read_to_string(&path).unwrap_or_else(|error| format!("{error}"))
        };
        if expected != got {
            failures.push(format!(
                "{}: {}",
                path.display(),
                difference(&expected, &got)
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Those that are the same stand together, each where the first of them was.
fn grouped(said: Vec<(String, String)>) -> Vec<(Vec<String>, String)> {
    let mut groups: Vec<(Vec<String>, String)> = Vec::new();
    for (whose, what) in said {
        match groups.iter_mut().find(|(_, known)| *known == what) {
            Some((names, _)) => names.push(whose),
            None => groups.push((vec![whose], what)),
        }
    }
    groups
}

fn short(text: &str) -> String {
    if text.len() <= LONGEST {
        return text.to_owned();
    }
    // FNV-1a: any change of a byte is another sum.
    let sum = text.bytes().fold(0xcbf2_9ce4_8422_2325, |sum: u64, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let start: String = text.chars().take(300).collect();
    format!("{start}.. ({} bytes, {sum:016x})", text.len())
}

/// The first line that is another, below its heading.
fn difference(expected: &str, got: &str) -> String {
    let mut heading = "";
    let mut expected = expected.lines();
    for line in got.lines() {
        let other = expected.next().unwrap_or_default();
        if other != line {
            return format!("{heading}\n  expected {other}\n  got      {line}");
        }
        if line.starts_with("## ") {
            heading = line;
        }
    }
    format!("at the end: {}", expected.next().unwrap_or_default())
}
