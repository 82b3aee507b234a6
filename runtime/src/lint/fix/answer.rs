//! Rewrites the schemas of structured output, like those of tools.

use serde_json::Value;

use super::{Repair, first_reasons, set};
use crate::dialect::{Dialect, of};
use crate::import::ImportedSchema;
use crate::lint::finding::{Finding, Findings, described};
use crate::lint::judge_answer;
use crate::lint::report::{ChangeKind, FixReport};
use crate::lint::request_layout::OutputSchema;
use crate::provider::{AnswerText, OutputMembers, Provider, SchemaLanguage};
use crate::render::{Outcome, render};

impl Repair<'_> {
    /// Repairs the names of structured outputs.
    fn answer_names(&mut self, request: &mut Value) {
        let rule = of(self.body.provider, false).foreign_names();
        let mut made: Vec<(String, String, String)> = Vec::new();
        for (pointer, name) in self.body.answer_names(request) {
            let given = name.and_then(Value::as_str);
            if given.is_some_and(|name| rule.takes(name)) {
                continue;
            }
            let new = match given {
                Some(given) if !given.is_empty() => rule.rewrite(given),
                _ => "answer".into(),
            };
            let why = match name {
                None => "a schema without a name".into(),
                Some(name) => format!("the name {}; it is `{new}` now", described(name)),
            };
            made.push((pointer, new, why));
        }
        for (pointer, name, why) in made {
            if let Some(Value::Object(format)) = request.pointer_mut(&pointer) {
                set(format, "name", name.into());
                let kind = ChangeKind::Renamed;
                self.report.change(&pointer, None, kind, why);
            }
        }
    }

    /// Repairs the schemas of structured output.
    pub(super) fn answers(&mut self, request: &mut Value) {
        self.answer_names(request);
        let mut made: Vec<(String, Value, bool)> = Vec::new();
        for answer in self.body.answers(request) {
            let findings = findings(&answer);
            if findings.is_empty() {
                continue;
            }
            let text = answer.schema.as_str();
            let read = match text {
                Some(text) => ImportedSchema::parse(text),
                None => ImportedSchema::parse(answer.schema),
            };
            let Ok(imported) = read else {
                continue; // The schema stays, and so do its findings.
            };
            let SchemaLanguage {
                provider, strict, ..
            } = answer.reader;
            let Some((written, dialect)) = written(&imported, provider, strict) else {
                continue;
            };
            let value = match (answer.rules.text, serde_json::from_str(&written)) {
                (AnswerText::Json(_), _) => Value::String(written),
                (_, Ok(value)) => value,
                (_, Err(_)) => continue,
            };
            let kind = ChangeKind::Rewritten;
            self.report
                .change(&answer.pointer, None, kind, first_reasons(&findings));
            losses(&imported, dialect, self.report);
            self.report.answer = Some((imported, dialect));
            made.push((answer.pointer, value, strict && !dialect.strict));
        }
        for (pointer, value, off) in made {
            if let Some(place) = request.pointer_mut(&pointer) {
                *place = value;
            }
            let place = pointer.rsplit_once('/').map_or("", |(outer, _)| outer);
            if off && let Some(outer) = request.pointer_mut(place) {
                let flag = format!("{place}/strict");
                let changed = if outer.get("strict").is_some() {
                    &flag
                } else {
                    place
                };
                let why = "strict mode can't express the schema";
                self.report
                    .change(changed, None, ChangeKind::StrictOff, why);
                outer["strict"] = false.into();
            }
        }
    }
}

/// Repairs a request that is itself a schema.
pub(super) fn repair_schema(schema: &mut Value, report: &mut FixReport) {
    let Ok(imported) = ImportedSchema::parse(&*schema) else {
        return;
    };
    let Some((text, dialect)) = written(&imported, report.provider, false) else {
        return;
    };
    if let Ok(value) = serde_json::from_str(&text) {
        *schema = value;
        let why = format!("not valid as JSON Schema: {}", report.provider);
        report.change("", None, ChangeKind::Rewritten, why);
        losses(&imported, dialect, report);
        report.answer = Some((imported, dialect));
    }
}

fn findings(answer: &OutputSchema<'_>) -> Vec<Finding> {
    let mut findings = Findings::new();
    judge_answer(answer, &mut findings);
    findings.finish()
}

/// Renders the schema in the strict dialect if `strict` is set and that is possible, otherwise in
/// the regular one. There is no such fallback if every schema is compiled to a grammar.
pub(super) fn written(
    imported: &ImportedSchema,
    provider: Provider,
    strict: bool,
) -> Option<(String, &'static Dialect)> {
    let always = |response: &OutputMembers| response.always_strict;
    let plain = !strict || !provider.response().as_ref().is_ok_and(always);
    let dialects = [
        strict.then(|| of(provider, true)),
        plain.then(|| of(provider, false)),
    ];
    imported.with_schema(|schema| {
        dialects.into_iter().flatten().find_map(|dialect| {
            let text = render(schema, dialect).ok()?;
            Some((text, dialect))
        })
    })
}

fn losses(imported: &ImportedSchema, dialect: &'static Dialect, report: &mut FixReport) {
    let mut of_schema =
        imported.with_schema(|schema| crate::render::report_of_schema(schema, dialect));
    of_schema
        .entries
        .splice(0..0, imported.losses().iter().cloned());
    if of_schema
        .entries
        .iter()
        .any(|one| one.outcome != Outcome::Rewritten)
    {
        report.losses.push(of_schema);
    }
}
