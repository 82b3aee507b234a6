//! Exact lists of the present behaviour in `tests/expected/lists`, one case a line. A change of
//! behaviour has to change the line.

use crate::{corpus, is_quick, none};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// Returns the text with `…` for what is between two of these quotes, unless it is kept.
pub fn masked(text: &str, quote: char, keeps: impl Fn(&str) -> bool) -> String {
    let parts = text.split(quote).enumerate();
    let parts = parts.map(|(i, part)| match i % 2 {
        1 if !keeps(part) => "…",
        _ => part,
    });
    parts.collect::<Vec<_>>().join(&quote.to_string())
}

/// Returns the text with `0` for each row of digits.
pub fn without_numbers(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '0'..='9' if out.ends_with('0') => {}
            '0'..='9' => out.push('0'),
            _ => out.push(character),
        }
    }
    out
}

/// Compares the lines with those of the list; `UPDATE=1` rewrites the list.
///
/// # Panics
///
/// If a line is new or gone, or the list can't be read or written.
#[track_caller]
pub fn agrees(list: &str, lines: impl IntoIterator<Item = String>) {
    let lines: BTreeSet<String> = lines.into_iter().collect();
    note(list, &lines);
    if is_update() {
        return write(list, &lines);
    }
    none(&differences(&lines, &read(list)));
}

/// Adds the lines to the file `LIST.txt` in the folder that `TOOLCAST_LISTS` names, where
/// `./check all` finds the lists, and the lines, that no test used.
fn note<'a>(list: &str, lines: impl IntoIterator<Item = &'a String>) {
    let Some(folder) = std::env::var_os("TOOLCAST_LISTS") else {
        return;
    };
    let lines: String = lines.into_iter().map(|line| line.clone() + "\n").collect();
    let path = PathBuf::from(folder).join(list).with_extension("txt");
    let file = OpenOptions::new().create(true).append(true).open(&path);
    let written = file.and_then(|mut file| file.write_all(lines.as_bytes()));
    written.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

/// A list whose lines come from many tests, none of which knows all lines. `UPDATE=1` adds lines;
/// to lose old ones, remove the file before.
pub struct Growing {
    list: &'static str,
    known: Mutex<BTreeSet<String>>,
    used: Mutex<BTreeSet<String>>,
}

impl Growing {
    /// Reads the list; with `UPDATE=1` it may be absent.
    ///
    /// # Panics
    ///
    /// If the list can't be read.
    pub fn read(list: &'static str) -> Self {
        let is_new = is_update() && !path(list).exists();
        let known = if is_new { BTreeSet::new() } else { read(list) };
        Growing {
            list,
            known: Mutex::new(known),
            used: Mutex::new(BTreeSet::new()),
        }
    }

    /// Looks up the lines; `UPDATE=1` adds new ones.
    ///
    /// # Panics
    ///
    /// If a line is not in the list, or can't be written.
    #[track_caller]
    pub fn has(&self, lines: impl IntoIterator<Item = String>) {
        let lines: Vec<String> = lines.into_iter().collect();
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        note(
            self.list,
            lines.iter().filter(|line| used.insert((*line).clone())),
        );
        drop(used);
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let new: BTreeSet<String> = lines
            .into_iter()
            .filter(|line| !known.contains(line))
            .collect();
        if is_update() && !new.is_empty() {
            known.extend(new);
            return write(self.list, &known);
        }
        let new = new.into_iter().map(|line| format!("new: {line}"));
        none(&new.collect::<Vec<_>>());
    }
}

/// The counts of a sweep: its inputs, its results, and what it leaves out, by reason. The list
/// `counts` has them all, with the sweep's name before each.
///
/// They are compared in `./check all` and `full`, because a quick check reads a sample. A sweep
/// without the corpus, or with random inputs, counts something else. Then each count must only not
/// be zero.
#[derive(Default)]
pub struct Counts(BTreeMap<String, usize>);

impl Counts {
    /// Counts one.
    pub fn one(&mut self, what: impl Into<String>) {
        self.add(what, 1);
    }

    /// Counts several.
    pub fn add(&mut self, what: impl Into<String>, number: usize) {
        *self.0.entry(what.into()).or_default() += number;
    }

    /// Compares the counts of a sweep that reads files of the repository alone.
    ///
    /// # Panics
    ///
    /// If a count is another one, or zero, or if there is none.
    #[track_caller]
    pub fn agree(self, sweep: &str) {
        self.agree_if(sweep, true);
    }

    /// Compares the counts of a sweep that reads the corpus, if it is there.
    ///
    /// # Panics
    ///
    /// As [`Counts::agree`].
    #[track_caller]
    pub fn agree_with_corpus(self, sweep: &str) {
        self.agree_if(sweep, corpus::is_whole());
    }

    #[track_caller]
    fn agree_if(self, sweep: &str, has_inputs: bool) {
        assert!(!self.0.is_empty(), "{sweep}: nothing was counted");
        for (what, number) in &self.0 {
            assert!(*number > 0, "{sweep}: {what}: none");
        }
        let is_set = |name: &str| std::env::var_os(name).is_some();
        let is_changed = is_set("TOOLCAST_RANDOM") || is_set("PROPTEST_CASES");
        if !has_inputs || is_quick() || is_changed {
            return;
        }
        let head = format!("{sweep}: ");
        let counts = self.0.iter();
        let lines: BTreeSet<String> = counts
            .map(|(what, number)| format!("{head}{what}: {number}"))
            .collect();
        note(COUNTS, &lines);
        // Tests that run at the same time update other lines of the list.
        let list = LIST.lock().unwrap_or_else(PoisonError::into_inner);
        let all = if is_update() && !path(COUNTS).exists() {
            BTreeSet::new()
        } else {
            read(COUNTS)
        };
        let (known, rest): (BTreeSet<_>, BTreeSet<_>) =
            all.into_iter().partition(|line| line.starts_with(&head));
        if is_update() {
            return write(COUNTS, &rest.into_iter().chain(lines).collect());
        }
        drop(list);
        none(&differences(&lines, &known));
    }
}

/// The list of [`Counts`].
const COUNTS: &str = "counts";
static LIST: Mutex<()> = Mutex::new(());

fn differences(lines: &BTreeSet<String>, known: &BTreeSet<String>) -> Vec<String> {
    let new = lines.difference(known).map(|line| format!("new: {line}"));
    let gone = known.difference(lines).map(|line| format!("gone: {line}"));
    new.chain(gone).collect()
}

pub(crate) fn is_update() -> bool {
    std::env::var_os("UPDATE").is_some_and(|value| value == "1")
}

fn path(list: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../expected/lists/{list}.txt"))
}

/// Reads the lines of the list.
///
/// # Panics
///
/// If the list can't be read.
pub fn read(list: &str) -> BTreeSet<String> {
    let path = path(list);
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(str::to_owned).collect()
}

fn write(list: &str, lines: &BTreeSet<String>) {
    let path = path(list);
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let text = lines.join("\n") + "\n";
    std::fs::write(&path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}
