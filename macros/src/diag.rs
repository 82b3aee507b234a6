//! Diagnostics. Collects errors, so that one run reports all of them, and converts them to tokens
//! once. Shared messages are defined only here.

use crate::names::{ADVICE, MEANT};
use darling::FromMeta;
use darling::ast::{MetaNameValueInvalidExpr, NestedMeta};
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Expr, ExprLit, Lit, Meta};

/// The errors found so far.
#[derive(Default)]
#[must_use]
pub(crate) struct Errors {
    list: Vec<syn::Error>,
    /// Set if rustc itself reports an error, so that the macro need not.
    rustc_reports: bool,
}

impl Errors {
    /// Adds an error at a span.
    pub(crate) fn at(&mut self, span: Span, message: impl std::fmt::Display) {
        self.list.push(syn::Error::new(span, message));
    }

    /// Adds an error that spans some tokens.
    pub(crate) fn on(&mut self, tokens: impl ToTokens, message: impl std::fmt::Display) {
        self.list.push(syn::Error::new_spanned(tokens, message));
    }

    /// Adds a syntax error, with all errors combined in it.
    pub(crate) fn syntax(&mut self, error: syn::Error) {
        self.list.extend(error);
    }

    /// Adds the errors of an attribute's parser.
    pub(crate) fn attribute(&mut self, error: darling::Error) {
        for one in error.flatten() {
            self.list.push(one.into());
        }
    }

    /// Records an error that rustc reports anyway: the expansion stops and adds no error of its
    /// own.
    pub(crate) fn left_to_rustc(&mut self) {
        self.rustc_reports = true;
    }

    /// Returns a good value, or collects the error of a bad one.
    pub(crate) fn keep<T>(&mut self, result: darling::Result<T>) -> Option<T> {
        result.map_err(|error| self.attribute(error)).ok()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty() && !self.rustc_reports
    }

    /// Returns one `compile_error!` per error.
    pub(crate) fn into_tokens(self) -> TokenStream {
        self.list.iter().map(syn::Error::to_compile_error).collect()
    }
}

/// Returns an error about an attribute's value.
pub(crate) fn bad_value(tokens: impl ToTokens, message: impl std::fmt::Display) -> darling::Error {
    syn::Error::new_spanned(tokens, message).into()
}

/// Parses the items of an attribute. Reports a syntax error and then returns no items.
pub(crate) fn parse_items(
    tokens: TokenStream,
    keys: &[&str],
    errors: &mut Errors,
) -> Vec<NestedMeta> {
    match NestedMeta::parse_meta_list(tokens) {
        Ok(items) => items,
        Err(error) => {
            for one in error {
                // Darling's message for a token that is neither.
                if one.to_string() == "expected identifier or literal" {
                    errors.at(one.span(), expected_key(keys));
                } else {
                    errors.syntax(one);
                }
            }
            Vec::new()
        }
    }
}

/// Like [`parse_items`], for the arguments of an attribute macro. `#[tool = "x"]` passes the macro
/// only the text `"x"`; rustc reports that form itself.
pub(crate) fn parse_args(
    tokens: TokenStream,
    keys: &[&str],
    errors: &mut Errors,
) -> Vec<NestedMeta> {
    let mut trees = tokens.clone().into_iter();
    let alone = matches!(
        (trees.next(), trees.next()),
        (Some(TokenTree::Literal(_)), None)
    );
    let attribute = Span::call_site().source_text().filter(|_| alone);
    if attribute.is_some_and(|text| is_name_value(&text)) {
        errors.left_to_rustc();
        return Vec::new();
    }
    parse_items(tokens, keys, errors)
}

/// Returns whether an attribute's text is `#[path = ..]`.
fn is_name_value(text: &str) -> bool {
    let path = text.trim_start_matches(['#', '!', '[', ' ']);
    let end = path.find(['=', '(', '[', '{']);
    end.is_some_and(|end| path[end..].starts_with('='))
}

/// The error for a value alone: `#[tool("find")]`.
fn no_key(item: &NestedMeta, keys: &[&str]) -> String {
    let first = keys.first().copied().unwrap_or_default();
    match item {
        NestedMeta::Lit(Lit::Str(text)) if matches!(first, "name" | "description") => {
            format!(
                "this value has no key; write `{first} = {:?}`",
                text.value()
            )
        }
        _ => expected_key(keys),
    }
}

fn expected_key(keys: &[&str]) -> String {
    format!("expected a key, one of {}", list_of(keys, 12))
}

/// Removes unknown and duplicate keys, with an error for each, and returns the items with valid
/// keys.
///
/// `elsewhere` lists keys that are valid in another position, each with that position.
pub(crate) fn known_keys(
    items: Vec<NestedMeta>,
    keys: &[&str],
    elsewhere: &[(&str, &str)],
    errors: &mut Errors,
) -> Vec<NestedMeta> {
    let mut seen: Vec<String> = Vec::new();
    items
        .into_iter()
        .filter(|item| {
            let Some(path) = key_of(item) else {
                errors.on(item, no_key(item, keys));
                return false;
            };
            let key = path_text(path);
            if let NestedMeta::NameValueInvalidExpr(meta) = item
                && keys.contains(&key.as_str())
            {
                no_expression(meta, errors);
                return false;
            }
            if !keys.contains(&key.as_str()) {
                errors.on(path, unknown_key(&key, item, keys, elsewhere));
                return false;
            }
            // `example` can be given several times.
            if key != "example" && seen.contains(&key) {
                errors.on(path, format!("`{key}` is given twice; keep one"));
                return false;
            }
            seen.push(key);
            true
        })
        .collect()
}

/// Parses the values of an attribute's keys. Reports each bad value, and keeps the good ones.
pub(crate) fn parse_values<T: FromMeta + Default>(
    mut items: Vec<NestedMeta>,
    errors: &mut Errors,
) -> T {
    items.retain(|item| {
        let alone = T::from_list(std::slice::from_ref(item));
        errors.keep(alone).is_some()
    });
    errors.keep(T::from_list(&items)).unwrap_or_default()
}

/// Returns the key of an attribute's item.
pub(crate) fn key_of(item: &NestedMeta) -> Option<&syn::Path> {
    match item {
        NestedMeta::Meta(meta) => Some(meta.path()),
        NestedMeta::NameValueInvalidExpr(meta) => Some(&meta.path),
        NestedMeta::Lit(_) => None,
    }
}

/// Returns a path as written, without spaces.
pub(crate) fn path_text(path: &syn::Path) -> String {
    path.to_token_stream().to_string().replace(' ', "")
}

/// Reports `key =` followed by tokens that are not an expression.
fn no_expression(meta: &MetaNameValueInvalidExpr, errors: &mut Errors) {
    let key = path_text(&meta.path);
    if meta.value.is_empty() {
        errors.on(
            meta.eq_token,
            format!("`{key}` has no value; write one after `=`"),
        );
    } else if matches!(key.as_str(), "as" | "output") {
        errors.on(
            &meta.value,
            format!("write the type as a string: `{key} = \"Vec<String>\"`"),
        );
    } else {
        errors.on(
            &meta.value,
            format!("this is not an expression: {}", meta.error),
        );
    }
}

fn unknown_key(key: &str, item: &NestedMeta, keys: &[&str], elsewhere: &[(&str, &str)]) -> String {
    if let Some((_, place)) = elsewhere.iter().find(|(known, _)| *known == key) {
        return format!("`{key}` doesn't belong here; {place}");
    }
    let here = |(word, anchor, _): &&(&str, &str, &str)| *word == key && keys.contains(anchor);
    // Schemars' `with` names a type, as our `as` does.
    if key == "with"
        && keys.contains(&"as")
        && let Some(ty) = text_value(item)
    {
        return format!("unknown key `with`, did you mean `as = \"{ty}\"`?");
    }
    if let Some((.., form)) = MEANT.iter().find(here) {
        return format!("unknown key `{key}`, did you mean `{form}`?");
    }
    if let Some((.., advice)) = ADVICE.iter().find(here) {
        return format!("unknown key `{key}`; {advice}");
    }
    match nearest(key, keys.iter().copied()) {
        Some(known) => format!("unknown key `{key}`, did you mean `{known}`?"),
        None => format!("unknown key `{key}`, expected one of {}", list_of(keys, 40)),
    }
}

/// Returns the string of `key = "string"`.
fn text_value(item: &NestedMeta) -> Option<String> {
    let NestedMeta::Meta(Meta::NameValue(meta)) = item else {
        return None;
    };
    match &meta.value {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(text.value()),
        _ => None,
    }
}

/// Joins names in backticks with commas, at most `most` of them.
pub(crate) fn list_of(names: &[&str], most: usize) -> String {
    let mut text = names
        .iter()
        .take(most)
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ");
    if names.len() > most {
        text.push_str(", ...");
    }
    text
}

/// Returns the known name closest to a wrong one, if one is close enough.
pub(crate) fn nearest<'a>(
    wrong: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let most = (wrong.chars().count() / 3).max(1);
    known
        .into_iter()
        .map(|name| (distance(wrong, name), name))
        .filter(|(distance, _)| *distance <= most)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// Returns the edit distance of two names. Swapping two neighbours counts as one edit.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.to_lowercase().chars().collect();
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let mut rows = vec![(0..=b.len()).collect::<Vec<_>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let change = usize::from(a[i - 1] != b[j - 1]);
            let mut best = (rows[i - 1][j] + 1)
                .min(row[j - 1] + 1)
                .min(rows[i - 1][j - 1] + change);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}
