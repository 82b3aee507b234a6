//! Generates the `Spec` of a tool, the renderer's input. Nothing here can fail.

use super::model::{Hints, Output, Providers, Strict, Tool};
use crate::shared::emit::{option, schema_of};
use crate::shared::ty::located;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens as _, quote_spanned};
use syn::spanned::Spanned as _;

/// Expands to `__tool::Spec { name: .., description: .., params: .., build: .., ..__tool::Spec::NEW
/// }`.
pub(super) fn emit_spec(tool: &Tool, params: &TokenStream) -> TokenStream {
    let here = Span::call_site();
    let name = tool.name.emit();
    let description = tool.description.emit();
    let mut more: Vec<TokenStream> = Vec::new();
    if !tool.title.is_empty() {
        let title = tool.title.emit();
        more.push(quote_spanned!(here=> title: #title,));
    }
    if let Some(output) = &tool.output {
        let output = emit_output(output);
        more.push(quote_spanned!(here=> output: #output,));
    }
    more.extend(emit_strict(&tool.strict));
    more.extend(emit_providers(&tool.providers));
    if !tool.allow.is_empty() {
        let bits = bits(&tool.allow);
        more.push(quote_spanned!(here=> allow: #bits,));
    }
    more.extend(emit_hints(tool.hints));
    if !tool.extra.is_empty() {
        let entries = tool.extra.iter().map(|extra| {
            let (provider, members) = (&extra.provider, &extra.members.text);
            quote_spanned!(here=> (__tool::Provider::#provider, #members))
        });
        more.push(quote_spanned!(here=> extra: &[#(#entries),*],));
    }
    let switches = [
        (tool.lossless, "lossless"),
        (tool.return_direct, "return_direct"),
        (tool.blocking, "blocking"),
        (tool.approve, "approve"),
    ];
    for (_, name) in switches.iter().filter(|(on, _)| *on) {
        let name = Ident::new(name, here);
        more.push(quote_spanned!(here=> #name: true,));
    }
    if let Some(max) = &tool.max_result_bytes {
        let max = option(Some(max.to_token_stream()));
        more.push(quote_spanned!(here=> max_result_bytes: #max,));
    }
    let build = quote_spanned!(here=> __tool::option_env!("TOOLCAST_PROVIDERS"));
    let params = quote_spanned!(here=> __tool::SchemaRef::new(&#params));
    let spec = quote_spanned!(here=> __tool::Spec::of(#name, #description, #params, #build));
    // Rustc takes longer for a literal with a base than for a call.
    if more.is_empty() {
        spec
    } else {
        quote_spanned!(here=> __tool::Spec { #(#more)* ..#spec })
    }
}

/// Expands to `Some(<u8 as __tool::ToolSchema>::SCHEMA)`. For a return type that may be a `Result`
/// under another name: `Some({ use __tool::OutputAnswer as _;
/// __tool::Output::<Answer>::ANSWER.schema() })`.
fn emit_output(output: &Output) -> TokenStream {
    let here = Span::call_site();
    let ty = &output.ty;
    if !output.returned {
        return option(Some(schema_of(ty)));
    }
    let at = located(ty.span());
    let schema = quote_spanned!(at=> __tool::Output::<#ty>::ANSWER.schema());
    option(Some(
        quote_spanned!(here=> { use __tool::OutputAnswer as _; #schema }),
    ))
}

fn emit_strict(strict: &Strict) -> Option<TokenStream> {
    let here = Span::call_site();
    let value = match strict {
        Strict::Auto => return None,
        Strict::On => quote_spanned!(here=> On),
        Strict::Off => quote_spanned!(here=> Off),
        Strict::Omit => quote_spanned!(here=> Omit),
        Strict::For(idents) => {
            let bits = bits(idents);
            quote_spanned!(here=> For(#bits))
        }
    };
    Some(quote_spanned!(here=> strict: __tool::Strict::#value,))
}

fn emit_providers(providers: &Providers) -> Option<TokenStream> {
    let here = Span::call_site();
    match providers {
        Providers::All => None,
        Providers::Only(idents) => {
            let bits = bits(idents);
            Some(quote_spanned!(here=> providers: #bits,))
        }
        Providers::Except(idents) => {
            let bits = bits(idents);
            Some(quote_spanned!(here=> providers: !(#bits),))
        }
    }
}

/// Returns the bits of some providers as an expression of the user's own tokens, which rustc checks
/// and completes.
fn bits(idents: &[Ident]) -> TokenStream {
    let here = Span::call_site();
    quote_spanned!(here=> #(__tool::Provider::#idents.bit())|*)
}

fn emit_hints(hints: Hints) -> Option<TokenStream> {
    let here = Span::call_site();
    let given: Vec<TokenStream> = [
        (hints.read_only, "read_only"),
        (hints.destructive, "destructive"),
        (hints.idempotent, "idempotent"),
        (hints.open_world, "open_world"),
    ]
    .into_iter()
    .filter_map(|(value, name)| {
        let value = value?;
        let name = Ident::new(name, here);
        Some(quote_spanned!(here=> .#name(#value)))
    })
    .collect();
    (!given.is_empty())
        .then(|| quote_spanned!(here=> hints: __tool::ToolAnnotations::NONE #(#given)*,))
}
