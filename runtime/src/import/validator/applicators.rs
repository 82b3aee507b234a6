//! The keywords that apply schemas: to the same value, to members, or to items.

use std::borrow::Cow;

use super::evaluation::{Evaluation, EvaluationMode};
use super::program::{Alternatives, Check, SchemaId};
use super::view::{CheckResult, EvaluatedParts, OuterParts, Stop, View, text_steps};

impl<'p, 'v> Evaluation<'p, 'v> {
    /// Returns the verdict of a keyword that applies schemas; `None` for other keywords.
    pub(super) fn apply(
        &mut self,
        check: &'p Check,
        value: View<'v>,
        mut evaluated: OuterParts<'_, 'v>,
    ) -> Result<Option<bool>, Stop> {
        let fits = match (check, value) {
            (Check::Ref { schema, .. }, _) => self.visit(*schema, value, evaluated),
            (
                Check::DynamicRef {
                    anchors, otherwise, ..
                },
                _,
            ) => {
                let id = self.dynamic(*anchors)?.unwrap_or(*otherwise);
                self.visit(id, value, evaluated)
            }
            (Check::AllOf(all), _) => self.every(all, |check, one| {
                check.visit(*one, value, evaluated.as_deref_mut())
            }),
            (Check::AnyOf(all), _) => self.alternatives(all, usize::MAX, value, evaluated),
            (Check::OneOf(all), _) => self.alternatives(all, 2, value, evaluated),
            (Check::Members(members), View::Object(object)) => {
                self.members(members, object, evaluated)
            }
            _ if check.keyword().is_empty() => return Ok(None),
            _ if self.mode == EvaluationMode::Shallow => Ok(true),
            (Check::Not { schema, text }, _) => {
                let fits = self.decide(*schema, value, None)?;
                self.result(!fits, value, || format!("nothing that fits {text}"))
            }
            (
                Check::If {
                    condition,
                    then,
                    otherwise,
                },
                _,
            ) => {
                let fits = self.decide(*condition, value, evaluated.as_deref_mut())?;
                let branch = if fits { then } else { otherwise };
                branch.map_or(Ok(true), |branch| self.visit(branch, value, evaluated))
            }
            (Check::DependentSchemas { all, .. }, View::Object(object)) => {
                self.every(all, |check, (name, one)| {
                    check.steps.spend(text_steps(name))?;
                    if !object.contains_key(name) {
                        return Ok(true);
                    }
                    check.visit(*one, value, evaluated.as_deref_mut())
                })
            }
            (Check::PropertyNames(one), View::Object(object)) => self.names(*one, object),
            (Check::Items { prefix, rest }, View::Array(items)) => {
                self.items(prefix, *rest, items, evaluated)
            }
            (Check::Contains(contains), View::Array(items)) => {
                self.contains(contains, items, evaluated)
            }
            (Check::UnevaluatedProperties(one), View::Object(object)) => {
                self.unevaluated_members(*one, object, evaluated)
            }
            (Check::UnevaluatedItems(one), View::Array(items)) => {
                self.unevaluated_items(*one, items, evaluated)
            }
            _ => Ok(true),
        };
        fits.map(Some)
    }

    /// The schema with the anchor in the outermost resource around.
    fn dynamic(&mut self, anchors: SchemaId) -> Result<Option<SchemaId>, Stop> {
        self.steps.spend(self.scope.len() / 4)?;
        let Some(Check::Anchors(by_resource)) = self.program.nodes[anchors].checks.first() else {
            return Ok(None);
        };
        let mut scope = self.scope.iter();
        Ok(scope.find_map(|resource| by_resource.get(resource).copied()))
    }

    /// Returns whether a value fits, and adds no faults. Adds what the schema evaluates if it does.
    pub(super) fn decide(
        &mut self,
        id: SchemaId,
        value: View<'v>,
        around: OuterParts<'_, 'v>,
    ) -> CheckResult {
        let mode = match self.mode {
            EvaluationMode::Explain => EvaluationMode::Decide,
            mode => mode,
        };
        let mut own = around.is_some().then(EvaluatedParts::default);
        let fits = self.in_mode(mode, |check| check.visit(id, value, own.as_mut()))?;
        if let (true, Some(around), Some(own)) = (fits, around, own) {
            self.steps.spend(around.merge(own))?;
        }
        Ok(fits)
    }

    /// Checks `anyOf`, or `oneOf` if `max` is 2.
    fn alternatives(
        &mut self,
        all: &'p Alternatives,
        max: usize,
        value: View<'v>,
        evaluated: OuterParts<'_, 'v>,
    ) -> CheckResult {
        let near = self.near(all, value)?;
        match self.fitting(&near, max, value, evaluated)? {
            0 => self.no_alternative(&all.all, &near, value),
            // A shallow check may find several.
            2 if max == 2 && self.mode != EvaluationMode::Shallow => {
                let expected = || "a value that fits one alternative and no other".to_owned();
                self.result(false, value, expected)
            }
            _ => Ok(true),
        }
    }

    /// The number of alternatives that a value fits. It ends at the most, or at the first one if
    /// the caller needs no more. An alternative whose matching ends early doesn't matter then, if
    /// the value fits another one.
    fn fitting(
        &mut self,
        all: &[SchemaId],
        max: usize,
        value: View<'v>,
        mut evaluated: OuterParts<'_, 'v>,
    ) -> Result<usize, Stop> {
        let is_any = evaluated.is_none() && max == usize::MAX;
        let max = if is_any { 1 } else { max };
        let mut number = 0;
        let mut stopped = None;
        for &one in all {
            match self.decide(one, value, evaluated.as_deref_mut()) {
                Ok(fits) => number += usize::from(fits),
                Err(Stop::Matching) if is_any => stopped = Some(self.stopped.clone()),
                Err(stop) => return Err(stop),
            }
            if number == max {
                break;
            }
        }
        match stopped {
            Some(path) if number == 0 => {
                self.stopped = path;
                Err(Stop::Matching)
            }
            _ => Ok(number),
        }
    }

    /// The alternatives that a value may fit by their own keywords and those of simple members,
    /// such as a tag. The others are not visited, so alternatives in one another take few steps.
    fn near(
        &mut self,
        alternatives: &'p Alternatives,
        value: View<'v>,
    ) -> Result<Cow<'p, [SchemaId]>, Stop> {
        let Alternatives { all, are_shallow } = alternatives;
        if all.len() == 1 || self.mode == EvaluationMode::Shallow || *are_shallow {
            return Ok(Cow::Borrowed(all));
        }
        let mut near = Vec::new();
        for &one in all {
            match self.in_mode(EvaluationMode::Shallow, |check| {
                check.visit(one, value, None)
            }) {
                Ok(fits) => near.extend(fits.then_some(one)),
                Err(Stop::Matching) => near.push(one),
                Err(stop) => return Err(stop),
            }
        }
        Ok(Cow::Owned(near))
    }
}
