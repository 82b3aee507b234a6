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
    made: Made,
    tried: usize,
    rows: BTreeMap<String, Row>,
    unexplained: Vec<Mutant>,
    /// Explanations of what is no mistake that survives.
    stale: Vec<String>,
}

/// Which runs the figures are made of.
pub(crate) struct Made {
    /// Of the code.
    pub(crate) state: String,
    pub(crate) is_short: bool,
    /// How many mutants there are.
    pub(crate) all: usize,
    /// How many are known from runs before this one, by the state of the code.
    pub(crate) former: Vec<(String, usize)>,
}

impl Made {
    /// Counts one that is known from a former run.
    pub(crate) fn count(&mut self, state: &str) {
        match self.former.iter_mut().find(|(other, _)| other == state) {
            Some((_, count)) => *count += 1,
            None => self.former.push((state.to_owned(), 1)),
        }
    }
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

/// Which mistakes have an explanation, by name.
pub(crate) fn explained(project: &Project) -> Result<BTreeSet<String>, String> {
    let path = project.root.join("tests/mutants/explained.txt");
    let lines =
        fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    // `file function: what | why`
    let names = lines
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.rsplit_once(" | "));
    Ok(names.map(|(name, _)| name.trim().to_owned()).collect())
}

impl Report {
    pub(crate) fn new(
        explained: &BTreeSet<String>,
        outcomes: &[(&Mutant, Outcome)],
        made: Made,
    ) -> Self {
        let mut stale: BTreeSet<&str> = BTreeSet::new();
        if outcomes.len() == made.all {
            stale.extend(explained.iter().map(String::as_str));
        }
        let mut report = Report {
            made,
            tried: outcomes.len(),
            rows: BTreeMap::new(),
            unexplained: Vec::new(),
            stale: Vec::new(),
        };
        for (mutant, outcome) in outcomes {
            let folder = mutant.file.split('/').next().unwrap_or_default().to_owned();
            let row = report.rows.entry(folder).or_default();
            row.tried += 1;
            let name = mutant.name();
            match outcome {
                Outcome::Noticed(stage, _) => row.noticed[*stage as usize] += 1,
                Outcome::Endless(_) => row.endless += 1,
                Outcome::Survived | Outcome::Unreached if explained.contains(&name) => {
                    row.explained += 1;
                    stale.remove(name.as_str());
                }
                Outcome::Survived | Outcome::Unreached => {
                    report.unexplained.push((*mutant).clone());
                }
            }
        }
        report.stale = stale.into_iter().map(ToOwned::to_owned).collect();
        report
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

/// With a comma after the thousands.
fn number(n: usize) -> String {
    if n < 1000 {
        n.to_string()
    } else {
        format!("{},{:03}", number(n / 1000), n % 1000)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Made {
            state,
            is_short,
            all,
            former,
        } = &self.made;
        write!(f, "State: {state}. ")?;
        if *is_short {
            f.write_str("A short run (`--short`): tests are given few random values, and those that take seconds even so are left out. ")?;
        } else {
            f.write_str("A run with all tests. ")?;
        }
        if self.tried == *all {
            writeln!(f, "All {} mistakes were tried.", number(*all))?;
        } else {
            let tried = number(self.tried);
            writeln!(f, "{tried} of {} mistakes were tried.", number(*all))?;
        }
        for (state, count) in former {
            writeln!(
                f,
                "{} of them were noticed in a run before this one, at {state}, or are explained and were not noticed there; they were not tried again.",
                number(*count)
            )?;
        }
        let noticed: &[&str] = if *is_short {
            &["noticed"]
        } else {
            &[
                "noticed by a quick test",
                "by a law, few values",
                "by a law, all values",
            ]
        };
        let noticed_heads = noticed.join(" | ");
        writeln!(
            f,
            "\n| folder | mistakes tried | {noticed_heads} | without an end | explained | neither |"
        )?;
        writeln!(f, "|---|{}", "---:|".repeat(4 + noticed.len()))?;
        for (folder, row) in &self.rows {
            let sum: usize = row.noticed.iter().sum();
            let rest = row.tried - sum - row.endless - row.explained;
            let noticed = if *is_short {
                number(sum)
            } else {
                row.noticed.map(number).join(" | ")
            };
            writeln!(
                f,
                "| {folder} | {} | {noticed} | {} | {} | {rest} |",
                number(row.tried),
                row.endless,
                row.explained
            )?;
        }
        Ok(())
    }
}
