//! Duplicate names: external tools get the name of their source as a prefix, others are an error.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use super::member::Member;
use super::{SetError, ToolSet};
use crate::dialect::digits;
use crate::order::sort_by_key;

/// Makes names unique. Names that the program chose stay unchanged.
pub(crate) fn prefix_duplicates(members: &mut [(Arc<Member>, bool)]) {
    let mut times: HashMap<&str, usize> = HashMap::new();
    for (member, _) in members.iter() {
        *times.entry(&member.name).or_default() += 1;
    }
    if times.len() == members.len() {
        return;
    }
    let mut taken: HashSet<String> = HashSet::new();
    let mut wanted: Vec<(usize, String)> = Vec::new();
    let mut prefixed: HashMap<String, usize> = HashMap::new();
    for (i, (member, _)) in members.iter().enumerate() {
        match member.tool.source() {
            Some(source) if times[&*member.name] > 1 => {
                let name = format!("{source}_{}", member.name);
                *prefixed.entry(name.clone()).or_default() += 1;
                wanted.push((i, name));
            }
            _ => {
                taken.insert(String::from(&*member.name));
            }
        }
    }
    for (i, prefix) in wanted {
        let mut name = prefix.clone();
        let mut again = 0;
        while taken.contains(&name) || again == 0 && prefixed[&prefix] > 1 {
            // The prefixed name is taken too: append digits derived from both names.
            let member = &members[i].0;
            let both = format!(
                "{}\u{0}{}",
                member.tool.source().unwrap_or_default(),
                member.tool.spec().name.raw()
            );
            name = format!("{prefix}_{}", digits(&both, again));
            again += 1;
        }
        members[i].0 = Arc::new(members[i].0.renamed(&name));
        taken.insert(name);
    }
}

/// Returns the set, or an error with each name that several of its tools have.
pub(crate) fn with_distinct_names(set: ToolSet) -> Result<ToolSet, SetError> {
    checked(set, BTreeMap::new(), Vec::new())
}

/// Returns the set, or an error with these problems and each name that several of its tools have.
pub(crate) fn checked(
    set: ToolSet,
    missing: BTreeMap<&'static str, Vec<String>>,
    sources: Vec<String>,
) -> Result<ToolSet, SetError> {
    let mut names: Vec<&str> = set.members().map(|(member, _)| &*member.name).collect();
    let duplicates = duplicate_names(&mut names);
    if missing.is_empty() && duplicates.is_empty() && sources.is_empty() {
        return Ok(set);
    }
    Err(SetError::Build {
        missing,
        duplicates,
        sources,
    })
}

pub(crate) fn duplicate_names(names: &mut Vec<&str>) -> Vec<String> {
    sort_by_key(names, |name| *name);
    let mut twice: Vec<String> = names
        .windows(2)
        .filter(|pair| pair[0] == pair[1])
        .map(|pair| pair[0].to_owned())
        .collect();
    twice.dedup();
    twice
}
