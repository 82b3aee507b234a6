//! `extra(..)`: extra members for a provider's declaration. Checks only the structure: a JSON
//! object whose strings and brackets are closed.

use super::args::provider_name;
use crate::diag::bad_value;
use crate::shared::ty::peel_expr;
use darling::ast::NestedMeta;
use darling::{FromMeta, Result};
use syn::{Expr, ExprLit, Ident, Lit, LitStr, Meta};

/// `extra(Name = r#"{..}"#)`.
#[derive(Debug)]
pub(super) struct ExtraArg(pub(super) Vec<(Ident, LitStr)>);

const FORM: &str =
    "write `extra(Name = r#\"{\"key\": 1}\"#)`, with a variant of `toolcast::Provider`";

impl FromMeta for ExtraArg {
    fn from_meta(item: &Meta) -> Result<Self> {
        match item {
            Meta::List(list) => Self::from_list(&NestedMeta::parse_meta_list(list.tokens.clone())?),
            _ => Err(bad_value(item, FORM)),
        }
    }

    fn from_list(items: &[NestedMeta]) -> Result<Self> {
        let mut extra: Vec<(Ident, LitStr)> = Vec::new();
        let mut errors = darling::Error::accumulator();
        for item in items {
            let entry = match item {
                NestedMeta::Meta(Meta::NameValue(meta)) => {
                    match (provider_name(&meta.path), peel_expr(&meta.value)) {
                        (
                            Some(ident),
                            Expr::Lit(ExprLit {
                                lit: Lit::Str(text),
                                ..
                            }),
                        ) => Some((ident, text.clone())),
                        _ => None,
                    }
                }
                _ => None,
            };
            match entry {
                None => errors.push(bad_value(item, FORM)),
                Some((ident, _)) if extra.iter().any(|(known, _)| *known == ident) => {
                    errors.push(bad_value(
                        &ident,
                        format!("`{ident}` is given twice; keep one"),
                    ));
                }
                Some(entry) => extra.push(entry),
            }
        }
        errors.finish_with(ExtraArg(extra))
    }
}

/// The members of a JSON object.
#[derive(Debug)]
pub(super) struct Members {
    /// The text between the object's braces.
    pub(super) text: String,
    /// The names as written.
    pub(super) names: Vec<String>,
}

/// Removes the braces of a JSON object's text and collects its member names.
pub(super) fn members(text: &str) -> std::result::Result<Members, String> {
    let text = text.trim();
    let inner = text
        .strip_prefix('{')
        .and_then(|rest| rest.strip_suffix('}'))
        .ok_or("this must be a JSON object: `{\"key\": 1}`")?
        .trim();
    // Each open bracket's closing character, with the member names of an object. A list has none.
    let mut open: Vec<(char, Vec<&str>)> = vec![('}', Vec::new())];
    let mut before = '{';
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => {
                let from = chars.as_str();
                skip_string(&mut chars)?;
                let string = &from[..from.len() - chars.as_str().len() - 1];
                if let Some(('}', names)) = open.last_mut()
                    && matches!(before, '{' | ',')
                {
                    if names.contains(&string) {
                        return Err(format!("`{string}` is given twice; keep one"));
                    }
                    names.push(string);
                }
            }
            '{' => open.push(('}', Vec::new())),
            '[' => open.push((']', Vec::new())),
            '}' | ']' if open.len() == 1 || open.pop().is_none_or(|(end, _)| end != c) => {
                return Err(format!("this is not JSON: `{c}` closes nothing"));
            }
            _ => {}
        }
        if !c.is_ascii_whitespace() {
            before = c;
        }
    }
    if open.len() > 1
        && let Some((c, _)) = open.pop()
    {
        return Err(format!("this is not JSON: a `{c}` is missing"));
    }
    if !inner.is_empty() && !inner.starts_with('"') {
        return Err("this is not JSON: a member's name is a string in double quotes".to_owned());
    }
    if inner.ends_with(',') {
        return Err("this is not JSON: there is a comma after the last member".to_owned());
    }
    let names = open.pop().map(|(_, names)| names).unwrap_or_default();
    Ok(Members {
        text: inner.to_owned(),
        names: names.into_iter().map(str::to_owned).collect(),
    })
}

fn skip_string(chars: &mut std::str::Chars<'_>) -> std::result::Result<(), String> {
    loop {
        match chars.next() {
            Some('"') => return Ok(()),
            Some('\\') => {
                chars.next();
            }
            Some(_) => {}
            None => return Err("this is not JSON: a string is never closed".to_owned()),
        }
    }
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
        ] {
            assert!(members(wrong).is_err(), "{wrong}");
        }
    }
}
