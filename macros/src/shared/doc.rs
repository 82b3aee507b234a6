//! Extracts text from doc comments (`#[doc = ..]` attributes). Handles rustdoc's indentation and
//! headings, independent of the use of the text.

use super::args::Args;
use super::markdown::{Argument, defined_labels, parse_entry, prose, split_tool_docs};
use super::text::{ConstText, Text};
use super::ty::{peel_expr, string_of};
use super::value;
use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Attribute, Expr, LitStr, Meta};

/// All doc comments of one item, including those with other attributes between them.
pub(crate) enum Docs {
    /// Literals only: the lines, unindented and trimmed. There are none if all are blank.
    Lines(Vec<String>),
    /// A const expression of type `&str` (`include_str!`, `concat!` or another macro).
    Const(TokenStream),
}

/// Collects the doc comments of an item.
pub(crate) fn parse_docs(attrs: &[Attribute]) -> Docs {
    let values: Vec<&Expr> = attrs.iter().filter_map(doc_value).collect();
    let literals: Option<Vec<String>> = values.iter().map(|value| literal(value)).collect();
    match literals {
        Some(texts) => {
            let lines = texts.iter().flat_map(|text| one_less(plain_lines(text)));
            Docs::Lines(unindent(lines.collect()))
        }
        None => Docs::Const(concatenated(&values)),
    }
}

impl Docs {
    /// Returns the whole text, as used for a field, a variant or a type.
    pub(crate) fn full_text(&self) -> Text {
        match self {
            Docs::Lines(lines) => Text::Known(prose(lines, &defined_labels(lines))),
            Docs::Const(expr) => Text::Const(ConstText::Doc, expr.clone()),
        }
    }

    /// Splits a function's text into summary and arguments. A const expression can't be split here,
    /// because only rustc knows its value. `otherwise`: the text in place of an empty summary.
    pub(crate) fn of_tool(&self, otherwise: &str) -> (Text, Vec<Argument>) {
        match self {
            Docs::Lines(lines) => {
                let (summary, arguments) = split_tool_docs(lines);
                let summary = if summary.is_empty() {
                    otherwise.to_owned()
                } else {
                    summary
                };
                (Text::Known(summary), arguments)
            }
            Docs::Const(expr) => {
                let parts = quote!(#expr, #otherwise);
                (Text::Const(ConstText::ToolDoc, parts), Vec::new())
            }
        }
    }
}

/// Returns the text of `description`, or else that of the doc comments.
pub(crate) fn text_of(args: &Args, attrs: &[Attribute]) -> Text {
    let given = value::text_of(args.description.as_ref());
    given.or(|| parse_docs(attrs).full_text())
}

pub(crate) fn is_doc(attr: &Attribute) -> bool {
    attr.path().is_ident("doc")
}

/// Returns the attribute at which an entry's error is reported: the one that contains the entry, or
/// the first.
pub(crate) fn attr_with<'a>(attrs: &'a [Attribute], name: &str) -> Option<&'a Attribute> {
    let docs = || attrs.iter().filter(|attr| doc_value(attr).is_some());
    docs()
        .find(|attr| {
            doc_value(attr).and_then(literal).is_some_and(|text| {
                text.lines()
                    .any(|line| parse_entry(line).is_some_and(|(found, _)| found == name))
            })
        })
        .or_else(|| docs().next())
}

fn doc_value(attr: &Attribute) -> Option<&Expr> {
    match &attr.meta {
        Meta::NameValue(meta) if is_doc(attr) => Some(&meta.value),
        _ => None,
    }
}

fn literal(value: &Expr) -> Option<String> {
    string_of(value).map(LitStr::value)
}

/// Expands to `::core::concat!("line\n", include_str!("x"), "\n", ..)`.
fn concatenated(values: &[&Expr]) -> TokenStream {
    let mut parts: Vec<TokenStream> = Vec::new();
    for value in values {
        if let Some(text) = literal(value) {
            let text = format!("{}\n", one_less(plain_lines(&text)).join("\n"));
            parts.push(text.to_token_stream());
        } else {
            let newline = quote_spanned!(value.span()=> "\n");
            parts.push(peel_expr(value).to_token_stream());
            parts.push(newline);
        }
    }
    quote!(::core::concat!(#(#parts),*))
}

/// Returns the lines of one comment, without a block comment's leading stars or indentation.
fn plain_lines(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.split('\n').collect();
    let mut rest = lines.iter().skip(1).filter(|line| !line.trim().is_empty());
    let starred = lines.len() > 2
        && rest.clone().next().is_some()
        && rest.all(|line| line.trim_start().starts_with('*'));
    let plain = lines.iter().enumerate().map(|(i, line)| {
        let line = line.trim_end_matches('\r');
        match line.trim_start().strip_prefix('*') {
            Some(after) if starred && i > 0 => after.to_owned(),
            _ => line.to_owned(),
        }
    });
    let plain = plain.collect();
    if starred {
        plain
    } else {
        like_its_first(plain)
    }
}

/// Indents the lines of a block comment like its first line, which follows `/**` and a space. Their
/// own indentation is that of the item in the source.
fn like_its_first(mut lines: Vec<String>) -> Vec<String> {
    let blank = |line: &str| line.trim().is_empty();
    let Some((first, rest)) = lines.split_first_mut() else {
        return lines;
    };
    if !blank(first) && !first.starts_with(' ') {
        return lines;
    }
    let indent = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let shared = rest.iter().filter(|line| !blank(line)).map(|it| indent(it));
    let Some(shared) = shared.min() else {
        return lines;
    };
    for line in rest.iter_mut().filter(|line| !blank(line)) {
        line.replace_range(..shared, " ");
    }
    lines
}

/// Removes the space that follows `///` and `*`, so that comments and `#[doc = ".."]` of one item
/// have the same indentation.
fn one_less(lines: Vec<String>) -> Vec<String> {
    let spaced = |line: &String| line.trim().is_empty() || line.starts_with(' ');
    if !lines.iter().all(spaced) {
        return lines;
    }
    let less = |line: &String| line.get(1..).unwrap_or("").to_owned();
    lines.iter().map(less).collect()
}

/// Removes the indentation that all lines share, trailing spaces, and blank lines at both ends.
fn unindent(lines: Vec<String>) -> Vec<String> {
    let indent = lines
        .iter()
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.len() - line.trim_start_matches(' ').len())
        .min()
        .unwrap_or(0);
    let mut lines: Vec<String> = lines
        .into_iter()
        .map(|line| line.get(indent..).unwrap_or("").trim_end().to_owned())
        .collect();
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    let blank = lines.iter().take_while(|line| line.is_empty()).count();
    lines.drain(..blank);
    lines
}
