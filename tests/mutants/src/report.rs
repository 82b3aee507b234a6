//! The figures, and the survivors without an explanation.

use crate::change::Mutant;
use crate::copy::{Project, text};
use crate::judge::Outcome;
use crate::oracle::Oracle;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::Path;

/// The markers around the figures on their page.
const BEGIN: &str = "<!-- mutants: begin -->";
const END: &str = "<!-- mutants: end -->";

pub(crate) struct Report {
    made: Made,
    tried: usize,
    rows: BTreeMap<String, Row>,
    unexplained: Vec<Mutant>,
    /// Explanations of mutants that did not survive or don't exist.
    stale: Vec<String>,
}

/// The circumstances of a run.
pub(crate) struct Made {
    pub(crate) commit: String,
    pub(crate) is_short: bool,
    pub(crate) seed: usize,
    /// The number of mutants to try.
    pub(crate) all: usize,
}

impl Made {
    /// Returns the line that a run prints.
    pub(crate) fn line(&self) -> String {
        let short = if self.is_short { "short" } else { "whole" };
        format!(
            "of {} mistakes, seed {}, {short}, commit {}",
            self.all, self.seed, self.commit
        )
    }

    fn read(line: &str) -> Option<Self> {
        let (all, rest) = line.strip_prefix("of ")?.split_once(" mistakes, seed ")?;
        let (seed, rest) = rest.split_once(", ")?;
        let (short, commit) = rest.split_once(", commit ")?;
        Some(Made {
            commit: commit.to_owned(),
            is_short: short == "short",
            seed: seed.parse().ok()?,
            all: all.parse().ok()?,
        })
    }
}

/// The outcomes of all mutants that were tried.
pub(crate) type Outcomes<'m> = Vec<(&'m Mutant, Outcome)>;

/// Reads the outcomes from a run's lines. The code must be that of the run: an unknown mutant is an
/// error.
pub(crate) fn read<'m>(lines: &str, mutants: &'m [Mutant]) -> Result<(Outcomes<'m>, Made), String> {
    let made = lines.lines().find_map(Made::read);
    let made = made.ok_or("the lines lack the commit")?;
    let names: BTreeMap<String, &Mutant> = (mutants.iter())
        .map(|mutant| (mutant.name(), mutant))
        .collect();
    let mut outcomes = Vec::new();
    for line in lines.lines() {
        let Some((mutant, outcome)) = line.rsplit_once(" -> ") else {
            continue;
        };
        let outcome = (outcome.rsplit_once(" ("))
            .and_then(|(outcome, _)| Outcome::read(outcome))
            .ok_or(format!("`{outcome}` is not an outcome"))?;
        let name = without_place(mutant).unwrap_or_default();
        let mutant = names.get(&name).ok_or(format!("no mistake is `{name}`"))?;
        outcomes.push((*mutant, outcome));
    }
    Ok((outcomes, made))
}

/// The outcomes of a folder's mutants.
#[derive(Default)]
struct Row {
    tried: usize,
    /// By [`Oracle`].
    noticed: [usize; Oracle::COUNTED.len()],
    endless: usize,
    explained: usize,
}

impl Row {
    fn add(&mut self, other: &Row) {
        self.tried += other.tried;
        self.endless += other.endless;
        self.explained += other.explained;
        for (sum, more) in self.noticed.iter_mut().zip(other.noticed) {
            *sum += more;
        }
    }

    fn neither(&self) -> usize {
        self.tried - self.noticed.iter().sum::<usize>() - self.endless - self.explained
    }

    /// Returns the percentage that laws and behaviour detected, of the mutants without an
    /// explanation, rounded down.
    fn score(&self) -> usize {
        let sum: usize = (Oracle::COUNTED.iter().zip(self.noticed))
            .filter(|(oracle, _)| oracle.turn() == 0)
            .map(|(_, count)| count)
            .sum();
        100 * sum / (self.tried - self.explained).max(1)
    }
}

/// Returns a mutant's line without its number and its line in the code, because both may differ in
/// another run.
pub(crate) fn without_place(line: &str) -> Option<String> {
    let (file, rest) = line.split_once(':')?;
    let (_, rest) = rest.split_once(' ')?;
    let file = file.split_whitespace().last()?;
    Some(format!("{file} {rest}"))
}

/// Returns the names of the mutants that have an explanation.
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

/// Fails if an explanation is for no mutant, because the code has changed since.
pub(crate) fn check_names(explained: &BTreeSet<String>, mutants: &[Mutant]) -> Result<(), String> {
    let mut unknown: BTreeSet<&str> = explained.iter().map(String::as_str).collect();
    for mutant in mutants {
        unknown.remove(mutant.name().as_str());
        if let Some(limit) = mutant.limit() {
            unknown.remove(limit.as_str());
        }
    }
    if unknown.is_empty() {
        return Ok(());
    }
    let unknown: Vec<_> = unknown.into_iter().collect();
    Err(format!(
        "explained.txt has lines for mistakes that don't exist:\n{}",
        unknown.join("\n")
    ))
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
                Outcome::Noticed(oracle, _) => {
                    for (counted, count) in Oracle::COUNTED.iter().zip(&mut row.noticed) {
                        *count += usize::from(counted == oracle);
                    }
                }
                Outcome::Endless(_) => row.endless += 1,
                Outcome::Survived | Outcome::Unreached => {
                    let names = [Some(name), mutant.limit()];
                    let reason = names
                        .iter()
                        .flatten()
                        .find(|name| explained.contains(*name));
                    match reason {
                        Some(reason) => {
                            row.explained += 1;
                            stale.remove(reason.as_str());
                        }
                        None => report.unexplained.push((*mutant).clone()),
                    }
                }
            }
        }
        report.stale = stale.into_iter().map(ToOwned::to_owned).collect();
        report
    }

    /// Writes the table between its markers.
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

/// Formats a number with a comma after the thousands.
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
            commit,
            is_short,
            seed,
            all,
        } = &self.made;
        write!(f, "Commit {commit}. ")?;
        if *is_short {
            f.write_str("A short run (`--short`): tests are given few random values, and those that take seconds even so are left out. ")?;
        } else {
            f.write_str("A run with all tests. ")?;
        }
        if self.tried == *all {
            writeln!(f, "All {} mistakes were tried.", number(*all))?;
        } else {
            let tried = number(self.tried);
            let all = number(*all);
            writeln!(
                f,
                "{tried} of {all} mistakes were tried, a random sample (seed {seed}); {} were not.",
                number(self.made.all - self.tried)
            )?;
        }
        let kinds = Oracle::COUNTED.map(Oracle::name).join(" | ");
        writeln!(
            f,
            "\n| folder | tried | {kinds} | without an end | explained | neither | law or behaviour |"
        )?;
        writeln!(f, "|---|{}", "---:|".repeat(5 + Oracle::COUNTED.len()))?;
        let mut sum = Row::default();
        for (folder, row) in &self.rows {
            row.write(f, folder)?;
            sum.add(row);
        }
        sum.write(f, "all")
    }
}

impl Row {
    fn write(&self, f: &mut fmt::Formatter<'_>, folder: &str) -> fmt::Result {
        writeln!(
            f,
            "| {folder} | {} | {} | {} | {} | {} | {} % |",
            number(self.tried),
            self.noticed.map(number).join(" | "),
            self.endless,
            self.explained,
            number(self.neither()),
            self.score(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::{Made, Report, read};
    use crate::change::Mutant;
    use crate::judge::Outcome;
    use std::collections::BTreeSet;

    fn mutant(number: u32, what: &str) -> Mutant {
        Mutant {
            number,
            file: "render/a.rs".to_owned(),
            line: 7,
            function: "f".to_owned(),
            what: what.to_owned(),
            nth: 1,
        }
    }

    #[test]
    fn figures_come_from_the_lines_of_a_run() {
        let mutants = [mutant(1, "a -> b"), mutant(2, "c"), mutant(3, "d")];
        let made = Made {
            commit: "abc of today".to_owned(),
            is_short: true,
            seed: 5,
            all: 3,
        };
        let lines = format!(
            "{}\n    1 render/a.rs:9 f: a -> b -> law schemas judged::it (0.1 s)\n    2 render/a.rs:7 f: c -> SURVIVED (0.2 s)\n",
            made.line()
        );
        let (outcomes, made) = read(&lines, &mutants).unwrap();
        let report = Report::new(&BTreeSet::new(), &outcomes, made);
        let page = report.to_string();
        assert!(page.contains("Commit abc of today."), "{page}");
        assert!(page.contains("2 of 3 mistakes were tried"), "{page}");
        assert!(
            page.contains("| render | 2 | 1 | 0 | 0 | 0 | 0 | 0 | 1 | 50 % |"),
            "{page}"
        );
        assert_eq!(report.unexplained[0].number, 2);
        assert!(read(&lines, &mutants[1..]).is_err());
    }

    #[test]
    fn a_constant_is_explained_as_a_whole_and_a_function_is_not() {
        let of = |number, function: &str| Mutant {
            function: function.to_owned(),
            ..mutant(number, "`7` becomes `6`")
        };
        let mutants = [of(1, "MOST"), of(2, "Tally::MOST"), of(3, "most")];
        let explained = ["render/a.rs MOST: *", "render/a.rs most: *"];
        let explained = explained.map(ToOwned::to_owned).into_iter().collect();
        let made = Made {
            commit: "abc of today".to_owned(),
            is_short: true,
            seed: 5,
            all: 3,
        };
        let outcomes = mutants.each_ref().map(|mutant| (mutant, Outcome::Survived));
        let report = Report::new(&explained, &outcomes, made);
        let left = report.unexplained.iter().map(|mutant| mutant.number);
        assert_eq!(left.collect::<Vec<_>>(), [2, 3]);
        assert_eq!(report.stale, ["render/a.rs most: *"]);
    }
}
