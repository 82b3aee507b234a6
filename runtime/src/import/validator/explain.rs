//! The faults of values that fit none of several alternatives.

use serde_json::Value;

use super::evaluation::{Evaluation, EvaluationMode, is_of};
use super::faults;
use super::program::{Check, SchemaId};
use super::view::{CheckResult, Stop, View, text_steps};
use crate::decode::Fault;

/// Maximum number of references in one another that lead to the type of an alternative.
const MAX_REFERENCES: usize = 4;

impl<'p, 'v> Evaluation<'p, 'v> {
    /// Adds the fault of a value that fits no alternative. If it is near to a single one, adds the
    /// faults of that one.
    pub(super) fn no_alternative(
        &mut self,
        all: &'p [SchemaId],
        near: &[SchemaId],
        value: View<'v>,
    ) -> CheckResult {
        if self.mode != EvaluationMode::Explain {
            return Ok(false);
        }
        if let ([only], _) | (_, [only]) = (all, near) {
            return self.visit(*only, value, None);
        }
        if let (true, Some(only)) = (near.is_empty(), self.tagged(all, value)?) {
            return self.visit(only, value, None);
        }
        let near = if near.is_empty() { all } else { near };
        let (nearest, stop) = match self.nearest(near, value) {
            Ok(nearest) => (nearest, None),
            Err(stop) => (None, Some(stop)),
        };
        let expected = || faults::alternatives(all.len(), nearest);
        let fits = self.result(false, value, expected)?;
        stop.map_or(Ok(fits), Err)
    }

    /// The first fault of the alternative with the fewest. One of another type is further away
    /// than one with faults inside.
    fn nearest(&mut self, all: &[SchemaId], value: View<'v>) -> Result<Option<Fault>, Stop> {
        let Some(described) = self.described.checked_sub(1) else {
            return Ok(None);
        };
        let before = core::mem::replace(&mut self.described, described);
        let nearest = self.fewest_faults(all, value);
        self.described = before;
        nearest
    }

    fn fewest_faults(&mut self, all: &[SchemaId], value: View<'v>) -> Result<Option<Fault>, Stop> {
        let mut nearest: Option<((bool, usize), Fault)> = None;
        for &one in all {
            let found = self.explained(one, value)?;
            let weight = (!self.is_of_type(one, value)?, found.len());
            let first = found.into_iter().next();
            if let Some(first) = first
                && nearest.as_ref().is_none_or(|(least, _)| weight < *least)
            {
                nearest = Some((weight, first));
            }
        }
        Ok(nearest.map(|(_, fault)| fault))
    }

    /// The only alternative with a member such as `kind` that is the constant of its schema.
    fn tagged(&mut self, all: &[SchemaId], value: View<'v>) -> Result<Option<SchemaId>, Stop> {
        let View::Object(object) = value else {
            return Ok(None);
        };
        let mut found = None;
        for &one in all {
            let mut is_tagged = false;
            for (name, member) in object {
                self.steps.spend(text_steps(name))?;
                is_tagged |= self.is_constant(one, name, member)?;
            }
            if is_tagged && found.replace(one).is_some() {
                return Ok(None);
            }
        }
        Ok(found)
    }

    /// Returns whether a member is the only value that an alternative accepts for it.
    fn is_constant(&mut self, id: SchemaId, name: &str, member: &Value) -> CheckResult {
        let checks = &self.program.nodes[self.behind_references(id)].checks;
        let property = checks.iter().find_map(|check| match check {
            Check::Members(members) => members.properties.get(name),
            _ => None,
        });
        let property = property.map_or(&[][..], |id| &self.program.nodes[*id].checks);
        let values = property.iter().find_map(|check| match check {
            Check::Values(values) => Some(values),
            _ => None,
        });
        values.map_or(Ok(false), |values| {
            values.is_tag(&mut self.steps, member.into())
        })
    }

    /// The schema behind references that are the first keyword of theirs.
    fn behind_references(&self, id: SchemaId) -> SchemaId {
        let mut id = id;
        for _ in 0..MAX_REFERENCES {
            match self.program.nodes[id].checks.first() {
                Some(Check::Ref { schema, .. }) => id = *schema,
                _ => break,
            }
        }
        id
    }

    fn is_of_type(&mut self, id: SchemaId, value: View<'v>) -> CheckResult {
        let checks = &self.program.nodes[self.behind_references(id)].checks;
        let types = checks.iter().find_map(|check| match check {
            Check::Type(types) => Some(*types),
            _ => None,
        });
        types.map_or(Ok(true), |types| is_of(&mut self.steps, value, types))
    }

    /// The faults of a value by one schema, apart from those so far.
    pub(super) fn explained(&mut self, id: SchemaId, value: View<'v>) -> Result<Vec<Fault>, Stop> {
        let before = core::mem::take(&mut self.faults);
        let visited = self.visit(id, value, None);
        let found = core::mem::replace(&mut self.faults, before);
        match visited {
            Ok(_) | Err(Stop::Faults) => Ok(found),
            Err(stop) => Err(stop),
        }
    }
}
