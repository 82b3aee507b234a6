//! The names that each provider is shown, where it would refuse those that tools of others have.
//!
//! A name changes by the provider's rule alone, and by no more than it has to; only where that gives a name that another tool has, a few digits that come from the
//! name itself follow. So a name hangs neither on the order of the tools nor on the run.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use std::collections::{HashMap, HashSet};

use super::member::Member;
use super::name::Owned;
use crate::dialect::Names;
use crate::provider::Provider;

/// A name, and the providers that are shown it: a set of [`Provider::bit`]s.
pub(crate) type Shown = (u32, Owned);

/// Sees to it that each tool of others has a name for each provider.
pub(crate) fn settle(members: &mut [(Arc<Member>, bool)]) {
    if members.iter().all(|(member, _)| member.source().is_none()) {
        return;
    }
    let mut shown: Vec<Vec<Shown>> = Vec::new();
    shown.resize_with(members.len(), Vec::new);
    for (rule, providers) in rules() {
        let names: Vec<(&str, bool)> = members
            .iter()
            .map(|(member, _)| (&*member.name, member.source().is_some()))
            .collect();
        for (i, name) in rewritten(&names, rule) {
            shown[i].push((providers, Owned::new(&name)));
        }
    }
    for ((member, _), shown) in members.iter_mut().zip(shown) {
        if *member.shown() != *shown {
            *member = Arc::new(member.showing(shown));
        }
    }
}

/// Each rule with all the providers that have it.
fn rules() -> Vec<(&'static Names, u32)> {
    let mut rules: Vec<(&'static Names, u32)> = Vec::new();
    for provider in Provider::ALL {
        let rule = crate::dialect::of(provider, false).foreign_names();
        let same = |one: &(&Names, u32)| {
            (one.0.most, one.0.dot, one.0.colon, one.0.leading)
                == (rule.most, rule.dot, rule.colon, rule.leading)
        };
        match rules.iter().position(same) {
            Some(at) => rules[at].1 |= provider.bit(),
            None => rules.push((rule, provider.bit())),
        }
    }
    rules
}

/// The names that the rule refuses, each with its place and its new form. Of each name it is said whether others gave it; what the program chose stays, and is
/// nobody else's.
pub(crate) fn rewritten(names: &[(&str, bool)], rule: &Names) -> Vec<(usize, String)> {
    let mut taken: HashSet<&str> = HashSet::new();
    let mut wanted: Vec<(usize, String)> = Vec::new();
    let mut times: HashMap<String, usize> = HashMap::new();
    for (i, (name, foreign)) in names.iter().enumerate() {
        if *foreign && !rule.takes(name) {
            let name = rule.rewrite(name);
            *times.entry(name.clone()).or_default() += 1;
            wanted.push((i, name));
        } else {
            taken.insert(name);
        }
    }
    let mut given: HashSet<String> = HashSet::new();
    for (i, name) in &mut wanted {
        let original = names[*i].0;
        if times[name] > 1 || taken.contains(name.as_str()) {
            let mut again = 0;
            let plain = core::mem::take(name);
            // More than once only where somebody has chosen a name that looks like one of these.
            while name.is_empty() || taken.contains(name.as_str()) || given.contains(name) {
                *name = rule.marked(&plain, original, again);
                again += 1;
            }
        }
        given.insert(name.clone());
    }
    wanted
}
