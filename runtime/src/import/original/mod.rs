//! The schema as its author wrote it: what the tree could only keep in words is checked here, before a call.

mod faults;
mod reach;
mod spelling;
mod steps;

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use jsonschema::{Draft, PatternOptions, Validator};
use serde_json::Value;

use super::reference::Document;
use crate::decode::{ArgumentErrors, Fault, TOO_MANY_WAYS};

/// Bytes that a compiled pattern may take.
const PATTERN: usize = 1 << 20;

/// How often a pattern that looks around or back may try again.
const BACKTRACKS: usize = 20_000;

/// Levels of a value times schemas over each: what the stack holds.
const MOST_DEPTH: usize = 1_000;

/// How many values of keywords that are no such values may be left out.
const WRONG: usize = 8;

/// A schema that values are checked against by all its keywords, those among them that no tree holds.
#[derive(Clone)]
pub(super) struct Original {
    validator: Arc<Validator>,
    /// How many schemas stand over one value.
    reach: usize,
}

impl fmt::Debug for Original {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Original").finish_non_exhaustive()
    }
}

/// A keyword that is not checked: where, which, and why.
pub(super) struct Unchecked {
    pub(super) pointer: String,
    pub(super) keyword: String,
    pub(super) reason: String,
}

impl Original {
    /// Compiles a schema; `None` where that can't be done, which the list says then.
    pub(super) fn new(document: &Document<'_>, unchecked: &mut Vec<Unchecked>) -> Option<Self> {
        let spelled =
            reach::reach(document).and_then(|reach| Ok((reach, spelling::spelled(document.root)?)));
        let (reach, mut schema) = match spelled {
            Ok(spelled) => spelled,
            Err(reason) => {
                unchecked.push(Unchecked::whole(reason));
                return None;
            }
        };
        for _ in 0..=WRONG {
            match compile(&schema) {
                Ok(validator) => {
                    let validator = Arc::new(validator);
                    return Some(Original { validator, reach });
                }
                Err(wrong) => {
                    let Some(left_out) = wrong
                        .pointer
                        .as_deref()
                        .and_then(|at| without(&mut schema, at))
                    else {
                        unchecked.push(Unchecked::whole(wrong.reason));
                        return None;
                    };
                    unchecked.push(Unchecked {
                        reason: wrong.reason,
                        ..left_out
                    });
                }
            }
        }
        unchecked.push(Unchecked::whole(
            "too much of it is no JSON Schema".to_owned(),
        ));
        None
    }

    /// All that is wrong with a value.
    pub(super) fn check(&self, value: &Value) -> Result<(), ArgumentErrors> {
        if crate::convert::depth(value) * self.reach > MOST_DEPTH {
            return Err(too_much(value));
        }
        let faults = steps::within(|| {
            if self.validator.is_valid(value) {
                return Vec::new();
            }
            faults::of(self.validator.iter_errors(value))
        });
        match faults {
            Ok(faults) if faults.is_empty() => Ok(()),
            Ok(faults) => Err(ArgumentErrors::new(faults)),
            Err(steps::Exhausted) => Err(too_much(value)),
        }
    }
}

fn too_much(value: &Value) -> ArgumentErrors {
    let expected = TOO_MANY_WAYS.to_owned();
    let fault = Fault::unfit("$".to_owned(), expected, faults::got(value));
    ArgumentErrors::new(Vec::from([fault]))
}

impl Unchecked {
    fn whole(reason: String) -> Self {
        Unchecked {
            pointer: String::new(),
            keyword: "$schema".to_owned(),
            reason,
        }
    }
}

/// Why a schema can't be compiled, and where in it.
struct Wrong {
    pointer: Option<String>,
    reason: String,
}

fn compile(schema: &Value) -> Result<Validator, Wrong> {
    let patterns = PatternOptions::fancy_regex()
        .backtrack_limit(BACKTRACKS)
        .size_limit(PATTERN)
        .dfa_size_limit(PATTERN);
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        // Whatever other features the program has: nothing is ever fetched.
        .offline()
        .should_validate_formats(true)
        .should_ignore_unknown_formats(true)
        .with_pattern_options(patterns)
        .with_keyword(steps::KEYWORD, |_, _, _| Ok(steps::step()))
        .build(schema)
        .map_err(|error| {
            let place = error.instance_path().to_string();
            Wrong {
                pointer: (!place.is_empty()).then_some(place),
                reason: format!("it is not checked: {}", faults::short(&error.to_string())),
            }
        })
}

/// Takes the keyword out that stands at a pointer.
fn without(schema: &mut Value, pointer: &str) -> Option<Unchecked> {
    let (around, name) = pointer.rsplit_once('/')?;
    let Value::Object(map) = schema.pointer_mut(around)? else {
        // An item of a list: without the list.
        return without(schema, around);
    };
    let name = name.replace("~1", "/").replace("~0", "~");
    map.remove(&name)?;
    Some(Unchecked {
        pointer: around.to_owned(),
        keyword: name,
        reason: String::new(),
    })
}
