//! Removes text that looks like a credential from an error: user information and queries of URLs,
//! values of authentication headers, and keys with a known prefix.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex_lite::{Captures, Regex};

use super::bound::{Cut, boundary, boundary_after};
use super::secrets::REDACTED;

/// Maximum number of bytes that are searched. The patterns cost about a second per MiB.
const MAX_SEARCHED: usize = 128 << 10;

/// Maximum number of bytes of a word that is left out whole at the cut of a longer text.
const MAX_WORD: usize = 4 << 10;

/// The patterns to remove, in this order. A group `before` or `after` is kept.
const RULES: &[&str] = &[
    // https://user:password@host
    r#"(?<before>[A-Za-z][A-Za-z0-9+.-]*:(?:\\?/){2})[^\s/?#"'<>\\]+(?<after>@)"#,
    // https://host/path?query#fragment
    r#"(?<before>[A-Za-z][A-Za-z0-9+.-]*://[^\s?#"'`<>\\]+[?#])[^\s"'`<>()\[\]{}|\\]+"#,
    // /path?name=value&name=value, in a request line or an escaped URL
    r#"(?<before>[?&;][A-Za-z0-9_.%-]+=)[^\s&"'`<>;]+"#,
    // Authorization: scheme value
    r#"(?i)(?<before>\b(?:(?:proxy-)?authorization|(?:set-)?cookie|x-api-key|api-key|x-goog-api-key|x-auth-token|x-access-token)["']?\s*[:=]\s*["']?)[^"'\r\n]+"#,
    // "api_key": "value", password=value
    r#"(?i)(?<before>(?:api_?key|access_?token|refresh_?token|id_?token|auth_?token|client_?secret|secret_?key|private_?key|passw(?:or)?d|secret|token|signature)(?:\s*=\s*|["']\s*[:=]\s*)["']?)[^\s"',;}&]+"#,
    // Bearer value, Basic value
    r"(?i)(?<before>\bbearer\s+)[A-Za-z0-9._~+/-]{4,}=*",
    r"(?<before>\b(?i:basic)\s+)[A-Za-z0-9+/_-]{4,}={1,2}",
    // Keys of well-known services, and JSON web tokens
    r"\b(?:(?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,}|gh[opsur]_[A-Za-z0-9]{16,}|github_pat_[A-Za-z0-9_]{16,})",
    r"\b(?:xox[abeprs]-[A-Za-z0-9-]{10,}|xai-[A-Za-z0-9]{16,}|gsk_[A-Za-z0-9]{16,}|ABSK[A-Za-z0-9+/=]{20,}|AIza[A-Za-z0-9_-]{20,})",
    r"\b(?:(?:AKIA|ASIA)[A-Z0-9]{12,}|eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]*)?)",
];

static COMPILED: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let compile = |rule: &&str| Regex::new(rule).expect("a test compiles every rule");
    RULES.iter().map(compile).collect()
});

/// Returns the text without credentials. The middle of a text of more than 128 KiB is left out.
pub(crate) fn hide_credentials(text: Cow<'_, str>) -> Cow<'_, str> {
    COMPILED.iter().fold(bounded(text), |text, rule| {
        let hidden = rule.replace_all(&text, |found: &Captures<'_>| {
            let group = |name| found.name(name).map_or("", |kept| kept.as_str());
            [group("before"), REDACTED, group("after")].concat()
        });
        match hidden {
            Cow::Borrowed(_) => text,
            Cow::Owned(hidden) => Cow::Owned(hidden),
        }
    })
}

/// Leaves out the middle of a text that is too long to be searched. No part of a word or of a line
/// stays at the cut, because it could be the part of a credential that no pattern finds.
fn bounded(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.len() <= MAX_SEARCHED {
        return text;
    }
    let cut = Cut::new(text.len(), MAX_SEARCHED);
    let (head, tail) = (boundary(&text, cut.head), boundary_after(&text, cut.tail));
    let word = boundary_after(&text, head.saturating_sub(MAX_WORD));
    let head = text[word..head]
        .rfind(char::is_whitespace)
        .map_or(head, |at| word + at);
    let line = &text[tail..boundary(&text, tail + MAX_WORD)];
    let skipped = line.find('\n').or_else(|| line.find(char::is_whitespace));
    let tail = tail + skipped.unwrap_or(0);
    Cow::Owned([&text[..head], &cut.notice(tail - head), &text[tail..]].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hide(text: &str) -> Cow<'_, str> {
        hide_credentials(Cow::Borrowed(text))
    }

    #[test]
    fn credentials_are_hidden_in_the_places_where_errors_have_them() {
        for (text, expected) in [
            (
                "401 for https://x.example/a?key=SECRET",
                "401 for https://x.example/a?[redacted]",
            ),
            (
                "(https://x.example/a?SECRET)",
                "(https://x.example/a?[redacted])",
            ),
            (
                "https://x.example/#SECRET.",
                "https://x.example/#[redacted]",
            ),
            ("wss://SECRET@x.example", "wss://[redacted]@x.example"),
            (
                "http://user:SECRET@x.example/a?b=SECRET",
                "http://[redacted]@x.example/a?[redacted]",
            ),
            (
                "http://user:SE@CRET@x.example/",
                "http://[redacted]@x.example/",
            ),
            (
                r"http:\/\/u:SECRET@h\/a?k=SECRET",
                r"http:\/\/[redacted]@h\/a?k=[redacted]",
            ),
            (
                "POST /v1?key=SECRET&a=SECRET HTTP/1.1",
                "POST /v1?key=[redacted]&a=[redacted] HTTP/1.1",
            ),
            (
                r#"{"url":"/mcp?key=SECRET"}"#,
                r#"{"url":"/mcp?key=[redacted]"}"#,
            ),
            (
                "Authorization: Basic SECRET==\nnext",
                "Authorization: [redacted]\nnext",
            ),
            (
                r#"{"x-api-key": "SECRET", "a": 1}"#,
                r#"{"x-api-key": "[redacted]", "a": 1}"#,
            ),
            ("Cookie: a=SECRET; b=SECRET", "Cookie: [redacted]"),
            (
                r#"{"access_token":"SECRET"}"#,
                r#"{"access_token":"[redacted]"}"#,
            ),
            ("password=SECRET rest", "password=[redacted] rest"),
            ("bearer SECRET.x-y", "bearer [redacted]"),
            ("Basic U0VDUkVU==", "Basic [redacted]"),
            (
                "key sk-proj-0123456789abcdefSECRET is wrong",
                "key [redacted] is wrong",
            ),
            (
                "key ABSKQmVkcm9ja0FQSUtleS0xSECRET is wrong",
                "key [redacted] is wrong",
            ),
            ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.SECRET", "[redacted]"),
        ] {
            assert_eq!(hide(text), expected);
            assert_eq!(hide(expected), expected, "hiding twice changes the text");
        }
    }

    #[test]
    fn a_long_text_is_cut_and_no_part_of_a_credential_stays_at_the_cut() {
        let line = "GET https://h/?key=SECRET Authorization: Basic SECRET SECRET\n";
        for shift in 0..line.len() {
            let text = "x".repeat(shift) + &line.repeat((1 << 20) / line.len());
            let cut = bounded(Cow::Owned(text));
            assert!(cut.len() <= MAX_SEARCHED);
            let (head, tail) = cut.split_once("\n\n[truncated: ").expect("a notice");
            let (_, head) = head[head.len() - 200..]
                .split_once('\n')
                .expect("a whole line");
            let near = [head, &tail[..400]].concat();
            assert!(!hide(&near).contains("SECRET"), "{shift}: {near}");
        }
        let hidden = hide_credentials(Cow::Owned("é".repeat(1 << 17)));
        assert!(hidden.len() <= MAX_SEARCHED && hidden.len() > MAX_SEARCHED - 300);
        let whole = "é".repeat(MAX_SEARCHED / 2);
        assert_eq!(hide(&whole), whole);
    }

    #[test]
    fn ordinary_errors_are_unchanged() {
        for text in [
            "no such file: src/main.rs",
            "unexpected token: `}`",
            "the basic plan has no such feature",
            "is this https://x.example/? Yes",
            "see https://x.example/docs/errors/404",
            "expected one of `a`, `b`; did you mean `c`?",
            "a > b && c = d",
            "invalid type: string \"x\", expected u8 at line 1 column 7",
            "mail me at a@x.example",
            "the token has expired",
            "password too short",
        ] {
            assert!(
                matches!(hide(text), Cow::Borrowed(same) if same == text),
                "{text}"
            );
        }
    }
}
