//! The sizes of the code that docs/architecture.md states, beside their limits.

use std::fs;
use std::path::Path;

use super::{NAMED, circles, files, root};

/// Folders of the repository, with the limit on their lines.
const LINES: [(&str, usize); 3] = [
    ("runtime/src", 47_000),
    ("macros/src", 9_500),
    ("integrations/*/src", 6_000),
];

#[test]
fn the_sizes_of_the_code_are_stated() {
    let repository = root().join("..");
    let page = fs::read_to_string(repository.join("docs/architecture.md")).unwrap();
    let mut wrong = Vec::new();
    let mut check = |what: &str, size: usize, limit: usize| {
        let row = format!("| {what} | ");
        let stated = page.lines().find_map(|line| line.strip_prefix(&row));
        let columns = stated.and_then(|rest| rest.strip_suffix(" |"));
        let numbers = columns.and_then(|rest| {
            let (size, limit) = rest
                .replace(',', "")
                .split_once(" | ")
                .map(|(a, b)| (number(a), number(b)))?;
            Some((size?, limit?))
        });
        // A size of lines may differ by a fiftieth, so that not each change touches the page.
        let is_right =
            numbers.is_some_and(|(page, of)| of == limit && page.abs_diff(size) <= size / 50);
        if !is_right {
            wrong.push(format!("{row}{size} | {limit} |"));
        }
    };
    for (folder, limit) in LINES {
        check(
            &format!("lines of `{folder}`"),
            lines(&repository, folder),
            limit,
        );
    }
    check(
        "files outside of `provider` that name a provider",
        NAMED.len(),
        20,
    );
    check("circles among files", circles::ALLOWED.len(), 3);
    assert!(
        wrong.is_empty(),
        "docs/architecture.md: write\n{}",
        wrong.join("\n")
    );
}

fn number(text: &str) -> Option<usize> {
    text.trim().parse().ok()
}

/// Counts the lines of the Rust files in a folder, or in that folder of each crate.
fn lines(repository: &Path, folder: &str) -> usize {
    let folders = match folder.split_once("/*/") {
        None => Vec::from([repository.join(folder)]),
        Some((all, inner)) => {
            let entries = fs::read_dir(repository.join(all)).unwrap();
            let all = entries.map(|entry| entry.unwrap().path().join(inner));
            all.filter(|folder| folder.is_dir()).collect()
        }
    };
    let files = folders.iter().flat_map(|folder| files(folder));
    files
        .map(|file| fs::read_to_string(file).unwrap().lines().count())
        .sum()
}
