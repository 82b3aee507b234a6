//! The keywords that apply schemas to the members of an object or to the items of a list.

use serde_json::{Map, Value};

use super::evaluation::{Evaluation, EvaluationMode};
use super::faults::{self, Segment};
use super::program::{Contains, PropertyChecks, SchemaId, Side, count};
use super::view::{CheckResult, OuterParts, View, text_steps};

impl<'p, 'v> Evaluation<'p, 'v> {
    pub(super) fn members(
        &mut self,
        members: &'p PropertyChecks,
        object: &'v Map<String, Value>,
        mut evaluated: OuterParts<'_, 'v>,
    ) -> CheckResult {
        let is_shallow = self.mode == EvaluationMode::Shallow;
        self.every(object, |check, (name, value)| {
            check.steps.spend(text_steps(name))?;
            let mut fits = true;
            let segment = Segment::Name(name);
            let property = members.properties.get(name);
            let mut is_known = property.is_some();
            if let Some(&id) = property
                && (!is_shallow || check.program.nodes[id].is_shallow)
            {
                fits &= check.below(segment, id, value)?;
            }
            for (pattern, id) in &members.patterns {
                // A shallow check takes any name for one of a pattern.
                if is_shallow {
                    is_known = true;
                    break;
                }
                check.steps.spend(1)?;
                if check.matches(pattern, name)? {
                    is_known = true;
                    fits &= check.below(segment, *id, value)?;
                }
            }
            if let Some(id) = members.additional.filter(|_| !is_known)
                && (!is_shallow || check.program.nodes[id].is_never)
            {
                fits &= check.unknown(id, name, value)?;
            }
            if let Some(evaluated) = &mut evaluated
                && (is_known || members.additional.is_some())
            {
                evaluated.names.insert(name);
            }
            Ok(fits)
        })
    }

    /// Checks a member that no other keyword has.
    fn unknown(&mut self, id: SchemaId, name: &'v str, value: &'v Value) -> CheckResult {
        if self.program.nodes[id].is_never {
            return self.result_with(false, |path| faults::unknown(path, name, value));
        }
        self.below(Segment::Name(name), id, value)
    }

    pub(super) fn names(&mut self, id: SchemaId, object: &'v Map<String, Value>) -> CheckResult {
        self.every(object.keys(), |check, name| {
            check.steps.spend(text_steps(name))?;
            let name = View::String(name);
            let fits = check.decide(id, name, None)?;
            let expected = if fits || check.mode != EvaluationMode::Explain {
                None
            } else {
                check.explained(id, name)?.into_iter().next()
            };
            check.result_with(fits, |path| faults::name(path, expected, name))
        })
    }

    pub(super) fn items(
        &mut self,
        prefix: &'p [SchemaId],
        rest: Option<SchemaId>,
        items: &'v [Value],
        evaluated: OuterParts<'_, 'v>,
    ) -> CheckResult {
        let schemas = prefix.iter().copied().map(Some);
        let schemas = schemas.chain(core::iter::repeat(rest));
        let schemas = schemas.map_while(|schema| schema);
        let fits = self.every(items.iter().enumerate().zip(schemas), |check, part| {
            let ((i, item), schema) = part;
            check.below(Segment::Index(i), schema, item)
        })?;
        if let Some(evaluated) = evaluated {
            let number = rest.map_or(prefix.len(), |_| items.len());
            evaluated.first = evaluated.first.max(number);
        }
        Ok(fits)
    }

    pub(super) fn contains(
        &mut self,
        contains: &'p Contains,
        items: &'v [Value],
        evaluated: OuterParts<'_, 'v>,
    ) -> CheckResult {
        let Contains {
            schema,
            least,
            most,
            evaluates,
        } = contains;
        let mut evaluated = evaluated.filter(|_| *evaluates);
        let is_enough = |number: usize| match least {
            Some(least) => Side::Least.has(false, least, &count(number)),
            None => number > 0,
        };
        let mut number = 0;
        for (i, item) in items.iter().enumerate() {
            if most.is_none() && evaluated.is_none() && is_enough(number) {
                break;
            }
            let segment = Segment::Index(i);
            if self.in_mode(EvaluationMode::Decide, |check| {
                check.below(segment, *schema, item)
            })? {
                number += 1;
                if let Some(evaluated) = &mut evaluated {
                    evaluated.items.insert(i);
                }
            }
        }
        let most = most.as_ref();
        let too_many = most.filter(|most| !Side::Most.has(false, most, &count(number)));
        let fits = is_enough(number) && too_many.is_none();
        let expected = || faults::contains(least.as_ref(), too_many);
        self.result(fits, View::Array(items), expected)
    }

    pub(super) fn unevaluated_members(
        &mut self,
        id: SchemaId,
        object: &'v Map<String, Value>,
        evaluated: OuterParts<'_, 'v>,
    ) -> CheckResult {
        let fits = self.every(object, |check, (name, value)| {
            check.steps.spend(text_steps(name))?;
            match &evaluated {
                Some(known) if known.has_name(name) => Ok(true),
                _ => check.unknown(id, name, value),
            }
        })?;
        if let Some(known) = evaluated {
            known.is_all = true;
        }
        Ok(fits)
    }

    pub(super) fn unevaluated_items(
        &mut self,
        id: SchemaId,
        items: &'v [Value],
        evaluated: OuterParts<'_, 'v>,
    ) -> CheckResult {
        let is_never = self.program.nodes[id].is_never;
        let mut fits = true;
        for (i, item) in items.iter().enumerate() {
            self.steps.spend(1)?;
            if evaluated.as_ref().is_some_and(|known| known.has_item(i)) {
                continue;
            }
            if is_never {
                return self.result(false, View::Array(items), || "no more items".to_owned());
            }
            fits &= self.below(Segment::Index(i), id, item)?;
            if !fits && self.mode != EvaluationMode::Explain {
                break;
            }
        }
        if let Some(known) = evaluated {
            known.is_all = true;
        }
        Ok(fits)
    }
}
