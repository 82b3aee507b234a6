//! Secret values that the program registered. No text may contain them.

use core::fmt;
use std::borrow::Cow;
use std::sync::Arc;

use super::spelling::after;

/// The replacement of a secret.
pub(crate) const REDACTED: &str = "[redacted]";

/// Returns the text without the secrets in any spelling: verbatim, percent-encoded, or escaped for
/// JSON, JavaScript or HTML. If secrets overlap, everything that any of them covers is removed.
/// Empty secrets are ignored.
#[doc(hidden)]
pub fn hide<'t, 's>(
    text: Cow<'t, str>,
    secrets: impl Iterator<Item = &'s str> + Clone,
) -> Cow<'t, str> {
    let secrets = secrets.filter(|secret| !secret.is_empty());
    // The possible first bytes of a secret, or of an escape of its first character.
    let mut begins = [false; 256];
    for secret in secrets.clone() {
        for byte in [secret.as_bytes()[0], b'%', b'\\', b'&', b'+'] {
            begins[usize::from(byte)] = true;
        }
    }
    let mut out = String::new();
    // The end of the last removed part.
    let mut removed = 0;
    let bytes = text.bytes().enumerate();
    for (at, _) in bytes.filter(|(_, byte)| begins[usize::from(*byte)]) {
        let end = secrets
            .clone()
            .filter_map(|secret| after(&text, at, secret))
            .max();
        let end = end.unwrap_or(0);
        if end > removed {
            if at >= removed {
                out.push_str(&text[removed..at]);
                out.push_str(REDACTED);
            }
            removed = end;
        }
    }
    if removed == 0 {
        return text;
    }
    out.push_str(&text[removed..]);
    Cow::Owned(out)
}

/// Secret values that are fixed once a set is built.
#[derive(Clone, Default)]
pub(crate) struct Secrets(Arc<Vec<String>>);

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Secrets({})", self.0.len())
    }
}

impl Secrets {
    /// Returns these secrets and another one.
    pub(crate) fn with(&self, secret: impl Into<String>) -> Self {
        self.and(&Secrets(Arc::new(vec![secret.into()])))
    }

    /// Returns the secrets of both.
    pub(crate) fn and(&self, other: &Self) -> Self {
        let mut all = (*self.0).clone();
        all.extend(other.0.iter().filter(|one| !self.0.contains(one)).cloned());
        Secrets(Arc::new(all))
    }

    /// Returns the text without these secrets.
    pub(crate) fn hide<'t>(&self, text: Cow<'t, str>) -> Cow<'t, str> {
        hide(text, self.0.iter().map(String::as_str))
    }

    /// Returns the bytes of a text without these secrets, or `None` if they have none. Bytes that
    /// aren't UTF-8, as in other character sets, stay between the texts.
    pub(crate) fn hide_bytes(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let mut out = Vec::with_capacity(bytes.len());
        let mut has_some = false;
        for chunk in bytes.utf8_chunks() {
            let text = self.hide(chunk.valid().into());
            has_some |= matches!(text, Cow::Owned(_));
            out.extend_from_slice(text.as_bytes());
            out.extend_from_slice(chunk.invalid());
        }
        has_some.then_some(out)
    }

    /// Returns an excerpt without these secrets, and without the parts of them that are left beside
    /// a mark where the text was cut.
    pub(crate) fn hide_excerpt(&self, text: String) -> String {
        let text = self.hide(text.into()).into_owned();
        self.0.iter().fold(text, |text, secret| {
            let mut out = String::new();
            let mut rest = text.as_str();
            let mut after_mark = false;
            loop {
                let mark = (MARKS.iter())
                    .filter_map(|mark| rest.find(mark).map(|at| (at, mark.len())))
                    .min();
                let (end, len) = mark.unwrap_or((rest.len(), 0));
                let (piece, from) = rest.split_at(end);
                let start = if after_mark {
                    part(piece, secret, |n| piece.get(..n))
                } else {
                    0
                };
                let kept = &piece[start..];
                let tail = if len > 0 {
                    part(kept, secret, |n| kept.get(kept.len() - n..))
                } else {
                    0
                };
                out.push_str(if start > 0 { REDACTED } else { "" });
                out.push_str(&kept[..kept.len() - tail]);
                out.push_str(if tail > 0 { REDACTED } else { "" });
                out.push_str(&from[..len]);
                if len == 0 {
                    return out;
                }
                (rest, after_mark) = (&from[len..], true);
            }
        })
    }
}

/// The marks of a cut in an excerpt.
const MARKS: [&str; 2] = ["…", "⟨here⟩"];

/// Returns the length of the longest part of a secret at one end of a piece, from four bytes.
fn part<'p>(piece: &'p str, secret: &str, end: impl Fn(usize) -> Option<&'p str>) -> usize {
    const MIN_BYTES: usize = 4;
    let mut lengths = (MIN_BYTES..=piece.len().min(secret.len())).rev();
    lengths
        .find(|n| end(*n).is_some_and(|end| secret.contains(end)))
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_a_secret_is_hidden() {
        let secret = "p\"a/s+s é\n";
        let secrets = Secrets::default().with(secret).with("");
        for spelling in [
            secret,
            "p\\\"a/s+s é\\n",
            "p\\\"a\\/s+s \\u00e9\\n",
            "p%22a%2Fs%2Bs%20%C3%A9%0A",
            "p&quot;a&#47;s+s&#32;&#xe9;\n",
        ] {
            let text = format!("before {spelling}after");
            assert_eq!(secrets.hide(text.into()), "before [redacted]after");
        }
    }

    #[test]
    fn parts_of_a_secret_beside_a_cut_are_hidden() {
        let secret = "zQ7vXw2LkP9rTn4BcYd8";
        let secrets = Secrets::default().with(secret);
        let hide = |text: &str| secrets.hide_excerpt(text.into());
        for cut in 0..=secret.len() {
            let (first, last) = secret.split_at(cut);
            for text in [
                format!("the key is {first}…, and"),
                format!("at: …{last} is"),
                format!("{first}⟨here⟩{last}"),
                format!("…{last}⟨here⟩{first}…"),
                secret.into(),
            ] {
                let hidden = hide(&text);
                let left = (0..=secret.len() - 4).find(|at| hidden.contains(&secret[*at..at + 4]));
                assert_eq!(left, None, "{text}: {hidden}");
            }
        }
        assert_eq!(hide("…P9rTn4⟨here⟩"), "…[redacted]⟨here⟩");
        assert_eq!(hide("…P9rTn4éé"), "…[redacted]éé");
        assert_eq!(hide("éP9rTn…"), "é[redacted]…");
        assert_eq!(hide("no secret… at ⟨here⟩ é"), "no secret… at ⟨here⟩ é");
    }

    #[test]
    fn overlapping_secrets_leave_nothing_of_each_other() {
        let secrets = Secrets::default().with("abc").with("xabcx").with("cxy");
        assert_eq!(
            secrets.hide("é xabcxy abc é".into()),
            "é [redacted] [redacted] é"
        );
        let other = Secrets::default().with("12345");
        assert_eq!(
            secrets.and(&other).hide("12345 abc".into()),
            "[redacted] [redacted]"
        );
    }

    #[test]
    fn a_secret_among_other_bytes_is_hidden() {
        let secrets = Secrets::default().with("abc");
        let hidden = secrets.hide_bytes(b"\xe9abc\xff\xfe a\xe9bc %61bc\xc3");
        let expected = b"\xe9[redacted]\xff\xfe a\xe9bc [redacted]\xc3";
        assert_eq!(hidden.as_deref(), Some(&expected[..]));
        assert_eq!(secrets.hide_bytes(b"\xe9a\xffbc"), None);
    }

    #[test]
    fn texts_without_a_secret_are_not_copied() {
        let secrets = Secrets::default().with("abc");
        assert!(matches!(secrets.hide("ab c".into()), Cow::Borrowed("ab c")));
    }

    #[test]
    fn secrets_do_not_show_themselves() {
        let shown = format!("{:?}", Secrets::default().with("hunter2"));
        assert!(!shown.contains("hunter2"));
    }
}
