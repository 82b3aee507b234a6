//! The check of a value by a compiled schema, in counted steps.

use serde_json::{Map, Value};

use super::faults::{self, MAX_FAULTS, Segment};
use super::patterns::PatternCheck;
use super::program::{Check, CompiledSchema, Measure, Program, SchemaId, Types, count};
use super::view::{
    CheckResult, EvaluatedParts, OuterParts, Steps, Stop, View, are_unique, number_of, text_of,
    text_steps,
};
use crate::constraint::is_multiple;
use crate::decode::Fault;
use crate::import::resources::ResourceId;

/// Maximum number of schemas and values in one another, limited by the stack.
const MAX_DEPTH: usize = 400;

/// Maximum depth of nested alternatives that a fault describes.
const MAX_ALTERNATIVES: u8 = 3;

/// The purpose of a check.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum EvaluationMode {
    /// To decide if the value fits. The first fault ends it.
    Decide,
    /// To decide by the keywords of the value itself and of its simple members alone. It finds the
    /// alternative that is meant.
    Shallow,
    /// To find all faults.
    Explain,
}

pub(super) struct Evaluation<'p, 'v> {
    pub(super) program: &'p Program,
    pub(super) steps: Steps,
    pub(super) mode: EvaluationMode,
    pub(super) faults: Vec<Fault>,
    /// How many more levels of alternatives are described.
    pub(super) described: u8,
    pub(super) path: Vec<Segment<'v>>,
    /// The path to the text whose matching took too many steps.
    pub(super) stopped: Vec<Segment<'v>>,
    /// The resources of the schemas around, if references depend on them.
    pub(super) scope: Vec<ResourceId>,
    depth: usize,
}

impl<'p, 'v> Evaluation<'p, 'v> {
    pub(super) fn new(program: &'p Program, mode: EvaluationMode) -> Self {
        Evaluation {
            program,
            steps: Steps::new(),
            mode,
            faults: Vec::new(),
            described: MAX_ALTERNATIVES,
            path: Vec::new(),
            stopped: Vec::new(),
            scope: Vec::new(),
            depth: 0,
        }
    }

    /// Checks a value by a schema, and adds the members and items that it evaluates to `around`.
    pub(super) fn visit(
        &mut self,
        id: SchemaId,
        value: View<'v>,
        around: OuterParts<'_, 'v>,
    ) -> CheckResult {
        self.steps.spend(1)?;
        let node = &self.program.nodes[id];
        if node.is_never {
            return self.result(false, value, || "nothing".to_owned());
        }
        if node.checks.is_empty() || node.is_nullable && matches!(value, View::Null) {
            return Ok(true);
        }
        if self.depth == MAX_DEPTH {
            return Err(Stop::Steps);
        }
        self.depth += 1;
        let is_scope = self.program.is_dynamic && self.scope.last() != Some(&node.resource);
        if is_scope {
            self.scope.push(node.resource);
        }
        let fits = self.node(node, value, around);
        if is_scope {
            self.scope.pop();
        }
        self.depth -= 1;
        fits
    }

    fn node(
        &mut self,
        node: &'p CompiledSchema,
        value: View<'v>,
        around: OuterParts<'_, 'v>,
    ) -> CheckResult {
        let is_unevaluated = node.checks.last().is_some_and(Check::is_unevaluated);
        if !is_unevaluated || self.mode == EvaluationMode::Shallow {
            return self.checks(&node.checks, value, around);
        }
        let mut own = EvaluatedParts::default();
        let fits = self.checks(&node.checks, value, Some(&mut own))?;
        if let Some(around) = around {
            self.steps.spend(around.merge(own))?;
        }
        Ok(fits)
    }

    /// Returns whether all parts fit. The first that doesn't fit ends it, unless all faults are
    /// wanted.
    pub(super) fn every<T>(
        &mut self,
        parts: impl IntoIterator<Item = T>,
        mut fits: impl FnMut(&mut Self, T) -> CheckResult,
    ) -> CheckResult {
        let mut all = true;
        for part in parts {
            all &= fits(self, part)?;
            if !all && self.mode != EvaluationMode::Explain {
                break;
            }
        }
        Ok(all)
    }

    pub(super) fn in_mode<R>(
        &mut self,
        mode: EvaluationMode,
        check: impl FnOnce(&mut Self) -> Result<R, Stop>,
    ) -> Result<R, Stop> {
        let before = core::mem::replace(&mut self.mode, mode);
        let found = check(self);
        self.mode = before;
        found
    }

    fn checks(
        &mut self,
        checks: &'p [Check],
        value: View<'v>,
        mut evaluated: OuterParts<'_, 'v>,
    ) -> CheckResult {
        let mut fits = true;
        for check in checks {
            // The keywords of a schema evaluate nothing certain if its value doesn't fit.
            if !fits && check.is_unevaluated() {
                break;
            }
            let holds = match self.apply(check, value, evaluated.as_deref_mut())? {
                Some(applied) => applied,
                None => self.asserts(check, value)?,
            };
            fits &= holds;
            // The other keywords are for values of the type.
            if !holds && (self.mode != EvaluationMode::Explain || matches!(check, Check::Type(_))) {
                break;
            }
        }
        Ok(fits)
    }

    /// Returns whether a value satisfies a keyword that applies no schema, and adds its faults.
    fn asserts(&mut self, check: &'p Check, value: View<'v>) -> CheckResult {
        let holds = self.satisfies(check, value)?;
        if !holds && self.mode == EvaluationMode::Explain {
            self.spend_on_faults(faults::number(check))?;
            let found = faults::of(check, value, &self.path());
            self.add_faults(found)?;
        }
        Ok(holds)
    }

    /// Returns whether a value satisfies a keyword that applies no schema.
    fn satisfies(&mut self, check: &'p Check, value: View<'v>) -> CheckResult {
        let steps = &mut self.steps;
        Ok(match (check, value) {
            (Check::Type(types), _) => is_of(steps, value, *types)?,
            (Check::Values(values), _) => values.has(steps, value)?,
            (Check::Limit(limit), _) => {
                let number = match (limit.measure, value) {
                    (Measure::Number, View::Number(number)) => number_of(steps, number)?,
                    (Measure::Characters, View::String(text)) => {
                        steps.spend(text_steps(text))?;
                        Some(count(text.chars().count()))
                    }
                    (Measure::Items, View::Array(items)) => Some(count(items.len())),
                    (Measure::Properties, View::Object(members)) => Some(count(members.len())),
                    _ => None,
                };
                let has = |n| limit.side.has(limit.is_exclusive, &limit.number, &n);
                number.is_none_or(has)
            }
            (Check::MultipleOf(step), View::Number(number)) => {
                steps.spend(8)?;
                is_multiple(&text_of(steps, number)?, &step.text, step.value.as_f64())
            }
            (Check::Pattern(pattern), View::String(text))
                if self.mode != EvaluationMode::Shallow || pattern.is_linear() =>
            {
                self.matches(pattern, text)?
            }
            (Check::Format(name, is_of_format), View::String(text)) => {
                // The names of groups are compared with one another.
                let square = if name == "regex" { text.len() / 8 } else { 0 };
                steps.spend(text_steps(text).saturating_add(square.saturating_pow(2)))?;
                is_of_format(text)
            }
            (Check::UniqueItems, View::Array(items)) if self.mode != EvaluationMode::Shallow => {
                are_unique(steps, items)?
            }
            (Check::Required(names), View::Object(members)) => has_all(steps, names, members)?,
            (Check::DependentRequired(all), View::Object(members)) => {
                for (name, names) in all {
                    steps.spend(text_steps(name))?;
                    if members.contains_key(name) && !has_all(steps, names, members)? {
                        return Ok(false);
                    }
                }
                true
            }
            _ => true,
        })
    }

    /// Matches a text, and keeps its place if that takes too many steps.
    pub(super) fn matches(&mut self, pattern: &PatternCheck, text: &str) -> CheckResult {
        let paid = self.steps.spend(pattern.cost(text)).ok();
        let matched = paid.and_then(|()| pattern.is_match(text));
        matched.ok_or_else(|| {
            self.stopped.clone_from(&self.path);
            Stop::Matching
        })
    }

    /// The verdict of a keyword, with the fault of the value if faults are collected.
    pub(super) fn result(
        &mut self,
        fits: bool,
        value: View<'v>,
        expected: impl FnOnce() -> String,
    ) -> CheckResult {
        self.result_with(fits, |path| {
            Fault::unfit(path, expected(), faults::got(value))
        })
    }

    /// The same with another fault.
    pub(super) fn result_with(
        &mut self,
        fits: bool,
        fault: impl FnOnce(String) -> Fault,
    ) -> CheckResult {
        if !fits && self.mode == EvaluationMode::Explain {
            self.spend_on_faults(1)?;
            let fault = fault(self.path());
            self.add_faults(Vec::from([fault]))?;
        }
        Ok(fits)
    }

    /// Spends the steps to write faults with their paths, and to compare them with the others.
    fn spend_on_faults(&mut self, number: usize) -> Result<(), Stop> {
        self.steps.spend(number * (100 + 32 * self.path.len()))
    }

    fn add_faults(&mut self, found: Vec<Fault>) -> Result<(), Stop> {
        for fault in found {
            // Several keywords may require the same.
            if !self.faults.contains(&fault) {
                self.faults.push(fault);
            }
            if self.faults.len() >= MAX_FAULTS {
                return Err(Stop::Faults);
            }
        }
        Ok(())
    }

    pub(super) fn below(
        &mut self,
        segment: Segment<'v>,
        id: SchemaId,
        value: &'v Value,
    ) -> CheckResult {
        self.path.push(segment);
        let fits = self.visit(id, value.into(), None);
        self.path.pop();
        fits
    }

    /// The path to the text whose matching took too many steps, and the text.
    pub(super) fn place(&self, value: &'v Value) -> (String, &'v Value) {
        let mut segments = self.stopped.iter();
        let part = segments.try_fold(value, |at, segment| match segment {
            Segment::Name(name) => at.get(name),
            Segment::Index(i) => at.get(i),
        });
        (faults::path(&self.stopped), part.unwrap_or(value))
    }

    fn path(&self) -> String {
        faults::path(&self.path)
    }
}

fn has_all(steps: &mut Steps, names: &[String], members: &Map<String, Value>) -> CheckResult {
    let bytes: usize = names.iter().map(String::len).sum();
    steps.spend(names.len() + bytes / 64)?;
    Ok(names.iter().all(|name| members.contains_key(name)))
}

pub(super) fn is_of(steps: &mut Steps, value: View<'_>, types: Types) -> CheckResult {
    Ok(types.has(match value {
        View::Null => Types::NULL,
        View::Bool(_) => Types::BOOLEAN,
        View::String(_) => Types::STRING,
        View::Array(_) => Types::ARRAY,
        View::Object(_) => Types::OBJECT,
        View::Number(_) if types.has(Types::NUMBER) => return Ok(true),
        View::Number(number) => {
            let is_integer = number.is_i64()
                || number_of(steps, number)?
                    .is_some_and(|n| n.is_integer() || n.as_f64().fract() == 0.0);
            return Ok(is_integer && types.has(Types::INTEGER));
        }
    }))
}
