//! Grammar engines as judges of our texts: `llguidance`, `outlines-core` and `xgrammar` compile them for constrained decoding.
//!
//! ```text
//! toolcast-grammar RESULTS [--sample] [--seed N] [--walks N] [--judge NAME] [--tool PART] [--provider NAME] [--why]
//! ```
//!
//! Each distinct text is compiled once by each engine, which runs in a process of its own, with a bound of time and of memory. Strings that its grammar accepts are read by our decoder, and values as our side writes them are shown to
//! the grammar. A file for each engine is written into the folder of results. The program ends with 1 where something is neither as it must be nor explained.

// Sixty levels are walked by const functions that call one another.
#![recursion_limit = "512"]

mod args;
mod engine;
mod explained;
mod fed;
mod judging;
mod lost;
mod report;
#[cfg(feature = "huge")]
#[path = "../../../huge/specimens.rs"]
mod specimens;
mod told;
#[cfg(feature = "huge")]
#[path = "../../../huge/types.rs"]
mod types;
mod walk;
#[cfg(feature = "huge")]
#[path = "../../../huge/words.rs"]
#[allow(unused_macros, unused_imports)] // Only a thousand are wanted.
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

/// What `specimens` makes its specimens by.
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

/// Whether everything is as it must be, or explained.
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
        // What one engine could not do costs no other its report.
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
    // What a part of the run has no reason to find is not missed.
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
    judging::judge(args, engine.as_mut(), explained)
}
