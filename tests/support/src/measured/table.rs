//! The measured counts as a Markdown table.

use super::measure::{Counts, Measured};
use super::sources::SOURCES;
use std::fmt::Write;
use toolcast::Provider;

/// Formats a share, never rounded up to 100 %.
fn share(part: usize, whole: usize) -> String {
    match (part, whole) {
        (_, 0) => "–".to_owned(),
        (part, whole) if part == whole => "100 %".to_owned(),
        (part, whole) => {
            let tenths = part * 1000 / whole;
            format!("{}.{} %", tenths / 10, tenths % 10)
        }
    }
}

fn row(out: &mut String, name: &str, counts: &Counts) {
    let Counts {
        raised,
        broken,
        valid,
        accepted,
        kept,
        invalid,
        by_text,
        by_call,
        ..
    } = *counts;
    let both = share(accepted, valid);
    let kept = share(kept, valid);
    let text = share(by_text, invalid);
    let call = share(by_call, invalid);
    let _ = writeln!(
        out,
        "| {name} | {raised} | {broken} | {both} | {kept} | {text} | {call} |"
    );
}

/// Writes the table and the lines before it.
pub fn write(measured: &Measured) -> String {
    let mut out = String::new();
    let total: usize = measured.sources.values().map(|all| all[0]).sum();
    let parts: Vec<String> = SOURCES
        .iter()
        .filter_map(|source| Some(format!("{source} {}", measured.sources.get(source)?[0])))
        .collect();
    let most = |of: fn(&Counts) -> usize| measured.rows.values().map(of).max().unwrap_or(0);
    let _ = writeln!(
        out,
        "{total} schemas ({}), {} values that fit them, {} that do not; for {} no value that fits was found, {} were left out.\n",
        parts.join(", "),
        most(|counts| counts.valid),
        most(|counts| counts.invalid + counts.turned),
        total - measured.sources.values().map(|all| all[1]).sum::<usize>(),
        measured.excluded.len(),
    );
    out.push_str("| provider | raised | rule broken | accepted by the text | valid kept | refused by the text | invalid refused |\n");
    out.push_str("|---|---|---|---|---|---|---|\n");
    for ((place, strict), counts) in &measured.rows {
        if !strict {
            row(&mut out, Provider::ALL[*place].name(), counts);
        }
    }
    out.push_str("\n| strict mode asked for | raised | rule broken | accepted by the text | valid kept | refused by the text | invalid refused |\n");
    out.push_str("|---|---|---|---|---|---|---|\n");
    for ((place, strict), counts) in &measured.rows {
        if *strict {
            row(&mut out, Provider::ALL[*place].name(), counts);
        }
    }
    out
}
