//! The project's tests, one by one: the time that each takes, and the switches that it reaches. A
//! mutant is tried only with the tests that reach it.

use crate::copy::{Project, text};
use crate::oracle::{Oracle, Oracles};
use crate::process::{End, Run};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

mod known;

/// The test binaries, first the one that detects most.
const BINARIES: [&str; 6] = [
    "schemas", "macros", LIBRARY, "imported", "calls", "requests",
];

/// The library's unit tests. Only they write all texts of a tool at run time, some copied from
/// others.
const LIBRARY: &str = "toolcast";

/// The number of random cases for tests that need no more to detect a mutant.
pub(crate) const FEW: u32 = 3;

/// Time limit of a test in a short run.
const LONGEST: Duration = Duration::from_secs(3);

/// A test that takes longer runs alone.
const QUICK: Duration = Duration::from_millis(400);

pub(crate) struct Suite {
    pub(crate) binaries: Vec<Binary>,
    pub(crate) tests: Vec<Test>,
}

pub(crate) struct Binary {
    pub(crate) name: String,
    pub(crate) program: PathBuf,
    /// The working directory that its tests expect.
    pub(crate) folder: PathBuf,
}

pub(crate) struct Test {
    /// The index of its binary.
    pub(crate) binary: usize,
    pub(crate) name: String,
    /// The test's oracle.
    pub(crate) oracle: Oracle,
    /// The duration without a mutation.
    pub(crate) time: Duration,
    /// The duration with [`FEW`] random cases. `None` if that is not much shorter, or if the test
    /// needs more cases.
    pub(crate) few: Option<Duration>,
    /// The test needs more random cases than [`FEW`].
    pub(crate) wants_all: bool,
    /// By switch number: `true` if the test reaches it.
    asks: Vec<bool>,
}

impl Test {
    pub(crate) fn is_quick(&self) -> bool {
        self.time <= QUICK
    }

    pub(crate) fn asks(&self, number: u32) -> bool {
        self.asks[number as usize]
    }
}

impl Suite {
    /// Compiles the tests with all switches, and runs each with none on. With `built`, reuses the
    /// binaries of the last run, so only files that the tests read may have changed since.
    pub(crate) fn new(
        project: &Project,
        mutants: usize,
        built: bool,
        short: bool,
    ) -> Result<Self, String> {
        let list = project.copy.join("../binaries.json");
        let programs = if built {
            let list = fs::read_to_string(&list).map_err(text)?;
            serde_json::from_str(&list).map_err(text)?
        } else {
            let programs = build(project)?;
            fs::write(&list, serde_json::json!(programs).to_string()).map_err(text)?;
            programs
        };
        let binaries = programs
            .into_iter()
            .map(|(name, program)| {
                let package = if name == LIBRARY { "runtime" } else { "tests" };
                Binary {
                    folder: project.copy.join(package),
                    name,
                    program,
                }
            })
            .collect();
        let trace = project.copy.join("../trace");
        let oracles = Oracles::new(project)?;
        let mut suite = Suite {
            binaries,
            tests: Vec::new(),
        };
        let mut all = Vec::new();
        for binary in &suite.binaries {
            let names = binary.tests(false)?.into_iter();
            all.extend(names.map(|name| (binary.name.clone(), name)));
        }
        oracles.check(&all)?;
        let mut failed = Vec::new();
        for (place, binary) in suite.binaries.iter().enumerate() {
            let start = Instant::now();
            let before = suite.tests.len();
            let known = known::Known::of(project, binary, mutants, short)?;
            let mut tests = match known.read(place) {
                Some(tests) => {
                    still_passes(binary, &tests)?;
                    tests
                }
                None => match look((place, binary), &oracles, &trace, mutants, short) {
                    Ok(tests) => {
                        known.write(&tests)?;
                        tests
                    }
                    Err(error) => {
                        failed.push(error);
                        continue;
                    }
                },
            };
            for test in &mut tests {
                test.oracle = oracles.of(&binary.name, &test.name)?;
            }
            tests.retain(|test| test.oracle.counts());
            suite.tests.extend(tests);
            eprintln!(
                "{}: {} tests come to a switch, {:.0} s",
                binary.name,
                suite.tests.len() - before,
                start.elapsed().as_secs_f64()
            );
        }
        if !failed.is_empty() {
            return Err(failed.join("\n"));
        }
        // The fastest tests come first.
        suite
            .tests
            .sort_by_key(|test| (test.oracle.turn(), test.few.unwrap_or(test.time)));
        Ok(suite)
    }
}

impl Binary {
    /// Returns the names of its tests.
    fn tests(&self, ignored: bool) -> Result<Vec<String>, String> {
        let output = Command::new(&self.program)
            .args(["--list", "--format=terse"])
            .args(ignored.then_some("--ignored"))
            .current_dir(&self.folder)
            .output()
            .map_err(text)?;
        let list = String::from_utf8_lossy(&output.stdout).into_owned();
        let names = list.lines().filter_map(|line| line.strip_suffix(": test"));
        Ok(names.map(ToOwned::to_owned).collect())
    }
}

/// Runs each counting test of a binary.
fn look(
    (place, binary): (usize, &Binary),
    oracles: &Oracles,
    trace: &Path,
    mutants: usize,
    short: bool,
) -> Result<Vec<Test>, String> {
    let ignored = binary.tests(true)?;
    let mut tests = Vec::new();
    let mut failed = Vec::new();
    for name in binary.tests(false)? {
        if ignored.contains(&name) || !oracles.of(&binary.name, &name)?.counts() {
            continue;
        }
        match Test::new((place, binary), &name, trace, mutants, short) {
            Ok(test) => tests.extend(test),
            Err(error) => failed.push(error),
        }
    }
    if failed.is_empty() {
        Ok(tests)
    } else {
        Err(failed.join("\n"))
    }
}

/// Runs the quick tests again, because the files that they read may have changed.
fn still_passes(binary: &Binary, tests: &[Test]) -> Result<(), String> {
    let quick = tests
        .iter()
        .filter(|test| test.is_quick() && !test.wants_all);
    let end = Run {
        program: &binary.program,
        folder: &binary.folder,
        tests: &quick.map(|test| test.name.as_str()).collect::<Vec<_>>(),
        switch: "0",
        cases: None,
        limit: Duration::from_mins(20),
    }
    .end()?;
    match end {
        End::Passed => Ok(()),
        end => Err(format!(
            "{} fails with no mistake in the code: {end:?}",
            binary.name
        )),
    }
}

impl Test {
    /// Returns `None` for a test that reaches no switch.
    fn new(
        (place, binary): (usize, &Binary),
        name: &str,
        trace: &Path,
        mutants: usize,
        short: bool,
    ) -> Result<Option<Self>, String> {
        let limit = if short {
            LONGEST
        } else {
            Duration::from_mins(20)
        };
        let run = |switch: &str, cases| {
            let start = Instant::now();
            let end = Run {
                program: &binary.program,
                folder: &binary.folder,
                tests: &[name],
                switch,
                cases,
                limit,
            }
            .end()?;
            Ok::<_, String>((end, start.elapsed()))
        };
        fs::write(trace, "").map_err(text)?;
        let switch = format!("trace:{}", trace.display());
        let (mut end, mut time) = run(&switch, short.then_some(FEW))?;
        let wants_all = short && matches!(end, End::Failed(_));
        if wants_all {
            (end, time) = run(&switch, None)?;
        }
        if short && end == End::Endless {
            // The test is too long for a short run.
            return Ok(None);
        }
        let mut asks = vec![false; mutants + 1];
        for number in fs::read_to_string(trace).map_err(text)?.lines() {
            if let Some(asked) = number
                .parse()
                .ok()
                .and_then(|number: usize| asks.get_mut(number))
            {
                *asked = true;
            }
        }
        if !asks.contains(&true) {
            // A test without switches may fail: one compiles the project without `std`, which they
            // need.
            return Ok(None);
        }
        if end != End::Passed {
            return Err(format!(
                "{} {name} fails with no mistake in the code: {end:?}",
                binary.name
            ));
        }
        let few = if !short && time > QUICK {
            let (end, few) = run("0", Some(FEW))?;
            (end == End::Passed && few * 2 < time).then_some(few)
        } else {
            None
        };
        Ok(Some(Test {
            binary: place,
            name: name.to_owned(),
            oracle: Oracle::Twin,
            time,
            few,
            wants_all,
            asks,
        }))
    }
}

/// Builds the test binaries and returns them by name.
fn build(project: &Project) -> Result<Vec<(String, PathBuf)>, String> {
    let mut build = Command::new("cargo");
    build
        .args(["test", "--no-run", "--locked"])
        .arg("--message-format=json-render-diagnostics")
        .args(["-p", "toolcast-tests", "-p", "toolcast", "--lib"])
        .current_dir(&project.copy)
        .env("CARGO_TARGET_DIR", project.copy.join("../target"))
        .env("CARGO_INCREMENTAL", "0")
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        // Optimise the code under test and its judges. The zoo's types would take minutes to
        // optimise.
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "1")
        .args(["--config", "profile.dev.package.toolcast-tests.opt-level=0"])
        // `const_eval_select` is unstable.
        .env("RUSTC_BOOTSTRAP", "1")
        .stderr(Stdio::inherit());
    for name in BINARIES.iter().filter(|name| **name != LIBRARY) {
        build.args(["--test", name]);
    }
    // Remove variables that `cargo run` sets for this crate; third-party build scripts would read
    // them.
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy();
        if name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_") {
            build.env_remove(&*name);
        }
    }
    let output = build.output().map_err(text)?;
    if !output.status.success() {
        return Err("the changed project does not compile".to_owned());
    }
    let messages: Vec<Value> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    BINARIES
        .iter()
        .map(|name| {
            let program = messages.iter().find_map(|message| {
                let target = &message["target"];
                let kind = if *name == LIBRARY { "lib" } else { "test" };
                let is_it = target["name"] == *name && target["kind"][0] == kind;
                is_it.then(|| message["executable"].as_str()).flatten()
            });
            let program = program.ok_or(format!("no tests of {name}"))?;
            Ok(((*name).to_owned(), program.into()))
        })
        .collect()
}
