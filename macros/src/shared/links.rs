//! Converts Markdown links to plain text, because a model can't follow them.

/// Unwraps the links of a line outside of code blocks: `[text](url)`, `[text][ref]`, `` [`path`] ``
/// and a `[name]` that is defined become their text. Other brackets stay: only rustdoc knows which
/// names are items, and `sort [asc]` is text.
pub(crate) fn unwrap_links(line: &str, defined: &[String]) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        let taken = match c {
            '\\' => escaped(rest),
            '`' => code_span(rest),
            // An image becomes its text too.
            '!' if is_picture(&rest[1..]) => {
                rest = &rest[1..];
                continue;
            }
            '[' => match link(rest, out.ends_with(is_indexed), defined) {
                Some((text, used)) => {
                    out.push_str(text);
                    rest = &rest[used..];
                    continue;
                }
                None => 1,
            },
            c => c.len_utf8(),
        };
        out.push_str(&rest[..taken]);
        rest = &rest[taken..];
    }
    out
}

fn is_picture(rest: &str) -> bool {
    rest.starts_with('[')
        && closing(rest, b'[', b']').is_some_and(|close| rest[close + 1..].starts_with('('))
}

fn escaped(rest: &str) -> usize {
    1 + rest[1..].chars().next().map_or(0, char::len_utf8)
}

/// Returns the length of a code span, or of its opening backticks if it is never closed.
fn code_span(rest: &str) -> usize {
    let ticks = rest.bytes().take_while(|b| *b == b'`').count();
    let mut at = ticks;
    while at < rest.len() {
        let run = rest[at..].bytes().take_while(|b| *b == b'`').count();
        if run == ticks {
            return at + run;
        }
        at += run.max(rest[at..].chars().next().map_or(1, char::len_utf8));
    }
    ticks
}

/// Returns whether a bracket after this character is an index (`filter[name]`), not a link.
fn is_indexed(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | ']')
}

/// Returns the text of the link at the start, and the link's length. `indexed`: a bracket without a
/// URL is part of the word before it.
fn link<'a>(rest: &'a str, indexed: bool, defined: &[String]) -> Option<(&'a str, usize)> {
    let close = closing(rest, b'[', b']')?;
    let text = &rest[1..close];
    let after = &rest[close + 1..];
    if after.starts_with('(') {
        let end = closing(after, b'(', b')')?;
        return Some((text, close + 1 + end + 1));
    }
    if indexed {
        return None;
    }
    if after.starts_with('[') {
        let end = closing(after, b'[', b']')?;
        return Some((text, close + 1 + end + 1));
    }
    (is_path(text) || defined.contains(&label(text))).then_some((text, close + 1))
}

/// Returns a link's label in the form in which labels are compared.
pub(super) fn label(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").to_lowercase()
}

/// Returns the position at which the bracket at the start closes.
fn closing(rest: &str, open: u8, close: u8) -> Option<usize> {
    let mut depth = 0usize;
    let mut at = 0;
    let bytes = rest.as_bytes();
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'`' => {
                at += code_span(&rest[at..]);
                continue;
            }
            b if b == open => depth += 1,
            b if b == close => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// Returns whether a bracketed text is an item's path in backticks.
fn is_path(text: &str) -> bool {
    let Some(path) = text.strip_prefix('`').and_then(|it| it.strip_suffix('`')) else {
        return false;
    };
    let path = path.trim_matches('`');
    let path = path.split_once('@').map_or(path, |(_, path)| path);
    let path = path
        .trim_end_matches("()")
        .trim_end_matches('!')
        .split('<')
        .next()
        .unwrap_or("");
    !path.is_empty()
        && path.split("::").all(|segment| {
            segment
                .chars()
                .all(|c| c.is_alphanumeric() || c == '_' || c == '#')
                && segment.chars().next().is_none_or(|c| !c.is_ascii_digit())
        })
}

#[cfg(test)]
mod tests {
    use super::unwrap_links;

    #[test]
    fn links_become_their_text() {
        for (line, expected) in [
            ("see [the docs](https://x.y/(a)) now", "see the docs now"),
            ("a [`Sort`] here", "a `Sort` here"),
            ("a [Sort] and [text][ref] here", "a [Sort] and text here"),
            ("sort [asc] or [desc]", "sort [asc] or [desc]"),
            (
                "see [The  Docs] and [the docs][]",
                "see The  Docs and the docs",
            ),
            ("[`a::B::c()`]", "`a::B::c()`"),
            ("[`struct@Foo`] [struct@Foo]", "`struct@Foo` [struct@Foo]"),
            ("[`A<<B>`] [A << B] A << B", "`A<<B>` [A << B] A << B"),
            ("[`a b`] [`1`] [``]", "[`a b`] [`1`] [``]"),
            (
                "in `[Sort]` code and ``[a](b)``",
                "in `[Sort]` code and ``[a](b)``",
            ),
            (
                "a list [1, 2], [ ] [x], open [ bracket",
                "a list [1, 2], [ ] [x], open [ bracket",
            ),
            ("\\[Sort] kept", "\\[Sort] kept"),
            ("[`] odd ` ticks]", "[`] odd ` ticks]"),
            ("é[ü](ö)é", "éüé"),
            (
                "see ![a plan](plan.png)! and vec![Sort] and ! end",
                "see a plan! and vec![Sort] and ! end",
            ),
            (
                "write filter[name]=x, a[b][c] or [`Sort`]",
                "write filter[name]=x, a[b][c] or `Sort`",
            ),
            ("[", "["),
            ("\\", "\\"),
            ("`", "`"),
        ] {
            let defined = ["the docs".to_owned()];
            assert_eq!(unwrap_links(line, &defined), expected, "{line}");
        }
    }
}
