//! Planted mistakes: each engine must find them before its results count.

use crate::engine::{Engine, Taken};
use crate::walk::walk;
use fastrand::Rng;
use regex::Regex;

/// The schema of the texts below.
const TEXT: &str = r#"{"type":"object","properties":{"a":{"type":"array","items":{"enum":["é","x"]}}},"required":["a"],"additionalProperties":false}"#;

/// Each text, and the byte that must be refused; `None` if the text is cut off.
const WRONG: [(&str, Option<usize>); 4] = [
    // An item that isn't in the list.
    (r#"{"a":["y"]}"#, Some(7)),
    // The required property is missing.
    ("{}", Some(1)),
    // Another property.
    (r#"{"a":[],"b":1}"#, Some(7)),
    (r#"{"a":["x"]"#, None),
];

/// A text that is not a schema, and what each engine's message about it must contain.
const NOT_A_SCHEMA: &str = r#"{"type":"nothing"}"#;
const REASONS: [(&str, &str); 3] = [
    ("llguidance", "^Invalid type: nothing$"),
    ("outlines-core", "^Unsupported type: nothing$"),
    ("xgrammar", r#"Unsupported type "nothing""#),
];

/// The files that pin the versions.
const CARGO: &str = include_str!("../../../../Cargo.lock");
const PYTHON: &str = include_str!("../requirements.lock");

/// Fails if the engine accepts a planted mistake, refuses it for another reason, or is not of the
/// version in its lock file.
pub(crate) fn check(engine: &mut dyn Engine) -> Result<(), String> {
    let name = engine.name();
    is_locked(name, &engine.version())?;
    not_a_schema(engine)?;
    engine.compile(TEXT)?;
    texts(engine).map_err(|error| format!("{name}: {error}"))?;
    walks(engine).map_err(|error| format!("{name}: {error}"))
}

fn is_locked(name: &str, version: &str) -> Result<(), String> {
    let is_locked = match name {
        "xgrammar" => PYTHON
            .lines()
            .any(|line| line == format!("{name}=={version}")),
        _ => CARGO.contains(&format!("name = \"{name}\"\nversion = \"{version}\"\n")),
    };
    match is_locked {
        true => Ok(()),
        false => Err(format!("{name} {version} is not the locked version")),
    }
}

fn not_a_schema(engine: &mut dyn Engine) -> Result<(), String> {
    let name = engine.name();
    let Err(error) = engine.compile(NOT_A_SCHEMA) else {
        return Err(format!("{name} accepts a planted mistake: {NOT_A_SCHEMA}"));
    };
    let reason = REASONS.iter().find(|(engine, _)| *engine == name);
    let (_, reason) = reason.ok_or_else(|| format!("{name} has no expected reason"))?;
    let reason = Regex::new(reason).map_err(|error| error.to_string())?;
    match reason.is_match(&error) {
        true => Ok(()),
        false => Err(format!(
            "{name} refuses a planted mistake for another reason: {NOT_A_SCHEMA}: {error}"
        )),
    }
}

fn texts(engine: &mut dyn Engine) -> Result<(), String> {
    let right = r#"{"a":["x"]}"#;
    if !matches!(engine.take(right)?, Taken::Whole) {
        return Err(format!("refuses {right}"));
    }
    for (text, wrong) in WRONG {
        let taken = engine.take(text)?;
        let is_refused = match (&taken, wrong) {
            (Taken::Until(at), Some(wrong)) => *at == wrong,
            (Taken::Unfinished, None) => true,
            _ => false,
        };
        if !is_refused {
            return Err(format!("accepts a planted mistake: {text}: {taken:?}"));
        }
    }
    Ok(())
}

/// Checks that walks give values of the schema, and both items of the list.
fn walks(engine: &mut dyn Engine) -> Result<(), String> {
    let mut seen = [false; 2];
    for seed in 0..20 {
        let bytes = walk(engine, &mut Rng::with_seed(seed), TEXT)?.ok_or("a walk has no end")?;
        let value: serde_json::Value =
            serde_json::from_slice(&bytes).map_err(|error| format!("a walk: {error}"))?;
        let members = value.as_object().filter(|members| members.len() == 1);
        let items = members.and_then(|members| members.get("a")?.as_array());
        for item in items.ok_or_else(|| format!("a walk gives {value}"))? {
            let known = ["é", "x"].iter().position(|known| item == known);
            seen[known.ok_or_else(|| format!("a walk gives {value}"))?] = true;
        }
    }
    match seen {
        [true, true] => Ok(()),
        _ => Err("20 walks don't give each item".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::{check, is_locked};
    use crate::engine::{Engine, Next, Taken, in_process};

    #[test]
    fn engines_find_the_planted_mistakes() {
        for mut engine in in_process() {
            check(engine.as_mut()).expect("its mistakes are found");
        }
    }

    #[test]
    fn another_version_is_not_that_of_the_lock_file() {
        for name in ["llguidance", "outlines-core", "xgrammar"] {
            assert!(is_locked(name, "0.0.0").is_err(), "{name}");
        }
    }

    /// An engine that forwards to a real one, except for one kind of mistake.
    struct Mute {
        real: Box<dyn Engine>,
        compiles: bool,
    }

    impl Engine for Mute {
        fn name(&self) -> &'static str {
            self.real.name()
        }

        fn version(&self) -> String {
            self.real.version()
        }

        fn compile(&mut self, text: &str) -> Result<(), String> {
            match self.real.compile(text) {
                Err(_) if self.compiles => Ok(()),
                compiled => compiled,
            }
        }

        fn restart(&mut self) -> Result<(), String> {
            self.real.restart()
        }

        fn next(&mut self) -> Result<Next, String> {
            self.real.next()
        }

        fn push(&mut self, byte: u8) -> Result<(), String> {
            self.real.push(byte)
        }

        fn take(&mut self, _: &str) -> Result<Taken, String> {
            Ok(Taken::Whole)
        }
    }

    #[test]
    fn an_engine_that_accepts_everything_is_reported() {
        for (compiles, text) in [(true, r#"{"type":"nothing"}"#), (false, r#"{"a":["y"]}"#)] {
            let [real, _] = in_process();
            let error = check(&mut Mute { real, compiles }).expect_err("a mistake is accepted");
            assert!(error.contains("accepts a planted mistake"), "{error}");
            assert!(error.contains(text), "{error}");
        }
    }
}
