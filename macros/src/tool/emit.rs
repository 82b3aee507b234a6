//! Generates the items of a checked tool. Nothing here can fail.

use super::method_docs::{CALL, PARAMETERS_FOR, REPORT_FOR, SCHEMA_FOR, TRY_SCHEMA_FOR};
use super::model::{Function, Receiver, Role, Timeout, Tool};
use super::spec::emit_spec;
use crate::shared::emit::Emitter;
use crate::shared::krate::Krate;
use crate::shared::node::Shape;
use crate::shared::ty::{located, unraw};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens as _, quote_spanned};
use syn::{Attribute, Visibility};

/// Returns the function without our attributes, the type of its name, and the type's
/// implementations.
pub(super) fn emit_tool(tool: &Tool, function: &Function) -> TokenStream {
    let here = Span::call_site();
    let cleaned = function.cleaned();
    let name = &tool.type_name;
    let cfg = &tool.cfg;
    let door = tool.krate.door();
    let item = emit_type(name, &function.vis, cfg);
    let run_name = Ident::new("__tool_run", here);
    let run = super::run::emit_run(tool, function, &run_name);
    let def = emit_with_run(tool, function, &emit_new(tool), &run_name.to_token_stream());
    let impls = emit_impls(name, &function.vis, &def);
    let points = super::fault_spans::emit_points(tool, function, &name.to_token_stream());
    quote_spanned! {here=>
        #cleaned
        #item
        #(#cfg)*
        const _: () = {
            #door
            // First, so that rustc reports a missing schema before the type's other missing traits.
            #impls
            __tool::call! { #run }
            #points
        };
    }
}

/// Returns the tool's data, without items of its own: a `static` costs as much check time as a
/// parameter.
///
/// Expands to `__tool::ToolDef::new(&__tool::Spec { .. }).with_timeout(..)`.
pub(super) fn emit_new(tool: &Tool) -> TokenStream {
    let here = Span::call_site();
    let spec = emit_spec(tool, &emit_params(tool));
    let timeout = tool.timeout.as_ref().map(emit_timeout);
    quote_spanned!(here=> __tool::ToolDef::new(&#spec) #timeout)
}

/// Returns a definition with the function that runs the tool.
///
/// Expands to `...with_run(__tool::run!(Async(__tool_run), inject))`.
pub(super) fn emit_with_run(
    tool: &Tool,
    function: &Function,
    def: &TokenStream,
    run: &TokenStream,
) -> TokenStream {
    let here = Span::call_site();
    let kind = Ident::new(if function.is_async() { "Async" } else { "Sync" }, here);
    let injected = tool
        .params
        .iter()
        .any(|param| matches!(param.role, Role::Injected))
        || matches!(tool.receiver, Receiver::At(_));
    let inject = injected.then(|| quote_spanned!(here=> , inject));
    quote_spanned!(here=> #def.with_run(__tool::run!(#kind(#run) #inject)))
}

fn emit_timeout(timeout: &Timeout) -> TokenStream {
    let here = Span::call_site();
    let after = match timeout {
        Timeout::Literal { seconds, nanos } => {
            quote_spanned!(here=> __tool::Duration::new(#seconds, #nanos))
        }
        Timeout::Const(expr) => quote_spanned!(here=> #expr),
    };
    quote_spanned!(here=> .with_timeout(#after))
}

/// Returns the type and its traits for a function with errors. All items exist, but the tool is
/// made for no provider.
pub(super) fn emit_stub(
    krate: &Krate,
    name: &Ident,
    vis: &Visibility,
    cfg: &[Attribute],
) -> TokenStream {
    let here = Span::call_site();
    let door = krate.door();
    let item = emit_type(name, vis, cfg);
    let impls = emit_impls(name, vis, &emit_failed(name));
    quote_spanned! {here=>
        #item
        #(#cfg)*
        const _: () = {
            #door
            #impls
        };
    }
}

/// Returns a tool that has only a name and is made for no provider.
pub(super) fn emit_failed(name: &Ident) -> TokenStream {
    let here = Span::call_site();
    let text = unraw(name);
    quote_spanned! {here=>
        __tool::ToolDef::new(&__tool::Spec { name: __tool::Text::plain(#text), providers: 0, ..__tool::Spec::NEW })
    }
}

/// Expands to `pub struct search_repos {}`, hidden: otherwise a link to it in the documentation
/// would be ambiguous with the function.
fn emit_type(name: &Ident, vis: &Visibility, cfg: &[Attribute]) -> TokenStream {
    // If another type has the name, rustc points at it.
    let at = located(name.span());
    // A struct with braces doesn't occupy the function's name in the value namespace. It shares the
    // function's name and may be unused.
    quote_spanned! {at=>
        #(#cfg)*
        #[doc(hidden)]
        // Lints check it if a `macro_rules!` macro wrote the function.
        #[allow(non_camel_case_types, dead_code, unreachable_pub, missing_debug_implementations, missing_copy_implementations)]
        #vis struct #name {}
    }
}

/// Implements the trait, and the same functions as inherent methods. These have the type's
/// visibility, because lints object to a `pub` method of a private type.
fn emit_impls(name: &Ident, vis: &Visibility, def: &TokenStream) -> TokenStream {
    let here = Span::call_site();
    quote_spanned! {here=>
        #[automatically_derived]
        impl __tool::Tool for #name {
            const UNRENDERED: __tool::ToolDef = #def;
        }

        // `inline`: code is generated only for functions that are called. Uncalled ones must not be
        // reported, and clippy doesn't see sections in doc comments that a macro generates.
        #[automatically_derived]
        #[allow(dead_code, unreachable_pub, clippy::missing_errors_doc, clippy::missing_panics_doc)]
        impl #name {
            #[doc = #SCHEMA_FOR]
            #[inline]
            #[track_caller]
            #[must_use]
            #vis const fn schema_for(provider: __tool::Provider) -> &'static ::core::primitive::str {
                __tool::def::<Self>().schema_for(provider)
            }

            #[doc = #TRY_SCHEMA_FOR]
            #[inline]
            #vis const fn try_schema_for(
                provider: __tool::Provider,
            ) -> ::core::result::Result<&'static ::core::primitive::str, __tool::NoDeclaration> {
                __tool::def::<Self>().try_schema_for(provider)
            }

            #[doc = #PARAMETERS_FOR]
            #[inline]
            #[must_use]
            #vis const fn parameters_for(provider: __tool::Provider) -> ::core::option::Option<&'static ::core::primitive::str> {
                __tool::def::<Self>().parameters_for(provider)
            }

            #[doc = #REPORT_FOR]
            #[inline]
            #[must_use]
            #vis fn report_for(provider: __tool::Provider) -> __tool::Report {
                __tool::def::<Self>().report_for(provider)
            }

            __tool::call! {
                #[doc = #CALL]
                #[inline]
                #vis fn call(
                    provider: __tool::Provider,
                    arguments: &::core::primitive::str,
                ) -> __tool::ToolFuture<'_> {
                    <Self as __tool::Tool>::call(provider, arguments)
                }
            }
        }
    }
}

/// Returns the parameters' object schema. It has no name, because it is not a type.
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
