//! The names of types: a name that two files define sends a reader to the wrong one.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use super::{files, name, root, without_comments_and_strings, without_tests};

#[test]
fn no_type_name_is_defined_in_two_files() {
    let src = root().join("src");
    let mut places = BTreeMap::<String, BTreeSet<String>>::new();
    for file in files(&src) {
        let path = file.strip_prefix(&src).unwrap().display().to_string();
        if path.contains("tests") {
            continue;
        }
        let text = without_comments_and_strings(&fs::read_to_string(&file).unwrap());
        for defined in without_tests(&text).lines().filter_map(defined) {
            places.entry(defined).or_default().insert(path.clone());
        }
    }
    assert!(places.len() > 500, "the scan finds only {}", places.len());
    places.retain(|_, files| files.len() > 1);
    assert!(places.is_empty(), "defined in two files: {places:#?}");
}

/// The name of the type that a line defines. An associated type is not one.
fn defined(line: &str) -> Option<String> {
    let item = line.trim_start();
    let item = match item.strip_prefix("pub(") {
        Some(scope) => scope.split_once(") ")?.1,
        None => item.strip_prefix("pub ").unwrap_or(item),
    };
    let (keyword, rest) = item.split_once(' ')?;
    let is_type = match keyword {
        "struct" | "enum" | "union" | "trait" => true,
        "type" => !line.starts_with(' '),
        _ => false,
    };
    name(rest).filter(|_| is_type)
}

#[test]
fn the_scan_finds_every_kind_of_type() {
    let found = |line: &str| defined(line).unwrap_or_default();
    assert_eq!(found("struct Block {"), "Block");
    assert_eq!(found("pub(in crate::wire) enum Mode {"), "Mode");
    assert_eq!(
        found("    pub struct Flattened<T>(PhantomData<T>);"),
        "Flattened"
    );
    assert_eq!(found("type Slot = Arc<Mutex<u8>>;"), "Slot");
    assert_eq!(found("    type Target = u8;"), "");
    assert_eq!(found("pub fn structure() {"), "");
}
