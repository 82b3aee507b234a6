//! Words that make a text hard to read. Comments, documents, names of tests and the texts of
//! published code may have them at most as often as recorded here. CONTRIBUTING.md has the reasons.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{files, root};

/// Phrases, what to write instead, and the number of lines with them today. Lower a number when you
/// rewrite a line, and never raise one. A phrase with a capital letter is one that begins a line.
type Rule = (&'static [&'static str], &'static str, usize);

const RULES: [Rule; 6] = [
    (
        &[
            "nobody",
            "somebody",
            "whoever",
            "everybody",
            "of others",
            "by others",
        ],
        "name the caller, the user, the model or the provider",
        1,
    ),
    (
        &["stand", "stands", "stood", "standing"],
        "a thing is, contains or comes before",
        0,
    ),
    (
        &["tell", "tells", "told", "say", "says", "said", "heard"],
        "send, declare, report, describe, distinguish",
        2,
    ),
    (
        &["is no", "are no", "was no", "were no"],
        "`is not a`; `there is no` and `is no longer` are allowed",
        1,
    ),
    (
        &[
            "in words",
            "no words for",
            "has words for",
            "have words for",
            "for want of",
            "hang on",
            "hangs on",
            "all the same",
            "as it is",
        ],
        "in the description, supports, for lack of, depends on, still, unchanged",
        1,
    ),
    (
        &["What", "Whether", "Whoever", "Whatever", "Where", "Which"],
        "begin with a noun or a verb",
        23,
    ),
];
const COLUMNS: usize = 100;
/// The number of comment lines that are wider today.
const WIDE: usize = 32;

#[test]
fn excluded_words_and_wide_comments_do_not_increase() {
    let mut found: [Vec<String>; RULES.len() + 1] = Default::default();
    let mut seen = 0;
    for path in sources() {
        let name = path.strip_prefix(root()).unwrap().display().to_string();
        let source = fs::read_to_string(&path).unwrap();
        let extension = path.extension().unwrap_or_default();
        let mark = if extension == "rs" { "//" } else { "#" };
        let mut all = prose(&source, mark, extension == "md");
        if is_published(&path) {
            all.extend(literals(&source));
        }
        for (number, line, text) in all {
            seen += 1;
            let words = words(&text);
            let mut breaks = RULES
                .map(|(phrases, ..)| has(&text, &words, phrases))
                .to_vec();
            // A row of a table is one line.
            let is_comment = extension != "md" && line.trim_start().starts_with(mark);
            let breakable = is_comment && !text.starts_with('|');
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
        if found.len() != most {
            let (count, list) = (found.len(), found.join("\n"));
            faults.push(format!(
                "{count} lines instead of {most}: {instead}\n{list}\n"
            ));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let words: usize = RULES.iter().map(|(_, _, most)| most).sum();
    let expected = format!("{words} have an excluded word, and {WIDE} comments are wider");
    let rules = fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    assert!(
        rules.contains(&expected),
        "CONTRIBUTING.md: write \"{expected}\""
    );
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
fn prose<'s>(source: &'s str, mark: &str, is_document: bool) -> Vec<(usize, &'s str, String)> {
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
        } else if let Some(comment) = line.strip_prefix(mark) {
            Some(comment.trim_start_matches(['/', '!', ' ']).to_owned())
        } else {
            let name = line.trim_start_matches("async ").strip_prefix("fn ");
            name.and_then(|name| name.strip_suffix("() {"))
                .map(|name| name.replace('_', " "))
        };
        found.extend(text.map(|text| (number, whole, plain(&text))));
    }
    found
}

fn plain(text: &str) -> String {
    text.split('`').step_by(2).collect::<Vec<_>>().join("``")
}

/// Returns true for code whose texts users or models read.
fn is_published(path: &Path) -> bool {
    let is_code = path.extension().is_some_and(|it| it == "rs");
    let path = path.strip_prefix(root()).unwrap().display().to_string();
    let folders = ["runtime/", "macros/", "pattern/", "integrations/"];
    is_code
        && folders.iter().any(|folder| path.starts_with(folder))
        && path.contains("/src/")
        && !path.contains("/tests")
}

/// The string literals of at least 20 characters before a file's tests, as [`prose`] returns lines.
fn literals(source: &str) -> Vec<(usize, &str, String)> {
    let code = source.split("#[cfg(test)]\nmod tests").next().unwrap();
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(at) = code[from..].find(['/', '"', '\'']).map(|at| from + at) {
        let rest = &code[at..];
        let len = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(quote) = ["'\"'", "'\\\"'", "'/'"]
            .iter()
            .find(|it| rest.starts_with(**it))
        {
            quote.len()
        } else if let Some(rest) = rest.strip_prefix('"') {
            let text = literal(&code[..at], rest);
            if text.chars().count() >= 20 {
                let line = code[..at].matches('\n').count();
                let plain = plain(&text.replace("\\n", " ").replace('\\', " "));
                found.push((line + 1, source.lines().nth(line).unwrap(), plain));
            }
            text.len() + 2
        } else {
            1
        };
        from = at + len;
    }
    found
}

/// The text of a literal, which begins `rest`. `before` ends with the mark of a raw literal.
fn literal<'s>(before: &str, rest: &'s str) -> &'s str {
    let unmarked = before.trim_end_matches('#');
    let end = if unmarked.ends_with('r') {
        rest.find(&format!("\"{}", &before[unmarked.len()..]))
    } else {
        let mut is_escaped = false;
        rest.find(|c| {
            let is_end = c == '"' && !is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            is_end
        })
    };
    &rest[..end.expect("the end of a literal")]
}

#[test]
fn the_scan_finds_every_form_of_literal() {
    let found = |code: &str| -> Vec<String> {
        let literals = literals(code).into_iter();
        literals
            .map(|(line, _, text)| format!("{line}: {text}"))
            .collect()
    };
    let code = r##"// "no comment, though it is long"
        ['"', '\"', '/']; "a literal with a \" quote in it";
        r#"a raw literal with a " quote in it"#; "a short one"; "a literal of two \
        lines";"##;
    assert_eq!(found(code).len(), 3, "{:?}", found(code));
    assert_eq!(found(code)[0], "2: a literal with a  \" quote in it");
}

/// The sources, scripts and documents, without copies and without the change log.
fn sources() -> Vec<PathBuf> {
    let mut found = Vec::from([root().join("check")]);
    for extension in ["rs", "md", "toml", "sh", "py"] {
        found.extend(files(&root(), extension));
    }
    found.retain(|path| {
        !path.components().any(|part| part.as_os_str() == "expected")
            && !path.ends_with("CHANGELOG.md")
    });
    found
}
