//! The faults of values that fit none of several alternatives.

use super::evaluation::{Evaluation, Mode, is_of};
use super::faults;
use super::program::{Check, NodeId};
use super::steps::{Stop, Verdict};
use super::view::View;
use crate::decode::Fault;

/// Maximum number of references in one another that lead to the type of an alternative.
const MAX_REFERENCES: usize = 4;

impl<'p, 'v> Evaluation<'p, 'v> {
    /// Adds the fault of a value that fits no alternative. If it is near to a single one, adds the
    /// faults of that one.
    pub(super) fn no_alternative(
        &mut self,
        all: &'p [NodeId],
        near: &[NodeId],
        value: View<'v>,
    ) -> Verdict {
        if self.mode != Mode::Explain {
            return Ok(false);
        }
        if let ([only], _) | (_, [only]) = (all, near) {
            return self.visit(*only, value, None);
        }
        let near = if near.is_empty() { all } else { near };
        let nearest = match self.nearest(near, value) {
            Ok(nearest) => nearest,
            Err(stop) => {
                self.result(false, |path| {
                    faults::alternatives(path, all.len(), None, value)
                })?;
                return Err(stop);
            }
        };
        self.result(false, |path| {
            faults::alternatives(path, all.len(), nearest, value)
        })
    }

    /// The first fault of the alternative with the fewest. One of another type is further away
    /// than one with faults inside.
    fn nearest(&mut self, all: &[NodeId], value: View<'v>) -> Result<Option<Fault>, Stop> {
        let Some(described) = self.described.checked_sub(1) else {
            return Ok(None);
        };
        let before = core::mem::replace(&mut self.described, described);
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
        self.described = before;
        Ok(nearest.map(|(_, fault)| fault))
    }

    /// Returns whether a value has the type of an alternative.
    fn is_of_type(&mut self, id: NodeId, value: View<'v>) -> Verdict {
        let mut id = id;
        for _ in 0..MAX_REFERENCES {
            let checks = &self.program.nodes[id].checks;
            let types = checks.iter().find_map(|check| match check {
                Check::Type(types) => Some(*types),
                _ => None,
            });
            match (types, checks.first()) {
                (Some(types), _) => return is_of(&mut self.steps, value, types),
                (None, Some(Check::Ref { schema, .. })) => id = *schema,
                _ => break,
            }
        }
        Ok(true)
    }

    /// The faults of a value by one schema, apart from those so far.
    pub(super) fn explained(&mut self, id: NodeId, value: View<'v>) -> Result<Vec<Fault>, Stop> {
        let state = self.state();
        let before = core::mem::take(&mut self.faults);
        let visited = self.visit(id, value, None);
        let found = core::mem::replace(&mut self.faults, before);
        self.restore(state);
        match visited {
            Ok(_) | Err(Stop::Faults) => Ok(found),
            Err(stop) => Err(stop),
        }
    }
}
