//! The figures in `docs/conformance/schemars.md`, between their own markers.

use crate::record::{BEYOND_SERDE, FILLED, Record};
use crate::verdict::{Count, Judged};
use crate::{JUDGED, same_values, updating};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::sync::Mutex;
use toolcast_tests::zoo;

const BEGIN: &str = "<!-- differential: begin -->\n";
const END: &str = "<!-- differential: end -->";

/// Counts the values by the three verdicts, with the reasons of the disagreements.
fn figures(judged: &Judged, record: &Record) -> String {
    let sum = |of: fn(&Count) -> usize| judged.counts.values().map(of).sum::<usize>();
    let alone = |ours: bool, reads: bool| -> usize {
        let kinds = judged.kinds.iter();
        kinds
            .filter(|(kind, _)| kind.ours_accepts == ours && kind.reads == reads)
            .map(|(_, seen)| seen.times)
            .sum()
    };
    let (both, neither) = (sum(|it| it.both_accept), sum(|it| it.both_refuse));
    let (wrong, stricter) = (sum(|it| it.both_wrong), sum(|it| it.both_stricter));
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{} of {} types of the zoo are described by both; {} values of them, {} that serde reads and {} that it refuses.\n",
        judged.counts.len(),
        zoo::all().len(),
        sum(|it| it.values),
        sum(|it| it.read),
        sum(|it| it.values - it.read),
    );
    out.push_str("| serde | both accept | both refuse | ours alone accepts | schemars' alone accepts |\n|---|---|---|---|---|\n");
    let _ = writeln!(
        out,
        "| reads it | {} | {stricter} | {} | {} |",
        both - wrong,
        alone(true, true),
        alone(false, true)
    );
    let _ = writeln!(
        out,
        "| refuses it | {wrong} | {} | {} | {} |\n",
        neither - stricter,
        alone(true, false),
        alone(false, false)
    );
    let mut reasons: BTreeMap<&str, (BTreeSet<&str>, usize)> = BTreeMap::new();
    for (kind, seen) in &judged.kinds {
        let entry = reasons.entry(record.why(kind)).or_default();
        entry.0.insert(kind.of);
        entry.1 += seen.times;
    }
    out.push_str("| why they differ | serde is with | types | values |\n|---|---|---|---|\n");
    for (why, (types, values)) in reasons {
        let with = if BEYOND_SERDE.contains(&why) || why == FILLED {
            "schemars"
        } else {
            "ours"
        };
        let text = record.reasons.get(why).map_or("", String::as_str);
        let _ = writeln!(out, "| {text} | {with} | {} | {values} |", types.len());
    }
    out
}

#[test]
fn the_page_is_current() {
    same_values();
    agrees(BEGIN, END, |_| figures(&JUDGED, &Record::read()));
}

/// Checks that the page has the new text between its two marks, or writes it there. `new` gets the
/// old text.
pub(crate) fn agrees(begin: &str, end: &str, new: impl FnOnce(&str) -> String) {
    // Several tests write to one page.
    static PAGE: Mutex<()> = Mutex::new(());
    let _alone = PAGE.lock();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/conformance/schemars.md");
    let page = std::fs::read_to_string(&path).expect("the page");
    let (head, rest) = page.split_once(begin).expect("the begin marker");
    let (old, tail) = rest.split_once(end).expect("the end marker");
    let new = new(old);
    if updating() {
        std::fs::write(&path, format!("{head}{begin}{new}{end}{tail}")).expect("a writable page");
        return;
    }
    assert_eq!(old, new, "run with `UPDATE=1` to update the figures");
}
