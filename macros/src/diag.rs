//! Diagnostics. Collects errors, so that one run reports all of them, and converts them to tokens
//! once.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use std::fmt::Display;

/// The errors found so far.
#[derive(Default)]
#[must_use]
pub(crate) struct Errors {
    list: Vec<syn::Error>,
    /// Set if rustc itself reports an error, so that the macro need not.
    rustc_reports: bool,
}

impl Errors {
    pub(crate) fn at(&mut self, span: Span, message: impl Display) {
        self.list.push(syn::Error::new(span, message));
    }

    pub(crate) fn on(&mut self, tokens: impl ToTokens, message: impl Display) {
        self.list.push(syn::Error::new_spanned(tokens, message));
    }

    /// Adds an error of a parser, with all errors combined in it.
    pub(crate) fn syntax(&mut self, error: syn::Error) {
        self.list.extend(error);
    }

    /// Records an error that rustc reports anyway: the expansion stops and adds no error of its
    /// own.
    pub(crate) fn reported_by_rustc(&mut self) {
        self.rustc_reports = true;
    }

    /// Returns a good value, or collects the error of a bad one.
    pub(crate) fn keep<T>(&mut self, result: Result<T, impl Into<syn::Error>>) -> Option<T> {
        result.map_err(|error| self.syntax(error.into())).ok()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty() && !self.rustc_reports
    }

    /// Returns one `compile_error!` per error.
    pub(crate) fn into_tokens(self) -> TokenStream {
        self.list.iter().map(syn::Error::to_compile_error).collect()
    }

    /// Returns an item and the errors after it. The item stays usable, so that one mistake doesn't
    /// cause further errors.
    pub(crate) fn after(self, item: impl ToTokens) -> TokenStream {
        let mut tokens = item.into_token_stream();
        tokens.extend(self.into_tokens());
        tokens
    }
}

/// Returns an error about an attribute's value.
pub(crate) fn bad_value(tokens: impl ToTokens, message: impl Display) -> darling::Error {
    syn::Error::new_spanned(tokens, message).into()
}

/// Joins names in backticks with commas, at most `max` of them.
pub(crate) fn list_of<'a>(names: impl Iterator<Item = &'a str> + Clone, max: usize) -> String {
    let shown: Vec<String> = (names.clone().take(max))
        .map(|name| format!("`{name}`"))
        .collect();
    let more = if names.count() > max { ", ..." } else { "" };
    shown.join(", ") + more
}

/// Returns the known name closest to a wrong one, if one is close enough.
pub(crate) fn nearest<'a>(
    wrong: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let max = (wrong.chars().count() / 3).max(1);
    known
        .into_iter()
        .map(|name| (distance(wrong, name), name))
        .filter(|(distance, _)| *distance <= max)
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
