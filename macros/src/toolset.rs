//! `toolset![..]`: a set of tools given by their paths. The runtime's macro of that name puts its
//! own crate path in front.

use crate::diag::Errors;
use crate::shared::depth::{Blocks, is_shallow};
use crate::shared::ty::located;
use proc_macro2::{Literal, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::parse::{Parse, ParseStream, Parser as _};
use syn::spanned::Spanned as _;
use syn::{Path, PathSegment, Token};

struct Input {
    krate: Path,
    tools: Vec<Path>,
    /// Paths of methods.
    methods: Vec<Path>,
    /// Positions of tokens that are not a path.
    wrong: Vec<Span>,
}

impl Parse for Input {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let krate = input.call(Path::parse_mod_style)?;
        input.parse::<Token![;]>()?;
        let mut found = Input {
            krate,
            tools: Vec::new(),
            methods: Vec::new(),
            wrong: Vec::new(),
        };
        while !input.is_empty() {
            let span = input.span();
            match input.parse::<Path>() {
                Ok(path) if input.is_empty() || input.peek(Token![,]) => {
                    let is_method = is_method(&path);
                    let paths = if is_method {
                        &mut found.methods
                    } else {
                        &mut found.tools
                    };
                    paths.push(path);
                }
                _ => {
                    found.wrong.push(span);
                    // Skip to the next path, so that every error is found.
                    while !input.is_empty() && !input.peek(Token![,]) {
                        input.parse::<proc_macro2::TokenTree>()?;
                    }
                }
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(found)
    }
}

/// Returns true for `Type::method`, by the case of the names.
fn is_method(path: &Path) -> bool {
    let starts = |segment: &PathSegment, test: fn(&char) -> bool| {
        segment
            .ident
            .to_string()
            .chars()
            .next()
            .as_ref()
            .is_some_and(test)
    };
    let mut segments = path.segments.iter().rev();
    let names = segments.next().zip(segments.next());
    names.is_some_and(|(method, ty)| {
        starts(method, |c| c.is_lowercase()) && starts(ty, |c| c.is_uppercase())
    })
}

/// Expands the whole macro. Each tool's path is written once.
///
/// Expands to:
/// ```text
/// {
///     use $crate::__private as __tool;
///     const __TOOL_SET: &[__tool::Entry; 2] =
///         &[__tool::Entry::of::<search>(), __tool::Entry::of::<read>()];
///     const __TOOL_NAMES: &[&__tool::str] = &__tool::Entry::names(__TOOL_SET);
///     const _: () = { __tool::check_name(__TOOL_NAMES, 1); };
///     __tool::toolset(__TOOL_SET)
/// }
/// ```
pub(crate) fn expand(input: TokenStream) -> TokenStream {
    let here = Span::call_site();
    let mut errors = Errors::default();
    let fail = |errors: Errors| {
        let errors = errors.into_tokens();
        quote_spanned!(here=> { #errors })
    };
    if !is_shallow(&input, Blocks::None, &mut errors) {
        return fail(errors);
    }
    let input = match Input::parse.parse2(input) {
        Ok(input) => input,
        Err(error) => {
            errors.syntax(error);
            return fail(errors);
        }
    };
    for span in &input.wrong {
        errors.at(
            *span,
            "write the paths of tools, separated by commas: `toolset![search, files::read]`",
        );
    }
    for path in &input.methods {
        let names: Vec<_> = path.segments.iter().rev().map(|it| &it.ident).collect();
        if let [method, ty, ..] = names[..] {
            errors.on(
                path,
                format!("`{method}` is a method of `{ty}`, which needs a value: write `toolset![..].tools(value)`, which adds all tools of the `#[tools]` block"),
            );
        }
    }
    let errors = errors.into_tokens();
    let krate = &input.krate;
    let defs = input.tools.iter().map(|path| {
        let at = located(path.span());
        quote_spanned!(at=> __tool::Entry::of::<#path>())
    });
    let checks = input.tools.iter().enumerate().skip(1).map(|(i, path)| {
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
    let count = Literal::usize_unsuffixed(input.tools.len());
    quote_spanned! {here=>
        {
            use #krate::__private as __tool;
            #errors
            const __TOOL_SET: &[__tool::Entry; #count] = &[#(#defs),*];
            #check
            __tool::toolset(__TOOL_SET)
        }
    }
}
