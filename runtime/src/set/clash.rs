//! Tools of one name from different sources: those of others get the name of their source in front.

use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use std::collections::{HashMap, HashSet};

use super::member::Member;
use crate::dialect::digits;

/// Tells apart what has one name. What the program itself named stays as it is.
pub(crate) fn settle(members: &mut [(Arc<Member>, bool)]) {
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
        match member.source() {
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
            // That is a tool's name too: digits that come from both names tell them apart.
            let member = &members[i].0;
            let both = format!(
                "{}\u{0}{}",
                member.source().unwrap_or_default(),
                member.tool.spec().name.raw()
            );
            name = format!("{prefix}_{}", digits(&both, again));
            again += 1;
        }
        members[i].0 = Arc::new(members[i].0.renamed(&name));
        taken.insert(name);
    }
}
