//! Grammar engines as judges of our texts: `llguidance`, `outlines-core` and `xgrammar` compile
//! them for constrained decoding.
//!
//! ```text
//! toolcast-grammar RESULTS [--sample] [--seed N] [--walks N] [--judge NAME]
//!     [--tool PART] [--provider NAME] [--why]
//! ```
//!
//! Each engine first has to find planted mistakes. It compiles each distinct text once, in its own
//! process with limits on time and memory. Our decoder reads strings that the grammar accepts, and
//! the grammar checks values as our side writes them. Each engine's results go into a file in the
//! results folder. The program exits with 1 if a result is neither as expected nor explained.

// Const functions recurse through sixty levels.
#![recursion_limit = "512"]

mod args;
mod engine;
mod error_text;
mod explained;
mod fed;
mod judging;
mod lost;
mod place;
mod planted;
mod report;
#[cfg(feature = "huge")]
#[path = "../../../huge/specimens.rs"]
mod specimens;
mod type_bounds;
#[cfg(feature = "huge")]
#[path = "../../../huge/types.rs"]
mod types;
mod walk;
#[cfg(feature = "huge")]
#[path = "../../../huge/words.rs"]
#[allow(unused_macros, unused_imports)] // Only the words for a thousand are used.
mod words;

use args::Args;
use engine::Engine;
use explained::Explained;
use report::Report;
use std::process::ExitCode;
use std::thread;
#[cfg(feature = "huge")]
use {
    serde::{Serialize, de::DeserializeOwned},
    serde_json::Value,
    toolcast::ToolSchema,
    toolcast_tests::zoo::Specimen,
};

/// Builds a specimen; `specimens` calls it.
#[cfg(feature = "huge")]
fn specimen<T>(name: &'static str, written: fn() -> Vec<Value>) -> Specimen
where
    T: ToolSchema + Serialize + DeserializeOwned + PartialEq,
{
    Specimen::of::<T>(name, written)
}

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    if words.next().as_deref() == Some(engine::SERVE) {
        return match engine::serve(&words.next().unwrap_or_default()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(message) => {
                eprintln!("error: {message}");
                ExitCode::FAILURE
            }
        };
    }
    let args = match args::parse(std::env::args().skip(1)) {
        Ok(args) => args,
        Err(message) => {
            eprintln!("error: {message}\n\n{}", args::USAGE);
            return ExitCode::from(2);
        }
    };
    match run(&args) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Returns true if all results are as expected or explained.
fn run(args: &Args) -> Result<bool, String> {
    let explained = Explained::read()?;
    let engines = engine::all(args)?;
    let reports: Vec<Result<Report, String>> = thread::scope(|scope| {
        let running: Vec<_> = engines
            .into_iter()
            .map(|start| {
                let explained = &explained;
                scope.spawn(move || judge(args, start, explained))
            })
            .collect();
        let ended = running.into_iter().map(thread::ScopedJoinHandle::join);
        ended
            .map(|report| report.unwrap_or_else(|_| Err("a judge panicked".to_owned())))
            .collect()
    });
    let mut good = true;
    let mut judges = Vec::new();
    for report in reports {
        // A failure of one engine must not drop the other reports.
        let mut report = match report {
            Ok(report) => report,
            Err(error) => {
                eprintln!("error: {error}");
                good = false;
                continue;
            }
        };
        judges.push(report.judge);
        report.write(&args.results)?;
        good &= report.print(args.why);
    }
    // A restricted run need not use every explanation.
    if args.is_whole() {
        for entry in explained.unused(&judges) {
            println!("explained, but nothing is so: {entry}");
            good = false;
        }
    }
    Ok(good)
}

fn judge(args: &Args, start: engine::Start, explained: &Explained) -> Result<Report, String> {
    let mut engine: Box<dyn Engine> = start()?;
    planted::check(engine.as_mut())?;
    judging::judge(args, engine.as_mut(), explained)
}
