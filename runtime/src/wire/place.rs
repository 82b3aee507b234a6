//! The path of a value in a JSON text. It is computed only for errors, so reading doesn't track it.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

/// Maximum number of steps in a displayed path. A hostile text can nest far deeper.
const SHOWN: usize = 16;

/// A step into an open list or object.
enum Step<'t> {
    /// The index of the current element.
    Element(usize),
    /// The raw key of the current member, without quotes.
    Member(&'t str),
}

/// Returns the path to the value at `offset`, such as `choices[0].message`; empty for the root. The
/// text must be valid JSON.
pub(super) fn place(text: &str, offset: usize) -> String {
    let bytes = text.as_bytes();
    let mut steps: Vec<Step<'_>> = Vec::new();
    let mut at = 0;
    // `true` if the next string in an object is a key.
    let mut key_next = false;
    while at < offset {
        match bytes.get(at) {
            None => break,
            Some(b'{') => {
                steps.push(Step::Member(""));
                key_next = true;
            }
            Some(b'[') => {
                steps.push(Step::Element(0));
                key_next = false;
            }
            Some(b'}' | b']') => {
                steps.pop();
                key_next = false;
            }
            Some(b',') => match steps.last_mut() {
                Some(Step::Element(i)) => *i += 1,
                _ => key_next = true,
            },
            Some(b'"') => {
                let start = at + 1;
                at = end_of_string(bytes, start);
                if key_next && let Some(step) = steps.last_mut() {
                    *step = Step::Member(text.get(start..at).unwrap_or_default());
                    key_next = false;
                }
            }
            Some(_) => {}
        }
        at += 1;
    }
    write(&steps)
}

/// Finds the closing quote of a string whose first byte is at `at`.
fn end_of_string(bytes: &[u8], mut at: usize) -> usize {
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => break,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    at.min(bytes.len())
}

fn write(steps: &[Step<'_>]) -> String {
    let mut path = String::new();
    for step in steps.iter().take(SHOWN) {
        // Writing to a string can't fail.
        let _ = match step {
            Step::Element(i) => write!(path, "[{i}]"),
            Step::Member(key) => {
                let dot = if path.is_empty() { "" } else { "." };
                let shown: String = key.chars().take(64).collect();
                write!(path, "{dot}{shown}")
            }
        };
    }
    if steps.len() > SHOWN {
        path.push_str("..");
    }
    path
}

#[cfg(test)]
mod tests {
    use super::place;

    #[test]
    fn a_path_leads_to_the_value() {
        let text = r#"{"a":[1,{"b\"}":{"c": "x,]"}}, [], 7]}"#;
        for (value, path) in [
            ("[1", "a"),
            ("1,", "a[0]"),
            (r#"{"c""#, r#"a[1].b\"}"#),
            (r#""x"#, r#"a[1].b\"}.c"#),
            ("[]", "a[2]"),
            ("7", "a[3]"),
        ] {
            assert_eq!(
                place(text, text.find(value).expect("it is in the text")),
                path
            );
        }
        assert_eq!(place(text, 0), "");
    }

    #[test]
    fn a_deep_path_is_cut() {
        let text = "[".repeat(10_000);
        let path = place(&text, 9_999);
        assert!(path.ends_with("[0].."), "{path}");
    }
}
