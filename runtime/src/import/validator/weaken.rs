//! Leaves out checks that can't be made: circles of schemas with no value in between, chains that
//! are too long, and keywords that would accept less if a schema in them accepts more.

use std::collections::HashSet;

use super::program::{Check, Program, SchemaId, UNCHECKED};
use super::report::UncheckedReport;

/// Maximum number of schemas in one another that apply to the same value.
const MAX_SCHEMAS: usize = 32;

/// The reason for leaving out a schema that leads back to itself.
const CIRCLE: &str = "schemas refer to one another in a circle, with no value in between";

pub(super) fn weaken(program: &mut Program, report: &mut UncheckedReport<'_>) {
    let heights = cut_chains(program, report);
    for id in heights.order {
        mark_shallow(program, id);
    }
    propagate(program, report);
}

/// The schemas in an order in which each comes after those that it applies to the same value.
struct Heights {
    order: Vec<SchemaId>,
    /// The number of schemas in one another, by node; 0 while it is unknown.
    of_node: Vec<usize>,
    is_open: Vec<bool>,
}

/// Replaces schemas that lead back to the schema around them, or that are too many in one another.
fn cut_chains(program: &mut Program, report: &mut UncheckedReport<'_>) -> Heights {
    let number = program.nodes.len();
    let mut all = Heights {
        order: Vec::with_capacity(number),
        of_node: vec![0; number],
        is_open: vec![false; number],
    };
    for root in 0..number {
        // The schemas that are being visited, each with those that are left to visit.
        let mut open = Vec::new();
        all.enter(program, report, root, &mut open);
        while let Some((id, left)) = open.last_mut() {
            let id = *id;
            if let Some(inner) = left.pop() {
                all.enter(program, report, inner, &mut open);
            } else {
                all.close(program, report, id);
                open.pop();
            }
        }
    }
    all
}

impl Heights {
    /// Begins a visit, and replaces the schemas that lead back to one that is being visited.
    fn enter(
        &mut self,
        program: &mut Program,
        report: &mut UncheckedReport<'_>,
        id: SchemaId,
        open: &mut Vec<(SchemaId, Vec<SchemaId>)>,
    ) {
        if self.of_node[id] > 0 {
            return;
        }
        self.is_open[id] = true;
        let inner = applied(program, id).into_iter().rev();
        let (back, inner): (Vec<_>, Vec<_>) = inner.partition(|inner| self.is_open[*inner]);
        if !back.is_empty() {
            cut(program, report, id, &back.into_iter().collect(), CIRCLE);
        }
        open.push((id, inner));
    }

    fn close(&mut self, program: &mut Program, report: &mut UncheckedReport<'_>, id: SchemaId) {
        let mut height = 1;
        let (inner, high): (HashSet<_>, HashSet<_>) = applied(program, id)
            .into_iter()
            .partition(|inner| self.of_node[*inner] < MAX_SCHEMAS);
        if !high.is_empty() {
            let chain = format!("more than {MAX_SCHEMAS} schemas apply to one value");
            cut(program, report, id, &high, &chain);
        }
        for inner in inner {
            height = height.max(self.of_node[inner] + 1);
        }
        self.is_open[id] = false;
        self.of_node[id] = height;
        self.order.push(id);
    }
}

fn applied(program: &mut Program, id: SchemaId) -> Vec<SchemaId> {
    let mut all = Vec::new();
    for check in &mut program.nodes[id].checks {
        check.each_schema(&mut |one, is_same_value| all.extend(is_same_value.then_some(*one)));
    }
    all
}

/// Replaces schemas that another one applies by one that accepts everything.
fn cut(
    program: &mut Program,
    report: &mut UncheckedReport<'_>,
    id: SchemaId,
    inner: &HashSet<SchemaId>,
    reason: &str,
) {
    for check in &mut program.nodes[id].checks {
        let mut is_applied = false;
        check.each_schema(&mut |one, is_same_value| {
            if is_same_value && inner.contains(one) {
                *one = UNCHECKED;
                is_applied = true;
            }
        });
        let keyword = check.keyword();
        if is_applied {
            report.applicator(id, keyword, reason);
        }
        if is_applied && matches!(check, Check::DynamicRef { .. }) {
            *check = Check::Ref {
                schema: UNCHECKED,
                keyword,
            };
        }
    }
}

/// Marks a schema if no check descends into members or items. Those of the schemas that it applies
/// are known.
fn mark_shallow(program: &mut Program, id: SchemaId) {
    let mut checks = core::mem::take(&mut program.nodes[id].checks);
    let mut is_shallow = true;
    for check in &mut checks {
        let mut is_shallow_check = true;
        check.each_schema(&mut |one, is_same_value| {
            is_shallow_check &= is_same_value && program.nodes[*one].is_shallow;
        });
        if let Check::AnyOf(alternatives) | Check::OneOf(alternatives) = check {
            alternatives.are_shallow = is_shallow_check;
        }
        is_shallow &= is_shallow_check;
    }
    program.nodes[id].checks = checks;
    program.nodes[id].is_shallow = is_shallow;
}

/// Leaves out the keywords that accept less because a schema in them accepts more, and marks the
/// schemas around.
fn propagate(program: &mut Program, report: &mut UncheckedReport<'_>) {
    let number = program.nodes.len();
    // The checks that apply a schema, by its number.
    let mut around: Vec<Vec<(SchemaId, usize)>> = vec![Vec::new(); number];
    for (id, node) in program.nodes.iter_mut().enumerate() {
        for (place, check) in node.checks.iter_mut().enumerate() {
            check.each_schema(&mut |inner, _| around[*inner].push((id, place)));
        }
    }
    let is_wide = |id: &SchemaId| report.weakness(*id).is_wide;
    let mut waiting: Vec<SchemaId> = (0..number).filter(is_wide).collect();
    while let Some(inner) = waiting.pop() {
        leave_out_unevaluated(program, report, inner);
        for &(id, place) in &around[inner] {
            if inherit(program, report, id, place, inner) {
                waiting.push(id);
            }
        }
    }
}

/// A check that accepts everything.
const NOTHING: Check = Check::AllOf(Vec::new());

/// Leaves out `unevaluated..` if a keyword beside it evaluates less than it would.
fn leave_out_unevaluated(program: &mut Program, report: &mut UncheckedReport<'_>, id: SchemaId) {
    if !report.weakness(id).is_lost {
        return;
    }
    for check in &mut program.nodes[id].checks {
        if check.is_unevaluated() {
            let reason = "neither is a keyword that evaluates what it applies to";
            report.applicator(id, check.keyword(), reason);
            *check = NOTHING;
        }
    }
}

/// Passes the weakness of a schema on to one with a check that applies it. Returns whether that
/// changes it.
fn inherit(
    program: &mut Program,
    report: &mut UncheckedReport<'_>,
    id: SchemaId,
    place: usize,
    inner: SchemaId,
) -> bool {
    let check = &mut program.nodes[id].checks[place];
    let keyword = check.keyword();
    // The check in place of one that is left out, and whether less is evaluated.
    let (weaker, is_lost) = match check {
        Check::Not { .. } => (Some(NOTHING), false),
        Check::Contains(contains) if contains.most.is_some() => (Some(NOTHING), true),
        Check::If { condition, .. } if *condition == inner => (Some(NOTHING), true),
        // One alternative at least is checked.
        Check::OneOf(all) => {
            let all = core::mem::take(all);
            (Some(Check::AnyOf(all)), report.weakness(inner).is_lost)
        }
        Check::AllOf(all) if all.is_empty() => (None, false),
        Check::Contains(_)
        | Check::Members(_)
        | Check::Items { .. }
        | Check::PropertyNames(_)
        | Check::UnevaluatedProperties(_)
        | Check::UnevaluatedItems(_) => (None, false),
        _ => (None, report.weakness(inner).is_lost),
    };
    if let Some(weaker) = weaker {
        *check = weaker;
        report.because_of(id, keyword, inner);
    }
    report.inherit(id, inner, is_lost)
}
