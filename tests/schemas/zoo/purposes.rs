//! Each type and each tool of the zoo has a line with its purpose.

use std::collections::{BTreeMap, BTreeSet};
use toolcast_test_support::none;
use toolcast_tests::zoo;

/// A line for each, of a word at least, and for no two the same.
#[test]
fn each_type_and_tool_has_its_own_description() {
    let types = zoo::all()
        .into_iter()
        .map(|it| (it.name.to_owned(), it.purpose()));
    let tools = zoo::tools::all().into_iter().map(|it| {
        (
            format!("tool {}", it.def.name()),
            it.purpose.trim().to_owned(),
        )
    });
    let mut lines: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, line) in types.chain(tools) {
        lines.entry(line).or_default().push(name);
    }
    let faults = lines
        .iter()
        .filter(|(line, names)| names.len() > 1 || !line.contains(|c: char| c.is_alphanumeric()));
    none(
        &faults
            .map(|(line, names)| format!("{line:?}: {names:?}"))
            .collect::<Vec<_>>(),
    );
}

#[test]
fn names_are_distinct() {
    let mut seen = BTreeSet::new();
    let twice = zoo::all().into_iter().filter(|it| !seen.insert(it.name));
    none(&twice.map(|it| it.name.to_owned()).collect::<Vec<_>>());
    let mut seen = BTreeSet::new();
    let twice = zoo::tools::all()
        .into_iter()
        .filter(|it| !seen.insert(it.def.name()));
    none(&twice.map(|it| it.def.name().to_owned()).collect::<Vec<_>>());
}
