//! Compares the cost of toolcast with its peers: writes crates full of tools, compiles them in
//! turn, and prints tables.
//!
//! See `cargo run --release -p toolcast-benches -- --help`.

mod cli;
mod clock;
mod edit;
mod grid;
mod markdown;
mod members;
mod probe;
mod sample;
mod source;
mod tables;
mod workspace;

use cli::{Command, Options};
use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::parse(std::env::args().skip(1)) {
        Ok(Command::Help) => {
            print!("{}", cli::HELP);
            ExitCode::SUCCESS
        }
        Ok(Command::Run(options)) => match run(&options) {
            Ok(()) => ExitCode::SUCCESS,
            Err(message) => {
                eprintln!("error: {message}");
                ExitCode::FAILURE
            }
        },
        Err(message) => {
            eprintln!("error: {message}\n\n{}", cli::HELP);
            ExitCode::from(2)
        }
    }
}

fn run(options: &Options) -> Result<(), String> {
    let report = measure(options)?;
    println!("{report}");
    if let Some(path) = &options.write {
        markdown::replace(path, &report)?;
        eprintln!("written to {}", path.display());
    }
    Ok(())
}

/// All requested measurements, as markdown.
fn measure(options: &Options) -> Result<String, String> {
    let cases = if options.edit_only {
        edit::cases()
    } else {
        let mut cases = grid::cases(options);
        if options.edit {
            cases.extend(edit::cases());
        }
        cases
    };
    let space = workspace::Workspace::create(&cases)?;
    space.build_dependencies(&cases)?;
    let mut parts = vec![tables::heading(options, &space)?];
    if !options.edit_only {
        let samples = sample::take(&space, &grid::jobs(options), options.runs)?;
        parts.extend(tables::compile_time(&samples, options));
        parts.push(probe::table(&space)?);
    }
    if options.edit || options.edit_only {
        parts.push(edit::table(&space, options.runs)?);
    }
    Ok(parts.join("\n"))
}
