//! Measures each schema for every provider. It must be readable and renderable, and the text must
//! satisfy the provider's rules. Valid values must round-trip, and invalid ones must be rejected.

use super::maker::Maker;
use super::names;
use super::sources::Input;
use crate::judges;
use crate::proto;
use futures_executor::block_on;
use jsonschema::{Draft, ValidationError, Validator};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use toolcast::call::{Content, ToolCall, ToolError};
use toolcast::import::ImportedSchema;
use toolcast::set::{DynamicTool, ToolSet};
use toolcast::{Dialect, Outcome, Provider};

/// How many values are made for a schema, of either kind.
const TRIES: usize = 24;
const MANY_TRIES: usize = 400;
const WANTED: usize = 4;

/// The counts for one dialect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub schemas: usize,
    pub raised: usize,
    pub broken: usize,
    pub valid: usize,
    pub accepted: usize,
    pub kept: usize,
    pub invalid: usize,
    pub by_text: usize,
    pub by_call: usize,
    /// Invalid values whose form in the dialect means a valid one: `null` for an optional property.
    pub turned: usize,
    /// Values that the text can't express, which are not counted as valid: unknown names if every
    /// object is closed, and `null` if the report lists it as not shown.
    pub apart: usize,
}

/// All counts, and what went otherwise than it should.
#[derive(Debug, Default)]
pub struct Measured {
    pub rows: BTreeMap<(usize, bool), Counts>,
    /// The schemas by source: all, those with valid values, those with invalid ones.
    pub sources: BTreeMap<&'static str, [usize; 3]>,
    /// Left out, each with the reason.
    pub excluded: Vec<String>,
    /// Labels of the source that the judge of the original does not share.
    pub disputed: usize,
    pub failures: Vec<Failure>,
}

#[derive(Clone, Debug)]
pub struct Failure {
    pub what: &'static str,
    pub row: String,
    pub name: String,
    pub detail: String,
    /// In a strict mode on request.
    pub asked: bool,
}

/// Builds the validator of the original: the draft of its `$schema`, or the first draft that
/// accepts it.
pub fn original(schema: &Value) -> Result<Validator, String> {
    let options = || jsonschema::options().should_validate_formats(true);
    options().build(schema).or_else(|error| {
        [Draft::Draft7, Draft::Draft4]
            .into_iter()
            .find_map(|draft| options().with_draft(draft).build(schema).ok())
            .ok_or_else(|| error.to_string())
    })
}

/// Returns the values of one schema that its judge accepts, and those that it rejects.
fn values(input: &Input, judge: &Validator, object: bool) -> (Vec<Value>, Vec<Value>, usize) {
    let (mut valid, mut invalid) = (Vec::new(), Vec::new());
    let mut disputed = 0;
    // Arguments are an object even if the schema accepts other types, unless it accepts no object.
    let fits = |value: &Value| !object || value.is_object();
    for (says, value) in &input.instances {
        disputed += usize::from(judge.is_valid(value) != *says);
        if fits(value) {
            if judge.is_valid(value) {
                valid.push(value.clone());
            } else {
                invalid.push(value.clone());
            }
        }
    }
    let own = valid.len();
    let mut maker = Maker::new(input.plain.as_ref().unwrap_or(&input.schema), 7);
    for round in 0..MANY_TRIES {
        // Valid values of some schemas are hard to find.
        if round >= TRIES && valid.len() > own {
            break;
        }
        if valid.len() >= own + WANTED && invalid.len() >= WANTED {
            break;
        }
        let value = maker.value();
        if fits(&value) && judge.is_valid(&value) {
            if valid.len() < own + WANTED && !valid.contains(&value) {
                valid.push(value.clone());
            }
        } else if fits(&value) && invalid.len() < WANTED && !invalid.contains(&value) {
            invalid.push(value.clone());
        }
        let bent = maker.bent(&value);
        if fits(&bent)
            && !judge.is_valid(&bent)
            && invalid.len() < 2 * WANTED
            && !invalid.contains(&bent)
        {
            invalid.push(bent);
        }
    }
    (valid, invalid, disputed)
}

/// Builds a validator of a text in any dialect.
fn judge_of(provider: Provider, text: &Value) -> Result<Validator, String> {
    let text = match provider {
        Provider::Gemini | Provider::Vertex => proto::to_json_schema(text),
        _ => text.clone(),
    };
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(true)
        .build(&text)
        .map_err(|error| error.to_string())
}

impl Measured {
    pub fn add(&mut self, input: &Input) {
        let judge = match original(input.plain.as_ref().unwrap_or(&input.schema)) {
            Ok(judge) => judge,
            Err(reason) => {
                let Input { source, name, .. } = input;
                self.excluded
                    .push(format!("{source} {name}: no JSON Schema: {reason}"));
                return;
            }
        };
        let tool = DynamicTool::from_schema(
            "tool",
            "It does something",
            &input.schema,
            |arguments: Value, _: &_| Ok::<_, String>(arguments.to_string()),
        );
        let tool = match tool {
            Ok(tool) => tool,
            Err(error) => {
                let error = error.to_string();
                self.sources.entry(input.source).or_default()[0] += 1;
                for provider in 0..Provider::ALL.len() {
                    let counts = self.rows.entry((provider, false)).or_default();
                    counts.schemas += 1;
                    counts.raised += 1;
                }
                self.fail("raised", "all".to_owned(), input, error);
                return;
            }
        };
        let imported = tool.imported().expect("a raw one").clone();
        let wrapped = imported.wrapper_name();
        let (valid, invalid, disputed) = values(input, &judge, wrapped.is_none());
        self.disputed += disputed;
        let source = self.sources.entry(input.source).or_default();
        source[0] += 1;
        source[1] += usize::from(!valid.is_empty());
        source[2] += usize::from(!invalid.is_empty());
        if valid.is_empty() {
            self.fail(
                "no valid value",
                "original".to_owned(),
                input,
                String::new(),
            );
        }
        let set = ToolSet::builder().dynamic(tool).build().expect("a set");
        for (place, provider) in Provider::ALL.iter().copied().enumerate() {
            let mut counts = Counts {
                schemas: 1,
                ..Counts::default()
            };
            match set.declarations(provider) {
                Ok(declarations) => {
                    let mut declaration: Value =
                        serde_json::from_str(declarations[0]).expect("our text is JSON");
                    declaration.sort_all_objects();
                    let (parameters, strict) = judges::parameters(provider, &declaration);
                    let findings = judges::declaration(provider, &declaration);
                    let empty = json!({"type": "object"});
                    let dialect = Dialect::of(provider, strict).expect("a dialect");
                    let spoken = Spoken {
                        dialect,
                        text: parameters.unwrap_or(&empty),
                        set: &set,
                        imported: &imported,
                        planned: false,
                    };
                    self.spoken(
                        input,
                        spoken,
                        &findings,
                        (&judge, &valid, &invalid),
                        &mut counts,
                    );
                }
                Err(error) => {
                    counts.raised += 1;
                    self.fail("raised", provider.to_string(), input, error.to_string());
                }
            }
            self.count((place, false), counts);
        }
        for dialect in Dialect::all().iter().filter(|dialect| dialect.strict()) {
            let place = Provider::ALL
                .iter()
                .position(|one| *one == dialect.provider())
                .expect("a provider");
            let mut counts = Counts {
                schemas: 1,
                ..Counts::default()
            };
            match imported.with_schema(|tree| toolcast::render(tree, dialect)) {
                Ok(text) => {
                    let mut text: Value = serde_json::from_str(&text).expect("our text is JSON");
                    text.sort_all_objects();
                    let findings = judges::schema(dialect.provider(), true, &text);
                    let spoken = Spoken {
                        dialect,
                        text: &text,
                        set: &set,
                        imported: &imported,
                        planned: true,
                    };
                    let since = self.failures.len();
                    self.spoken(
                        input,
                        spoken,
                        &findings,
                        (&judge, &valid, &invalid),
                        &mut counts,
                    );
                    self.asked(since);
                }
                // A strict mode is either requested, or used if the schema fits.
                Err(_) => counts.raised += 1,
            }
            self.count((place, true), counts);
        }
    }

    fn spoken(
        &mut self,
        input: &Input,
        spoken: Spoken<'_>,
        findings: &[judges::Finding],
        (judged, valid, invalid): (&Validator, &[Value], &[Value]),
        counts: &mut Counts,
    ) {
        let row = spoken.name();
        let schema = input.plain.as_ref().unwrap_or(&input.schema);
        let closed = jsonschema::options()
            .with_draft(Draft::Draft202012)
            .build(&names::closed(schema))
            .ok();
        let unmentioned = |value: &Value| {
            closed
                .as_ref()
                .is_some_and(|closed| !closed.is_valid(value))
        };
        let plain = |value: &Value| names::plain(schema, schema, value, 0);
        if let Some(finding) = findings.first() {
            counts.broken += 1;
            self.fail("rule broken", row.clone(), input, finding.to_string());
        }
        let judge = match judge_of(spoken.dialect.provider(), spoken.text) {
            Ok(judge) => judge,
            Err(error) => {
                self.fail("text is no schema", row, input, error);
                return;
            }
        };
        for value in valid {
            // A strict mode closes every object.
            if spoken.dialect.strict() && unmentioned(value) {
                counts.apart += 1;
                continue;
            }
            let lowered = spoken.lowered(value);
            let error = judge.iter_errors(&lowered).next();
            // The decoder still accepts it; only the text omits it.
            let hidden = error.as_ref().is_some_and(|error| spoken.hides_null(error));
            counts.apart += usize::from(hidden);
            counts.valid += usize::from(!hidden);
            match error {
                None => counts.accepted += 1,
                Some(_) if hidden => {}
                Some(error) => self.fail(
                    "refused by the text",
                    row.clone(),
                    input,
                    format!("{value} as {lowered}: {error} at {}", error.instance_path()),
                ),
            }
            match spoken.back(&lowered) {
                Ok(back) if same(&plain(&back), &plain(value)) => {
                    counts.kept += usize::from(!hidden);
                }
                Ok(back) => self.fail(
                    "another value",
                    row.clone(),
                    input,
                    format!("{value} as {lowered} came as {back}"),
                ),
                Err(error) => self.fail(
                    "refused by the call",
                    row.clone(),
                    input,
                    format!("{value} as {lowered}: {error}"),
                ),
            }
        }
        for value in invalid {
            let turned = counts.turned;
            let lowered = spoken.lowered(value);
            let refused = !judge.is_valid(&lowered);
            match spoken.back(&lowered) {
                Err(_) => counts.by_call += 1,
                Ok(back) if judged.is_valid(&back) => counts.turned += 1,
                Ok(back) => self.fail(
                    "not refused",
                    row.clone(),
                    input,
                    format!("{value} as {lowered} came as {back}"),
                ),
            }
            if counts.turned == turned {
                counts.invalid += 1;
                counts.by_text += usize::from(refused);
            }
        }
    }

    fn count(&mut self, row: (usize, bool), counts: Counts) {
        let all = self.rows.entry(row).or_default();
        all.schemas += counts.schemas;
        all.raised += counts.raised;
        all.broken += counts.broken;
        all.valid += counts.valid;
        all.accepted += counts.accepted;
        all.kept += counts.kept;
        all.invalid += counts.invalid;
        all.by_text += counts.by_text;
        all.by_call += counts.by_call;
        all.turned += counts.turned;
        all.apart += counts.apart;
    }

    /// Marks the failures since `since` as failures of a requested strict mode.
    fn asked(&mut self, since: usize) {
        for failure in &mut self.failures[since..] {
            failure.asked = true;
        }
    }

    fn fail(&mut self, what: &'static str, row: String, input: &Input, detail: String) {
        let name = format!("{} {}", input.source, input.name);
        self.failures.push(Failure {
            what,
            row,
            name,
            detail,
            asked: false,
        });
    }
}

/// A dialect's text of a schema, and the set that has the tool.
#[derive(Clone, Copy)]
struct Spoken<'a> {
    dialect: &'static Dialect,
    text: &'a Value,
    set: &'a ToolSet,
    imported: &'a ImportedSchema,
    /// Strict mode was requested.
    planned: bool,
}

impl Spoken<'_> {
    fn name(&self) -> String {
        let strict = if self.dialect.strict() { " strict" } else { "" };
        format!("{}{strict}", self.dialect.provider())
    }

    /// Returns true if the text rejects a `null` that its report lists as not shown.
    fn hides_null(&self, error: &ValidationError<'_>) -> bool {
        if self.planned || !error.instance().is_null() {
            return false;
        }
        let path = error.instance_path().to_string();
        let name = path.rsplit('/').next().unwrap_or_default();
        let of_name = format!("/properties/{name}");
        let report = self
            .set
            .get("tool")
            .expect("a tool")
            .report_for(self.dialect.provider());
        report.entries.iter().any(|entry| {
            entry.outcome == Outcome::Narrowed
                && entry.keyword == "null"
                && entry.pointer.ends_with(&of_name)
        })
    }

    /// Returns the value in the form that a model writes.
    fn lowered(&self, value: &Value) -> Value {
        let value = match self.imported.wrapper_name() {
            Some(name) => json!({ name: value }),
            None => value.clone(),
        };
        self.imported
            .with_schema(|tree| toolcast::to_model(tree, self.dialect, value))
    }

    /// Decodes the value by a call, or by the plan if a strict mode was requested.
    fn back(&self, lowered: &Value) -> Result<Value, String> {
        if !self.planned {
            return self.call(lowered);
        }
        let lifted = self
            .imported
            .with_schema(|tree| toolcast::from_model(tree, self.dialect, lowered.clone()));
        let lifted = match self.imported.wrapper_name() {
            Some(name) => lifted.get(name).cloned().unwrap_or(lifted),
            None => lifted,
        };
        let checked = self.imported.validate(&lifted);
        checked.map(|()| lifted).map_err(|error| error.to_string())
    }

    /// Returns the arguments that the tool's closure receives.
    fn call(&self, lowered: &Value) -> Result<Value, String> {
        let call = ToolCall::new("1", "tool", lowered.to_string());
        let result = block_on(self.set.call(self.dialect.provider(), call));
        match (&result.error, result.content.as_slice()) {
            (None, [Content::Text(text)]) => Ok(serde_json::from_str(text).expect("JSON")),
            (Some(ToolError::Arguments(errors)), _) => Err(errors.to_string()),
            (error, content) => Err(format!("{error:?} {content:?}")),
        }
    }
}

/// Compares two values; `1` and `1.0` are equal.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(name, a)| b.get(name).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}
