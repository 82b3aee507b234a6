//! `extra(..)`: more members for a provider's declaration. Only the shape is checked: a JSON object, its strings and brackets closed.

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
                    let ident = meta.path.segments.last().map(|it| it.ident.clone());
                    match (ident, peel_expr(&meta.value)) {
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

/// The members of a JSON object's text, without its braces.
pub(super) fn members(text: &str) -> std::result::Result<String, String> {
    let text = text.trim();
    let inner = text
        .strip_prefix('{')
        .and_then(|rest| rest.strip_suffix('}'))
        .ok_or("this must be a JSON object: `{\"key\": 1}`")?
        .trim();
    let mut open: Vec<char> = Vec::new();
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => skip_string(&mut chars)?,
            '{' => open.push('}'),
            '[' => open.push(']'),
            '}' | ']' if open.pop() != Some(c) => {
                return Err(format!("this is no JSON: `{c}` closes nothing"));
            }
            _ => {}
        }
    }
    if let Some(c) = open.pop() {
        return Err(format!("this is no JSON: a `{c}` is missing"));
    }
    if !inner.is_empty() && !inner.starts_with('"') {
        return Err("this is no JSON: a member's name is a string in double quotes".to_owned());
    }
    if inner.ends_with(',') {
        return Err("this is no JSON: a comma stands after the last member".to_owned());
    }
    Ok(inner.to_owned())
}

fn skip_string(chars: &mut std::str::Chars<'_>) -> std::result::Result<(), String> {
    loop {
        match chars.next() {
            Some('"') => return Ok(()),
            Some('\\') => {
                chars.next();
            }
            Some(_) => {}
            None => return Err("this is no JSON: a string is never closed".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::members;

    #[test]
    fn an_object_loses_its_braces() {
        assert_eq!(members(" { } ").unwrap(), "");
        assert_eq!(
            members(r#"{"a": {"b": ["}"]}}"#).unwrap(),
            r#""a": {"b": ["}"]}"#
        );
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
        ] {
            assert!(members(wrong).is_err(), "{wrong}");
        }
    }
}
