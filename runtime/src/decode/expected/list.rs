//! Lists in words, and numbers with their units.

/// Maximum number of enum values, object names and union alternatives that are listed.
pub(super) const MANY: usize = 24;

pub(super) const CHARACTERS: [&str; 2] = ["character", "characters"];
pub(super) const ITEMS: [&str; 2] = ["item", "items"];
pub(super) const PAIRS: [&str; 2] = ["entry", "entries"];

/// Formats a number with its unit.
pub(super) fn counted(number: &str, [one, many]: [&str; 2]) -> String {
    let unit = if number == "1" { one } else { many };
    format!("{number} {unit}")
}

/// Drops words that occur twice.
pub(super) fn unique(all: impl Iterator<Item = String>) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for words in all {
        if !out.contains(&words) {
            out.push(words);
        }
    }
    out
}

pub(super) fn or_null(ways: Vec<String>) -> Vec<String> {
    unique(ways.into_iter().chain(["null".to_string()]))
}

/// Formats `one of a, b or c`; a single item stays as is.
pub(crate) fn one_of(mut all: Vec<String>) -> String {
    match all.len() {
        1 => all.remove(0),
        _ if all.iter().any(|words| has_parts(words)) => either(&all),
        _ => format!("one of {}", list(&all, "or")),
    }
}

/// Describes a property with one of these names.
pub(in crate::decode) fn one_of_names(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.as_slice() {
        [] => "no properties at all".to_owned(),
        [one] => format!("no property but {one}"),
        many => format!("one of {}", list(many, "or")),
    }
}

/// Formats `a, b or c`. If one has such parts itself, formats `a; b; or c`.
pub(in crate::decode) fn either(all: &[String]) -> String {
    match all {
        [first @ .., last] if all.len() <= MANY && all.iter().any(|words| has_parts(words)) => {
            match first {
                [] => last.clone(),
                _ => format!("{}; or {last}", first.join("; ")),
            }
        }
        _ => list(all, "or"),
    }
}

/// Returns true if words have alternatives of their own, or end with those of their items.
fn has_parts(words: &str) -> bool {
    words.contains(" or ") || words.contains(", each ")
}

/// Formats `a, b or c`.
pub(super) fn list(all: &[String], word: &str) -> String {
    match all {
        [] => String::new(),
        [one] => one.clone(),
        many if many.len() > MANY => {
            let shown = &many[..MANY];
            format!("{} {word} {} more", shown.join(", "), many.len() - MANY)
        }
        [all @ .., last] => format!("{} {word} {last}", all.join(", ")),
    }
}
