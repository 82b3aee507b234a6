//! The scan of patterns is used twice: by the macros for the source, by the runtime for imported
//! schemas. The crates share no code, so the two copies must be equal.

/// From the first item that both have, without how far it is visible.
fn scanner(file: &str) -> String {
    let at = file.find("struct Scan").expect("the scanner");
    let facts = file.find("pub(").expect("the facts");
    let end = file
        .find("/// Returns the facts of an expression")
        .expect("the scan");
    let bits = file.find("impl PatternFacts {").map(|start| {
        let rest = &file[start..];
        start..start + rest.find("\n}\n").expect("an end") + 3
    });
    let body: String = match bits {
        Some(bits) => [&file[at..bits.start], &file[bits.end..]].concat(),
        None => file[at..].to_owned(),
    };
    let all = [&file[facts..end], &file[end..at], &body].concat();
    let all = all.replace("pub(super) ", "").replace("pub(crate) ", "");
    // One of the two files has its tests inside.
    let all = all.split("#[cfg(test)]").next().unwrap_or_default();
    all.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_two_copies_of_the_scan_are_equal() {
    let runtime = scanner(include_str!("../../../runtime/src/import/pattern.rs"));
    let macros = scanner(include_str!("../../../macros/src/shared/pattern.rs"));
    assert!(runtime.len() > 4_000, "{}", runtime.len());
    let both = runtime.split(' ').zip(macros.split(' '));
    let different: Vec<_> = both.filter(|(a, b)| a != b).take(3).collect();
    assert!(runtime == macros, "first differences: {different:?}");
}
