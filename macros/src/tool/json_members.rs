//! The members of a JSON object in a text, with the first mistake in it. Reads a text once, without
//! recursion.

/// The text between the braces of a JSON object, and the names as written.
pub(super) type Members = (String, Vec<String>);

/// Removes the braces of a JSON object's text and collects its member names.
pub(super) fn members(text: &str) -> Result<Members, String> {
    let text = text.trim();
    let inner = text
        .strip_prefix('{')
        .and_then(|rest| rest.strip_suffix('}'))
        .ok_or("this must be a JSON object: `{\"key\": 1}`")?
        .trim();
    let mut open: Vec<Open<'_>> = vec![Some(Vec::new())];
    let mut next = Next::FirstName;
    let mut rest = inner;
    loop {
        rest = rest.trim_start_matches([' ', '\t', '\n', '\r']);
        let token = token(rest)?;
        rest = &rest[token.len()..];
        next = match (next, token) {
            (_, "}" | "]" | "") => {
                let closed = close(next, token, &mut open)?;
                if token.is_empty() {
                    let names = closed.unwrap_or_default();
                    let names = names.into_iter().map(str::to_owned).collect();
                    return Ok((inner.to_owned(), names));
                }
                Next::Comma
            }
            (Next::FirstName | Next::Name, _) => name(token, &mut open)?,
            (Next::Colon, ":") => Next::Value,
            (Next::Colon, _) => return Err(wrong("there is no `:` after a name")),
            (Next::Comma, ",") if is_list(&open) => Next::Value,
            (Next::Comma, ",") => Next::Name,
            (Next::Comma, _) => {
                return Err(wrong(&format!("there is no `,` before `{token}`")));
            }
            (Next::FirstValue | Next::Value, "{") => {
                open.push(Some(Vec::new()));
                Next::FirstName
            }
            (Next::FirstValue | Next::Value, "[") => {
                open.push(None);
                Next::FirstValue
            }
            (Next::FirstValue | Next::Value, _) if is_value(token) => Next::Comma,
            (Next::FirstValue | Next::Value, _) => {
                return Err(wrong(&format!(
                    "`{token}` is not a value; write a string in double quotes, a number, `true`, `false` or `null`"
                )));
            }
        };
    }
}

/// An open bracket: of an object, with the names so far, or of a list.
type Open<'a> = Option<Vec<&'a str>>;

/// The part that may follow.
#[derive(Clone, Copy)]
enum Next {
    /// A name, or the end of the object.
    FirstName,
    Name,
    Colon,
    /// A value, or the end of the list.
    FirstValue,
    Value,
    /// A comma, or the end.
    Comma,
}

fn is_list(open: &[Open<'_>]) -> bool {
    matches!(open.last(), Some(None))
}

fn name<'a>(token: &'a str, open: &mut [Open<'a>]) -> Result<Next, String> {
    if !token.starts_with('"') {
        return Err(wrong("a member's name is a string in double quotes"));
    }
    let name = &token[1..token.len() - 1];
    if let Some(Some(names)) = open.last_mut() {
        if names.contains(&name) {
            return Err(format!("`{name}` is given twice; keep one"));
        }
        names.push(name);
    }
    Ok(Next::Colon)
}

/// Closes a bracket. The end of the text, an empty token, closes the outermost object.
fn close<'a>(next: Next, token: &str, open: &mut Vec<Open<'a>>) -> Result<Open<'a>, String> {
    let list = is_list(open);
    let inside = open.len() > 1;
    if token == "]" && !list || token == "}" && (list || !inside) {
        return Err(wrong(&format!("`{token}` closes nothing")));
    }
    if token.is_empty() && inside {
        let missing = if list { "]" } else { "}" };
        return Err(wrong(&format!("a `{missing}` is missing")));
    }
    match next {
        Next::Name => Err(wrong("there is a comma after the last member")),
        Next::Value if list => Err(wrong("there is a comma after the last item")),
        Next::Value | Next::Colon => Err(wrong("a name has no value")),
        Next::FirstName | Next::FirstValue | Next::Comma => Ok(open.pop().flatten()),
    }
}

fn wrong(reason: &str) -> String {
    format!("this is not JSON: {reason}")
}

/// Returns the first token: a string with its quotes, a punctuation mark, or a word. It is empty at
/// the end.
fn token(text: &str) -> Result<&str, String> {
    let mark = |c: char| matches!(c, '{' | '}' | '[' | ']' | ':' | ',');
    let end = |c: char| mark(c) || c == '"' || c.is_whitespace();
    let length = match text.chars().next() {
        Some('"') => string_length(text)?,
        Some(first) => {
            let first_end = first.len_utf8();
            let word = text[first_end..]
                .find(end)
                .unwrap_or(text.len() - first_end);
            first_end + if mark(first) { 0 } else { word }
        }
        None => 0,
    };
    Ok(&text[..length])
}

/// Returns the length of the string at the start of a text, with its quotes.
fn string_length(text: &str) -> Result<usize, String> {
    let mut chars = text.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Ok(at + 1),
            '\\' => match chars.next() {
                Some((_, '"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't')) => {}
                Some((at, 'u')) => {
                    let digits = text.get(at + 1..at + 5).unwrap_or("");
                    if digits.len() < 4 || !digits.chars().all(|c| c.is_ascii_hexdigit()) {
                        return Err(wrong("`\\u` needs four hexadecimal digits"));
                    }
                }
                Some((_, c)) => {
                    return Err(wrong(&format!(
                        "`\\{c}` is not an escape; write `\\\\` for a backslash"
                    )));
                }
                None => break,
            },
            c if c < ' ' => {
                return Err(wrong(
                    "a string has a line break or another control character; write an escape, such as `\\n`",
                ));
            }
            _ => {}
        }
    }
    Err(wrong("a string is never closed"))
}

/// Returns whether a token is a string, a number, `true`, `false` or `null`.
fn is_value(token: &str) -> bool {
    matches!(token, "true" | "false" | "null") || token.starts_with('"') || is_number(token)
}

/// Returns whether a token is a number: one of Rust, with digits on both sides of the point and
/// without other signs and zeros before it.
fn is_number(token: &str) -> bool {
    let unsigned = token.strip_prefix('-').unwrap_or(token);
    let fraction = unsigned.trim_start_matches(|c: char| c.is_ascii_digit());
    let whole = unsigned.len() - fraction.len();
    (whole == 1 || whole > 1 && !unsigned.starts_with('0'))
        && (fraction.strip_prefix('.'))
            .is_none_or(|it| it.starts_with(|c: char| c.is_ascii_digit()))
        && token.parse::<f64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::members;

    #[test]
    fn an_object_loses_its_braces() {
        assert_eq!(members(" { } ").unwrap().0, "");
        let some = members(r#"{"a": {"b": ["}", "b"], "a": "b"}, "b": [{"a": 1}, {"a": 1}]}"#);
        let some = some.unwrap();
        assert_eq!(
            some.0,
            r#""a": {"b": ["}", "b"], "a": "b"}, "b": [{"a": 1}, {"a": 1}]"#
        );
        assert_eq!(some.1, ["a", "b"]);
        for right in [
            r#"{"a":[]}"#,
            r#"{"a":{},"b":[[],{}]}"#,
            r#"{"a":[-0, 1.5e-3, 10E+2, 0.1, true, false, null]}"#,
            r#"{"a":"\"\\\/\b\f\n\r\t\u00e9é"}"#,
        ] {
            assert!(members(right).is_ok(), "{right}");
        }
        for wrong in [
            "",
            "[]",
            "1",
            "{",
            r#"{"a"#,
            r#"{"a":[}"#,
            r#"{"a":1}}"#,
            "{a:1}",
            r#"{"a":1,}"#,
            r#"{"a":1,"a":2}"#,
            r#"{"b":[{"a":1 , "a":2}]}"#,
            r#"{"a": True}"#,
            r#"{"a": }"#,
            r#"{"a" 1}"#,
            r#"{"a"}"#,
            r#"{"a":1, b:2}"#,
            r#"{"a":1 "b":2}"#,
            r#"{"a":[1,]}"#,
            r#"{"a":[1 2]}"#,
            r#"{"a":[:]}"#,
            r#"{"a":01}"#,
            r#"{"a":1.}"#,
            r#"{"a":+1}"#,
            r#"{"a":1e}"#,
            r#"{"a":"\x"}"#,
            r#"{"a":"\u12g4"}"#,
            "{\"a\":\"\n\"}",
            r#"{"a":'b'}"#,
            r#"{"a":1} {"b":2}"#,
            r#"{,"a":1}"#,
            r#"{"a"::1}"#,
            r#"{"a":1,,"b":2}"#,
        ] {
            assert!(members(wrong).is_err(), "{wrong}");
        }
    }
}
