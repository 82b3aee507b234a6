//! Runs one engine over all inputs.

use crate::args::Args;
use crate::engine::{Engine, Taken};
use crate::error_text;
use crate::explained::{Explained, Step};
use crate::fed::{self, Fed, Problem};
use crate::lost::{self, Canonical, Losses, Reason};
use crate::report::Report;
use crate::type_bounds::TypeBounds;
use crate::walk::walk;
use fastrand::Rng;
use jsonschema::{Draft, Validator};
use serde_json::Value;
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use toolcast::decode::FaultKind;
use toolcast::{Dialect, Provider, to_model};

/// Feeds all inputs to the engine.
pub(crate) fn judge(
    args: &Args,
    engine: &mut dyn Engine,
    explained: &Explained,
) -> Result<Report, String> {
    let mut report = Report::new(engine.name(), engine.version());
    let all = fed::all();
    let open = open_dialects(&all);
    for fed in all {
        if args
            .tool
            .as_ref()
            .is_some_and(|part| !fed.name.contains(part))
        {
            continue;
        }
        // Many providers get the same text.
        let mut texts: Vec<(String, Vec<&'static Dialect>)> = Vec::new();
        let mut others = Vec::new();
        for dialect in fed::dialects() {
            let text = fed.text(dialect);
            others.extend(text.clone().filter(|_| !has_type_bounds(dialect)));
            if args
                .provider
                .as_ref()
                .is_some_and(|name| fed::name(dialect) != *name)
            {
                continue;
            }
            let Some(text) = text else {
                continue;
            };
            match texts.iter_mut().find(|(known, _)| *known == text) {
                Some((_, dialects)) => dialects.push(dialect),
                None => texts.push((text, vec![dialect])),
            }
        }
        let canonical_text = fed.canonical_text()?;
        let canonical = validator(&canonical_text)?;
        let others: Vec<&str> = others.iter().map(String::as_str).collect();
        let type_bounds = TypeBounds::of(&canonical_text, &others)
            .map_err(|error| format!("{}: {error}", fed.name))?;
        for (text, dialects) in texts {
            let accepts = validator(&text).map_err(|error| format!("{}: {error}", fed.name))?;
            let mut judged = Judged {
                args,
                engine: &mut *engine,
                explained,
                report: &mut report,
                fed: &fed,
                accepts,
                open: &open,
                names: names(&text),
                canonical: &canonical,
                type_bounds: &type_bounds,
            };
            judged.text(&text, &dialects);
        }
    }
    Ok(report)
}

/// Returns the names of the dialects that close no object in any text. The report has no entry for
/// that. A text without a closed object in another dialect must not have lost one.
fn open_dialects(all: &[Fed]) -> BTreeSet<String> {
    let is_open = |dialect: &&'static Dialect| {
        let mut texts = all.iter().filter_map(|fed| fed.text(dialect));
        !texts.any(|text| text.contains("\"additionalProperties\":false"))
    };
    fed::dialects().filter(is_open).map(fed::name).collect()
}

/// Builds a validator of the text, independent of grammars: it distinguishes an engine's mistake
/// from ours.
fn validator(text: &str) -> Result<Validator, String> {
    let schema = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let options = jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(true);
    options.build(&schema).map_err(|error| error.to_string())
}

/// Returns the property names at the root of a text.
fn names(text: &str) -> BTreeSet<String> {
    let schema: Value = serde_json::from_str(text).unwrap_or_default();
    let properties = schema["properties"].as_object();
    properties
        .into_iter()
        .flatten()
        .map(|(name, _)| name.clone())
        .collect()
}

/// One text before one engine.
struct Judged<'j> {
    args: &'j Args,
    engine: &'j mut dyn Engine,
    explained: &'j Explained,
    report: &'j mut Report,
    fed: &'j Fed,
    accepts: Validator,
    /// The names of the dialects that close no object.
    open: &'j BTreeSet<String>,
    /// The names of its properties.
    names: BTreeSet<String>,
    /// The same for the type's canonical text.
    canonical: &'j Validator,
    /// The bounds of its numbers that other dialects leave out.
    type_bounds: &'j TypeBounds,
}

/// Returns true for the dialect that writes the bounds of every number type.
fn has_type_bounds(dialect: &Dialect) -> bool {
    dialect.provider() == Provider::JsonSchema
}

/// The result for a string that the text accepts and our decoder doesn't.
enum Beyond {
    /// Each problem has a reason in what the text can't express.
    Lost(BTreeSet<Reason>),
    /// The problems without such a reason.
    Words(Vec<String>),
}

impl Judged<'_> {
    fn text(&mut self, text: &str, dialects: &[&'static Dialect]) {
        let compiled = self.engine.compile(text);
        for dialect in dialects {
            self.report.row(dialect).fed += 1;
            match &compiled {
                Ok(()) => self.report.row(dialect).accepted += 1,
                Err(error) => self.find(Step::Compile, dialect, std::slice::from_ref(error), text),
            }
        }
        if compiled.is_err() {
            return;
        }
        let read = self.walks(text, dialects);
        for dialect in dialects {
            self.values(dialect, &read);
        }
    }

    /// Decodes strings that the grammar accepts. Returns those that the text allows.
    fn walks(&mut self, text: &str, dialects: &[&'static Dialect]) -> Vec<Value> {
        let mut hasher = DefaultHasher::new();
        (self.args.seed, text).hash(&mut hasher);
        let mut rng = Rng::with_seed(hasher.finish());
        let mut seen = BTreeSet::new();
        let mut read = Vec::new();
        for _ in 0..self.args.walks(text) {
            let bytes = match walk(self.engine, &mut rng, text) {
                Ok(Some(bytes)) => bytes,
                Ok(None) => {
                    for dialect in dialects {
                        self.report.row(dialect).unended += 1;
                    }
                    continue;
                }
                Err(error) => {
                    for dialect in dialects {
                        self.report.row(dialect).sampled += 1;
                        self.find(
                            Step::Sample,
                            dialect,
                            &[format!("the walk ended: {error}")],
                            "",
                        );
                    }
                    continue;
                }
            };
            if seen.insert(bytes.clone()) {
                read.extend(self.sample(&bytes, dialects));
            }
        }
        read
    }

    /// Decodes one string for each of the dialects.
    fn sample(&mut self, bytes: &[u8], dialects: &[&'static Dialect]) -> Option<Value> {
        let shown = String::from_utf8_lossy(bytes).into_owned();
        let text = String::from_utf8(bytes.to_vec());
        let value = text
            .as_ref()
            .map(|text| serde_json::from_str::<Value>(text));
        let complaint = match &value {
            Ok(Ok(value)) => error_text::complaint(&self.accepts, value),
            Ok(Err(error)) => Some(format!("it is not JSON: {error}")),
            Err(error) => Some(format!("it is not JSON: {error}")),
        };
        let mut good = complaint.is_none();
        for dialect in dialects {
            self.report.row(dialect).sampled += 1;
            let read = text
                .as_ref()
                .map_err(|error| vec![Problem::other(error.to_string())])
                .and_then(|text| {
                    self.fed.decode(dialect, text)?;
                    match &value {
                        Ok(Ok(value)) => {
                            let lifts = self.fed.lifts(dialect, value);
                            lifts.map_err(|error| vec![Problem::other(error)])
                        }
                        _ => Ok(()),
                    }
                });
            let Err(problems) = read else {
                self.report.row(dialect).decoded += 1;
                continue;
            };
            good = false;
            let said = match (&complaint, &value) {
                (Some(complaint), _) => vec![format!("the text refuses it too: {complaint}")],
                (None, Ok(Ok(value))) => match self.beyond(dialect, value, &problems) {
                    Beyond::Words(said) => said,
                    Beyond::Lost(reasons) => {
                        self.report.row(dialect).lose(reasons);
                        continue;
                    }
                },
                _ => problems.into_iter().map(|problem| problem.words).collect(),
            };
            self.find(Step::Sample, dialect, &said, &shown);
        }
        value.ok()?.ok().filter(|_| good)
    }

    /// Returns the problems of a value that the text accepts, beyond those that the text can't
    /// express.
    fn beyond(&self, dialect: &'static Dialect, value: &Value, problems: &[Problem]) -> Beyond {
        let is_open = self.open.contains(&fed::name(dialect));
        let losses = Losses {
            entries: self.fed.entries(dialect),
            is_open,
            type_bounds: (!has_type_bounds(dialect)).then_some(self.type_bounds),
        };
        let ask = |value| lost::ask(self.canonical, &self.fed.canonical(dialect, value), &losses);
        let whole = ask(value);
        let known = ask(&self.known(value, is_open));
        if let Canonical::Reported(used) = known {
            return Beyond::Lost(used.into_iter().map(Reason::Reported).collect());
        }
        if let Canonical::Reported(used) = whole {
            return Beyond::Lost(used.into_iter().map(Reason::Reported).collect());
        }
        // If the canonical text accepts the value, only unknown names may be lost, because the text
        // closes no object.
        let accepts = matches!(whole, Canonical::Accepts);
        let mut reasons = BTreeSet::new();
        let mut words = Vec::new();
        for problem in problems {
            let fault = problem.fault.as_ref();
            let fault = fault.filter(|fault| !accepts || fault.kind == FaultKind::Unknown);
            match fault.and_then(|fault| losses.reason(fault)) {
                Some(reason) => _ = reasons.insert(reason),
                None => words.push(problem.words.clone()),
            }
        }
        match words.is_empty() {
            true => Beyond::Lost(reasons),
            false => Beyond::Words(words),
        }
    }

    /// Removes names that an open text does not have at its root, because they would prevent
    /// unwrapping.
    fn known(&self, value: &Value, is_open: bool) -> Value {
        let Value::Object(members) = value else {
            return value.clone();
        };
        let members = members
            .iter()
            .filter(|(name, _)| !is_open || self.names.contains(*name));
        members
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect()
    }

    /// Checks that the grammar accepts values in the form that we write.
    fn values(&mut self, dialect: &'static Dialect, read: &[Value]) {
        let mut seen = BTreeSet::new();
        for value in self.fed.written(dialect, read) {
            let low = to_model(self.fed.schema, dialect, value);
            let text = low.to_string();
            if !seen.insert(text.clone()) {
                continue;
            }
            self.report.row(dialect).encoded += 1;
            let said = match self.engine.take(&text) {
                Ok(Taken::Whole) => {
                    self.report.row(dialect).taken += 1;
                    continue;
                }
                Ok(Taken::Until(at)) => error_text::refused_at(&text, at),
                Ok(Taken::Unfinished) => "it may not end there".to_owned(),
                Err(error) => format!("the walk ended: {error}"),
            };
            let said = match error_text::complaint(&self.accepts, &low) {
                Some(complaint) => format!("the text refuses it too: {complaint}"),
                None => said,
            };
            self.find(Step::Encode, dialect, &[said], &text);
        }
    }

    fn find(&mut self, step: Step, dialect: &'static Dialect, said: &[String], sample: &str) {
        let (judge, provider, tool) = (self.engine.name(), fed::name(dialect), &self.fed.name);
        // A value may have several problems; each must be known.
        let known = said
            .iter()
            .map(|said| self.explained.find(judge, step, &provider, tool, said));
        let why: Option<BTreeSet<&str>> = known.collect();
        self.report.find(step, dialect, tool, said, sample, why);
    }
}
