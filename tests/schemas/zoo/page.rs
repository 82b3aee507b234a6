//! The figures in `docs/conformance.md`, between their two markers.

use crate::zoo::coverage::{ALONE, TOGETHER};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use toolcast_tests::zoo;

const BEGIN: &str = "<!-- zoo: begin -->\n";
const END: &str = "<!-- zoo: end -->";

fn figures() -> String {
    let types = zoo::all();
    let tools = zoo::tools::all();
    let values: usize = types.iter().map(|it| (it.written)().len()).sum();
    let calls: usize = tools.iter().map(|it| it.calls.len()).sum();
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{} types with {values} values, {} tools with {calls} calls; {} attributes and {} groups of two or three that meet in one place.\n",
        types.len(),
        tools.len(),
        ALONE.len(),
        TOGETHER.len(),
    );
    let mut parts: BTreeMap<&str, usize> = BTreeMap::new();
    for it in &types {
        // The module's path ends before the type, whose own path may follow.
        let end = it.name.find(|c: char| c.is_uppercase() || "(<".contains(c));
        let path = it.name[..end.unwrap_or(it.name.len())].trim_end_matches("::");
        let part = path.split("::").next().unwrap_or(path);
        *parts.entry(part).or_default() += 1;
    }
    let parts: Vec<String> = parts
        .iter()
        .map(|(part, count)| format!("`{part}` {count}"))
        .collect();
    let _ = writeln!(out, "By module: {}.", parts.join(", "));
    out
}

#[test]
fn the_page_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/conformance.md");
    let page = std::fs::read_to_string(&path).expect("the page");
    let (head, rest) = page.split_once(BEGIN).expect("the begin marker");
    let (old, tail) = rest.split_once(END).expect("the end marker");
    let new = figures();
    if std::env::var_os("UPDATE").is_some_and(|value| value == "1") {
        std::fs::write(&path, format!("{head}{BEGIN}{new}{END}{tail}")).expect("a page to write");
        return;
    }
    assert_eq!(old, new, "`UPDATE=1` rewrites the figures");
}
