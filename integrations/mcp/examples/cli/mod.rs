//! Runs an example by its command line.

use std::fmt::Display;
use std::process::ExitCode;

/// The exit status for an invalid command line.
const USAGE_ERROR: u8 = 2;

/// Runs the example with the parsed command line. `None` prints the usage.
pub(crate) fn run<T, E: Display>(
    usage: &str,
    asked: Result<Option<T>, String>,
    run: impl FnOnce(T) -> Result<(), E>,
) -> ExitCode {
    let asked = match asked {
        Ok(Some(asked)) => asked,
        Ok(None) => {
            println!("{usage}");
            return ExitCode::SUCCESS;
        }
        Err(message) => {
            eprintln!("error: {message}\n\n{usage}");
            return ExitCode::from(USAGE_ERROR);
        }
    };
    match run(asked) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
