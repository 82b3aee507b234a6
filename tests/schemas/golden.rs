//! The texts of real tools, byte for byte: `expected/PROVIDER/TOOL.json`. `UPDATE=1` rewrites them;
//! review the diff like code.

use std::path::{Path, PathBuf};
use toolcast::Provider;
use toolcast_test_support::none;
use toolcast_tests::tools;

fn expected(provider: Provider, tool: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("expected")
        .join(provider.name());
    folder.join(format!("{tool}.json"))
}

#[test]
fn texts_of_tools_equal_their_golden_files() {
    let update = std::env::var_os("UPDATE").is_some_and(|value| value == "1");
    let mut failures = Vec::new();
    for tool in tools::all() {
        for &provider in Provider::ALL {
            let path = expected(provider, tool.name());
            let text = match tool.try_schema_for(provider) {
                Some(text) => format!("{text}\n"),
                None => format!("{}\n", tool.report_for(provider)),
            };
            if update {
                let folder = path.parent().expect("a file in a folder");
                std::fs::create_dir_all(folder).expect("a folder to write to");
                std::fs::write(&path, text).expect("a file to write to");
                continue;
            }
            match std::fs::read_to_string(&path) {
                Ok(expected) if expected == text => {}
                Ok(expected) => failures.push(format!(
                    "{}:\n  expected {expected}  got      {text}",
                    path.display()
                )),
                Err(error) => failures.push(format!("{}: {error}", path.display())),
            }
        }
    }
    none(&failures);
}

/// Each file belongs to a tool and a provider that still exist.
#[test]
fn no_text_is_left_over() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("expected");
    let known: Vec<PathBuf> = tools::all()
        .iter()
        .flat_map(|tool| {
            Provider::ALL
                .iter()
                .map(move |provider| expected(*provider, tool.name()))
        })
        .collect();
    let mut failures = Vec::new();
    for folder in std::fs::read_dir(root).expect("the expected texts") {
        let folder = folder.expect("a folder").path();
        // Snapshots, lists and counts, which other tests compare.
        if folder.is_file() || folder.ends_with("zoo") || folder.ends_with("lists") {
            continue;
        }
        for file in std::fs::read_dir(folder).expect("a provider's texts") {
            let path = file.expect("a file").path();
            if !known.contains(&path) {
                failures.push(format!("{} belongs to no tool", path.display()));
            }
        }
    }
    none(&failures);
}
