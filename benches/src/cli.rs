//! Parses the command line.

use std::path::PathBuf;

pub(crate) const HELP: &str = "\
Measures what toolcast costs to compile and to call, beside serde and schemars, and prints markdown tables.

usage: cargo run --release -p toolcast-benches -- [OPTIONS]

    --quick        100 tools of 8 parameters only, 3 rounds: about two minutes
    --full         every number of tools with every number of parameters, for all: hours
    --edit         also: what an edit of one doc comment costs in an incremental check
    --edit-only    that alone
    --runs N       rounds to take medians of (default: 5, with --quick 3)
    --write FILE   also put the tables between the markers in FILE
    --help         this text
";

/// The options of a measurement.
#[derive(Debug)]
pub(crate) struct Options {
    pub(crate) size: Size,
    pub(crate) edit: bool,
    pub(crate) edit_only: bool,
    pub(crate) runs: usize,
    pub(crate) write: Option<PathBuf>,
}

/// How many crates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    Quick,
    Normal,
    Full,
}

#[derive(Debug)]
pub(crate) enum Command {
    Help,
    Run(Options),
}

pub(crate) fn parse(args: impl Iterator<Item = String>) -> Result<Command, String> {
    let mut options = Options {
        size: Size::Normal,
        edit: false,
        edit_only: false,
        runs: 0,
        write: None,
    };
    let mut args = args;
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--help" | "-h" => return Ok(Command::Help),
            "--quick" => options.size = Size::Quick,
            "--full" => options.size = Size::Full,
            "--edit" => options.edit = true,
            "--edit-only" => options.edit_only = true,
            "--runs" => options.runs = runs(args.next())?,
            "--write" => {
                let path = args.next().ok_or("`--write` wants a file")?;
                options.write = Some(path.into());
            }
            _ => return Err(format!("unknown argument `{arg}`")),
        }
    }
    if options.runs == 0 {
        options.runs = if options.size == Size::Quick { 3 } else { 5 };
    }
    Ok(Command::Run(options))
}

fn runs(value: Option<String>) -> Result<usize, String> {
    let value = value.ok_or("`--runs` wants a number")?;
    match value.parse() {
        Ok(n) if n > 0 => Ok(n),
        _ => Err(format!(
            "`--runs` wants a number of at least 1, not `{value}`"
        )),
    }
}
