//! The entries of `docs/errors.md`, and their comparison with messages.

/// The entries of the index: rows of the tables whose first column is "message", and headings of
/// the second level.
pub(crate) fn entries(index: &str) -> Vec<String> {
    let mut entries = Vec::new();
    let mut in_table = false;
    for line in index.lines() {
        if !line.starts_with('|') {
            in_table = false;
        } else if line.starts_with("| message |") {
            in_table = true;
            continue;
        } else if !in_table || line.starts_with("|---") {
            continue;
        }
        entries.extend(entries_of(line));
    }
    entries
}

/// The entries in a line of the index: a table's row or a heading, without backticks.
pub(crate) fn entries_of(line: &str) -> Vec<String> {
    let line = line.replace('`', "");
    if let Some(row) = line.strip_prefix("| ") {
        let (first, _) = row.split_once(" | ").unwrap_or((row, ""));
        return vec![first.to_owned()];
    }
    let Some(heading) = line.strip_prefix("### ") else {
        return Vec::new();
    };
    match heading.split_once(':') {
        // One heading can cover two codes.
        Some((codes, words)) if codes.starts_with("E0") => {
            let each = codes.split(" and ");
            each.map(|code| format!("{code}:{words}")).collect()
        }
        _ => vec![heading.to_owned()],
    }
}

/// Returns true if an entry has the message, or if it is a list with commas and one part does. `..`
/// matches anything.
pub(crate) fn says(entry: &str, message: &str) -> bool {
    // The text of rustc's errors suffices, because not every entry contains the code.
    let words = match message.split_once(": ") {
        Some((code, words)) if is_code(code) => words,
        _ => message,
    };
    let one = |entry: &str| says_words(entry, message) || says_words(entry, words);
    let code = |text: &str| {
        text.get(..5)
            .filter(|code| is_code(code))
            .map(str::to_owned)
    };
    one(entry)
        || entry.split(", ").any(one)
        || (code(entry).is_some() && code(entry) == code(message))
}

pub(crate) fn is_code(text: &str) -> bool {
    text.len() == 5 && text.starts_with("E0")
}

fn says_words(entry: &str, message: &str) -> bool {
    let mut rest = message;
    let mut pieces = entry.split("..").map(str::trim);
    let first = pieces.next().unwrap_or("");
    let enough = entry.chars().filter(|c| c.is_alphabetic()).count() >= 5;
    enough
        && rest.starts_with(first)
        && pieces.all(|piece| match rest.find(piece) {
            Some(at) => {
                rest = &rest[at + piece.len()..];
                true
            }
            None => false,
        })
}
