//! A checked tool in, its items out. Nothing here can fail.

use super::model::{Function, Hints, Providers, Strict, Tool};
use crate::shared::emit::{Emitter, option};
use crate::shared::krate::Krate;
use crate::shared::node::Shape;
use crate::shared::ty::located;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use syn::spanned::Spanned as _;
use syn::{Attribute, Type, Visibility};

/// The function, cleaned of our attributes, the type of its name, and what the type implements.
pub(super) fn emit_tool(tool: &Tool, function: &Function) -> TokenStream {
    let here = Span::call_site();
    let cleaned = function.cleaned();
    let name = &tool.type_name;
    let cfg = &tool.cfg;
    let door = tool.krate.door();
    let item = emit_type(name, &function.vis, cfg);
    let params = emit_params(tool);
    let spec = emit_spec(tool);
    let impls = emit_impls(name, &function.vis);
    let points = super::points::emit_points(tool, function);
    quote_spanned! {here=>
        #cleaned
        #item
        #(#cfg)*
        const _: () = {
            #door
            static __TOOL_PARAMS: __tool::Schema<'static> = #params;
            static __TOOL_SPEC: __tool::Spec<'static> = #spec;
            #impls
            #points
        };
    }
}

/// The type and its traits for a function that could not be understood: everything is there, and no provider gets a text.
pub(super) fn emit_stub(
    krate: &Krate,
    name: &Ident,
    vis: &Visibility,
    cfg: &[Attribute],
) -> TokenStream {
    let here = Span::call_site();
    let door = krate.door();
    let item = emit_type(name, vis, cfg);
    let text = name.to_string();
    let text = text.strip_prefix("r#").unwrap_or(&text);
    let impls = emit_impls(name, vis);
    quote_spanned! {here=>
        #item
        #(#cfg)*
        const _: () = {
            #door
            static __TOOL_SPEC: __tool::Spec<'static> = __tool::Spec {
                name: __tool::Text::plain(#text),
                providers: 0,
                ..__tool::Spec::NEW
            };
            #impls
        };
    }
}

/// Expands to `pub struct search_repos {}`, hidden: a link to it in documentation would be ambiguous with the function.
fn emit_type(name: &Ident, vis: &Visibility, cfg: &[Attribute]) -> TokenStream {
    // Where another type has the name, rustc points at it.
    let at = located(name.span());
    // A struct with braces leaves the function's name alone in the value namespace. It has the function's name, and may be named by nobody.
    quote_spanned! {at=>
        #(#cfg)*
        #[doc(hidden)]
        #[allow(non_camel_case_types, dead_code, unreachable_pub)]
        #vis struct #name {}
    }
}

/// The trait, and the same functions without it. They have the type's visibility, since a `pub` one in a private type is a lint's business.
fn emit_impls(name: &Ident, vis: &Visibility) -> TokenStream {
    let here = Span::call_site();
    quote_spanned! {here=>
        #[automatically_derived]
        impl __tool::Tool for #name {
            const BARE: __tool::ToolDef = __tool::ToolDef::new(&__TOOL_SPEC);
        }

        // Which of them a program calls is its own affair, and clippy doesn't see sections in doc comments that a macro made.
        #[automatically_derived]
        #[allow(dead_code, unreachable_pub, clippy::missing_errors_doc, clippy::missing_panics_doc)]
        impl #name {
            /// The whole declaration for a provider, as JSON text.
            ///
            /// # Panics
            ///
            /// Where the provider would refuse the tool, or the tool is not made for it; in a const that is a compile error.
            #[track_caller]
            #[must_use]
            #vis const fn schema_for(provider: __tool::Provider) -> &'static ::core::primitive::str {
                __tool::def::<Self>().schema_for(provider)
            }

            /// The whole declaration for a provider, or that there is none.
            ///
            /// # Errors
            ///
            /// Where `schema_for` panics.
            #vis const fn try_schema_for(
                provider: __tool::Provider,
            ) -> ::core::result::Result<&'static ::core::primitive::str, __tool::Refused> {
                __tool::def::<Self>().try_schema_for(provider)
            }

            /// The schema of the parameters for a provider; `None` where the provider wants the field left out.
            #[must_use]
            #vis const fn parameters_for(provider: __tool::Provider) -> ::core::option::Option<&'static ::core::primitive::str> {
                __tool::def::<Self>().parameters_for(provider)
            }

            /// What became of each thing that the provider can't be told as it is, and what it would refuse.
            #[must_use]
            #vis fn report_for(provider: __tool::Provider) -> __tool::Report {
                __tool::def::<Self>().report_for(provider)
            }
        }
    }
}

/// The parameters' object. No name: it is no type.
fn emit_params(tool: &Tool) -> TokenStream {
    let here = Span::call_site();
    let shape = Shape::Object {
        fields: tool.fields().cloned().collect(),
        closed: true,
    };
    let kind = Emitter {
        this: None,
        checked: false,
    }
    .kind(&shape);
    quote_spanned!(here=> __tool::Schema { kind: #kind, name: ::core::option::Option::None, docs: "" })
}

/// Expands to `__tool::Spec { name: .., description: .., params: .., build: .., ..__tool::Spec::NEW }`.
fn emit_spec(tool: &Tool) -> TokenStream {
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
        let entries = tool
            .extra
            .iter()
            .map(|(ident, members)| quote_spanned!(here=> (__tool::Provider::#ident, #members)));
        more.push(quote_spanned!(here=> extra: &[#(#entries),*],));
    }
    let switches = [
        (tool.lossless, "lossless"),
        (tool.return_direct, "return_direct"),
        (tool.blocking, "blocking"),
    ];
    for (_, name) in switches.iter().filter(|(on, _)| *on) {
        let name = Ident::new(name, here);
        more.push(quote_spanned!(here=> #name: true,));
    }
    quote_spanned! {here=>
        __tool::Spec {
            name: #name,
            description: #description,
            params: __tool::SchemaRef::new(&__TOOL_PARAMS),
            build: __tool::option_env!("TOOLCAST_PROVIDERS"),
            #(#more)*
            ..__tool::Spec::NEW
        }
    }
}

fn emit_output(ty: &Type) -> TokenStream {
    let at = located(ty.span());
    option(Some(
        quote_spanned!(at=> <#ty as __tool::ToolSchema>::SCHEMA),
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

/// The set of some providers, by the user's own tokens: rustc checks and completes them.
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
        Some(quote_spanned!(here=> #name: ::core::option::Option::Some(#value),))
    })
    .collect();
    (!given.is_empty())
        .then(|| quote_spanned!(here=> hints: __tool::Hints { #(#given)* ..__tool::Hints::NONE },))
}
