//! Provider limits on all tools of a request together, and how a set keeps to them.
//!
//! The only automatic measure is to turn strict mode off for some tools. It is turned off for as
//! few tools as possible. If several choices are equally small, earlier tools stay strict. A tool
//! that may be too complex by itself is never strict. The choice depends only on the tools and
//! their order, so it is stable across runs.

use serde_json::Value;

use super::error::SetError;
use crate::dialect::of;
use crate::provider::{Provider, RequestLimits};
use crate::render::too_complex;
use crate::request::{SchemaCounts, declared_in, find, schema_counts};

impl RequestLimits {
    /// Returns an error with the excess tools if there are more than the provider accepts.
    pub(crate) fn check_number(&self, provider: Provider, names: &[&str]) -> Result<(), SetError> {
        if self.tools == 0 || names.len() <= self.tools {
            return Ok(());
        }
        Err(SetError::LimitExceeded {
            provider,
            limit: format!("{} tools", self.tools),
            count: names.len(),
            tools: names[self.tools..]
                .iter()
                .map(ToString::to_string)
                .collect(),
        })
    }

    /// Returns a flag for each tool, which is true if it stays strict, and why others don't.
    /// `strict` has the flags as declared. `used` is what the request has without these tools.
    pub(crate) fn keep_strict(
        &self,
        strict: &[bool],
        counts: impl Fn(usize) -> SchemaCounts,
        parallel: Option<bool>,
        used: &StrictUse,
    ) -> (Vec<bool>, &'static str) {
        let none = vec![false; strict.len()];
        if self.all_or_none && (used.has_plain || strict.contains(&false)) {
            return (none, "a tool beside it is not strict");
        }
        if self.one_call && parallel == Some(true) {
            return (none, "`parallel_tool_calls` is on");
        }
        let why = "more than all strict tools may have together";
        if self.strict_tools == 0 || !strict.contains(&true) {
            return (strict.to_vec(), why);
        }
        let costs = strict.iter().enumerate();
        let costs: Vec<_> = costs.map(|(i, on)| on.then(|| counts(i))).collect();
        let left = |most: u32, used: usize| (most as usize).saturating_sub(used);
        let keep = strict_subset(
            &costs,
            self.strict_tools.saturating_sub(used.tools),
            left(self.optional, used.optional),
            left(self.unions, used.unions),
        );
        (keep, why)
    }
}

/// Selects the largest set of tools that fits; earlier tools win ties. `None` in `costs` is a tool
/// that is not strict.
fn strict_subset(
    costs: &[Option<SchemaCounts>],
    tools: usize,
    optional: usize,
    unions: usize,
) -> Vec<bool> {
    // best[i][o][u]: how many of the tools from `i` on fit into the remaining budget of `o`
    // optional properties and `u` unions.
    let (rows, columns) = (optional + 1, unions + 1);
    let mut best = vec![vec![0_usize; rows * columns]; costs.len() + 1];
    for (i, cost) in costs.iter().enumerate().rev() {
        let (before, after) = best.split_at_mut(i + 1);
        let (here, next) = (&mut before[i], &after[0]);
        here.clone_from(next);
        let Some((o, u)) = place(*cost) else { continue };
        for left_o in o..rows {
            for left_u in u..columns {
                let with = 1 + next[(left_o - o) * columns + left_u - u];
                let at = &mut here[left_o * columns + left_u];
                *at = with.max(*at);
            }
        }
    }
    let (mut left_o, mut left_u) = (rows - 1, columns - 1);
    let mut wanted = best[0][left_o * columns + left_u].min(tools);
    let mut keep = Vec::with_capacity(costs.len());
    for (i, cost) in costs.iter().enumerate() {
        let fits = place(*cost).filter(|(o, u)| {
            wanted > 0
                && *o <= left_o
                && *u <= left_u
                && 1 + best[i + 1][(left_o - o) * columns + left_u - u] >= wanted
        });
        if let Some((o, u)) = fits {
            left_o -= o;
            left_u -= u;
            wanted -= 1;
        }
        keep.push(fits.is_some());
    }
    keep
}

/// The tool's cost in both sums. `None` if the tool is not strict or may be too complex.
fn place(cost: Option<SchemaCounts>) -> Option<(usize, usize)> {
    let cost = cost?;
    let (optional, unions) = (u32::try_from(cost.optional), u32::try_from(cost.unions));
    if too_complex(optional.unwrap_or(u32::MAX), unions.unwrap_or(u32::MAX)) {
        return None;
    }
    Some((cost.optional, cost.unions))
}

/// The share of a provider's limits that a request has without the set's tools.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct StrictUse {
    /// Tools in strict mode.
    pub(crate) tools: usize,
    /// There is a tool that isn't in strict mode.
    pub(crate) has_plain: bool,
    /// Optional properties and unions of the tools in strict mode, and of structured output.
    pub(crate) optional: usize,
    pub(crate) unions: usize,
    /// Properties of all tools.
    pub(crate) properties: usize,
}

impl StrictUse {
    /// Sums up a request. `own` returns true for the names and declarations of the set's tools.
    pub(crate) fn of(
        provider: Provider,
        request: &Value,
        own: impl Fn(&str, &Value) -> bool,
    ) -> Self {
        let mut sums = StrictUse::of_answers(provider, request);
        let facts = provider.request();
        let envelope = of(provider, false).envelope;
        for (name, entry) in declared_in(provider, request).values() {
            if own(name, entry) {
                continue;
            }
            let (_, path) = facts.tools.name.split_last().unwrap_or((&"", &[]));
            let Some(tool) = find(entry, path) else {
                continue;
            };
            let schema = tool.get(envelope.parameters);
            let schema = schema.and_then(|one| find(one, envelope.wrapped.as_slice()));
            let counts = schema.map(schema_counts).unwrap_or_default();
            sums.properties += counts.properties;
            if tool["strict"] == true {
                sums.tools += 1;
                sums.add(counts);
            } else {
                sums.has_plain = true;
            }
        }
        sums
    }

    /// Sums up the schemas of structured output, which count as those of strict tools.
    pub(crate) fn of_answers(provider: Provider, request: &Value) -> Self {
        let mut sums = StrictUse::default();
        for path in provider.request().limits.answers {
            match find(request, path) {
                Some(Value::String(text)) => {
                    let schema = serde_json::from_str(text).unwrap_or_default();
                    sums.add(schema_counts(&schema));
                }
                Some(schema) => sums.add(schema_counts(schema)),
                None => {}
            }
        }
        sums
    }

    fn add(&mut self, counts: SchemaCounts) {
        self.optional += counts.optional;
        self.unions += counts.unions;
    }
}

#[cfg(test)]
mod tests {
    use super::{SchemaCounts, strict_subset};

    fn tools(costs: &[(usize, usize)]) -> Vec<Option<SchemaCounts>> {
        costs
            .iter()
            .map(|(optional, unions)| {
                Some(SchemaCounts {
                    optional: *optional,
                    unions: *unions,
                    ..SchemaCounts::default()
                })
            })
            .collect()
    }

    #[test]
    fn all_stay_where_all_fit() {
        assert_eq!(
            strict_subset(&tools(&[(8, 1), (8, 1), (8, 1)]), 20, 24, 16),
            [true; 3]
        );
    }

    #[test]
    fn the_fewest_are_turned_off() {
        // A greedy choice in order would keep the first tool and drop three.
        let keep = strict_subset(&tools(&[(24, 0), (8, 0), (8, 0), (8, 0)]), 20, 24, 16);
        assert_eq!(keep, [false, true, true, true]);
    }

    #[test]
    fn of_equals_the_earlier_stay() {
        let keep = strict_subset(&tools(&[(0, 8), (0, 8), (0, 7), (0, 7)]), 20, 24, 15);
        assert_eq!(keep, [true, false, true, false]);
        let keep = strict_subset(&tools(&[(0, 0); 5]), 3, 24, 16);
        assert_eq!(keep, [true, true, true, false, false]);
    }

    #[test]
    fn the_choice_is_the_best_there_is() {
        // Compares with every subset.
        let mut seed = 7_u32;
        let mut next = |most: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((seed >> 16) % most) as usize
        };
        for _ in 0..200 {
            let costs: Vec<_> = (0..8).map(|_| (next(12), next(9))).collect();
            let keep = strict_subset(&tools(&costs), 5, 24, 16);
            let kept = keep.iter().filter(|on| **on).count();
            let best = (0..1_u32 << 8)
                .filter(|set| {
                    let chosen = || (0..8).filter(|i| set & (1 << i) != 0).map(|i| costs[i]);
                    set.count_ones() <= 5
                        && chosen().map(|one| one.0).sum::<usize>() <= 24
                        && chosen().map(|one| one.1).sum::<usize>() <= 16
                })
                .map(u32::count_ones)
                .max();
            assert_eq!(
                Some(u32::try_from(kept).unwrap_or(u32::MAX)),
                best,
                "{costs:?}"
            );
        }
    }
}
