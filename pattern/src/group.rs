//! Scans the beginning of a group: its flags or its name.

use core::mem::replace;

use super::scan::Scan;

/// The depth of groups that `regex-lite` reads.
const MAX_GROUPS: usize = 40;

impl Scan<'_> {
    pub(super) fn group(&mut self) {
        self.groups.push(self.at);
        self.sizes.push(replace(&mut self.size, 0));
        self.facts.unreadable |= self.groups.len() > MAX_GROUPS;
        let look = ["(?=", "(?!", "(?<=", "(?<!"];
        if look.iter().any(|start| self.follows(start)) {
            self.facts.lookaround = true;
            self.facts.unreadable = true;
            self.at += 3;
        } else if self.follows("(?P=") {
            self.facts.back_reference = true;
            self.facts.unreadable = true;
            self.at += 4;
        } else if self.follows("(?:") {
            self.at += 3;
        } else if self.follows("(?") {
            // Names, flags and comments: their syntax differs between engines.
            self.facts.dialect = true;
            self.at += 2;
            let start = self.at;
            while self
                .peek(0)
                .is_some_and(|c| c.is_alphanumeric() || "<>_-'".contains(c))
            {
                self.at += 1;
            }
            let head: String = self.chars[start..self.at].iter().collect();
            let flags = matches!(self.peek(0), Some(':' | ')')) && are_flags(&head);
            if flags {
                self.flags_end = Some(self.at);
            } else if let Some(name) = group_name(&head) {
                self.at = start + head.find('>').map_or(0, |end| end + 1);
                self.facts.unreadable |= self.names.iter().any(|known| known == name);
                self.names.push(name.to_owned());
            } else {
                self.facts.unreadable = true;
            }
            if flags && self.peek(0) == Some(':') {
                self.at += 1;
            }
        } else {
            self.at += 1;
        }
    }
}

/// Returns whether a group begins with the flags of Rust's engines: `i`, `s-m`.
fn are_flags(head: &str) -> bool {
    let (on, off) = head.split_once('-').unwrap_or((head, "i"));
    let all = [on, off].concat();
    let known = all.chars().all(|c| "imsUxuR".contains(c));
    let once = |part: &str| part.chars().all(|c| part.matches(c).count() == 1);
    let apart = !head.contains('-') || on.chars().all(|c| !off.contains(c));
    known
        && once(on)
        && once(off)
        && apart
        && !off.is_empty()
        && !head.is_empty()
        && !off.contains('u')
}

/// Returns the name with which a group begins: `<year>`, `P<year>`.
fn group_name(head: &str) -> Option<&str> {
    let head = head.strip_prefix('P').unwrap_or(head);
    let (name, _) = head.strip_prefix('<')?.split_once('>')?;
    let first = |c: char| c.is_ascii_alphabetic() || c == '_';
    let all = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    (name.starts_with(first) && all).then_some(name)
}
