//! The validator for the original schema. Checks the constraints that the tree can only keep as
//! text, before a call.

mod addresses;
mod comparison_cost;
mod cost;
mod error_cost;
mod faults;
mod normalize;
mod pattern_cost;
mod patterns;
mod places;
mod stack_depth;
mod tagged;

use core::fmt;
use std::sync::Arc;

use jsonschema::{Draft, PatternOptions, Validator};
use serde_json::Value;

use super::patterns::{MAX_SCHEMA_PATTERNS, SchemaPatterns};
use super::reference::Document;
use crate::decode::{ArgumentErrors, Fault, FaultKind, TOO_MANY_WAYS};
use crate::render::{Outcome, ReportEntry};
use places::Places;

/// Maximum bytes of the cache that a pattern uses while it is matched.
const PATTERN_CACHE: usize = 1 << 20;

/// Backtracking limit of a pattern with lookaround or back-references.
const BACKTRACKS: usize = 20_000;

/// Maximum of a value's depth times the schemas that apply to one value, limited by the stack.
const MAX_DEPTH: usize = 1_000;

/// Number of keywords that are removed one by one if they can't be compiled. After that, whole
/// properties and definitions are removed.
const WRONG: usize = 8;

/// Maximum number of attempts to compile a schema.
const MAX_ATTEMPTS: usize = 32;

/// Maximum bytes of text compiled in all attempts.
const MAX_COMPILED: usize = 16 << 20;

/// A validator for all keywords of a schema, including those that the tree can't represent.
#[derive(Clone)]
pub(super) struct OriginalSchema {
    validator: Arc<Validator>,
    /// The schema that was compiled.
    schema: Arc<Value>,
    places: Arc<Places>,
    /// Maximum number of schemas that apply to one value.
    reach: usize,
}

impl fmt::Debug for OriginalSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Original").finish_non_exhaustive()
    }
}

/// A keyword that is not checked, with the reason.
pub(super) struct Unchecked {
    pub(super) pointer: String,
    pub(super) keyword: String,
    pub(super) reason: String,
}

impl OriginalSchema {
    /// Compiles a schema. If that fails, returns `None` and adds the reason to `unchecked`.
    pub(super) fn new(
        document: &Document<'_>,
        patterns: &mut SchemaPatterns,
        unchecked: &mut Vec<Unchecked>,
    ) -> Option<Self> {
        let spelled = stack_depth::reach(document)
            .and_then(|reach| Ok((reach, normalize::spelled(document.root)?)));
        let (reach, mut schema) = match spelled {
            Ok(spelled) => spelled,
            Err(reason) => {
                unchecked.push(Unchecked::whole(reason));
                return None;
            }
        };
        let beyond = patterns::beyond(&schema, patterns);
        patterns::take_out(&mut schema, beyond, unchecked);
        Self::compiled(schema, reach, unchecked)
    }

    /// Compiles the schema again without the patterns beyond the limits. `None` if there are none.
    pub(super) fn within(
        &self,
        patterns: &mut SchemaPatterns,
    ) -> Option<(Option<Self>, Vec<Unchecked>)> {
        let beyond = patterns::beyond(&self.schema, patterns);
        if beyond.is_empty() {
            return None;
        }
        let mut unchecked = Vec::new();
        let mut schema = Value::clone(&self.schema);
        patterns::take_out(&mut schema, beyond, &mut unchecked);
        let original = Self::compiled(schema, self.reach, &mut unchecked);
        Some((original, unchecked))
    }

    fn compiled(mut schema: Value, reach: usize, unchecked: &mut Vec<Unchecked>) -> Option<Self> {
        let places = Places::of(&schema);
        if !addresses::may_compile(&schema, &places) {
            unchecked.push(Unchecked::whole(addresses::TOO_MANY.to_owned()));
            return None;
        }
        // Lookups skip the schemas that are removed here, and no other schema moves.
        let validator = compiled(&mut schema, unchecked)?;
        Some(OriginalSchema {
            validator: Arc::new(validator),
            places: Arc::new(places),
            schema: Arc::new(schema),
            reach,
        })
    }

    /// Validates a value and returns all faults.
    pub(super) fn check(&self, value: &Value) -> Result<(), ArgumentErrors> {
        let (schema, places) = (&*self.schema, &*self.places);
        if depth(value) * self.reach > MAX_DEPTH || !cost::may_check(schema, places, value) {
            return Err(one(FaultKind::Rejected, TOO_MANY_WAYS, value));
        }
        if self.validator.is_valid(value) {
            return Ok(());
        }
        if !cost::may_explain(schema, places, value) {
            return Err(one(FaultKind::Invalid, UNEXPLAINED, value));
        }
        let faults = faults::of(self.validator.iter_errors(value));
        if faults.is_empty() {
            return Err(one(FaultKind::Invalid, UNEXPLAINED, value));
        }
        Err(ArgumentErrors::new(faults))
    }
}

/// Compiles a schema, and removes parts that can't be compiled.
fn compiled(schema: &mut Value, unchecked: &mut Vec<Unchecked>) -> Option<Validator> {
    let mut text = None;
    for attempt in 0..MAX_ATTEMPTS {
        let wrong = match compile(schema) {
            Ok(validator) => return Some(validator),
            Err(wrong) => wrong,
        };
        let text = *text.get_or_insert_with(|| schema.to_string().len());
        if attempt * text > MAX_COMPILED {
            break;
        }
        if attempt == 0 {
            let before = unchecked.len();
            patterns::mend(schema, unchecked);
            if unchecked.len() > before {
                continue;
            }
        }
        let pointer = wrong.pointer.as_deref().map(|pointer| {
            if attempt < WRONG {
                pointer
            } else {
                places::outermost(pointer)
            }
        });
        let Some(left_out) = pointer.and_then(|at| without(schema, at)) else {
            unchecked.push(Unchecked::whole(wrong.reason));
            return None;
        };
        unchecked.push(Unchecked {
            reason: wrong.reason,
            ..left_out
        });
    }
    unchecked.push(Unchecked::whole(
        "it is not checked: too much of it is not a JSON Schema".to_owned(),
    ));
    None
}

/// A single fault for the whole value.
fn one(kind: FaultKind, expected: &str, value: &Value) -> ArgumentErrors {
    let fault = Fault::unfit("$".to_owned(), expected.to_owned(), faults::got(value));
    ArgumentErrors::new(Vec::from([Fault { kind, ..fault }]))
}

/// Used if the faults of a value would take too much memory.
const UNEXPLAINED: &str =
    "arguments that fit the tool's schema; they are too large to list each fault";

impl From<Unchecked> for ReportEntry {
    fn from(one: Unchecked) -> Self {
        ReportEntry {
            pointer: one.pointer,
            keyword: one.keyword,
            outcome: Outcome::Widened,
            reason: one.reason,
        }
    }
}

impl Unchecked {
    fn whole(reason: String) -> Self {
        Unchecked {
            pointer: String::new(),
            keyword: String::new(),
            reason,
        }
    }
}

/// The reason why a schema can't be compiled, and its location.
struct CompileError {
    pointer: Option<String>,
    reason: String,
}

fn compile(schema: &Value) -> Result<Validator, CompileError> {
    let patterns = PatternOptions::fancy_regex()
        .backtrack_limit(BACKTRACKS)
        .size_limit(MAX_SCHEMA_PATTERNS)
        .dfa_size_limit(PATTERN_CACHE);
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        // Never fetch a document, whatever features of `jsonschema` the program enables.
        .offline()
        .should_validate_formats(true)
        .should_ignore_unknown_formats(true)
        .with_pattern_options(patterns)
        .build(schema)
        .map_err(|error| {
            let place = error.instance_path().to_string();
            CompileError {
                pointer: (!place.is_empty()).then_some(place),
                reason: format!("it is not checked: {}", faults::short(&error.to_string())),
            }
        })
}

/// Removes the keyword at a pointer. If the schema would accept less without it, removes the
/// enclosing keyword instead.
fn without(schema: &mut Value, pointer: &str) -> Option<Unchecked> {
    schema.pointer(pointer)?;
    let (around, name) = places::monotone(pointer).rsplit_once('/')?;
    let Value::Object(map) = schema.pointer_mut(around)? else {
        // An item of a list: remove the whole list.
        return without(schema, around);
    };
    let name = name.replace("~1", "/").replace("~0", "~");
    // Keep a name that references may use.
    if places::is_named(around) {
        *map.get_mut(&name)? = Value::Bool(true);
    } else {
        map.remove(&name)?;
    }
    match name.as_str() {
        // The rest of the condition is meaningless without it.
        "if" => {
            map.remove("then");
            map.remove("else");
        }
        "contains" => {
            map.remove("minContains");
            map.remove("maxContains");
        }
        _ => {}
    }
    let (pointer, keyword) = match around.strip_suffix("/patternProperties") {
        Some(around) => {
            let object = schema.pointer_mut(around).and_then(Value::as_object_mut);
            // `additionalProperties` would reject the names that matched the pattern.
            if let Some(map) = object {
                if let Some(Value::Object(all)) = map.get_mut("patternProperties") {
                    all.remove(&name);
                }
                map.remove("additionalProperties");
                map.remove("unevaluatedProperties");
            }
            (around, "patternProperties".to_owned())
        }
        None => (around, name),
    };
    Some(Unchecked {
        pointer: pointer.to_owned(),
        keyword,
        reason: String::new(),
    })
}

/// Returns the nesting depth of arrays and objects, counting the value itself.
fn depth(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(depth).max().unwrap_or(0),
        Value::Object(map) => map.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}
