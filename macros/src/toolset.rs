//! `toolset![..]`: a set of tools given by their paths. The runtime's macro of that name puts its
//! own crate path in front.

use crate::diag::Errors;
use crate::shared::depth::{Blocks, is_shallow};
use crate::shared::ty::located;
use proc_macro2::{Ident, Literal, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::parse::{ParseStream, Parser as _};
use syn::spanned::Spanned as _;
use syn::{Path, Token};

/// Parses the path of the runtime crate and those of tools. Reports each other item, and first
/// those that are not paths.
fn parse(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<(Path, Vec<Path>)> {
    let krate = input.call(Path::parse_mod_style)?;
    input.parse::<Token![;]>()?;
    let (mut tools, mut methods) = (Vec::new(), Vec::new());
    while !input.is_empty() {
        let span = input.span();
        match input.parse::<Path>() {
            Ok(path) if input.is_empty() || input.peek(Token![,]) => {
                let is_method = method(&path).is_some();
                let paths = if is_method { &mut methods } else { &mut tools };
                paths.push(path);
            }
            _ => {
                errors.at(
                    span,
                    "write the paths of tools, separated by commas: `toolset![search, files::read]`",
                );
                // Skip to the next path, so that every error is found.
                while !input.is_empty() && !input.peek(Token![,]) {
                    input.parse::<TokenTree>()?;
                }
            }
        }
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
    }
    for path in &methods {
        if let Some((ty, method)) = method(path) {
            errors.on(
                path,
                format!("`{method}` is a method of `{ty}`, which needs a value: write `toolset![..].tools(value)`, which adds all tools of the `#[tools]` block"),
            );
        }
    }
    Ok((krate, tools))
}

/// Returns the names of `Type::method`, recognised by their case.
fn method(path: &Path) -> Option<(&Ident, &Ident)> {
    let mut names = path.segments.iter().rev().map(|it| &it.ident);
    let (method, ty) = (names.next()?, names.next()?);
    let starts = |name: &Ident, case: fn(char) -> bool| name.to_string().starts_with(case);
    (starts(method, char::is_lowercase) && starts(ty, char::is_uppercase)).then_some((ty, method))
}

/// Expands the whole macro. Each tool's path is written once.
///
/// Expands to:
/// ```text
/// {
///     use $crate::__private as __tool;
///     const __TOOL_SET: &[__tool::Entry; 2] =
///         &[<search as __tool::InSet>::ENTRY, <read as __tool::InSet>::ENTRY];
///     const __TOOL_NAMES: &[&__tool::str] = &__tool::Entry::names(__TOOL_SET);
///     const _: () = { __tool::check_name(__TOOL_NAMES, 1); };
///     __tool::toolset(__TOOL_SET)
/// }
/// ```
pub(crate) fn expand(input: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let mut parsed = None;
    if is_shallow(&input, Blocks::None, &mut errors) {
        let result = (|input: ParseStream<'_>| parse(input, &mut errors)).parse2(input);
        parsed = errors.keep(result);
    }
    let errors = errors.into_tokens();
    let Some((krate, tools)) = parsed else {
        return quote!({ #errors });
    };
    let defs = tools.iter().map(|path| {
        let at = located(path.span());
        quote_spanned!(at=> <#path as __tool::InSet>::ENTRY)
    });
    let checks = tools.iter().enumerate().skip(1).map(|(i, path)| {
        // Use the user's own span: rustc then shows only the path.
        let at = path
            .segments
            .last()
            .map_or_else(|| path.span(), |last| last.ident.span());
        let i = Literal::usize_unsuffixed(i);
        quote_spanned!(at=> __tool::check_name(__TOOL_NAMES, #i);)
    });
    let checks: Vec<_> = checks.collect();
    let check = (!checks.is_empty()).then(|| {
        quote! {
            const __TOOL_NAMES: &[&__tool::str] = &__tool::Entry::names(__TOOL_SET);
            const _: () = { #(#checks)* };
        }
    });
    let count = Literal::usize_unsuffixed(tools.len());
    quote! {
        {
            use #krate::__private as __tool;
            #errors
            const __TOOL_SET: &[__tool::Entry; #count] = &[#(#defs),*];
            #check
            __tool::toolset(__TOOL_SET)
        }
    }
}
