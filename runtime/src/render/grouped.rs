//! Merges faults that several providers share into one line each. Runs only if a build fails.

use crate::const_str::eq;
use crate::json::Sink;

/// The maximum number of grouped lines. Further ones are copied.
const MAX_LINES: usize = 192;

/// A line of `Style::Faults`: a line feed, then `` `path` (provider): words ``.
#[derive(Clone, Copy)]
struct Line<'t> {
    path: &'t str,
    provider: &'t str,
    words: &'t str,
}

/// Copies the lines, merging those that differ only in the provider.
pub(super) const fn group(text: &str, out: &mut Sink<'_>) {
    let nothing = Line {
        path: "",
        provider: "",
        words: "",
    };
    let mut lines = [nothing; MAX_LINES];
    let mut written = [false; MAX_LINES];
    let mut n = 0;
    let mut rest = text;
    while n < MAX_LINES
        && let Some((line, after)) = next(rest)
    {
        lines[n] = line;
        n += 1;
        rest = after;
    }
    let mut i = 0;
    while i < n {
        let line = lines[i];
        if !written[i] {
            out.put(line.path);
            out.put(line.provider);
            // The lines of one provider are adjacent.
            let mut last = line.provider;
            let mut j = i + 1;
            while j < n {
                let other = &lines[j];
                if !written[j] && eq(other.path, line.path) && eq(other.words, line.words) {
                    written[j] = true;
                    if !eq(other.provider, last) {
                        out.put(", ");
                        out.put(other.provider);
                    }
                    last = other.provider;
                }
                j += 1;
            }
            out.put(line.words);
        }
        i += 1;
    }
    out.put(rest);
}

/// Splits off the first line. Returns `None` if the text has a different form, because it was
/// truncated.
const fn next(text: &str) -> Option<(Line<'_>, &str)> {
    let Some(path) = find(text, b"` (") else {
        return None;
    };
    let (path, rest) = text.split_at(path + 3);
    let Some(provider) = find(rest, b"): ") else {
        return None;
    };
    let (provider, rest) = rest.split_at(provider);
    let words = match find(rest, b"\n  `") {
        Some(end) => end,
        None => rest.len(),
    };
    let (words, rest) = rest.split_at(words);
    let line = Line {
        path,
        provider,
        words,
    };
    Some((line, rest))
}

/// Returns the position of some ASCII characters.
const fn find(text: &str, wanted: &[u8]) -> Option<usize> {
    let text = text.as_bytes();
    let mut at = 0;
    while at + wanted.len() <= text.len() {
        let mut i = 0;
        while i < wanted.len() && text[at + i] == wanted[i] {
            i += 1;
        }
        if i == wanted.len() {
            return Some(at);
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::group;
    use crate::json::{Buffer, Sink};

    fn grouped(text: &str) -> String {
        let mut buffer = Buffer::<[u8; 1024]>::new();
        let mut out = Sink::new(&mut buffer);
        group(text, &mut out);
        let end = out.mark();
        buffer.until(end).into()
    }

    #[test]
    fn providers_with_one_fault_share_a_line() {
        let text = "\n  `a` (x): one: 1\n  `b` (x): two\n  `a` (y): one: 1\n  `a` (y): two\n  `b` (z): two";
        assert_eq!(
            grouped(text),
            "\n  `a` (x, y): one: 1\n  `b` (x, z): two\n  `a` (y): two"
        );
    }

    #[test]
    fn a_provider_is_named_once() {
        let text = "\n  `a` (x): one\n  `a` (x): one\n  `a` (y): one";
        assert_eq!(grouped(text), "\n  `a` (x, y): one");
    }

    #[test]
    fn a_line_that_was_cut_is_kept() {
        assert_eq!(
            grouped("\n  `a` (x): one\n  `b` (y"),
            "\n  `a` (x): one\n  `b` (y"
        );
        assert_eq!(grouped(""), "");
    }
}
