//! The check of a value by a compiled schema, in counted steps.

use serde_json::{Map, Value};

use super::evaluated::Evaluated;
use super::faults::{self, MAX_FAULTS, Segment};
use super::program::{Bound, Check, NodeId, Number, Program, Side, Types, Unit};
use super::view::{View, are_unique, number_of, text_of, text_steps};
use crate::constraint::is_multiple;
use crate::decode::Fault;
use crate::import::resources::ResourceId;

/// Maximum number of schemas and values in one another, limited by the stack.
const MAX_DEPTH: usize = 400;

/// Maximum depth of nested alternatives that a fault describes.
const MAX_ALTERNATIVES: u8 = 3;

/// Maximum number of steps of a check: pairs of a schema and a value, with long texts and matching
/// as several.
const MAX_STEPS: usize = 5_000_000;

/// The reason why a check ends early.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Stop {
    /// Too many steps, or values too deep.
    Steps,
    /// Matching a text with a pattern takes too many.
    Matching,
    /// There are enough faults.
    Faults,
}

/// True if a value fits; an error if the check ended early.
pub(super) type Verdict = Result<bool, Stop>;

/// The steps that are left.
pub(super) struct Steps(usize);

impl Steps {
    pub(super) const fn new() -> Self {
        Steps(MAX_STEPS)
    }

    /// Spends the steps of matching a text, if there are enough.
    pub(super) fn spend_on_matching(&mut self, number: usize) -> Result<(), Stop> {
        self.spend(number).map_err(|_| Stop::Matching)
    }

    pub(super) fn spend(&mut self, number: usize) -> Result<(), Stop> {
        self.0 = self.0.checked_sub(number).ok_or(Stop::Steps)?;
        Ok(())
    }
}

/// The purpose of a check.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Mode {
    /// To decide if the value fits. The first fault ends it.
    Decide,
    /// To decide by the keywords of the value itself and of its simple members alone. It finds the
    /// alternative that is meant.
    Shallow,
    /// To find all faults.
    Explain,
}

/// The lengths and the depth that a visit restores if it does not end early.
#[derive(Clone, Copy)]
pub(super) struct State {
    path: usize,
    scope: usize,
    depth: usize,
}

/// A check of one value.
pub(super) struct Evaluation<'p, 'v> {
    pub(super) program: &'p Program,
    pub(super) steps: Steps,
    pub(super) mode: Mode,
    pub(super) faults: Vec<Fault>,
    /// How many more levels of alternatives are described.
    pub(super) described: u8,
    pub(super) path: Vec<Segment<'v>>,
    /// The resources of the schemas around, if references depend on them.
    pub(super) scope: Vec<ResourceId>,
    depth: usize,
}

impl<'p, 'v> Evaluation<'p, 'v> {
    pub(super) fn new(program: &'p Program, mode: Mode) -> Self {
        Evaluation {
            program,
            steps: Steps::new(),
            mode,
            faults: Vec::new(),
            described: MAX_ALTERNATIVES,
            path: Vec::new(),
            scope: Vec::new(),
            depth: 0,
        }
    }

    /// Checks a value by a schema, and adds the members and items that it evaluates to `around`.
    pub(super) fn visit(
        &mut self,
        id: NodeId,
        value: View<'v>,
        around: Option<&mut Evaluated<'v>>,
    ) -> Verdict {
        self.steps.spend(1)?;
        let node = &self.program.nodes[id];
        if node.is_never {
            return self.result(false, |path| faults::never(path, value));
        }
        if node.checks.is_empty() || node.is_nullable && matches!(value, View::Null) {
            return Ok(true);
        }
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Stop::Steps);
        }
        let is_scope = self.program.is_dynamic && self.scope.last() != Some(&node.resource);
        if is_scope {
            self.scope.push(node.resource);
        }
        let is_unevaluated = node.checks.last().is_some_and(Check::is_unevaluated);
        let fits = if is_unevaluated && self.mode != Mode::Shallow {
            let mut own = Evaluated::default();
            let fits = self.checks(&node.checks, value, Some(&mut own))?;
            if let Some(around) = around {
                self.steps.spend(around.merge(own))?;
            }
            fits
        } else {
            self.checks(&node.checks, value, around)?
        };
        if is_scope {
            self.scope.pop();
        }
        self.depth -= 1;
        Ok(fits)
    }

    /// The state of the check, to restore it after one that may end early.
    pub(super) fn state(&self) -> State {
        State {
            path: self.path.len(),
            scope: self.scope.len(),
            depth: self.depth,
        }
    }

    pub(super) fn restore(&mut self, state: State) {
        self.path.truncate(state.path);
        self.scope.truncate(state.scope);
        self.depth = state.depth;
    }

    /// Returns whether all parts fit. The first that doesn't fit ends it, unless all faults are
    /// wanted.
    pub(super) fn every<T>(
        &mut self,
        parts: impl IntoIterator<Item = T>,
        mut fits: impl FnMut(&mut Self, T) -> Verdict,
    ) -> Verdict {
        let mut all = true;
        for part in parts {
            all &= fits(self, part)?;
            if !all && self.mode != Mode::Explain {
                break;
            }
        }
        Ok(all)
    }

    /// Checks something in another mode.
    pub(super) fn in_mode<R>(
        &mut self,
        mode: Mode,
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
        mut evaluated: Option<&mut Evaluated<'v>>,
    ) -> Verdict {
        let mut fits = true;
        for check in checks {
            // The keywords of a schema evaluate nothing certain if its value doesn't fit.
            if !fits && check.is_unevaluated() {
                break;
            }
            let holds = match self.apply(check, value, evaluated.as_deref_mut()) {
                Some(applied) => applied?,
                None => self.asserts(check, value)?,
            };
            fits &= holds;
            // The other keywords are for values of the type.
            if !holds && (self.mode != Mode::Explain || matches!(check, Check::Type(_))) {
                break;
            }
        }
        Ok(fits)
    }

    /// Returns whether a value satisfies a keyword that applies no schema, and adds its faults.
    fn asserts(&mut self, check: &'p Check, value: View<'v>) -> Verdict {
        let holds = self.holds(check, value)?;
        if !holds && self.mode == Mode::Explain {
            self.spend_on_faults(faults::number(check))?;
            let found = faults::of(check, value, &self.path());
            self.add_faults(found)?;
        }
        Ok(holds)
    }

    /// Returns whether a value satisfies a keyword that applies no schema.
    fn holds(&mut self, check: &'p Check, value: View<'v>) -> Verdict {
        let steps = &mut self.steps;
        Ok(match (check, value) {
            (Check::Type(types), _) => is_of(steps, value, *types)?,
            (Check::Values(values), _) => values.has(steps, value)?,
            (Check::Bound(bound, limit), View::Number(number)) => number_of(steps, number)?
                .is_none_or(|n| match bound {
                    Bound::Minimum => !n.less_than(&limit.value),
                    Bound::Maximum => !limit.value.less_than(&n),
                    Bound::ExclusiveMinimum => limit.value.less_than(&n),
                    Bound::ExclusiveMaximum => n.less_than(&limit.value),
                }),
            (Check::MultipleOf(step), View::Number(number)) => {
                steps.spend(8)?;
                is_multiple(&text_of(steps, number)?, &step.text, step.value.as_f64())
            }
            (Check::Size(Unit::Characters, side, limit), View::String(text)) => {
                steps.spend(text_steps(text))?;
                is_within(*side, limit, text.chars().count())
            }
            (Check::Size(Unit::Items, side, limit), View::Array(items)) => {
                is_within(*side, limit, items.len())
            }
            (Check::Size(Unit::Properties, side, limit), View::Object(members)) => {
                is_within(*side, limit, members.len())
            }
            (Check::Pattern(pattern), View::String(text))
                if self.mode != Mode::Shallow || pattern.is_linear() =>
            {
                steps.spend_on_matching(pattern.cost(text))?;
                pattern.is_match(text)?
            }
            (Check::Format(name, is_of_format), View::String(text)) => {
                // The names of groups are compared with one another.
                let square = if name == "regex" { text.len() / 8 } else { 0 };
                steps.spend(text_steps(text).saturating_add(square.saturating_pow(2)))?;
                is_of_format(text)
            }
            (Check::UniqueItems, View::Array(items)) if self.mode != Mode::Shallow => {
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

    /// The verdict of a keyword, with its fault if faults are collected.
    pub(super) fn result(&mut self, fits: bool, fault: impl FnOnce(String) -> Fault) -> Verdict {
        if !fits && self.mode == Mode::Explain {
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

    /// Checks a part of a value.
    pub(super) fn below(&mut self, segment: Segment<'v>, id: NodeId, value: &'v Value) -> Verdict {
        self.path.push(segment);
        let fits = self.visit(id, value.into(), None)?;
        self.path.pop();
        Ok(fits)
    }

    /// The path to the part of a value that is being checked, and the part.
    pub(super) fn place(&self, value: &'v Value) -> (String, &'v Value) {
        let part = self
            .path
            .iter()
            .try_fold(value, |at, segment| match segment {
                Segment::Name(name) => at.get(name),
                Segment::Index(i) => at.get(i),
            });
        (self.path(), part.unwrap_or(value))
    }

    /// The path to the value that is being checked.
    fn path(&self) -> String {
        faults::path(&self.path)
    }
}

fn has_all(steps: &mut Steps, names: &[String], members: &Map<String, Value>) -> Verdict {
    let bytes: usize = names.iter().map(String::len).sum();
    steps.spend(names.len() + bytes / 64)?;
    Ok(names.iter().all(|name| members.contains_key(name)))
}

/// Returns whether a value has one of the types.
pub(super) fn is_of(steps: &mut Steps, value: View<'_>, types: Types) -> Verdict {
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

pub(super) fn is_within(side: Side, limit: &Number, len: usize) -> bool {
    let len = crate::schema::Num::int(false, len as u128, "");
    match side {
        Side::Least => !len.less_than(&limit.value),
        Side::Most => !limit.value.less_than(&len),
    }
}
