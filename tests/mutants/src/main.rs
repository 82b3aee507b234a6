//! Mutation testing of the renderer, `lift` and `lower`: mistakes are put into a copy of the project, one at a time, and the tests must notice each.
//!
//! All mistakes are compiled at once, each behind a switch that is read at run time, so that one build does for thousands of them. In const evaluation no
//! switch is on: texts of tools are right, and what is rendered at run time is compared with them.
//!
//! ```text
//! cargo run --release -p toolcast-mutants -- [--sample N] [--only PART] [--without PART] [--of FILE] [--after FILE] [--jobs N]
//!     [--short] [--built] [--list] [--write docs/conformance.md]
//! ```
//!
//! Each mutant's line on the standard error says what became of it; such lines of a former run are what `--of` takes, to try those alone that survived it, and
//! `--after`, to try all but those that were noticed, or are explained, which count as they are. A page that is written says which runs its figures are made of.

mod change;
mod copy;
mod former;
mod judge;
mod process;
mod report;
mod suite;

use change::Mutant;
use former::Former;
use judge::{Judge, Outcome};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The folders of `runtime/src` whose code is changed.
const CHANGED: [&str; 3] = ["render", "shape", "convert"];

/// What nothing but const evaluation calls, where no switch is on: which buffer a tool's texts are cut into.
const COMPILED: &str = "render/cut.rs";

struct Options {
    /// Each how-manieth mutant is tried.
    sample: usize,
    /// Those whose line has one of these in it; all, where there is none.
    only: Vec<String>,
    /// Not those whose line has one of these in it.
    without: Vec<String>,
    /// What a former run said: those that survived it.
    of: Option<String>,
    /// Runs before this one, whose mistakes that were noticed, or are explained, are not tried again.
    after: Vec<Former>,
    /// How many are tried at a time.
    jobs: usize,
    /// Few random values, and no test that takes seconds even so.
    short: bool,
    /// The binaries of the last run are taken, since nothing was changed but what tests read.
    built: bool,
    /// Only say what there is.
    list: bool,
    /// The page that the figures are written to.
    write: Option<PathBuf>,
}

fn options() -> Result<Options, String> {
    let mut options = Options {
        sample: 1,
        only: Vec::new(),
        without: Vec::new(),
        of: None,
        after: Vec::new(),
        jobs: 1,
        short: false,
        built: false,
        list: false,
        write: None,
    };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or(format!("{arg} needs a value"));
        match arg.as_str() {
            "--sample" => options.sample = count(&arg, &value()?)?,
            "--jobs" => options.jobs = count(&arg, &value()?)?,
            "--only" => options.only.push(value()?),
            "--without" => options.without.push(value()?),
            "--of" => {
                options.of = Some(lines(&value()?)?);
            }
            "--after" => options.after.push(Former::new(&lines(&value()?)?)),
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
                let line = former::without_place(line)?;
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
    let mutants = project.change(&CHANGED)?;
    eprintln!("{} mutants in {}", mutants.len(), CHANGED.join(", "));
    let chosen: Vec<_> = mutants
        .iter()
        .filter(|mutant| options.takes(mutant))
        .step_by(options.sample)
        .collect();
    if options.list {
        for mutant in &chosen {
            println!("{mutant}");
        }
        return Ok(());
    }
    let state = former::state(&project);
    eprintln!("{}{state}", former::STATE);
    let mut made = report::Made {
        state,
        is_short: options.short,
        all: mutants.len(),
        former: Vec::new(),
    };
    let explained = report::explained(&project)?;
    let mut tried = Vec::new();
    let mut known = Vec::new();
    for mutant in chosen {
        let name = mutant.name();
        let is_explained = explained.contains(&name);
        match former::known(&options.after, &name, is_explained) {
            Some((state, outcome)) => {
                made.count(state);
                known.push((mutant, outcome));
            }
            None => tried.push(mutant),
        }
    }
    eprintln!("{} to try", tried.len());
    let judge = Judge::new(
        suite::Suite::new(&project, mutants.len(), options.built, options.short)?,
        options.short,
    );
    let outcomes = judge_all(&judge, &tried, options.jobs)?;
    known.extend(tried.into_iter().zip(outcomes));
    let report = report::Report::new(&explained, &known, made);
    println!("{report}");
    if let Some(page) = &options.write {
        report.write(&project.root.join(page))?;
    }
    report.verdict()
}

/// What became of each, in their order.
fn judge_all(judge: &Judge, mutants: &[&Mutant], jobs: usize) -> Result<Vec<Outcome>, String> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some(mutant) = mutants.get(next.fetch_add(1, Ordering::Relaxed)) {
            done.push((mutant.number, judge.judge(mutant)?));
        }
        Ok::<_, String>(done)
    };
    let mut done = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .map(|worker| worker.join().map_err(|_| "a panic of our own".to_owned())?)
            .collect::<Result<Vec<_>, _>>()
    })?
    .concat();
    done.sort_unstable_by_key(|(number, _)| *number);
    Ok(done.into_iter().map(|(_, outcome)| outcome).collect())
}
