//! Output for a failed expansion. It keeps the item usable, so that one mistake doesn't cause
//! further errors.

use crate::diag::Errors;
use crate::shared::krate::Krate;
use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::{Generics, Ident};

/// Returns the item unchanged, with the errors: it could not be parsed.
pub(crate) fn unchanged(item: &TokenStream, errors: Errors) -> TokenStream {
    let errors = errors.into_tokens();
    quote_spanned!(Span::call_site()=> #item #errors)
}

/// Returns the function, still callable, and a tool without texts.
///
/// A method gets no stub, because an `impl` block can't contain a type. Errors in it have to be
/// macros in item position too.
pub(crate) fn function(
    function: &TokenStream,
    stub: Option<&TokenStream>,
    errors: Errors,
) -> TokenStream {
    let errors = errors.into_tokens();
    quote_spanned!(Span::call_site()=> #function #stub #errors)
}

/// Returns the `impl` block and its tools. If there are errors, the tools have no texts.
pub(crate) fn block(block: &TokenStream, tools: &TokenStream, errors: Errors) -> TokenStream {
    let errors = errors.into_tokens();
    quote_spanned!(Span::call_site()=> #block #tools #errors)
}

/// Implements `ToolSchema` with a schema that accepts any value, for a type whose derive failed.
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
