//! Mutation testing: puts mutations into a copy of the project, and the tests must detect each of
//! them.
//!
//! All mutations are compiled at once, each behind a switch that is read at run time, so that one
//! build serves thousands of them. Values made at compile time (constants, tables, texts of tools
//! and types) are made again at run time with the switch on.
//!
//! ```text
//! cargo run --release -p toolcast-mutants -- [--minutes N] [--seed N] [--changed COMMIT]
//!     [--only PART] [--without PART] [--of FILE] [--jobs N] [--short] [--built] [--list]
//!     [--lines FILE] [--write docs/conformance.md] [--tests FILE]
//! ```
//!
//! The seed determines the order of the mutants, so that a run with `--minutes` is a random sample.
//! Each mutant's outcome is a line on standard error. `--of` takes such lines of a former run and
//! tries only the mutants that survived it. `--lines` prints the figures of a stopped run without
//! running again. `--tests` only checks that oracles.txt matches the tests: the file has a line
//! `program test` for each.

mod change;
mod copy;
mod judge;
mod oracle;
mod process;
mod report;
mod state;
mod suite;

use change::Mutant;
use judge::{Judge, Outcome};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The folders of `runtime/src` that get mutations.
const CHANGED: [&str; 10] = [
    "constraint",
    "render",
    "shape",
    "convert",
    "dialect",
    "decode",
    "provider",
    "request",
    "wire",
    "lint",
];

/// Called only by const evaluation, in which every switch is off. It selects the buffer that a
/// tool's texts are cut into.
const COMPILED: &str = "render/exact_buffer.rs";

struct Options {
    /// No mutant is started after this many minutes.
    minutes: Option<usize>,
    /// The seed of the order.
    seed: usize,
    /// Only mutants at lines that differ from this commit.
    changed: Option<String>,
    /// Only mutants whose line contains one of these; all if empty.
    only: Vec<String>,
    /// No mutants whose line contains one of these.
    without: Vec<String>,
    /// The lines of a former run: only its survivors are tried.
    of: Option<String>,
    /// The number of mutants tried in parallel.
    jobs: usize,
    /// Few random values, and no test that takes seconds even then.
    short: bool,
    /// Reuse the binaries of the last run; valid if only files that tests read have changed.
    built: bool,
    /// Only list the mutants.
    list: bool,
    /// The lines of a run, possibly a stopped one. Prints its figures and tries nothing.
    lines: Option<String>,
    /// The page to write the figures to.
    write: Option<PathBuf>,
    /// The names of all tests. Only checks that oracles.txt matches them.
    tests: Option<String>,
}

fn options() -> Result<Options, String> {
    let mut options = Options {
        minutes: None,
        seed: 1,
        changed: None,
        only: Vec::new(),
        without: Vec::new(),
        of: None,
        jobs: 1,
        short: false,
        built: false,
        list: false,
        lines: None,
        write: None,
        tests: None,
    };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or(format!("{arg} needs a value"));
        match arg.as_str() {
            "--minutes" => options.minutes = Some(count(&arg, &value()?)?),
            "--seed" => options.seed = count(&arg, &value()?)?,
            "--changed" => options.changed = Some(value()?),
            "--jobs" => options.jobs = count(&arg, &value()?)?,
            "--only" => options.only.push(value()?),
            "--without" => options.without.push(value()?),
            "--of" => {
                options.of = Some(lines(&value()?)?);
            }
            "--lines" => options.lines = Some(lines(&value()?)?),
            "--tests" => options.tests = Some(lines(&value()?)?),
            "--write" => options.write = Some(value()?.into()),
            "--short" => options.short = true,
            "--built" => options.built = true,
            "--list" => options.list = true,
            _ => return Err(format!("unknown argument {arg}")),
        }
    }
    Ok(options)
}

fn lines(path: &str) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))
}

fn count(arg: &str, value: &str) -> Result<usize, String> {
    match value.parse() {
        Ok(0) => Err(format!("{arg} is at least 1")),
        Ok(count) => Ok(count),
        Err(error) => Err(format!("{arg}: {error}")),
    }
}

impl Options {
    fn takes(&self, mutant: &Mutant) -> bool {
        let line = mutant.to_string();
        let has = |parts: &[String]| parts.iter().any(|part| line.contains(part));
        let survived = |lines: &String| {
            let name = format!("{} ", mutant.name());
            let is_it = |line: &str| {
                let line = report::without_place(line)?;
                let is_left = line.contains("-> SURVIVED") || line.contains("-> UNREACHED");
                Some(is_left && line.starts_with(&name))
            };
            lines.lines().any(|line| is_it(line) == Some(true))
        };
        (self.only.is_empty() || has(&self.only))
            && !has(&self.without)
            && self.of.as_ref().is_none_or(survived)
    }
}

fn main() -> ExitCode {
    let result = options()
        .map_err(|error| (2, error))
        .and_then(|options| run(&options).map_err(|error| (1, error)));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err((code, error)) => {
            eprintln!("{error}");
            ExitCode::from(code)
        }
    }
}

fn run(options: &Options) -> Result<(), String> {
    let project = copy::Project::new()?;
    if let Some(tests) = &options.tests {
        let names = tests.lines().filter_map(|line| line.split_once(' '));
        let names: Vec<_> = names
            .map(|(program, test)| (program.to_owned(), test.to_owned()))
            .collect();
        return oracle::Oracles::new(&project)?.check(&names);
    }
    let changed = match &options.changed {
        Some(commit) => Some(state::Changed::since(&project, commit)?),
        None => None,
    };
    let files = changed.as_ref().map(state::Changed::files);
    let mutants = project.change(&CHANGED, files.as_deref())?;
    eprintln!("{} mutants in {}", mutants.len(), CHANGED.join(", "));
    let mut chosen: Vec<_> = mutants
        .iter()
        .filter(|mutant| options.takes(mutant))
        .filter(|it| {
            changed
                .as_ref()
                .is_none_or(|changed| changed.has(&it.file, it.line))
        })
        .collect();
    if options.list {
        for mutant in &chosen {
            println!("{mutant}");
        }
    }
    let explained = report::explained(&project)?;
    if changed.is_none() {
        report::check_names(&explained, &mutants)?;
    }
    if options.list {
        return Ok(());
    }
    if let Some(lines) = &options.lines {
        let (outcomes, made) = report::read(lines, &mutants)?;
        return give(
            options,
            &project,
            &report::Report::new(&explained, &outcomes, made),
        );
    }
    // The figures of a page must be those of one commit.
    let commit = match state::commit(&project) {
        Err(error) if options.write.is_some() => return Err(error),
        commit => commit.unwrap_or_else(|_| "no commit: files are not as they were".to_owned()),
    };
    let made = report::Made {
        commit,
        is_short: options.short,
        seed: options.seed,
        all: chosen.len(),
    };
    eprintln!("{}", made.line());
    if chosen.is_empty() {
        eprintln!("nothing to try");
        return Ok(());
    }
    shuffle(&mut chosen, options.seed);
    let judge = Judge::new(
        suite::Suite::new(&project, mutants.len(), options.built, options.short)?,
        options.short,
    );
    let time = options.minutes.map(|minutes| 60 * minutes as u64);
    let end = time.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let outcomes = judge_all(&judge, &chosen, options.jobs, end)?;
    give(
        options,
        &project,
        &report::Report::new(&explained, &outcomes, made),
    )
}

/// Prints the figures, and writes them to the page if there is one.
fn give(options: &Options, project: &copy::Project, report: &report::Report) -> Result<(), String> {
    println!("{report}");
    if let Some(page) = &options.write {
        report.write(&project.root.join(page))?;
    }
    report.verdict()
}

/// Shuffles the list by Fisher and Yates, seeded with a number.
fn shuffle<T>(list: &mut [T], seed: usize) {
    let mut state = seed as u64;
    for last in (1..list.len()).rev() {
        // SplitMix64.
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut random = state;
        random = (random ^ (random >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        random = (random ^ (random >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        random ^= random >> 31;
        let other = random % (last as u64 + 1);
        list.swap(last, usize::try_from(other).unwrap_or(last));
    }
}

/// Returns the outcome of each mutant that was tried before the end.
fn judge_all<'m>(
    judge: &Judge,
    mutants: &[&'m Mutant],
    jobs: usize,
    end: Option<Instant>,
) -> Result<Vec<(&'m Mutant, Outcome)>, String> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while end.is_none_or(|end| Instant::now() < end)
            && let Some(mutant) = mutants.get(next.fetch_add(1, Ordering::Relaxed))
        {
            done.push((*mutant, judge.judge(mutant)?));
        }
        Ok::<_, String>(done)
    };
    let done = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .map(|worker| worker.join().map_err(|_| "a panic of our own".to_owned())?)
            .collect::<Result<Vec<_>, _>>()
    })?;
    let mut done = done.concat();
    done.sort_unstable_by_key(|(mutant, _)| mutant.number);
    Ok(done)
}
