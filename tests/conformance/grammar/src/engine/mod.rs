//! A common interface for the engines: a grammar is walked byte by byte.

mod llguidance;
mod outlines;
mod process;
mod serve;

pub(crate) use serve::serve;

use crate::args::Args;
use std::ffi::OsString;

/// The word that makes the program an engine's process.
pub(crate) const SERVE: &str = "--serve";

/// The possible continuations of the pushed text.
pub(crate) struct Next {
    /// Bytes that must follow. The engine has consumed them already.
    pub(crate) forced: Vec<u8>,
    /// The bytes that may come next.
    pub(crate) may: [bool; 256],
    /// True if the text may end here.
    pub(crate) end: bool,
}

/// How far a text was taken.
#[derive(Debug)]
pub(crate) enum Taken {
    /// All of it, and it may end there.
    Whole,
    /// Up to this byte.
    Until(usize),
    /// All of it, but it may not end there.
    Unfinished,
}

/// An engine, with the grammar that it compiled last.
pub(crate) trait Engine {
    /// Returns the engine's package name.
    fn name(&self) -> &'static str;
    /// Returns the engine's version.
    fn version(&self) -> String;
    /// Compiles the JSON Schema and moves to its start.
    fn compile(&mut self, text: &str) -> Result<(), String>;
    /// Moves back to the start.
    fn restart(&mut self) -> Result<(), String>;
    /// Returns the bytes that may follow here.
    fn next(&mut self) -> Result<Next, String>;
    /// Advances by a byte that may follow.
    fn push(&mut self, byte: u8) -> Result<(), String>;
    /// Returns how much of the text the grammar accepts, from its start.
    fn take(&mut self, text: &str) -> Result<Taken, String>;
}

/// Starts an engine, in the thread that it stays in.
pub(crate) type Start = Box<dyn FnOnce() -> Result<Box<dyn Engine>, String> + Send>;

/// Returns the requested engines, each in its own process. `xgrammar` needs a Python, which the
/// environment names.
pub(crate) fn all(args: &Args) -> Result<Vec<Start>, String> {
    let here = std::env::current_exe().map_err(|error| error.to_string())?;
    let own = |name: &str| vec![here.clone().into(), SERVE.into(), name.into()];
    let mut all: Vec<(&'static str, Vec<OsString>)> = vec![
        ("llguidance", own("llguidance")),
        ("outlines-core", own("outlines-core")),
    ];
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/xgrammar_server.py");
    match std::env::var_os("TOOLCAST_XGRAMMAR_PYTHON") {
        Some(python) => all.push(("xgrammar", vec![python, script.into()])),
        None if args.judge.as_deref() == Some("xgrammar") => {
            return Err("TOOLCAST_XGRAMMAR_PYTHON names no Python with xgrammar".to_owned());
        }
        None => {}
    }
    all.retain(|(name, _)| match args.judge.as_deref() {
        Some(judge) => judge == *name,
        // It reads two thirds of its own strings the same way as JSON Schema, so a sample shows
        // nothing new.
        None => !args.sample || *name != "outlines-core",
    });
    if all.is_empty() {
        return Err("the judge is unknown".to_owned());
    }
    let start = |(name, command)| -> Start {
        Box::new(move || Ok(Box::new(process::Process::start(name, command)?)))
    };
    Ok(all.into_iter().map(start).collect())
}

/// Returns the engines that run in this process, for tests.
#[cfg(test)]
pub(crate) fn in_process() -> [Box<dyn Engine>; 2] {
    [
        Box::new(llguidance::Llguidance::new().expect("it starts")),
        Box::new(outlines::Outlines::new()),
    ]
}
