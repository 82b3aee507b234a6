//! The figures, and which survivors have an explanation.

use crate::change::Mutant;
use crate::copy::{Project, text};
use crate::judge::Outcome;
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::Path;

/// Where the figures stand on their page.
const BEGIN: &str = "<!-- mutants: begin -->";
const END: &str = "<!-- mutants: end -->";

pub(crate) struct Report {
    /// By folder: tried, noticed, endless, explained.
    rows: BTreeMap<String, [usize; 4]>,
    unexplained: Vec<Mutant>,
}

impl Report {
    pub(crate) fn new(
        project: &Project,
        mutants: &[&Mutant],
        outcomes: Vec<Outcome>,
    ) -> Result<Self, String> {
        let path = project.root.join("tests/mutants/explained.txt");
        let explained =
            fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        // `file function: what | why`
        let explained: Vec<&str> = explained
            .lines()
            .filter_map(|line| line.split_once(" | "))
            .map(|(name, _)| name.trim())
            .collect();
        let mut report = Report {
            rows: BTreeMap::new(),
            unexplained: Vec::new(),
        };
        for (mutant, outcome) in mutants.iter().zip(outcomes) {
            let folder = mutant.file.split('/').next().unwrap_or_default().to_owned();
            let row = report.rows.entry(folder).or_default();
            row[0] += 1;
            match outcome {
                Outcome::Noticed(_) => row[1] += 1,
                Outcome::Endless(_) => row[2] += 1,
                Outcome::Survived if explained.contains(&mutant.name().as_str()) => row[3] += 1,
                Outcome::Survived => report.unexplained.push((*mutant).clone()),
            }
        }
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
        if self.unexplained.is_empty() {
            return Ok(());
        }
        let list: Vec<String> = self.unexplained.iter().map(Mutant::to_string).collect();
        Err(format!(
            "no test noticed, and nothing explains:\n{}",
            list.join("\n")
        ))
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "| folder | mutants tried | noticed by a test | without an end | explained | neither |"
        )?;
        writeln!(f, "|---|---:|---:|---:|---:|---:|")?;
        for (folder, [tried, noticed, endless, explained]) in &self.rows {
            let rest = tried - noticed - endless - explained;
            writeln!(
                f,
                "| {folder} | {tried} | {noticed} | {endless} | {explained} | {rest} |"
            )?;
        }
        Ok(())
    }
}
