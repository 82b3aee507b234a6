//! Errors for the user: collected, so that one run shows them all, and made tokens once. The only place that shapes common messages.

use darling::ast::{MetaNameValueInvalidExpr, NestedMeta};
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;

/// The mistakes found so far.
#[derive(Default)]
#[must_use]
pub(crate) struct Errors {
    list: Vec<syn::Error>,
    /// Something is wrong that rustc itself reports.
    rustc_reports: bool,
}

impl Errors {
    /// A mistake at a place.
    pub(crate) fn at(&mut self, span: Span, message: impl std::fmt::Display) {
        self.list.push(syn::Error::new(span, message));
    }

    /// A mistake that spans some tokens.
    pub(crate) fn on(&mut self, tokens: impl ToTokens, message: impl std::fmt::Display) {
        self.list.push(syn::Error::new_spanned(tokens, message));
    }

    /// A syntax error, with all that it holds.
    pub(crate) fn syntax(&mut self, error: syn::Error) {
        self.list.extend(error);
    }

    /// What an attribute's parser found.
    pub(crate) fn attribute(&mut self, error: darling::Error) {
        for one in error.flatten() {
            self.list.push(one.into());
        }
    }

    /// A mistake that rustc reports wherever it stands: the expansion can't go on, and has nothing to add.
    pub(crate) fn left_to_rustc(&mut self) {
        self.rustc_reports = true;
    }

    /// Keeps a good value, collects the error of a bad one.
    pub(crate) fn keep<T>(&mut self, result: darling::Result<T>) -> Option<T> {
        result.map_err(|error| self.attribute(error)).ok()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty() && !self.rustc_reports
    }

    /// One `compile_error!` a mistake.
    pub(crate) fn into_tokens(self) -> TokenStream {
        self.list.iter().map(syn::Error::to_compile_error).collect()
    }
}

/// An error of an attribute's value.
pub(crate) fn bad_value(tokens: impl ToTokens, message: impl std::fmt::Display) -> darling::Error {
    syn::Error::new_spanned(tokens, message).into()
}

/// The items of an attribute. What can't be read is reported, and then there are none.
pub(crate) fn parse_items(
    tokens: TokenStream,
    keys: &[&str],
    errors: &mut Errors,
) -> Vec<NestedMeta> {
    match NestedMeta::parse_meta_list(tokens) {
        Ok(items) => items,
        Err(error) => {
            for one in error {
                // Darling's words for what is neither.
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

/// As [`parse_items`], for the arguments of an attribute that is a macro. `#[tool = "x"]` gives it the text alone, and is rustc's to report.
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

/// Whether an attribute's text is `#[path = ..]`.
fn is_name_value(text: &str) -> bool {
    let path = text.trim_start_matches(['#', '!', '[', ' ']);
    let end = path.find(['=', '(', '[', '{']);
    end.is_some_and(|end| path[end..].starts_with('='))
}

fn expected_key(keys: &[&str]) -> String {
    format!("expected a key, one of {}", list_of(keys, 12))
}

/// Sorts out keys that a place doesn't know and keys given twice, with an error each; what is left has good keys.
///
/// `elsewhere` are keys that exist, each with the place where it belongs.
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
                errors.on(item, expected_key(keys));
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
                errors.on(path, unknown_key(&key, keys, elsewhere));
                return false;
            }
            // Of examples there may be several.
            if key != "example" && seen.contains(&key) {
                errors.on(path, format!("`{key}` is given twice; keep one"));
                return false;
            }
            seen.push(key);
            true
        })
        .collect()
}

/// The key of an attribute's item.
pub(crate) fn key_of(item: &NestedMeta) -> Option<&syn::Path> {
    match item {
        NestedMeta::Meta(meta) => Some(meta.path()),
        NestedMeta::NameValueInvalidExpr(meta) => Some(&meta.path),
        NestedMeta::Lit(_) => None,
    }
}

/// A path as it is written, without spaces.
pub(crate) fn path_text(path: &syn::Path) -> String {
    path.to_token_stream().to_string().replace(' ', "")
}

/// `key =` and something that is no expression.
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
            format!("this is no expression: {}", meta.error),
        );
    }
}

fn unknown_key(key: &str, keys: &[&str], elsewhere: &[(&str, &str)]) -> String {
    if let Some((_, place)) = elsewhere.iter().find(|(known, _)| *known == key) {
        return format!("`{key}` doesn't belong here; {place}");
    }
    match nearest(key, keys.iter().copied()) {
        Some(known) => format!("unknown key `{key}`, did you mean `{known}`?"),
        None => format!("unknown key `{key}`, expected one of {}", list_of(keys, 40)),
    }
}

/// Names in backticks with commas between them.
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

/// The known name that is nearest to a wrong one, if any is near.
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

/// Edits between two names; two neighbours swapped are one.
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
