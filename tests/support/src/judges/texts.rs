//! Rules about texts in a schema: patterns and property names.

use super::Findings;
use super::walk::nodes;
use serde_json::Value;

/// Returns true if the expression contains a lookaround.
pub fn looks_around(pattern: &str) -> bool {
    ["(?=", "(?!", "(?<=", "(?<!"]
        .iter()
        .any(|word| pattern.contains(word))
}

/// Returns true if the expression contains more than classes, repeats, groups and anchors.
pub fn is_fancy(pattern: &str) -> bool {
    let escaped = |test: fn(char) -> bool| {
        let mut chars = pattern.chars();
        let mut found = false;
        while let Some(c) = chars.next() {
            if c == '\\' {
                found |= chars.next().is_some_and(test);
            }
        }
        found
    };
    looks_around(pattern)
        || pattern.contains("(?P=")
        || escaped(|c| c.is_ascii_digit() && c != '0' || matches!(c, 'b' | 'B' | 'k' | 'p' | 'P'))
}

/// Lists the patterns with their paths.
pub fn patterns(root: &Value) -> Vec<(String, String)> {
    let nodes = nodes(root).into_iter();
    nodes
        .filter_map(|node| Some((node.path.clone(), node.text("pattern")?.to_string())))
        .collect()
}

/// Checks the form of property names.
pub fn property_names(
    root: &Value,
    f: &mut Findings,
    rule: &str,
    fits: fn(&str) -> bool,
    what: fn(&mut Findings, &str, String),
) {
    for node in nodes(root) {
        for (name, _) in node.properties().filter(|(name, _)| !fits(name)) {
            what(
                f,
                &node.path,
                format!("property `{name}` does not match {rule}"),
            );
        }
    }
}

/// Matches `[a-zA-Z0-9_.-]{1,64}`.
pub fn is_dotted(name: &str) -> bool {
    (1..=64).contains(&name.len())
        && name
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"_.-".contains(&b))
}

/// Matches `[A-Za-z_][A-Za-z0-9_]{0,63}`.
pub fn is_identifier(name: &str) -> bool {
    (1..=64).contains(&name.len())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
        && !name.as_bytes()[0].is_ascii_digit()
}
