//! Generates the items of a checked tool. Nothing here can fail.

use super::model::{Function, Receiver, Role, Timeout, Tool};
use super::spec::emit_spec;
use crate::shared::emit::Emitter;
use crate::shared::krate::Krate;
use crate::shared::lints::allow_deprecated;
use crate::shared::node::Shape;
use crate::shared::ty::{located, unraw};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens as _, format_ident, quote_spanned};
use syn::{Attribute, Visibility};

/// Returns the function without our attributes, the types of its name, and their implementations.
pub(super) fn emit_tool(tool: &Tool, function: &Function) -> TokenStream {
    let here = Span::call_site();
    let cleaned = function.cleaned();
    let name = &tool.type_name;
    let cfg = &tool.cfg;
    let door = tool.krate.door();
    let marker = marker(name);
    let item = emit_types(&tool.krate, name, &marker, &function.vis, cfg);
    let run_name = Ident::new("__tool_run", here);
    let run = super::run::emit_run(tool, function, &run_name);
    let def = emit_with_run(tool, function, &emit_new(tool), &run_name.to_token_stream());
    let implementation = emit_impl(&marker, &def);
    let allow = allow_deprecated(&function.attrs);
    let points = super::fault_spans::emit_points(tool, function, &marker.to_token_stream());
    quote_spanned! {here=>
        #cleaned
        #item
        #(#cfg)*
        #allow
        const _: () = {
            #door
            // First, so that rustc reports a missing schema before the type's other missing traits.
            #implementation
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

/// Returns the types and their traits for a function with errors. All items exist, but the tool is
/// made for no provider.
pub(super) fn emit_stub(
    krate: &Krate,
    name: &Ident,
    vis: &Visibility,
    cfg: &[Attribute],
) -> TokenStream {
    let here = Span::call_site();
    let door = krate.door();
    let marker = marker(name);
    let item = emit_types(krate, name, &marker, vis, cfg);
    let implementation = emit_impl(&marker, &emit_failed(name));
    quote_spanned! {here=>
        #item
        #(#cfg)*
        const _: () = {
            #door
            #implementation
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

/// Returns the name of the type that has a tool's definition: `__tool_search`.
fn marker(name: &Ident) -> Ident {
    format_ident!("__tool_{}", unraw(name), span = Span::call_site())
}

/// Returns the type with the function's name, and the type that has its definition.
///
/// Expands to:
/// ```text
/// pub struct __tool_search {}
/// pub type search = ::toolcast::__private::CompiledTool<__tool_search>;
/// ```
/// The functions of `search` are those of `CompiledTool`, because functions that are generated for
/// each tool are a tenth of its check. Both types are hidden: a link to one with the function's
/// name would be ambiguous in the documentation.
fn emit_types(
    krate: &Krate,
    name: &Ident,
    marker: &Ident,
    vis: &Visibility,
    cfg: &[Attribute],
) -> TokenStream {
    // If another type has the name, rustc points at it.
    let at = located(name.span());
    let here = Span::call_site();
    let path = krate.path();
    // Lints check what a user's token begins or names. An `allow` would contradict a `forbid`.
    let mut name = name.clone();
    name.set_span(at);
    let hidden_vis = spanned(vis, here);
    let item = quote_spanned! {here=>
        #(#cfg)*
        #[doc(hidden)]
        #hidden_vis struct #marker {}
    };
    let vis = spanned(vis, at);
    quote_spanned! {at=>
        #item
        #(#cfg)*
        #[doc(hidden)]
        #vis type #name = #path::__private::CompiledTool<#marker>;
    }
}

/// Returns a visibility whose first token has the span.
fn spanned(vis: &Visibility, at: Span) -> Visibility {
    let mut vis = vis.clone();
    match &mut vis {
        Visibility::Public(token) => token.span = at,
        Visibility::Restricted(restricted) => restricted.pub_token.span = at,
        Visibility::Inherited => {}
    }
    vis
}

/// Implements the trait that has a tool's definition.
fn emit_impl(marker: &Ident, def: &TokenStream) -> TokenStream {
    let here = Span::call_site();
    quote_spanned! {here=>
        #[automatically_derived]
        impl __tool::Tool for #marker {
            const UNRENDERED: __tool::ToolDef = #def;
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
