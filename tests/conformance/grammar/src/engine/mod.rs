//! The engines, seen alike: a grammar is walked byte by byte.

mod llguidance;
mod outlines;
mod xgrammar;

use crate::args::Args;

/// What may follow what was pushed.
pub(crate) struct Next {
    /// What must follow first; the engine stands behind it already.
    pub(crate) forced: Vec<u8>,
    /// The bytes that may come next.
    pub(crate) may: [bool; 256],
    /// Whether the text may end here.
    pub(crate) end: bool,
}

/// How far a text was taken.
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
    /// Its name, as packages have it.
    fn name(&self) -> &'static str;
    /// Its version.
    fn version(&self) -> String;
    /// Compiles the JSON Schema, and stands at its start.
    fn compile(&mut self, text: &str) -> Result<(), String>;
    /// Stands at the start again.
    fn restart(&mut self) -> Result<(), String>;
    /// What may follow here.
    fn next(&mut self) -> Result<Next, String>;
    /// Goes on by a byte that may follow.
    fn push(&mut self, byte: u8) -> Result<(), String>;
    /// How much of the text the grammar takes, from its start.
    fn take(&mut self, text: &str) -> Result<Taken, String>;
}

/// Starts an engine, in the thread that it stays in.
pub(crate) type Start = Box<dyn FnOnce() -> Result<Box<dyn Engine>, String> + Send>;

/// The engines that are asked for. `xgrammar` needs a Python, which the environment names.
pub(crate) fn all(args: &Args) -> Result<Vec<Start>, String> {
    let python = std::env::var_os("TOOLCAST_XGRAMMAR_PYTHON");
    let wanted = |name: &str| args.judge.as_deref().is_none_or(|judge| judge == name);
    let mut all: Vec<Start> = Vec::new();
    if wanted("llguidance") {
        all.push(Box::new(|| Ok(Box::new(llguidance::Llguidance::new()?))));
    }
    if wanted("outlines-core") {
        all.push(Box::new(|| Ok(Box::new(outlines::Outlines::new()))));
    }
    match python {
        Some(python) if wanted("xgrammar") => {
            all.push(Box::new(move || {
                Ok(Box::new(xgrammar::Xgrammar::start(&python)?))
            }));
        }
        None if args.judge.as_deref() == Some("xgrammar") => {
            return Err("TOOLCAST_XGRAMMAR_PYTHON names no Python with xgrammar".to_owned());
        }
        _ => {}
    }
    if all.is_empty() {
        return Err("there is no such judge".to_owned());
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::{Engine, Taken, llguidance, outlines};
    use crate::walk::walk;
    use fastrand::Rng;

    const TEXT: &str = r#"{"type":"object","properties":{"a":{"type":"array","items":{"enum":["é","x"]}}},"required":["a"],"additionalProperties":false}"#;

    fn engines() -> [Box<dyn Engine>; 2] {
        [
            Box::new(llguidance::Llguidance::new().expect("it starts")),
            Box::new(outlines::Outlines::new()),
        ]
    }

    #[test]
    fn versions_are_those_of_the_lock_file() {
        let lock = include_str!("../../Cargo.lock");
        for engine in engines() {
            let entry = format!(
                "name = \"{}\"\nversion = \"{}\"\n",
                engine.name(),
                engine.version()
            );
            assert!(lock.contains(&entry), "{entry}");
        }
    }

    #[test]
    fn walks_make_what_the_text_asks_for() {
        for mut engine in engines() {
            engine.compile(TEXT).expect("it compiles");
            for seed in 0..20 {
                let walked = walk(engine.as_mut(), &mut Rng::with_seed(seed));
                let bytes = walked.expect("a way").expect("an end");
                let value: serde_json::Value = serde_json::from_slice(&bytes).expect("JSON");
                let items = value["a"].as_array().expect("an array");
                assert!(
                    items.iter().all(|item| item == "é" || item == "x"),
                    "{value}"
                );
            }
        }
    }

    #[test]
    fn texts_are_taken_as_far_as_they_fit() {
        for mut engine in engines() {
            engine.compile(TEXT).expect("it compiles");
            let mut take = |text| engine.take(text).expect("an answer");
            assert!(matches!(take(r#"{"a":["x"]}"#), Taken::Whole));
            assert!(matches!(take(r#"{"a":["y"]}"#), Taken::Until(7)));
            assert!(matches!(take(r#"{"a":["x"]"#), Taken::Unfinished));
        }
    }

    #[test]
    fn what_is_no_schema_is_not_compiled() {
        for mut engine in engines() {
            assert!(engine.compile(r#"{"type":"nothing"}"#).is_err());
        }
    }
}
