//! Rewrites the schemas of structured output, like those of tools.

use serde_json::Value;

use super::{Repair, at, first_reasons, set};
use crate::dialect::{Dialect, of};
use crate::import::ImportedSchema;
use crate::lint::finding::{Findings, described};
use crate::lint::judge_answer;
use crate::lint::report::{ChangeKind, FixReport, WrittenAnswer};
use crate::lint::request_layout::RequestKind;
use crate::lint::walk::below;
use crate::provider::{AnswerAt, AnswerText, OutputMembers, Provider};
use crate::render::{Outcome, render};

impl Repair<'_> {
    /// Repairs the names and the schemas of structured output. Of several, the last one in the
    /// provider's list converts the model's output.
    pub(super) fn answers(&mut self, request: &mut Value) {
        let mut last = None;
        for (number, rules) in self.body.answers(request) {
            self.answer_name(request, rules);
            let written = self.answer(request, rules);
            if written.is_some() && last < Some(number) {
                last = Some(number);
                self.report.answer = written;
            }
        }
    }

    fn answer_name(&mut self, request: &mut Value, rules: &AnswerAt) {
        let rule = of(self.body.provider, false).foreign_names();
        let Some((pointer, name)) = RequestKind::answer_name(request, rules) else {
            return;
        };
        let given = name.and_then(Value::as_str);
        if given.is_some_and(|name| rule.takes(name)) {
            return;
        }
        let new = match given {
            Some(given) if !given.is_empty() => rule.rewrite(given),
            _ => "answer".into(),
        };
        let why = match name {
            None => "a schema without a name".into(),
            Some(name) => format!("the name {}; it is `{new}` now", described(name)),
        };
        if let Some(Value::Object(format)) = request.pointer_mut(&pointer) {
            set(format, "name", new.into());
            let kind = ChangeKind::Renamed;
            self.report.change(&pointer, None, kind, why);
        }
    }

    /// Repairs a schema of structured output. `None` where nothing is left to do.
    fn answer(&mut self, request: &mut Value, rules: &'static AnswerAt) -> Option<WrittenAnswer> {
        let answer = self.body.answer(request, rules)?;
        let findings = Findings::of(|all| judge_answer(&answer, all));
        if findings.is_empty() {
            return None;
        }
        // If it can't be read or written, the schema stays, and so do its findings.
        let imported = match answer.schema.as_str() {
            Some(text) => ImportedSchema::parse(text),
            None => ImportedSchema::parse(answer.schema),
        };
        let imported = imported.ok()?;
        let strict = answer.reader.strict;
        let (written, dialect) = written(&imported, answer.reader.provider, strict)?;
        let value = match rules.text {
            AnswerText::Json(_) => Value::String(written),
            _ => serde_json::from_str(&written).ok()?,
        };
        let why = first_reasons(&findings);
        report_rewritten(self.report, &answer.pointer, why, &imported, dialect);
        *at(request, rules.path)? = value;
        if strict && !dialect.strict {
            self.strict_off(request, rules);
        }
        Some((imported, dialect))
    }

    fn strict_off(&mut self, request: &mut Value, rules: &AnswerAt) {
        let Some((_, path)) = rules.path.split_last() else {
            return;
        };
        let Some(outer) = at(request, path) else {
            return;
        };
        let place = below("", path);
        let flag = below(&place, &["strict"]);
        let changed = outer.get("strict").map_or(&place, |_| &flag);
        let why = "strict mode can't express the schema";
        self.report
            .change(changed, None, ChangeKind::StrictOff, why);
        outer["strict"] = false.into();
    }
}

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
        report_rewritten(report, "", why, &imported, dialect);
        report.answer = Some((imported, dialect));
    }
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

/// Reports a rewritten schema with its losses.
fn report_rewritten(
    report: &mut FixReport,
    pointer: &str,
    why: String,
    imported: &ImportedSchema,
    dialect: &'static Dialect,
) {
    report.change(pointer, None, ChangeKind::Rewritten, why);
    let mut all = imported.with_schema(|schema| crate::render::report_of_schema(schema, dialect));
    all.entries.splice(0..0, imported.losses().iter().cloned());
    let mut entries = all.entries.iter();
    if entries.any(|one| one.outcome != Outcome::Rewritten) {
        report.losses.push(all);
    }
}
