//! The keywords that apply schemas to the members of an object or to the items of a list.

use serde_json::{Map, Value};

use super::evaluated::Evaluated;
use super::evaluation::{Evaluation, Mode, is_within};
use super::faults::{self, Segment};
use super::program::{Contains, Members, NodeId, Side};
use super::steps::Verdict;
use super::view::{View, text_steps};

impl<'p, 'v> Evaluation<'p, 'v> {
    pub(super) fn members(
        &mut self,
        members: &'p Members,
        object: &'v Map<String, Value>,
        mut evaluated: Option<&mut Evaluated<'v>>,
    ) -> Verdict {
        let is_shallow = self.mode == Mode::Shallow;
        let mut fits = true;
        for (name, value) in object {
            self.steps.spend(text_steps(name))?;
            let segment = Segment::Name(name);
            let property = members.properties.get(name);
            let mut is_known = property.is_some();
            if let Some(&id) = property
                && (!is_shallow || self.program.nodes[id].is_shallow)
            {
                fits &= self.below(segment, id, value)?;
            }
            for (pattern, id) in &members.patterns {
                // A shallow check takes any name for one of a pattern.
                if is_shallow {
                    is_known = true;
                    break;
                }
                self.steps.spend(1)?;
                self.steps.spend_on_matching(pattern.cost(name))?;
                if pattern.is_match(name)? {
                    is_known = true;
                    fits &= self.below(segment, *id, value)?;
                }
            }
            if let Some(id) = members.additional.filter(|_| !is_known)
                && (!is_shallow || self.program.nodes[id].is_never)
            {
                fits &= self.unknown(id, name, value)?;
            }
            if let Some(evaluated) = &mut evaluated
                && (is_known || members.additional.is_some())
            {
                evaluated.add_name(name);
            }
            if !fits && self.mode != Mode::Explain {
                break;
            }
        }
        Ok(fits)
    }

    /// Checks a member that no other keyword has.
    fn unknown(&mut self, id: NodeId, name: &'v str, value: &'v Value) -> Verdict {
        if self.program.nodes[id].is_never {
            return self.result(false, |path| faults::unknown(path, name, value));
        }
        self.below(Segment::Name(name), id, value)
    }

    pub(super) fn names(&mut self, id: NodeId, object: &'v Map<String, Value>) -> Verdict {
        let mut fits = true;
        for name in object.keys() {
            self.steps.spend(text_steps(name))?;
            let name = View::String(name);
            if self.decide(id, name, None)? {
                continue;
            }
            fits = false;
            if self.mode != Mode::Explain {
                break;
            }
            let expected = self.explained(id, name)?.into_iter().next();
            self.result(false, |path| faults::name(path, expected, name))?;
        }
        Ok(fits)
    }

    pub(super) fn items(
        &mut self,
        prefix: &'p [NodeId],
        rest: Option<NodeId>,
        items: &'v [Value],
        evaluated: Option<&mut Evaluated<'v>>,
    ) -> Verdict {
        let mut fits = true;
        let schemas = prefix.iter().copied().map(Some);
        let schemas = schemas.chain(core::iter::repeat(rest));
        for ((i, item), schema) in items.iter().enumerate().zip(schemas) {
            let Some(schema) = schema else { break };
            fits &= self.below(Segment::Index(i), schema, item)?;
            if !fits && self.mode != Mode::Explain {
                break;
            }
        }
        if let Some(evaluated) = evaluated {
            evaluated.add_first(if rest.is_some() {
                items.len()
            } else {
                prefix.len()
            });
        }
        Ok(fits)
    }

    pub(super) fn contains(
        &mut self,
        contains: &'p Contains,
        items: &'v [Value],
        evaluated: Option<&mut Evaluated<'v>>,
    ) -> Verdict {
        let Contains {
            schema,
            least,
            most,
            evaluates,
        } = contains;
        let mut evaluated = evaluated.filter(|_| *evaluates);
        let is_enough = |number: usize| match least {
            Some(least) => is_within(Side::Least, least, number),
            None => number > 0,
        };
        let mut number = 0;
        for (i, item) in items.iter().enumerate() {
            if most.is_none() && evaluated.is_none() && is_enough(number) {
                break;
            }
            let mode = core::mem::replace(&mut self.mode, Mode::Decide);
            let fits = self.below(Segment::Index(i), *schema, item)?;
            self.mode = mode;
            if fits {
                number += 1;
                if let Some(evaluated) = &mut evaluated {
                    evaluated.add_item(i);
                }
            }
        }
        let too_many = most
            .as_ref()
            .filter(|most| !is_within(Side::Most, most, number));
        let fits = is_enough(number) && too_many.is_none();
        self.result(fits, |path| {
            faults::contains(path, least.as_ref(), too_many, items)
        })
    }

    pub(super) fn unevaluated_members(
        &mut self,
        id: NodeId,
        object: &'v Map<String, Value>,
        evaluated: Option<&mut Evaluated<'v>>,
    ) -> Verdict {
        let mut fits = true;
        for (name, value) in object {
            self.steps.spend(text_steps(name))?;
            if evaluated.as_ref().is_none_or(|known| !known.has_name(name)) {
                fits &= self.unknown(id, name, value)?;
            }
            if !fits && self.mode != Mode::Explain {
                break;
            }
        }
        evaluated.into_iter().for_each(Evaluated::add_all);
        Ok(fits)
    }

    pub(super) fn unevaluated_items(
        &mut self,
        id: NodeId,
        items: &'v [Value],
        evaluated: Option<&mut Evaluated<'v>>,
    ) -> Verdict {
        let mut fits = true;
        for (i, item) in items.iter().enumerate() {
            self.steps.spend(1)?;
            if evaluated.as_ref().is_some_and(|known| known.has_item(i)) {
                continue;
            }
            if self.program.nodes[id].is_never {
                return self.result(false, |path| faults::more_items(path, items));
            }
            fits &= self.below(Segment::Index(i), id, item)?;
            if !fits && self.mode != Mode::Explain {
                break;
            }
        }
        evaluated.into_iter().for_each(Evaluated::add_all);
        Ok(fits)
    }
}
