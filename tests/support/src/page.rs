//! Sections of a document that tests write and compare. `UPDATE=1` writes them.

use std::fmt::Write as _;
use std::fs;

use crate::lists::is_update;

/// Checks that each section of a page in `docs`, between its two marks, is this text.
pub fn agrees(page: &str, sections: &[(&str, String)]) {
    let path = format!("{}/../../docs/{page}", env!("CARGO_MANIFEST_DIR"));
    let old = fs::read_to_string(&path).expect("a page");
    let mut new = old.clone();
    for (section, text) in sections {
        let (begin, end) = (
            format!("<!-- {section}: begin -->\n"),
            format!("\n<!-- {section}: end -->"),
        );
        let (before, rest) = new.split_once(&begin).expect("a beginning");
        let (_, after) = rest.split_once(&end).expect("an end");
        new = [before, &begin, text, &end, after].concat();
    }
    if is_update() {
        return fs::write(&path, new).expect("a written page");
    }
    for (new, old) in new.lines().zip(old.lines()) {
        assert_eq!(new, old, "`UPDATE=1` writes the page");
    }
    assert_eq!(new.len(), old.len(), "`UPDATE=1` writes the page");
}

/// A list of cases, each with its text as a block.
pub fn blocks<N: AsRef<str>>(cases: impl IntoIterator<Item = (N, String)>) -> String {
    let mut out = String::new();
    for (case, text) in cases {
        let text = text.trim_end().replace("\n\n\n", "\n\n");
        let case = case.as_ref();
        let first = case[..1].to_uppercase();
        let _ = write!(out, "\n{first}{}:\n\n```text\n{text}\n```\n", &case[1..]);
    }
    out
}
