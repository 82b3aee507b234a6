//! Provider limits on all tools of a request together, and how a set keeps to them.
//!
//! The only automatic measure is to turn strict mode off for some tools. It is turned off for as
//! few tools as possible. If several choices are equally small, earlier tools stay strict. A tool
//! that may be too complex by itself is never strict. The choice depends only on the tools and
//! their order, so it is stable across runs.

use super::error::SetError;
use super::member::DeclaredMember;
use super::strict_use::StrictUse;
use crate::provider::{Provider, RequestLimits};
use crate::render::too_complex;
use crate::request::SchemaCounts;

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

    /// Returns a flag for each tool, which is true if it stays strict. `used` is what the request
    /// has without the set.
    pub(crate) fn keep_strict(
        &self,
        provider: Provider,
        tools: &[DeclaredMember<'_>],
        parallel: Option<bool>,
        used: &StrictUse,
    ) -> Vec<bool> {
        let strict: Vec<bool> = tools.iter().map(|(_, one)| one.strict).collect();
        let count = strict.iter().filter(|on| **on).count();
        let none = vec![false; strict.len()];
        if count == 0 {
            return none;
        }
        if self.all_or_none && (used.has_plain || count < strict.len()) {
            return none;
        }
        if self.one_call && parallel == Some(true) {
            return none;
        }
        if self.strict_tools == 0 {
            return strict;
        }
        let costs: Vec<Option<SchemaCounts>> = tools
            .iter()
            .map(|(member, one)| one.strict.then(|| member.counts(provider)))
            .collect();
        let left = |most: u32, used: usize| (most as usize).saturating_sub(used);
        strict_subset(
            &costs,
            self.strict_tools.saturating_sub(used.tools),
            left(self.optional, used.optional),
            left(self.unions, used.unions),
        )
    }
}

/// Selects the largest set of tools that fits; earlier tools win ties. `None` in `costs` is a tool
/// that is not strict.
pub(crate) fn strict_subset(
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

/// Checks the rules for a request with `"strict_tools": true`. All tools together have a property
/// limit, and each object needs a required property.
pub(crate) fn check_strict_tools(
    provider: Provider,
    tools: &[DeclaredMember<'_>],
    used: &StrictUse,
) -> Result<(), SetError> {
    let refuse = |limit: String, names: Vec<String>| SetError::LimitExceeded {
        provider,
        limit,
        count: tools.len(),
        tools: names,
    };
    let most = provider.request().limits.fields as usize;
    let mut fields = used.properties;
    let (mut beyond, mut optional_only) = (Vec::new(), Vec::new());
    for (member, _) in tools {
        let counts = member.counts(provider);
        fields += counts.properties;
        if fields > most {
            beyond.push(member.name.to_string());
        }
        if counts.optional_only > 0 {
            optional_only.push(member.name.to_string());
        }
    }
    if !beyond.is_empty() {
        return Err(refuse(
            format!("{most} properties in all tools with `strict_tools`"),
            beyond,
        ));
    }
    if !optional_only.is_empty() {
        return Err(refuse(
            "only objects with a required property, with `strict_tools`".into(),
            optional_only,
        ));
    }
    Ok(())
}

/// Returns why each external tool can't be sent with `strict_tools`. The program's own tools take
/// from the budget first.
pub(crate) fn strict_tools_reasons(
    provider: Provider,
    tools: &[DeclaredMember<'_>],
    used: &StrictUse,
) -> Vec<Option<String>> {
    let most = provider.request().limits.fields as usize;
    let own = tools
        .iter()
        .filter(|(member, _)| member.tool.source().is_none());
    let own = own.map(|(member, _)| member.counts(provider).properties);
    let mut fields = used.properties + own.sum::<usize>();
    let reasons = tools.iter().map(|(member, _)| {
        member.tool.source()?;
        let counts = member.counts(provider);
        if counts.optional_only > 0 {
            return Some("`strict_tools` accepts only objects with a required property".into());
        }
        let with = fields + counts.properties;
        if with > most {
            return Some(format!(
                "`strict_tools` accepts {most} properties in all tools"
            ));
        }
        fields = with;
        None
    });
    reasons.collect()
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
