//! Words that make a text hard to read. Comments, documents and names of tests may have them at
//! most as often as recorded here. CONTRIBUTING.md has the reasons.

use std::fs;
use std::path::PathBuf;

use crate::{files, root};

/// Phrases, what to write instead, and the number of lines with them today. Lower a number when you
/// rewrite a line, and never raise one. A phrase with a capital letter is one that begins a line.
type Rule = (&'static [&'static str], &'static str, usize);

const RULES: [Rule; 6] = [
    (
        &["nobody", "somebody", "whoever", "everybody", "of others"],
        "name the caller, the user, the model or the provider",
        2,
    ),
    (
        &["stand", "stands", "stood", "standing"],
        "a thing is, contains or comes before",
        2,
    ),
    (
        &["tell", "tells", "told", "say", "says", "said", "heard"],
        "send, declare, report, describe, distinguish",
        5,
    ),
    (
        &["is no", "are no", "was no", "were no"],
        "`is not a`; `there is no` and `is no longer` are allowed",
        2,
    ),
    (
        &["in words", "hangs on", "all the same", "as it is"],
        "in the description, depends on, still, unchanged",
        3,
    ),
    (
        &["What", "Whether", "Whoever", "Whatever", "Where"],
        "begin with a noun or a verb",
        25,
    ),
];
const COLUMNS: usize = 100;
/// The number of comment lines that are wider today.
const WIDE: usize = 39;

#[test]
fn excluded_words_and_wide_comments_do_not_increase() {
    let mut found: [Vec<String>; RULES.len() + 1] = Default::default();
    let mut seen = 0;
    for path in sources() {
        let name = path.strip_prefix(root()).unwrap().display().to_string();
        let source = fs::read_to_string(&path).unwrap();
        for (number, line, text) in prose(&source, path.extension().is_some_and(|it| it == "md")) {
            seen += 1;
            let words = words(&text);
            let mut breaks = RULES
                .map(|(phrases, ..)| has(&text, &words, phrases))
                .to_vec();
            // A row of a table is one line.
            let breakable = line.trim_start().starts_with("//") && !text.starts_with('|');
            breaks.push(breakable && line.chars().count() > COLUMNS);
            for (_, found) in breaks.iter().zip(&mut found).filter(|(breaks, _)| **breaks) {
                found.push(format!("{name}:{number}: {text}"));
            }
        }
    }
    assert!(seen > 15_000, "only {seen} lines were found");
    let rules = RULES.map(|(_, instead, most)| (instead, most)).into_iter();
    let mut faults = Vec::new();
    for ((instead, most), found) in rules.chain([("break the line", WIDE)]).zip(found) {
        if found.len() > most {
            let (count, list) = (found.len(), found.join("\n"));
            faults.push(format!(
                "{count} lines instead of {most}: {instead}\n{list}\n"
            ));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn has(text: &str, words: &str, phrases: &[&str]) -> bool {
    let first = text.split(' ').next().unwrap_or_default();
    let mut phrases = phrases.iter();
    phrases.any(|phrase| *phrase == first || words.contains(&format!(" {phrase} ")))
}

/// The words in small letters, with a blank around each, without the allowed phrases.
fn words(text: &str) -> String {
    let text = text.to_lowercase();
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '\'');
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let allowed = ["there is no ", "there are no ", "no longer "];
    let words = format!(" {} ", words.join(" "));
    allowed
        .iter()
        .fold(words, |words, phrase| words.replace(phrase, ""))
}

/// The lines of comments and documents, and the names of tests: the number, the whole line, and its
/// text without code in backticks.
fn prose(source: &str, is_document: bool) -> Vec<(usize, &str, String)> {
    let mut is_code = false;
    let mut found = Vec::new();
    for (number, whole) in (1..).zip(source.lines()) {
        let line = whole.trim_start();
        is_code ^= is_document && line.starts_with("```");
        let text = if is_document {
            (!is_code).then(|| {
                line.trim_start_matches(['#', '*', '-', '>', '|', ' '])
                    .to_owned()
            })
        } else if let Some(comment) = line.strip_prefix("//") {
            Some(comment.trim_start_matches(['/', '!', ' ']).to_owned())
        } else {
            let name = line.trim_start_matches("async ").strip_prefix("fn ");
            name.and_then(|name| name.strip_suffix("() {"))
                .map(|name| name.replace('_', " "))
        };
        let plain = |text: String| text.split('`').step_by(2).collect::<Vec<_>>().join("``");
        found.extend(text.map(|text| (number, whole, plain(text))));
    }
    found
}

/// The sources and documents, without copies and without the change log.
fn sources() -> Vec<PathBuf> {
    let mut found = files(&root(), "rs");
    found.extend(files(&root(), "md"));
    found.retain(|path| {
        !path.components().any(|part| part.as_os_str() == "expected")
            && !path.ends_with("CHANGELOG.md")
    });
    found
}
