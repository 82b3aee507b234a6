//! The size of the public API, as CONTRIBUTING.md states it, by the stored list.

use std::collections::BTreeSet;
use std::fs;

use crate::root;

/// Modules that are there only with a feature that is off by default.
const OPTIONAL: [&str; 4] = ["http", "import", "lint", "testing"];

#[test]
fn the_sizes_of_the_public_api_are_those_of_its_list() {
    let list = root().join("tests/public_api/expected/toolcast.txt");
    let list = fs::read_to_string(list).unwrap();
    let (mut all, mut usual) = (BTreeSet::new(), BTreeSet::new());
    for path in list.lines().filter_map(path_of_type) {
        let name = path.rsplit("::").next();
        all.insert(name);
        let module = path.split("::").nth(1).unwrap_or_default();
        if !OPTIONAL.contains(&module) {
            usual.insert(name);
        }
    }
    let items = list.lines().count();
    let items = format!("{},{:03}", items / 1000, items % 1000);
    let (all, usual) = (all.len(), usual.len());
    let expected =
        format!("has {all} types and traits and {items} items with all features, {usual} of the");
    let rules = fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    assert!(
        rules.contains(&expected),
        "CONTRIBUTING.md: write \"{expected}\""
    );
}

/// Returns the path of the type or trait that a line defines.
fn path_of_type(line: &str) -> Option<&str> {
    let item = line.rsplit_once("] ").map_or(line, |(_, item)| item);
    let kinds = ["pub struct ", "pub enum ", "pub trait ", "pub union "];
    let path = kinds.iter().find_map(|kind| item.strip_prefix(kind))?;
    let end = path.find(['<', '(', ' ']).unwrap_or(path.len());
    Some(path[..end].trim_end_matches(':'))
}
