//! Provider-specific names of external tools, for providers that would reject the original names.
//!
//! A name is changed only as far as the provider's rule requires. If the result collides with
//! another tool's name, a few digits derived from the name itself are appended. A name therefore
//! depends neither on the order of the tools nor on the run.

use std::sync::Arc;

use super::member::{Member, ProviderName};
use crate::dialect::Names;
use crate::provider::Provider;
use crate::schema::EscapedString;

/// Assigns every external tool a name that each provider accepts.
pub(crate) fn assign_names(members: &mut [(Arc<Member>, bool)]) {
    if members
        .iter()
        .all(|(member, _)| member.tool.source().is_none())
    {
        return;
    }
    let mut shown: Vec<Vec<ProviderName>> = Vec::new();
    shown.resize_with(members.len(), Vec::new);
    for (rule, providers) in rules() {
        let names: Vec<(&str, bool)> = members
            .iter()
            .map(|(member, _)| (&*member.name, member.tool.source().is_some()))
            .collect();
        for (i, name) in rule.rewritten(&names) {
            shown[i].push((providers, EscapedString::new(&name)));
        }
    }
    for ((member, _), shown) in members.iter_mut().zip(shown) {
        if *member.provider_names() != *shown {
            *member = Arc::new(member.showing(shown));
        }
    }
}

/// The distinct name rules, each with the providers that have it.
fn rules() -> Vec<(&'static Names, u32)> {
    let mut rules: Vec<(&'static Names, u32)> = Vec::new();
    for &provider in Provider::ALL {
        let rule = crate::dialect::of(provider, false).foreign_names();
        let same = |one: &(&Names, u32)| {
            (one.0.max_len, one.0.dot, one.0.colon, one.0.leading)
                == (rule.max_len, rule.dot, rule.colon, rule.leading)
        };
        match rules.iter().position(same) {
            Some(at) => rules[at].1 |= provider.bit(),
            None => rules.push((rule, provider.bit())),
        }
    }
    rules
}
