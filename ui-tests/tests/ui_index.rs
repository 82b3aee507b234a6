//! Each message in a `.stderr` file has its entry in `docs/errors.md`.

use std::fs;
use std::path::Path;

/// Words of serde and rustc that need no explanation of ours.
const NOT_OURS: [&str; 4] = [
    "unknown serde field attribute",
    "variant field name",
    "couldn't read",
    "cannot find type",
];

#[test]
fn every_message_is_in_the_index() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let index = fs::read_to_string(root.join("../docs/errors.md")).unwrap();
    let entries: Vec<String> = index.lines().flat_map(entries_of).collect();
    let mut missing = Vec::new();
    let mut seen = 0;
    for text in outputs(&root.join("tests/fail")) {
        for message in messages(&text) {
            seen += 1;
            let known = entries.iter().any(|entry| says(entry, &message))
                || NOT_OURS.iter().any(|words| message.starts_with(words));
            if !known && !missing.contains(&message) {
                missing.push(message);
            }
        }
    }
    assert!(seen > 100, "only {seen} messages were found");
    assert!(missing.is_empty(), "not in docs/errors.md: {missing:#?}");
}

/// All `.stderr` files below a folder.
fn outputs(folder: &Path) -> Vec<String> {
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        // What safe code can't do with a schema: rustc's own words, on code without macros.
        if path.ends_with("soundness") {
            continue;
        }
        if path.is_dir() {
            texts.extend(outputs(&path));
        } else if path.extension().is_some_and(|it| it == "stderr") {
            texts.push(fs::read_to_string(path).unwrap());
        }
    }
    texts
}

/// The errors of an output without backticks; of a refusal, each fault's own words.
fn messages(output: &str) -> Vec<String> {
    let output = output.replace('`', "");
    let mut lines = output.lines().peekable();
    let mut messages = Vec::new();
    while let Some(line) = lines.next() {
        let Some(rest) = line.strip_prefix("error") else {
            continue;
        };
        let (code, message) = rest.split_once(": ").unwrap_or((rest, ""));
        let message = message
            .strip_prefix("evaluation panicked: ")
            .unwrap_or(message);
        if message.ends_with(':') {
            while let Some(fault) = lines.next_if(|line| line.starts_with("       ")) {
                // `path`, who: words
                messages.extend(fault.split_once(": ").map(|(_, words)| words.to_owned()));
            }
        } else if code.is_empty() || code == "[E0080]" {
            messages.push(message.to_owned());
        } else {
            messages.push(format!("{}: {message}", code.trim_matches(['[', ']'])));
        }
    }
    messages
}

/// What a line of the index is an entry for: a table's row or a heading, without backticks.
fn entries_of(line: &str) -> Vec<String> {
    let line = line.replace('`', "");
    if let Some(row) = line.strip_prefix("| ") {
        let (first, _) = row.split_once(" | ").unwrap_or((row, ""));
        return vec![first.to_owned()];
    }
    let Some(heading) = line.strip_prefix("## ") else {
        return Vec::new();
    };
    match heading.split_once(':') {
        // One heading for two codes.
        Some((codes, words)) if codes.starts_with("E0") => {
            let each = codes.split(" and ");
            each.map(|code| format!("{code}:{words}")).collect()
        }
        _ => vec![heading.to_owned()],
    }
}

/// Whether an entry has the message, or a list with commas one that has; `..` stands for anything.
fn says(entry: &str, message: &str) -> bool {
    let one = |entry: &str| {
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
    };
    // The code of an error is enough where its words are rustc's.
    let code = |text: &str| text.starts_with("E0").then(|| text[..5].to_owned());
    one(entry)
        || entry.split(", ").any(one)
        || (code(entry).is_some() && code(entry) == code(message))
}
