//! Secret values that a program named: no text may repeat them.

use alloc::borrow::Cow;
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::fmt::Write as _;

/// Stands in for what is removed.
pub(crate) const REDACTED: &str = "[redacted]";

/// Secret values, each in the spellings in which a server may echo it.
#[derive(Clone, Default)]
pub(crate) struct Secrets(Arc<[String]>);

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Secrets({})", self.0.len())
    }
}

impl Secrets {
    /// Secrets with further ones. Empty values are left out.
    pub(crate) fn with<'s>(&self, values: impl IntoIterator<Item = &'s str>) -> Self {
        let mut all: Vec<String> = self.0.to_vec();
        for value in values.into_iter().filter(|value| !value.is_empty()) {
            all.extend([
                value.to_owned(),
                json(value),
                json(value).replace('/', "\\/"),
                percent(value),
            ]);
        }
        Secrets::sorted(all)
    }

    /// The longest first, so that no part of a longer secret is left.
    fn sorted(mut all: Vec<String>) -> Self {
        all.sort_unstable_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        all.dedup();
        Secrets(all.into())
    }

    /// The secrets of both.
    pub(crate) fn and(&self, other: &Self) -> Self {
        if other.0.is_empty() || Arc::ptr_eq(&self.0, &other.0) {
            return self.clone();
        }
        Secrets::sorted(self.0.iter().chain(&*other.0).cloned().collect())
    }

    /// The text without the secrets.
    pub(crate) fn hide<'t>(&self, text: Cow<'t, str>) -> Cow<'t, str> {
        self.0.iter().fold(text, |text, secret| {
            if text.contains(secret.as_str()) {
                Cow::Owned(text.replace(secret.as_str(), REDACTED))
            } else {
                text
            }
        })
    }
}

/// As a JSON string has it, without the quotes.
fn json(value: &str) -> String {
    let quoted = serde_json::Value::from(value);
    let quoted = format!("{quoted}");
    quoted[1..quoted.len() - 1].to_owned()
}

/// As a URL's query has it.
fn percent(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    for byte in value.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_a_secret_is_hidden() {
        let secret = "p\"a/s+s é\n";
        let secrets = Secrets::default().with([secret, ""]);
        for spelling in [
            secret.to_owned(),
            "p\\\"a/s+s é\\n".to_owned(),
            "p\\\"a\\/s+s é\\n".to_owned(),
            "p%22a%2Fs%2Bs%20%C3%A9%0A".to_owned(),
        ] {
            let text = format!("before {spelling}after");
            assert_eq!(secrets.hide(text.into()), "before [redacted]after");
        }
    }

    #[test]
    fn a_secret_within_another_leaves_nothing_of_the_longer_one() {
        let secrets = Secrets::default().with(["abc", "xabcx"]);
        assert_eq!(secrets.hide("xabcx abc".into()), "[redacted] [redacted]");
        let other = Secrets::default().with(["12345"]);
        assert_eq!(
            secrets.and(&other).hide("12345 abc".into()),
            "[redacted] [redacted]"
        );
    }

    #[test]
    fn secrets_do_not_show_themselves() {
        let shown = format!("{:?}", Secrets::default().with(["hunter2"]));
        assert!(!shown.contains("hunter2"));
    }
}
