//! Tools of one name from different sources: those of others get the name of their source in front.

use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use std::collections::HashMap;

use super::member::Member;
use super::shown::digits;

/// Tells apart what has one name. What the program itself named stays as it is.
pub(crate) fn settle(members: &mut [(Arc<Member>, bool)]) {
    // The source's name, then digits from both names too, which no tool has by accident.
    for last in [false, true] {
        let mut times: HashMap<Arc<str>, usize> = HashMap::new();
        for (member, _) in members.iter() {
            *times.entry(Arc::clone(&member.name)).or_default() += 1;
        }
        if times.len() == members.len() {
            return;
        }
        for (member, _) in members.iter_mut() {
            let Some(source) = member.source() else {
                continue;
            };
            if times[&member.name] < 2 {
                continue;
            }
            let original = member.tool.spec().name.raw();
            let name: String = if last {
                let both = format!("{source}\u{0}{original}");
                format!("{}_{}", member.name, digits(&both, 0))
            } else {
                format!("{source}_{}", member.name)
            };
            *member = Arc::new(member.renamed(&name));
        }
    }
}
