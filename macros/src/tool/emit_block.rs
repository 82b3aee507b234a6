//! Generates the implementations for the tools of an `impl` block. Nothing here can fail.

use super::block::Block;
use super::emit::{emit_failed, emit_new, emit_with_run};
use super::fault_spans::emit_points;
use super::model::{Function, Receiver, Tool};
use super::run::emit_run;
use crate::shared::emit::{Krate, allow_deprecated, name_of};
use crate::shared::ty::{located, spanned, unraw, with_static_lifetimes};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

/// A method that is a tool.
pub(super) struct Part<'a> {
    pub(super) tool: Tool,
    pub(super) function: &'a Function,
}

impl Part<'_> {
    /// Returns whether another method has the same name, which rustc reports. With `cfg`, only one
    /// of them may be there.
    pub(super) fn is_again(&self, other: &Self) -> bool {
        let has_cfg = |part: &Self| !part.tool.cfg.is_empty();
        let same = self.function.sig.ident == other.function.sig.ident;
        same && !has_cfg(self) && !has_cfg(other)
    }

    fn def(&self) -> Ident {
        self.named("__TOOL")
    }

    fn run(&self) -> Ident {
        self.named("__tool_run")
    }

    fn named(&self, before: &str) -> Ident {
        name_of(&format!("{before}_{}", unraw(&self.function.sig.ident)))
    }
}

/// Expands to:
/// ```text
/// const _: () = {
///     use ::toolcast::__private as __tool;
///     const __TOOL_forecast: __tool::ToolDef = { .. };
///     const _: () = { .. };                                        // no name twice
///     __tool::call! { impl Weather { fn __tool_run_forecast<'__call>(..) -> .. { .. } } }
///     impl __tool::Tools for Weather { const TOOLS: &'static [__tool::ToolDef] = &[ .. ]; }
///     impl Weather { pub const fn tool_def(name: &str) -> &'static __tool::ToolDef { .. } }
/// };
/// ```
/// If the block has errors, its tools have only a name.
pub(super) fn emit_block(
    krate: &Krate,
    block: &Block,
    group: Option<&Ident>,
    parts: &[Part<'_>],
    failed: bool,
) -> TokenStream {
    let door = krate.door();
    let self_ty = &block.self_ty;
    let (params, _, _) = block.generics.split_for_impl();
    let where_clause = emit_where(block, parts);
    let item = group.map(emit_group);
    // The owner of the tools: a type has one list of tools, and each group has its own.
    let (owner_params, owner, owner_where) = match group {
        Some(name) => (None, name.to_token_stream(), None),
        None => (
            Some(params.to_token_stream()),
            self_ty.to_token_stream(),
            where_clause.clone(),
        ),
    };
    let defs = parts.iter().map(|part| emit_def(part, failed));
    let cfgs: Vec<_> = parts.iter().map(|part| &part.tool.cfg).collect();
    let names: Vec<_> = parts.iter().map(Part::def).collect();
    // The block's lifetimes are not in scope in the `impl` of a group.
    let run_by = group.map_or_else(|| self_ty.clone(), |_| with_static_lifetimes(self_ty));
    let entries = parts.iter().zip(&names).map(|(part, name)| {
        let run = part.run();
        if failed {
            name.to_token_stream()
        } else {
            let run = quote!(<#run_by>::#run);
            emit_with_run(&part.tool, part.function, &name.to_token_stream(), &run)
        }
    });
    let checks = (!failed).then(|| emit_checks(parts, &names));
    let runs = (!failed).then(|| {
        let runs = parts.iter().map(|part| {
            let cfg = &part.tool.cfg;
            let run = emit_run(&part.tool, part.function, &part.run());
            quote!(#(#cfg)* #run)
        });
        quote!(__tool::call! { #[automatically_derived] impl #params #self_ty #where_clause { #(#runs)* } })
    });
    let allow = allow_deprecated(&block.attrs);
    quote! {
        #item
        #allow
        const _: () = {
            #door
            #(#defs)*
            #checks
            #runs
            #[automatically_derived]
            impl #owner_params __tool::Tools for #owner #owner_where {
                const TOOLS: &'static [__tool::ToolDef] = &[#(#(#cfgs)* #entries),*];
            }
            #[automatically_derived]
            impl #owner_params #owner #owner_where {
                /// The tool of that name.
                ///
                /// # Panics
                ///
                /// If there is no such tool. In a const that is a compile error.
                #[track_caller]
                #[must_use]
                pub const fn tool_def(name: &::core::primitive::str) -> &'static __tool::ToolDef {
                    __tool::find(<Self as __tool::Tools>::TOOLS, name)
                }
            }
        };
    }
}

/// Expands to `pub struct WeatherReports {}`.
fn emit_group(name: &Ident) -> TokenStream {
    // If another type has the name, rustc points at it. With our span, lints don't check the type.
    let at = located(name.span());
    let name = spanned(name, at);
    quote_spanned! {at=>
        /// The tools of one `impl` block.
        pub struct #name {}
        // The type counts as used, and with it its tools.
        const _: ::core::option::Option<#name> = ::core::option::Option::None;
    }
}

/// Returns one tool's definition, without the function that runs it, because that function may be
/// generic.
fn emit_def(part: &Part<'_>, failed: bool) -> TokenStream {
    let name = part.def();
    let cfg = &part.tool.cfg;
    let value = if failed {
        emit_failed(&part.function.sig.ident)
    } else {
        let new = emit_new(&part.tool);
        let this = quote!(__ToolType);
        let points = emit_points(&part.tool, part.function, &this);
        // Texts are rendered per type.
        quote! {
            struct __ToolType;
            impl __tool::Tool for __ToolType {
                const UNRENDERED: __tool::ToolDef = #new;
            }
            #points
            *__tool::def::<__ToolType>()
        }
    };
    let allow = allow_deprecated(&part.function.attrs);
    quote! {
        #(#cfg)*
        #allow
        const #name: __tool::ToolDef = { #value };
    }
}

/// Checks that all tool names are distinct.
fn emit_checks(parts: &[Part<'_>], names: &[Ident]) -> TokenStream {
    if parts.len() < 2 {
        return TokenStream::new();
    }
    let cfgs: Vec<_> = parts.iter().map(|part| &part.tool.cfg).collect();
    let number = name_of("__i");
    let checks = parts.iter().map(|part| {
        let at = part.function.sig.ident.span();
        quote_spanned!(at=> __tool::check_name(__TOOL_NAMES, #number);)
    });
    quote! {
        const __TOOL_NAMES: &[&__tool::str] = &[#(#(#cfgs)* #names.name()),*];
        const _: () = {
            let #number = 0;
            #(#(#cfgs)* #checks #(#cfgs)* let #number = #number + 1;)*
        };
    }
}

/// Returns the block's own predicates. For a generic type whose methods borrow it, adds the bounds
/// that a set requires of the value.
fn emit_where(block: &Block, parts: &[Part<'_>]) -> Option<TokenStream> {
    let own = block.generics.where_clause.iter();
    let own = own.flat_map(|clause| &clause.predicates);
    let mut all: Vec<TokenStream> = own.map(ToTokens::to_token_stream).collect();
    let types: Vec<&Ident> = block.generics.type_params().map(|it| &it.ident).collect();
    let borrowed = parts
        .iter()
        .any(|part| matches!(part.tool.receiver, Receiver::At(_)));
    if borrowed && !types.is_empty() {
        let self_ty = &block.self_ty;
        let at = located(block.impl_token.span);
        all.extend(types.iter().map(|ty| quote_spanned!(at=> #ty: 'static)));
        all.push(quote_spanned!(at=> #self_ty: ::core::marker::Send + ::core::marker::Sync));
    }
    (!all.is_empty()).then(|| quote!(where #(#all),*))
}
