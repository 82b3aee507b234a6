//! Names of methods, variants and fields in Markdown files are names in the source.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::{files, root};

/// Types of the standard library and of examples in the text.
const FOREIGN_TYPES: [&str; 4] = ["Duration", "Option", "Sort", "Type"];
/// Long names that are not this project's: of other crates, of an SDK, of examples.
const FOREIGN: [&str; 6] = [
    "max_request_body_bytes",
    "parse_float_into_time_parts",
    "string_above_max_length",
    "to___f4e210",
    "to_strict_json_schema",
    "too_many_tools_list_the_excess",
];

#[test]
fn names_in_the_documents_are_in_the_source() {
    let mut source = Source::default();
    for folder in [
        "runtime",
        "macros",
        "pattern",
        "integrations",
        "examples",
        "tests",
        "ui-tests",
        "benches",
    ] {
        for path in files(&root().join(folder), "rs") {
            source.add(&fs::read_to_string(path).unwrap());
        }
    }
    let (mut seen, mut unknown) = (0, Vec::new());
    for path in files(&root(), "md") {
        for (line, name) in names_of(&fs::read_to_string(&path).unwrap()) {
            seen += 1;
            if !source.has(&name) {
                unknown.push(format!("{}:{line}: `{name}`", path.display()));
            }
        }
    }
    assert!(seen > 400, "only {seen} names were found");
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
}

#[test]
fn a_name_that_is_not_in_the_source_is_found() {
    let mut source = Source::default();
    source.add("pub struct Set; impl Set { fn with_state(self) {} }");
    source.add("pub enum Other { Left }");
    let unknown = |text: &str| -> Vec<String> {
        let names = names_of(text).into_iter().map(|(_, name)| name);
        names.filter(|name| !source.has(name)).collect()
    };
    assert_eq!(
        unknown("`Set::with_state` and `Other::Left` and `with_state(7)`"),
        [""; 0]
    );
    assert_eq!(
        unknown("`Set::Left`, `x.old_name(..)`; tests: a_test_that_was_removed"),
        ["Set::Left", "old_name", "a_test_that_was_removed"]
    );
}

/// The words of each file, and the files that define or implement a type.
#[derive(Default)]
struct Source {
    words: BTreeSet<String>,
    types: BTreeMap<String, BTreeSet<String>>,
}

impl Source {
    fn add(&mut self, text: &str) {
        let words: Vec<&str> = text
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .filter(|word| !word.is_empty())
            .collect();
        let own: BTreeSet<String> = words.iter().map(|word| (*word).to_owned()).collect();
        for pair in words.windows(2) {
            if ["struct", "enum", "trait", "type", "impl", "for"].contains(&pair[0]) {
                let members = self.types.entry(pair[1].to_owned()).or_default();
                members.extend(own.iter().cloned());
            }
        }
        self.words.extend(own);
    }

    /// `Type::member` is in a file with the type; a function is in any file.
    fn has(&self, name: &str) -> bool {
        match name.split_once("::") {
            Some((owner, member)) => {
                FOREIGN_TYPES.contains(&owner)
                    || (self.types.get(owner)).is_none_or(|words| words.contains(member))
            }
            None => FOREIGN.contains(&name) || self.words.contains(name),
        }
    }
}

/// The names in a document with their lines, outside of blocks of code: `Type::member` and
/// `long_name(` in inline code, and a name of four words or more anywhere, which is a test.
fn names_of(text: &str) -> Vec<(usize, String)> {
    let (mut found, mut block) = (Vec::new(), false);
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim_start().starts_with("```") {
            block = !block;
        } else if !block {
            for (nth, part) in line.split('`').enumerate() {
                let names = names_in(part, nth % 2 == 1);
                found.extend(names.into_iter().map(|name| (number, name)));
            }
        }
    }
    found
}

fn names_in(text: &str, is_code: bool) -> Vec<String> {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let (mut found, mut rest) = (Vec::new(), text);
    while let Some(start) = rest.find(word) {
        rest = &rest[start..];
        let end = rest.find(|c| !word(c)).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        rest = after;
        let is_lower = !name.contains(char::is_uppercase) && !name.starts_with('_');
        let underscores = name.matches('_').count();
        if let Some(member) = after.strip_prefix("::")
            && is_code
            && name.starts_with(char::is_uppercase)
        {
            let end = member.find(|c| !word(c)).unwrap_or(member.len());
            if end > 0 {
                found.push(format!("{name}::{}", &member[..end]));
            }
        } else if is_lower
            && (underscores > 2 || is_code && underscores > 0 && after.starts_with('('))
        {
            found.push(name.to_owned());
        }
    }
    found
}
