//! Questions about the rules for a schema.

use super::rule::{Citation, Effect};
use crate::provider::Profile;

impl Profile {
    /// Returns the rule against a keyword.
    pub(super) fn ban(&self, key: &str) -> Option<(Citation, Effect)> {
        if let Some((only, because)) = self.only {
            let known = only
                .iter()
                .copied()
                .flatten()
                .any(|name| self.same(name, key));
            return (!known).then_some((because, Effect::Rejected));
        }
        let ban = self.banned.iter().find(|ban| ban.keys.contains(&key))?;
        Some((ban.because, ban.effect))
    }

    /// Returns the rule against 0 as a keyword's value.
    pub(super) fn zero(&self, key: &str) -> Option<Citation> {
        let mut all = self.zeros.iter();
        let (_, because) =
            all.find(|(keys, _)| keys.iter().any(|keyword| self.same(keyword, key)))?;
        Some(*because)
    }

    /// Returns `true` if a key names the keyword. A proto's JSON also accepts the field's own name.
    fn same(&self, keyword: &str, key: &str) -> bool {
        if self.proto.is_none() || !key.contains('_') {
            return keyword == key;
        }
        let mut camel = keyword.chars();
        for c in key.chars().filter(|c| *c != '_') {
            if camel.next().is_none_or(|k| !k.eq_ignore_ascii_case(&c)) {
                return false;
            }
        }
        camel.next().is_none()
    }

    /// Returns `true` if a keyword's value is checked. A keyword unknown to the provider has no
    /// rules.
    pub(super) fn opens(&self, key: &str) -> bool {
        const UNIONS: [&str; 4] = ["oneOf", "allOf", "prefixItems", "items"];
        self.ban(key).is_none() || self.only.is_none() && UNIONS.contains(&key)
    }
}
