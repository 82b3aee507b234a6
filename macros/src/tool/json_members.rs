//! The members of a JSON object in a text, with the first mistake in it. Reads a text once, without
//! recursion.

/// The members of a JSON object.
#[derive(Debug)]
pub(super) struct Members {
    /// The text between the object's braces.
    pub(super) text: String,
    /// The names as written.
    pub(super) names: Vec<String>,
}

/// Removes the braces of a JSON object's text and collects its member names.
pub(super) fn members(text: &str) -> Result<Members, String> {
    let text = text.trim();
    let inner = text
        .strip_prefix('{')
        .and_then(|rest| rest.strip_suffix('}'))
        .ok_or("this must be a JSON object: `{\"key\": 1}`")?
        .trim();
    let mut scan = Scan {
        open: vec![Open::Object(Vec::new())],
        next: Next::FirstName,
    };
    let mut rest = inner;
    loop {
        rest = rest.trim_start_matches([' ', '\t', '\n', '\r']);
        let Some(token) = token(rest)? else { break };
        scan.take(token)?;
        rest = &rest[token.len()..];
    }
    let names = scan.finish()?;
    Ok(Members {
        text: inner.to_owned(),
        names: names.into_iter().map(str::to_owned).collect(),
    })
}

const LAST_MEMBER: &str = "there is a comma after the last member";
const NO_VALUE: &str = "a name has no value";

/// An open bracket.
enum Open<'a> {
    /// An object, with the names so far.
    Object(Vec<&'a str>),
    List,
}

/// The part that may follow.
#[derive(Clone, Copy, PartialEq, Eq)]
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

struct Scan<'a> {
    open: Vec<Open<'a>>,
    next: Next,
}

impl<'a> Scan<'a> {
    fn take(&mut self, token: &'a str) -> Result<(), String> {
        match (self.next, token) {
            (_, "}" | "]") => return self.close(token),
            (Next::FirstName | Next::Name, _) => self.name(token)?,
            (Next::Colon, ":") => self.next = Next::Value,
            (Next::Colon, _) => return Err(wrong("there is no `:` after a name")),
            (Next::Comma, ",") => {
                self.next = match self.open.last() {
                    Some(Open::List) => Next::Value,
                    _ => Next::Name,
                };
            }
            (Next::Comma, _) => {
                return Err(format!(
                    "this is not JSON: there is no `,` before `{token}`"
                ));
            }
            (Next::FirstValue | Next::Value, "{") => {
                self.open.push(Open::Object(Vec::new()));
                self.next = Next::FirstName;
            }
            (Next::FirstValue | Next::Value, "[") => {
                self.open.push(Open::List);
                self.next = Next::FirstValue;
            }
            (Next::FirstValue | Next::Value, _) if is_value(token) => self.next = Next::Comma,
            (Next::FirstValue | Next::Value, _) => {
                return Err(format!(
                    "this is not JSON: `{token}` is not a value; write a string in double quotes, a number, `true`, `false` or `null`"
                ));
            }
        }
        Ok(())
    }

    fn name(&mut self, token: &'a str) -> Result<(), String> {
        if !token.starts_with('"') {
            return Err(wrong("a member's name is a string in double quotes"));
        }
        let name = &token[1..token.len() - 1];
        if let Some(Open::Object(names)) = self.open.last_mut() {
            if names.contains(&name) {
                return Err(format!("`{name}` is given twice; keep one"));
            }
            names.push(name);
        }
        self.next = Next::Colon;
        Ok(())
    }

    fn close(&mut self, token: &str) -> Result<(), String> {
        // The outermost object is closed by the end of the text.
        let inside = self.open.len() > 1;
        let (object, list) = match self.open.last() {
            Some(Open::Object(_)) => (inside && token == "}", false),
            Some(Open::List) => (false, token == "]"),
            None => (false, false),
        };
        if !object && !list {
            return Err(format!("this is not JSON: `{token}` closes nothing"));
        }
        match self.next {
            Next::Name => return Err(wrong(LAST_MEMBER)),
            Next::Value if list => return Err(wrong("there is a comma after the last item")),
            Next::Value | Next::Colon => return Err(wrong(NO_VALUE)),
            Next::FirstName | Next::FirstValue | Next::Comma => {}
        }
        self.open.pop();
        self.next = Next::Comma;
        Ok(())
    }

    /// Returns the names of the outermost object.
    fn finish(mut self) -> Result<Vec<&'a str>, String> {
        let missing = match self.open.pop() {
            Some(Open::Object(names)) if self.open.is_empty() => {
                return match self.next {
                    Next::Name => Err(wrong(LAST_MEMBER)),
                    Next::Colon | Next::Value => Err(wrong(NO_VALUE)),
                    _ => Ok(names),
                };
            }
            Some(Open::List) => "]",
            _ => "}",
        };
        Err(format!("this is not JSON: a `{missing}` is missing"))
    }
}

fn wrong(reason: &str) -> String {
    format!("this is not JSON: {reason}")
}

/// Returns the first token: a string with its quotes, a punctuation mark, or a word.
fn token(text: &str) -> Result<Option<&str>, String> {
    let mark = |c: char| matches!(c, '{' | '}' | '[' | ']' | ':' | ',');
    let length = match text.chars().next() {
        None => return Ok(None),
        Some('"') => string_length(text)?,
        Some(c) if mark(c) => 1,
        Some(_) => {
            let end = |c: char| mark(c) || c == '"' || c.is_whitespace();
            let first = text.chars().next().map_or(0, char::len_utf8);
            first + text[first..].find(end).unwrap_or(text.len() - first)
        }
    };
    Ok(Some(&text[..length]))
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
                    return Err(format!(
                        "this is not JSON: `\\{c}` is not an escape; write `\\\\` for a backslash"
                    ));
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

fn is_number(token: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    let unsigned = token.strip_prefix('-').unwrap_or(token);
    let (number, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((number, exponent)) => (number, Some(exponent)),
        None => (unsigned, None),
    };
    let (whole, fraction) = match number.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (number, None),
    };
    let exponent = exponent.map(|text| text.strip_prefix(['+', '-']).unwrap_or(text));
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent.is_none_or(digits)
}

#[cfg(test)]
mod tests {
    use super::members;

    #[test]
    fn an_object_loses_its_braces() {
        assert_eq!(members(" { } ").unwrap().text, "");
        let some = members(r#"{"a": {"b": ["}", "b"], "a": "b"}, "b": [{"a": 1}, {"a": 1}]}"#);
        let some = some.unwrap();
        assert_eq!(
            some.text,
            r#""a": {"b": ["}", "b"], "a": "b"}, "b": [{"a": 1}, {"a": 1}]"#
        );
        assert_eq!(some.names, ["a", "b"]);
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
