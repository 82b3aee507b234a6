//! Texts of errors: without the parts of URLs that may be secret, and cut.

/// Truncates a text, with a notice if it was longer.
pub(super) fn cut(text: &str, max: usize) -> String {
    const NOTICE: &str = " .. (cut)";
    if text.len() <= max {
        return text.to_owned();
    }
    let max = max.saturating_sub(NOTICE.len());
    let end = (0..=max).rev().find(|at| text.is_char_boundary(*at));
    format!("{}{NOTICE}", &text[..end.unwrap_or(0)])
}

/// Reduces the URLs in a text to scheme, host and port. A URL without a host, such as
/// `file:///srv`, keeps its path.
pub(super) fn without_urls(text: &str) -> String {
    let mut rest = text;
    let mut out = String::with_capacity(text.len());
    while let Some(at) = rest.find("://") {
        let (before, after) = rest.split_at(at + 3);
        out.push_str(before);
        let is_end = |c: char| c.is_whitespace() || c.is_control() || "\"'<>`|\\^{}".contains(c);
        let end = after.find(is_end).unwrap_or(after.len());
        let (url, next) = after.split_at(end);
        let authority = url.find(['/', '?', '#']).unwrap_or(url.len());
        let start = url[..authority].rfind('@').map_or(0, |at| at + 1);
        let stop = if authority == 0 {
            url.find(['?', '#']).unwrap_or(url.len())
        } else {
            authority
        };
        out.push_str(&url[start..stop]);
        // Punctuation after the URL belongs to the sentence.
        let sentence = url.trim_end_matches([')', ',', '.', ':', ';']).len();
        out.push_str(&url[sentence.max(stop)..]);
        rest = next;
    }
    out.push_str(rest);
    out
}

/// Removes the beginning of a secret from the end of a text that was cut there, from four bytes.
#[cfg(any(test, feature = "http-client"))]
pub(super) fn without_part_at_end<'t, 's>(
    text: &'t str,
    secrets: impl Iterator<Item = &'s str>,
) -> &'t str {
    let part = |secret: &str| {
        let lengths = (4..secret.len()).rev();
        lengths
            .filter_map(|length| secret.get(..length))
            .find(|part| text.ends_with(part))
            .map_or(0, str::len)
    };
    &text[..text.len() - secrets.map(part).max().unwrap_or(0)]
}

#[cfg(test)]
mod tests {
    use super::{cut, without_urls};

    #[test]
    fn urls_end_after_the_port_and_keep_the_sentence_around_them() {
        for (text, wanted) in [
            ("no address", "no address"),
            ("http://h/s/SECRET?k=SECRET", "http://h"),
            (
                "(http://u:SECRET@h:1/p?k=SECRET): refused",
                "(http://h:1): refused",
            ),
            (
                "see https://SECRET@h#SECRET, or ws://h?SECRET now, or wss://h:1/SECRET.",
                "see https://h, or ws://h now, or wss://h:1.",
            ),
            ("http://h: refused", "http://h: refused"),
            ("a://b@c/@d?e", "a://c"),
            ("http://u@/SECRET", "http://"),
            (
                "file:///srv/page?SECRET is absent",
                "file:///srv/page is absent",
            ),
            ("://", "://"),
            ("é://ü@ö?SECRET", "é://ö"),
        ] {
            assert_eq!(without_urls(text), wanted);
        }
    }

    #[test]
    fn texts_are_cut_between_characters() {
        assert_eq!(cut("short", 10), "short");
        for max in 0..40 {
            let text = cut(&"é".repeat(30), max);
            assert!(text.len() <= max.max(" .. (cut)".len()), "{max}");
        }
    }
}
