//! Adds line breaks to JSON. Works on the text, so that order and numbers are preserved.

/// The text with one member a line; lists of plain values stay on theirs.
pub(crate) fn indent(json: &str) -> String {
    let mut out = String::with_capacity(json.len() * 2);
    let mut depth = 0;
    let mut rest = json;
    while let Some(c) = rest.chars().next() {
        let len = match c {
            '"' => string(rest),
            '{' | '[' => plain(rest).unwrap_or(1),
            _ => c.len_utf8(),
        };
        match c {
            '}' | ']' => {
                depth -= 1;
                line(&mut out, depth);
                out.push(c);
            }
            ':' => out.push_str(": "),
            _ => out.push_str(&rest[..len]),
        }
        let opened = len == 1 && matches!(c, '{' | '[');
        if opened {
            depth += 1;
        }
        if opened || c == ',' {
            line(&mut out, depth);
        }
        rest = &rest[len..];
    }
    out
}

/// The length of the string at the start, quotes included.
fn string(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if c == '"' && !escaped {
            return at + 1;
        }
        escaped = !escaped && c == '\\';
    }
    text.len()
}

/// The length of the object or list at the start, if it is empty or a list of plain values.
fn plain(text: &str) -> Option<usize> {
    if text.starts_with("{}") {
        return Some(2);
    }
    let mut at = 1;
    loop {
        match text[at..].chars().next()? {
            ']' => return text.starts_with('[').then_some(at + 1),
            '{' | '[' | '}' | ':' => return None,
            '"' => at += string(&text[at..]),
            c => at += c.len_utf8(),
        }
    }
}

fn line(out: &mut String, depth: usize) {
    out.push('\n');
    out.push_str(&"  ".repeat(depth));
}
