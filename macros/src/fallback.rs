//! What stands in for a failed expansion, so that a mistake is reported once and nothing else goes missing.

use crate::diag::Errors;
use crate::shared::krate::Krate;
use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::{Generics, Ident};

/// The item as it came: it could not be read.
pub(crate) fn unchanged(item: &TokenStream, errors: Errors) -> TokenStream {
    let errors = errors.into_tokens();
    quote_spanned!(Span::call_site()=> #item #errors)
}

/// The function, callable as before, and a tool that has no text.
///
/// A method gets no stub: a type can't stand in an `impl` block, and errors there must be macros in item position too.
pub(crate) fn function(
    function: &TokenStream,
    stub: Option<&TokenStream>,
    errors: Errors,
) -> TokenStream {
    let errors = errors.into_tokens();
    quote_spanned!(Span::call_site()=> #function #stub #errors)
}

/// The `impl` block, and its tools, which have no texts where there are errors.
pub(crate) fn block(block: &TokenStream, tools: &TokenStream, errors: Errors) -> TokenStream {
    let errors = errors.into_tokens();
    quote_spanned!(Span::call_site()=> #block #tools #errors)
}

/// A schema that takes anything, for the type whose derive failed.
pub(crate) fn schema(
    krate: &Krate,
    ident: Option<(&Ident, &Generics)>,
    errors: Errors,
) -> TokenStream {
    let here = Span::call_site();
    let errors = errors.into_tokens();
    let door = krate.door();
    let stub = ident.map(|(ident, generics)| {
        let mut ident = ident.clone();
        ident.set_span(ident.span().resolved_at(here));
        let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
        quote_spanned! {here=>
            const _: () = {
                #door
                #[automatically_derived]
                impl #impl_generics __tool::ToolSchema for #ident #ty_generics #where_clause {
                    const SCHEMA: __tool::SchemaRef = __tool::ANY;
                }
            };
        }
    });
    quote_spanned!(here=> #stub #errors)
}
