//! Each message in a `.stderr` file has its entry in `docs/errors.md`, and such a file has the
//! message of each entry. The code in `docs/errors.md` is that of files in `fail/` and `pass/`,
//! which `ui` compiles.

mod index;

use index::{entries, entries_of, says};
use std::fs;
use std::ops::RangeInclusive;
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
    let entries = entries(&index);
    let mut missing = Vec::new();
    let mut seen = 0;
    for text in outputs(&root.join("tests/fail")) {
        for message in messages(&text) {
            seen += 1;
            if message.ends_with(':') {
                continue; // The head of a list of faults, which follow.
            }
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

/// Entries that no file in `fail/` shows, with the reason.
const SHOWN_ELSEWHERE: [(&str, &str); 10] = [
    (
        "strict mode allows 5,000 properties, not ..: ..",
        "a type of 5,000 fields takes rustc minutes",
    ),
    (
        "strict mode allows 120,000 characters of names and enum values, not ..: ..",
        "as many characters take rustc minutes",
    ),
    (
        "strict mode allows 1,000 enum values, not ..: ..",
        "an enum of 1,000 variants takes rustc minutes",
    ),
    (
        "strict mode allows 15,000 characters in an enum of more than 250 values, not ..: ..",
        "`tests/macros` has such an enum",
    ),
    (
        "more than 64 types that contain themselves, ..",
        "`tests/macros` has so many types",
    ),
    (
        "the type contains itself, and no definition is left for it",
        "`tests/macros` has so many types",
    ),
    (
        "the parameters are too large to be written here without definitions, ..",
        "`tests/macros` has such a tool",
    ),
    (
        "TOOLCAST_PROVIDERS names .., which is not a provider; ..",
        "`tests/macros` has a tool with such a variable; here it would change all files",
    ),
    (
        "constant evaluation is taking a long time",
        "a lint whose limit is rustc's own; the types of `tests/huge` stay below it",
    ),
    (
        "the texts of the tool are .. MiB together, and 31 are the most",
        "texts of 31 MiB take rustc minutes",
    ),
];

#[test]
fn every_entry_of_the_index_is_shown() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let index = fs::read_to_string(root.join("../docs/errors.md")).unwrap();
    let messages: Vec<String> = outputs(&root.join("tests/fail"))
        .iter()
        .flat_map(|text| messages(text))
        .collect();
    let mut unseen = Vec::new();
    for entry in entries(&index) {
        let shown = messages.iter().any(|message| says(&entry, message));
        let elsewhere = SHOWN_ELSEWHERE.iter().any(|(known, _)| *known == entry);
        if shown == elsewhere {
            unseen.push(entry);
        }
    }
    assert!(
        unseen.is_empty(),
        "shown by no file in `fail`, or listed in `SHOWN_ELSEWHERE` in vain: {unseen:#?}"
    );
}

#[test]
fn the_code_of_the_index_fails_with_the_message_next_to_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let index = fs::read_to_string(root.join("../docs/errors.md")).unwrap();
    let (failing, passing) = (
        sources(&root.join("tests/fail")),
        sources(&root.join("tests/pass")),
    );
    let mut wrong = Vec::new();
    let blocks = blocks(&index);
    for block in &blocks {
        let found = match block.kind.as_str() {
            "rust,compile_fail" => failing.iter().any(|(source, output)| {
                place(&block.code, source).is_some_and(|lines| block.fails_with(output, &lines))
            }),
            "rust" => passing
                .iter()
                .any(|(source, _)| place(&block.code, source).is_some()),
            "text" => failing
                .iter()
                .any(|(_, output)| bare(output).contains(&bare(&block.code))),
            _ => false,
        };
        if !found {
            wrong.push(format!("```{}\n{}", block.kind, block.code));
        }
    }
    assert!(blocks.len() > 30, "only {} blocks were found", blocks.len());
    assert!(
        wrong.is_empty(),
        "in no file with this message:\n{}",
        wrong.join("\n")
    );
}

/// A block of the index.
struct Block {
    kind: String,
    code: String,
    /// The last heading above that is an entry.
    heading: Vec<String>,
}

impl Block {
    /// Returns true if an error in these lines of the file has the message in the block's comment,
    /// or that of its heading.
    fn fails_with(&self, output: &str, lines: &RangeInclusive<usize>) -> bool {
        let comments = self.code.lines().filter_map(|line| line.split_once(" // "));
        let comments: Vec<String> = comments.map(|(_, words)| words.replace('`', "")).collect();
        let errors = output.split_inclusive("\n\n").filter(|error| {
            let place = error
                .lines()
                .find_map(|line| line.trim_start().strip_prefix("--> "));
            let line = place.and_then(|place| place.rsplit(':').nth(1)?.parse().ok());
            line.is_some_and(|line| lines.contains(&line))
        });
        let messages: Vec<String> = errors.flat_map(messages).collect();
        if comments.is_empty() {
            return messages
                .iter()
                .any(|message| self.heading.iter().any(|it| says(it, message)));
        }
        let shown = |words: &String| messages.iter().any(|message| message.contains(words));
        comments.iter().all(shown)
    }
}

fn blocks(index: &str) -> Vec<Block> {
    let (mut blocks, mut heading) = (Vec::new(), Vec::new());
    let mut lines = index.lines();
    while let Some(line) = lines.next() {
        if line.starts_with('#') {
            heading = entries_of(line);
        } else if let Some(kind) = line.strip_prefix("```") {
            let code: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            blocks.push(Block {
                kind: kind.to_owned(),
                code: code.join("\n"),
                heading: heading.clone(),
            });
        }
    }
    blocks
}

/// The lines of a file that have this code, whatever its indentation, comments and empty lines.
fn place(code: &str, source: &str) -> Option<RangeInclusive<usize>> {
    let code: String = code.lines().map(code_of).collect();
    let lines: Vec<String> = source.lines().map(code_of).collect();
    (0..lines.len()).find_map(|first| {
        let mut rest = code.as_str();
        for (at, line) in lines.iter().enumerate().skip(first) {
            rest = rest.strip_prefix(line.as_str())?;
            if rest.is_empty() {
                return Some(first + 1..=at + 1);
            }
        }
        None
    })
}

/// A line without its comment and its white space.
fn code_of(line: &str) -> String {
    bare(line.split("//").next().unwrap_or(""))
}

fn bare(text: &str) -> String {
    text.split_whitespace().collect()
}

/// The files below a folder, with what rustc prints for each.
fn sources(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|it| it == "rs") {
            let output = fs::read_to_string(path.with_extension("stderr")).unwrap_or_default();
            found.push((fs::read_to_string(path).unwrap(), output));
        }
    }
    found
}

/// All `.stderr` files below a folder.
fn outputs(folder: &Path) -> Vec<String> {
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        // Rustc's own messages about unsound uses of a schema, on code without macros.
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
        if code == "[E0080]" && message.ends_with(':') {
            messages.push(message.to_owned());
            while let Some(fault) = lines.next_if(|line| line.starts_with("       ")) {
                // Format: `path`, provider: message
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
