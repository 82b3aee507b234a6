//! The oracle of each test, from a list of test paths.

use crate::copy::{Project, text};
use std::fs;

/// The oracles, in the order in which they try a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Oracle {
    Law,
    Behaviour,
    Golden,
    Snapshot,
    /// Both sides call the same function, so the test can't detect a mutation of the real code.
    Twin,
    /// The test can't pass in the copy.
    Uncopied,
}

impl Oracle {
    /// The oracles whose tests count.
    pub(crate) const COUNTED: [Oracle; 4] = [
        Oracle::Law,
        Oracle::Behaviour,
        Oracle::Golden,
        Oracle::Snapshot,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Oracle::Law => "law",
            Oracle::Behaviour => "behaviour",
            Oracle::Golden => "golden",
            Oracle::Snapshot => "snapshot",
            Oracle::Twin => "twin",
            Oracle::Uncopied => "uncopied",
        }
    }

    pub(crate) fn counts(self) -> bool {
        Oracle::COUNTED.contains(&self)
    }

    pub(crate) fn read(name: &str) -> Option<Self> {
        let all = [
            Oracle::COUNTED.as_slice(),
            &[Oracle::Twin, Oracle::Uncopied],
        ]
        .concat();
        all.into_iter().find(|oracle| oracle.name() == name)
    }

    /// Laws and behaviour share a turn, in which the shortest test comes first.
    pub(crate) fn turn(self) -> usize {
        match self {
            Oracle::Law | Oracle::Behaviour => 0,
            Oracle::Golden => 1,
            Oracle::Snapshot => 2,
            Oracle::Twin | Oracle::Uncopied => 3,
        }
    }
}

struct Rule {
    program: String,
    path: String,
    oracle: Oracle,
}

pub(crate) struct Oracles(Vec<Rule>);

impl Oracles {
    pub(crate) fn new(project: &Project) -> Result<Self, String> {
        let path = project.root.join("tests/mutants/oracles.txt");
        Self::read(&fs::read_to_string(path).map_err(text)?)
    }

    fn read(lines: &str) -> Result<Self, String> {
        let lines = lines.lines().filter(|line| !line.starts_with('#'));
        let rule = |line: &str| {
            let mut words = line.split_whitespace();
            Some(Rule {
                program: words.next()?.to_owned(),
                path: words.next()?.to_owned(),
                oracle: Oracle::read(words.next()?)?,
            })
        };
        lines
            .map(|line| rule(line).ok_or(format!("oracles.txt: `{line}`")))
            .collect::<Result<_, _>>()
            .map(Oracles)
    }

    fn rule(&self, program: &str, test: &str) -> Option<&Rule> {
        let rules = self.0.iter().filter(|rule| rule.is_of(program, test));
        rules.max_by_key(|rule| rule.path.len())
    }

    pub(crate) fn of(&self, program: &str, test: &str) -> Result<Oracle, String> {
        let rule = self.rule(program, test);
        let rule = rule.ok_or(format!("oracles.txt has no line for `{program} {test}`"))?;
        Ok(rule.oracle)
    }

    /// Checks that each test (binary and name) matches a line, and each line a test.
    pub(crate) fn check(&self, tests: &[(String, String)]) -> Result<(), String> {
        let mut faults: Vec<String> = (tests.iter())
            .filter_map(|(program, test)| self.of(program, test).err())
            .collect();
        let unused = self.0.iter().filter(|rule| {
            let is_used = |(program, test): &(String, String)| rule.is_of(program, test);
            !tests.iter().any(is_used)
        });
        faults.extend(unused.map(|rule| {
            format!(
                "oracles.txt: no test of {} is `{}`",
                rule.program, rule.path
            )
        }));
        if faults.is_empty() {
            Ok(())
        } else {
            Err(faults.join("\n"))
        }
    }
}

impl Rule {
    fn is_of(&self, program: &str, test: &str) -> bool {
        let rest = test.strip_prefix(self.path.as_str());
        let is_below = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"));
        self.program == program && (self.path == "*" || is_below)
    }
}

#[cfg(test)]
mod tests {
    use super::{Oracle, Oracles};

    fn tests(names: &[&str]) -> Vec<(String, String)> {
        let test = |name: &&str| ("a".to_owned(), (*name).to_owned());
        names.iter().map(test).collect()
    }

    #[test]
    fn the_longest_path_decides() {
        let oracles = Oracles::read("# words\na * golden\na b law\na b::c twin\n").unwrap();
        let of = |name| oracles.of("a", name);
        assert_eq!(of("b::c"), Ok(Oracle::Twin));
        assert_eq!(of("b::cd"), Ok(Oracle::Law));
        assert_eq!(of("bc"), Ok(Oracle::Golden));
    }

    #[test]
    fn unmatched_tests_and_lines_are_errors() {
        let oracles = Oracles::read("a b law\n").unwrap();
        assert_eq!(oracles.check(&tests(&["b::c"])), Ok(()));
        assert!(oracles.check(&tests(&["b", "d"])).is_err());
        assert!(oracles.check(&tests(&[])).is_err());
        assert!(Oracles::read("a b nothing\n").is_err());
    }
}
