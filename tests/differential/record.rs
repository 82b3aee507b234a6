//! The known kinds of disagreement: `disagreements.json`, a line for each, with an example, the
//! side that serde agrees with, and the reason.
//!
//! A new kind fails the tests until `UPDATE=1` has recorded it and an author has added its reason.

use crate::verdict::{Kind, Seen};
use crate::{JUDGED, same_values, updating};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use toolcast_test_support::mutate::sorted;

/// Reasons for which serde may read a value that our schema rejects: the schema has a constraint
/// that serde doesn't know, serde accepts a spelling that it never writes, or the schema leaves out
/// the ends of a range.
pub(crate) const BEYOND_SERDE: [&str; 4] = ["constraint", "lenient", "gives up", "last second"];
/// The only reason for which our schema may accept a value that serde alone rejects.
pub(crate) const FILLED: &str = "filled";

/// The file, taken apart.
pub(crate) struct Record {
    /// Why two schemas of one type differ, by a word.
    pub(crate) reasons: BTreeMap<String, String>,
    lines: Vec<Value>,
}

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("differential/disagreements.json")
}

impl Record {
    pub(crate) fn read() -> Self {
        let text = std::fs::read_to_string(file()).expect("the record");
        let whole: Value = serde_json::from_str(&text).expect("JSON");
        let reasons = whole["reasons"].as_object().expect("the reasons");
        Record {
            reasons: reasons
                .iter()
                .map(|(name, text)| (name.clone(), text.as_str().unwrap_or_default().to_owned()))
                .collect(),
            lines: whole["disagreements"].as_array().cloned().expect("a list"),
        }
    }

    /// The reason that is written down for a kind.
    pub(crate) fn why(&self, kind: &Kind) -> &str {
        let line = self.lines.iter().find(|line| is_about(line, kind));
        line.and_then(|line| line["why"].as_str())
            .unwrap_or_default()
    }

    /// The file's text for what was seen.
    fn text(&self, seen: &BTreeMap<Kind, Seen>) -> String {
        let mut out = String::from("{\n\"reasons\": ");
        out.push_str(&serde_json::to_string_pretty(&self.reasons).expect("JSON"));
        out.push_str(",\n\"disagreements\": [\n");
        for (i, (kind, seen)) in seen.iter().enumerate() {
            let mut line = about(kind);
            line.insert("why".into(), json!(self.why(kind)));
            line.insert("example".into(), seen.example.clone());
            line.insert("times".into(), json!(seen.times));
            let end = if i + 1 == JUDGED.kinds.len() { "" } else { "," };
            let _ = writeln!(out, "{}{end}", sorted(Value::Object(line)));
        }
        out.push_str("]\n}\n");
        out
    }
}

fn about(kind: &Kind) -> Map<String, Value> {
    let says = |yes: bool, word: &str| {
        if yes {
            word.to_owned()
        } else {
            "refuses".into()
        }
    };
    // The schemas disagree, so serde agrees with one of them.
    let right = if kind.ours_accepts == kind.reads {
        "ours"
    } else {
        "theirs"
    };
    let Value::Object(line) = json!({
        "type": kind.of,
        "ours": says(kind.ours_accepts, "accepts"),
        "theirs": says(!kind.ours_accepts, "accepts"),
        "serde": says(kind.reads, "reads"),
        "keyword": kind.keyword,
        "right": right,
    }) else {
        unreachable!("an object was written")
    };
    line
}

fn is_about(line: &Value, kind: &Kind) -> bool {
    about(kind).iter().all(|(key, value)| line[key] == *value)
}

#[test]
fn disagreements_match_the_record() {
    same_values();
    let text = Record::read().text(&JUDGED.kinds);
    if updating() {
        std::fs::write(file(), text).expect("a file to write to");
        return;
    }
    let written = std::fs::read_to_string(file()).expect("the record");
    let lines = |text: &str| -> BTreeSet<String> {
        text.lines()
            .map(|line| line.trim_end_matches(',').to_owned())
            .collect()
    };
    let (seen, known) = (lines(&text), lines(&written));
    let new = seen.difference(&known).map(|line| format!("new: {line}"));
    let gone = known.difference(&seen).map(|line| format!("gone: {line}"));
    toolcast_test_support::none(&new.chain(gone).collect::<Vec<_>>());
    assert_eq!(written, text, "the order of the record");
}

/// Each disagreement has an explained reason, and each reason is used. If serde disagrees with our
/// schema, only certain reasons are allowed.
#[test]
fn each_disagreement_has_a_reason() {
    let record = Record::read();
    let mut faults = Vec::new();
    let mut used = BTreeSet::new();
    for line in &record.lines {
        let why = line["why"].as_str().unwrap_or_default();
        used.insert(why);
        let may_be = match (line["right"].as_str(), line["serde"].as_str()) {
            (Some("ours"), _) => !BEYOND_SERDE.contains(&why) && why != FILLED,
            (_, Some("reads")) => BEYOND_SERDE.contains(&why),
            _ => why == FILLED,
        };
        if !record.reasons.contains_key(why) || !may_be {
            faults.push(line.to_string());
        }
    }
    for (name, text) in &record.reasons {
        if !used.contains(name.as_str()) || text.is_empty() {
            faults.push(format!("the reason `{name}` is not used or not explained"));
        }
    }
    toolcast_test_support::none(&faults);
}
