//! Mutation testing of the renderer, `lift` and `lower`: mistakes are put into a copy of the project, one at a time, and the tests must notice each.
//!
//! All mistakes are compiled at once, each behind a switch that is read at run time, so that one build does for thousands of them. In const evaluation no
//! switch is on: texts of tools are right, and what is rendered at run time is compared with them.
//!
//! ```text
//! cargo run --release --manifest-path tests/mutants/Cargo.toml -- [--sample N] [--only PART] [--list] [--write docs/conformance.md]
//! ```

mod change;
mod copy;
mod judge;
mod report;

use std::path::PathBuf;
use std::process::ExitCode;

/// The folders of `runtime/src` whose code is changed.
const CHANGED: [&str; 3] = ["render", "shape", "convert"];

struct Options {
    /// Each how-manieth mutant is tried.
    sample: usize,
    /// Those whose name has this in it.
    only: String,
    /// Only say what there is.
    list: bool,
    /// The page that the figures are written to.
    write: Option<PathBuf>,
}

fn options() -> Result<Options, String> {
    let mut options = Options {
        sample: 1,
        only: String::new(),
        list: false,
        write: None,
    };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or(format!("{arg} needs a value"));
        match arg.as_str() {
            "--sample" => {
                options.sample = value()?
                    .parse()
                    .map_err(|error| format!("--sample: {error}"))?;
            }
            "--only" => options.only = value()?,
            "--write" => options.write = Some(value()?.into()),
            "--list" => options.list = true,
            _ => return Err(format!("unknown argument {arg}")),
        }
    }
    if options.sample == 0 {
        return Err("--sample is at least 1".to_owned());
    }
    Ok(options)
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
        .filter(|mutant| mutant.to_string().contains(&options.only))
        .step_by(options.sample)
        .collect();
    if options.list {
        for mutant in &chosen {
            println!("{mutant}");
        }
        return Ok(());
    }
    let judge = judge::Judge::build(&project)?;
    let outcomes: Vec<_> = chosen.iter().map(|mutant| judge.try_one(mutant)).collect();
    let report = report::Report::new(&project, &chosen, outcomes)?;
    println!("{report}");
    if let Some(page) = &options.write {
        report.write(&project.root.join(page))?;
    }
    report.verdict()
}
