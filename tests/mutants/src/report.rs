//! The figures, and which survivors have an explanation.

use crate::change::Mutant;
use crate::copy::{Project, text};
use crate::judge::Outcome;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::Path;

/// Where the figures stand on their page.
const BEGIN: &str = "<!-- mutants: begin -->";
const END: &str = "<!-- mutants: end -->";

pub(crate) struct Report {
    rows: BTreeMap<String, Row>,
    unexplained: Vec<Mutant>,
    /// Explanations of what is no mistake that survives.
    stale: Vec<String>,
}

/// What became of a folder's mutants.
#[derive(Default)]
struct Row {
    tried: usize,
    /// By [`Stage`].
    noticed: [usize; 3],
    endless: usize,
    explained: usize,
}

impl Report {
    pub(crate) fn new(
        project: &Project,
        mutants: &[&Mutant],
        outcomes: Vec<Outcome>,
        is_full: bool,
    ) -> Result<Self, String> {
        let path = project.root.join("tests/mutants/explained.txt");
        let explained =
            fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        // `file function: what | why`
        let explained: BTreeSet<&str> = explained
            .lines()
            .filter_map(|line| line.rsplit_once(" | "))
            .map(|(name, _)| name.trim())
            .collect();
        let mut stale: BTreeSet<&str> = BTreeSet::new();
        if is_full {
            stale.clone_from(&explained);
        }
        let mut report = Report {
            rows: BTreeMap::new(),
            unexplained: Vec::new(),
            stale: Vec::new(),
        };
        for (mutant, outcome) in mutants.iter().zip(outcomes) {
            let folder = mutant.file.split('/').next().unwrap_or_default().to_owned();
            let row = report.rows.entry(folder).or_default();
            row.tried += 1;
            let name = mutant.name();
            match outcome {
                Outcome::Noticed(stage, _) => row.noticed[stage as usize] += 1,
                Outcome::Endless(_) => row.endless += 1,
                Outcome::Survived | Outcome::Unreached if explained.contains(name.as_str()) => {
                    row.explained += 1;
                    stale.remove(name.as_str());
                }
                Outcome::Survived | Outcome::Unreached => {
                    report.unexplained.push((*mutant).clone());
                }
            }
        }
        report.stale = stale.into_iter().map(ToOwned::to_owned).collect();
        Ok(report)
    }

    /// Puts the table between its marks.
    pub(crate) fn write(&self, page: &Path) -> Result<(), String> {
        let old = fs::read_to_string(page).map_err(text)?;
        let (before, rest) = old.split_once(BEGIN).ok_or(format!("no {BEGIN}"))?;
        let (_, after) = rest.split_once(END).ok_or(format!("no {END}"))?;
        fs::write(page, format!("{before}{BEGIN}\n{self}{END}{after}")).map_err(text)
    }

    pub(crate) fn verdict(&self) -> Result<(), String> {
        let mut faults = Vec::new();
        if !self.unexplained.is_empty() {
            faults.push("no test noticed, and nothing explains:".to_owned());
            faults.extend(self.unexplained.iter().map(Mutant::to_string));
        }
        if !self.stale.is_empty() {
            faults.push("explained, and noticed or not there:".to_owned());
            faults.extend(self.stale.iter().cloned());
        }
        if faults.is_empty() {
            Ok(())
        } else {
            Err(faults.join("\n"))
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "| folder | mutants tried | noticed by a quick test | by a law, few values | by a law, all values | without an end | explained | neither |"
        )?;
        writeln!(f, "|---|---:|---:|---:|---:|---:|---:|---:|")?;
        for (folder, row) in &self.rows {
            let [quick, few, full] = row.noticed;
            let rest = row.tried - quick - few - full - row.endless - row.explained;
            writeln!(
                f,
                "| {folder} | {} | {quick} | {few} | {full} | {} | {} | {rest} |",
                row.tried, row.endless, row.explained
            )?;
        }
        Ok(())
    }
}
