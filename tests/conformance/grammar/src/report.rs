//! The results: a row for each provider.

use crate::error_text::short;
use crate::explained::Step;
use crate::fed;
use crate::lost::Reason;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use toolcast::Dialect;

const CHECKS: &str = "each text compiles to a grammar; strings that the grammar accepts are read by our decoder (sampled, decoded); values as our side writes them are accepted by the grammar (encoded, taken)";

#[derive(Serialize)]
pub(crate) struct Report {
    pub(crate) judge: &'static str,
    version: String,
    checks: &'static str,
    rows: Vec<Row>,
}

/// One provider's texts.
#[derive(Default, Serialize)]
pub(crate) struct Row {
    provider: String,
    pub(crate) fed: usize,
    pub(crate) accepted: usize,
    refused: Vec<Finding>,
    pub(crate) sampled: usize,
    pub(crate) decoded: usize,
    /// Strings that the decoder rejects because the provider's text lacks a constraint, which the
    /// report of losses lists.
    reported: usize,
    /// The number of these strings that an entry with this keyword explains.
    reported_by: BTreeMap<String, usize>,
    /// Strings that it rejects because of a number type's bounds too, which only `json-schema`
    /// writes.
    type_bounds: usize,
    undecoded: Vec<Finding>,
    /// Walks that came to no end.
    pub(crate) unended: usize,
    pub(crate) encoded: usize,
    pub(crate) taken: usize,
    untaken: Vec<Finding>,
}

#[derive(Serialize)]
struct Finding {
    tool: String,
    reason: String,
    /// The string, or the text that was not compiled.
    text: String,
    explained: Option<String>,
}

impl Row {
    /// Counts a string that the decoder rejects for these reasons alone.
    pub(crate) fn lose(&mut self, reasons: BTreeSet<Reason>) {
        if reasons.contains(&Reason::TypeBound) {
            self.type_bounds += 1;
            return;
        }
        self.reported += 1;
        for reason in reasons {
            if let Reason::Reported(keyword) = reason {
                *self.reported_by.entry(keyword).or_default() += 1;
            }
        }
    }
}

impl Report {
    pub(crate) fn new(judge: &'static str, version: String) -> Self {
        Report {
            judge,
            version,
            checks: CHECKS,
            rows: Vec::new(),
        }
    }

    pub(crate) fn row(&mut self, dialect: &'static Dialect) -> &mut Row {
        let provider = fed::name(dialect);
        let at = self
            .rows
            .iter()
            .position(|row| row.provider == provider)
            .unwrap_or_else(|| {
                self.rows.push(Row {
                    provider,
                    ..Row::default()
                });
                self.rows.len() - 1
            });
        &mut self.rows[at]
    }

    pub(crate) fn find(
        &mut self,
        step: Step,
        dialect: &'static Dialect,
        tool: &str,
        said: &[String],
        text: &str,
        explained: Option<BTreeSet<&str>>,
    ) {
        let row = self.row(dialect);
        let list = match step {
            Step::Compile => &mut row.refused,
            Step::Sample => &mut row.undecoded,
            Step::Encode => &mut row.untaken,
        };
        list.push(Finding {
            tool: tool.to_owned(),
            reason: short(&said.join("; "), 1000),
            text: short(text, 400),
            explained: explained.map(|all| all.into_iter().collect::<Vec<_>>().join("; ")),
        });
    }

    /// Writes the file, in the order of the dialects.
    pub(crate) fn write(&mut self, results: &Path) -> Result<(), String> {
        let order: Vec<String> = fed::dialects().map(fed::name).collect();
        self.rows
            .sort_by_key(|row| order.iter().position(|name| *name == row.provider));
        let path = results.join(format!("{}.json", self.judge));
        let text = serde_json::to_string_pretty(self).map_err(|error| error.to_string())?;
        std::fs::create_dir_all(results)
            .and_then(|()| std::fs::write(&path, text + "\n"))
            .map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Prints the counts and the unexplained cases; with `why`, the explained ones too. Returns
    /// true if everything is explained.
    pub(crate) fn print(&self, why: bool) -> bool {
        let sum = |count: fn(&Row) -> usize| self.rows.iter().map(count).sum::<usize>();
        println!(
            "{} {}: {} texts fed, {} accepted; {} strings sampled, {} decoded ({} walks without an end); {} values encoded, {} taken",
            self.judge,
            self.version,
            sum(|row| row.fed),
            sum(|row| row.accepted),
            sum(|row| row.sampled),
            sum(|row| row.decoded),
            sum(|row| row.unended),
            sum(|row| row.encoded),
            sum(|row| row.taken),
        );
        let mut unexplained = BTreeMap::<(&str, &str), Vec<(&str, &Finding)>>::new();
        let mut known = BTreeMap::<&str, usize>::new();
        for row in &self.rows {
            let lists = [
                ("refused", &row.refused),
                ("undecoded", &row.undecoded),
                ("untaken", &row.untaken),
            ];
            for (list, finding) in lists
                .iter()
                .flat_map(|(name, list)| list.iter().map(move |one| (*name, one)))
            {
                match &finding.explained {
                    Some(why) => *known.entry(why).or_default() += 1,
                    None => unexplained
                        .entry((list, &finding.tool))
                        .or_default()
                        .push((&row.provider, finding)),
                }
            }
        }
        if why {
            for (why, count) in &known {
                println!("  {count} times: {why}");
            }
        }
        for ((list, tool), findings) in &unexplained {
            println!("  {list}: {tool}: {} times", findings.len());
            for (provider, finding) in findings.iter().take(if why { usize::MAX } else { 3 }) {
                println!(
                    "    {provider}: {}\n      {}",
                    finding.reason,
                    short(&finding.text, 200)
                );
            }
        }
        unexplained.is_empty()
    }
}
