//! Exact lists of the present behaviour in `tests/expected/lists`, one case a line. A change of
//! behaviour has to change the line.

use crate::none;
use std::collections::BTreeSet;
use std::path::Path;

/// Compares the lines with those of the list; `UPDATE=1` rewrites the list.
///
/// # Panics
///
/// If a line is new or gone, or the list can't be read or written.
#[track_caller]
pub fn agrees(list: &str, lines: impl IntoIterator<Item = String>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../expected/lists/{list}.txt"));
    let lines: BTreeSet<String> = lines.into_iter().collect();
    if std::env::var_os("UPDATE").is_some_and(|value| value == "1") {
        let lines: Vec<String> = lines.into_iter().collect();
        let text = lines.join("\n") + "\n";
        std::fs::write(&path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        return;
    }
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let known: BTreeSet<String> = text.lines().map(str::to_owned).collect();
    let new = lines.difference(&known).map(|line| format!("new: {line}"));
    let gone = known.difference(&lines).map(|line| format!("gone: {line}"));
    none(&new.chain(gone).collect::<Vec<_>>());
}
