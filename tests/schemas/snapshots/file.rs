//! A file of expected lines: a heading for each type, then lines grouped by the dialects or tools
//! that they apply to.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use toolcast_tests::zoo::Specimen;

/// The lines of a section for a type: text common to all, and lines of each dialect or tool.
#[derive(Default)]
pub(crate) struct Said {
    pub(crate) head: String,
    pub(crate) lines: Vec<(String, Vec<Line>)>,
}

/// A remark on a keyword at a place. In a file, places with the same remark share a line: `place
/// place: keyword, keyword: words`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Line {
    /// Empty if the remark applies to no single place.
    pub(crate) place: String,
    /// Empty if the remark applies to no single keyword.
    pub(crate) keyword: String,
    pub(crate) words: String,
}

impl Line {
    pub(crate) fn at(place: String, words: String) -> Self {
        Line {
            place,
            keyword: String::new(),
            words,
        }
    }

    pub(crate) fn bare(words: &str) -> Self {
        Line::at(String::new(), words.to_owned())
    }
}

pub(crate) fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("expected/zoo")
        .join(name)
}

/// Compares the lines that `make` returns for each type with the files of a folder, or writes the
/// files.
pub(crate) fn compare(
    name: &str,
    modules: Vec<(&'static str, Vec<Specimen>)>,
    make: impl Fn(&Specimen) -> Vec<Said>,
) {
    let update = std::env::var_os("UPDATE").is_some_and(|value| value == "1");
    let mut failures = Vec::new();
    for (module, specimens) in modules {
        let mut got = String::new();
        for specimen in specimens {
            let said = make(&specimen);
            if said.is_empty() {
                continue;
            }
            let _ = writeln!(got, "## {}\n", specimen.name);
            for said in said {
                got.push_str(&written(said));
            }
        }
        let path = folder(name).join(format!("{module}.txt"));
        if update {
            let written = match got.is_empty() {
                true if !path.exists() => Ok(()),
                true => std::fs::remove_file(&path),
                false => {
                    std::fs::create_dir_all(folder(name)).and_then(|()| std::fs::write(&path, got))
                }
            };
            written.expect("a file to write to");
            continue;
        }
        let expected = if got.is_empty() && !path.exists() {
            String::new()
        } else {
            std::fs::read_to_string(&path).unwrap_or_else(|error| format!("{error}"))
        };
        if expected != got {
            failures.push(format!(
                "{}: {}",
                path.display(),
                difference(&expected, &got)
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Writes each line once, below the names of all that have it, or of those that don't if they are
/// fewer. `!` is strict mode.
fn written(said: Said) -> String {
    let all: Vec<String> = said.lines.iter().map(|(who, _)| who.clone()).collect();
    let mut owners: BTreeMap<&Line, Vec<usize>> = BTreeMap::new();
    let mut order = Vec::new();
    for (who, (_, lines)) in said.lines.iter().enumerate() {
        for line in lines {
            let known = owners.entry(line).or_insert_with(|| {
                order.push(line);
                Vec::new()
            });
            if known.last() != Some(&who) {
                known.push(who);
            }
        }
    }
    let mut groups: Vec<(&Vec<usize>, Vec<&Line>)> = Vec::new();
    for line in order {
        let whose = &owners[line];
        match groups.iter_mut().find(|(known, _)| *known == whose) {
            Some((_, lines)) => lines.push(line),
            None => groups.push((whose, vec![line])),
        }
    }
    let mut out = said.head;
    for (whose, lines) in groups {
        let named = |keep: &dyn Fn(usize) -> bool| {
            let names = all.iter().enumerate().filter(|(i, _)| keep(*i));
            names
                .map(|(_, name)| name.replace(" strict", "!"))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let heading = match all.len() - whose.len() {
            0 if all.len() > 1 => "all".to_owned(),
            0 => named(&|_| true),
            absent if absent < whose.len() => {
                format!("all but {}", named(&|i| !whose.contains(&i)))
            }
            _ => named(&|i| whose.contains(&i)),
        };
        let _ = writeln!(out, "{heading}:");
        for line in joined(&lines) {
            let _ = writeln!(out, "  {line}");
        }
    }
    out.push('\n');
    out
}

/// Joins lines with the same remark: its keywords, then its places.
fn joined(lines: &[&Line]) -> Vec<String> {
    let mut by_place: Vec<(&str, &str, Vec<&str>)> = Vec::new();
    for line in lines {
        let Line {
            place,
            keyword,
            words,
        } = line;
        match (by_place.iter_mut())
            .find(|(at, said, _)| !place.is_empty() && *at == place && *said == words)
        {
            Some((_, _, keywords)) => keywords.push(keyword),
            None => by_place.push((place, words, vec![keyword])),
        }
    }
    let mut by_words: Vec<(Vec<&str>, &str, Vec<&str>)> = Vec::new();
    for (place, words, keywords) in by_place {
        match by_words
            .iter_mut()
            .find(|(_, said, of)| *said == words && *of == keywords)
        {
            Some((places, _, _)) => places.push(place),
            None => by_words.push((vec![place], words, keywords)),
        }
    }
    let line = |(places, words, keywords): (Vec<&str>, &str, Vec<&str>)| {
        let parts = [places.join(" "), keywords.join(", "), words.to_owned()];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        parts.join(": ")
    };
    by_words.into_iter().map(line).collect()
}

/// The first line that is another, below its heading.
fn difference(expected: &str, got: &str) -> String {
    let mut heading = "";
    let mut expected = expected.lines();
    for line in got.lines() {
        let other = expected.next().unwrap_or_default();
        if other != line {
            return format!("{heading}\n  expected {other}\n  got      {line}");
        }
        if line.starts_with("## ") {
            heading = line;
        }
    }
    format!("at the end: {}", expected.next().unwrap_or_default())
}
