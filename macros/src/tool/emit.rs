//! Generates the items of a checked tool. Nothing here can fail.

use super::model::{Function, Output, Receiver, Timeout, Tool};
use crate::shared::emit::{Emitter, allow_deprecated, name_of, option, schema_of};
use crate::shared::node::Shape;
use crate::shared::ty::{self, located, unraw};
use crate::shared::value::Strict;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Attribute, Visibility};

/// Returns the function without our attributes, the types of its name, and their implementations.
pub(super) fn emit_tool(tool: &Tool, function: &Function) -> TokenStream {
    let marker = marker(tool);
    let run_name = name_of("__tool_run");
    let run = super::run::emit_run(tool, function, &run_name);
    let def = emit_with_run(tool, function, &emit_new(tool), &run_name.to_token_stream());
    let points = super::fault_spans::emit_points(tool, function, &marker.to_token_stream());
    let more = quote! {
        __tool::call! { #run }
        #points
    };
    let mut item = function.cleaned().into_token_stream();
    item.extend(emit_items(tool, function, &def, &more));
    item
}

/// Returns the tool's data, without items of its own: a `static` costs as much check time as a
/// parameter.
///
/// Expands to `__tool::ToolDef::new(&__tool::Spec { .. }).with_timeout(..)`.
pub(super) fn emit_new(tool: &Tool) -> TokenStream {
    let spec = emit_spec(tool, &emit_params(tool));
    let timeout = tool.timeout.as_ref().map(emit_timeout);
    quote!(__tool::ToolDef::new(&#spec) #timeout)
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
    let kind = name_of(if function.is_async() { "Async" } else { "Sync" });
    let injected = tool.params.iter().any(|param| param.field.is_none());
    let injected = injected || matches!(tool.receiver, Receiver::At(_));
    let inject = injected.then(|| quote!(, inject));
    quote!(#def.with_run(__tool::run!(#kind(#run) #inject)))
}

fn emit_timeout(timeout: &Timeout) -> TokenStream {
    let after = match timeout {
        Timeout::Literal(after) => {
            let (seconds, nanos) = (after.as_secs(), after.subsec_nanos());
            quote!(__tool::Duration::new(#seconds, #nanos))
        }
        Timeout::Const(expr) => quote!(#expr),
    };
    quote!(.with_timeout(#after))
}

/// Returns the types and their traits for a function with errors. All items exist, but the tool is
/// made for no provider.
pub(super) fn emit_stub(tool: &Tool, function: &Function) -> TokenStream {
    let def = emit_failed(&tool.type_name);
    emit_items(tool, function, &def, &TokenStream::new())
}

/// Returns a tool that has only a name and is made for no provider.
pub(super) fn emit_failed(name: &Ident) -> TokenStream {
    let text = unraw(name);
    quote! {
        __tool::ToolDef::new(&__tool::Spec { name: __tool::Text::plain(#text), providers: 0, ..__tool::Spec::NEW })
    }
}

fn marker(tool: &Tool) -> Ident {
    name_of(&format!("__tool_{}", unraw(&tool.type_name)))
}

/// Returns the type with the function's name, the type that has its definition, and its trait.
///
/// Expands to:
/// ```text
/// pub struct __tool_search {}
/// pub type search = ::toolcast::__private::CompiledTool<__tool_search>;
/// const _: () = {
///     use ::toolcast::__private as __tool;
///     impl __tool::Tool for __tool_search { .. }
///     ..
/// };
/// ```
/// The functions of `search` are those of `CompiledTool`, because functions that are generated for
/// each tool are a tenth of its check. Both types are hidden: a link to one with the function's
/// name would be ambiguous in the documentation.
fn emit_items(
    tool: &Tool,
    function: &Function,
    def: &TokenStream,
    more: &TokenStream,
) -> TokenStream {
    let cfg = &tool.cfg;
    let marker = marker(tool);
    // If another type has the name, rustc points at it. Lints check what a user's token begins or
    // names. An `allow` would contradict a `forbid`.
    let at = located(tool.type_name.span());
    let name = ty::spanned(&tool.type_name, at);
    let hidden_vis = spanned(&function.vis, Span::call_site());
    let vis = spanned(&function.vis, at);
    let path = tool.krate.path();
    let alias = quote_spanned!(at=> #vis type #name = #path::__private::CompiledTool<#marker>;);
    let allow = allow_deprecated(&function.attrs);
    let door = tool.krate.door();
    quote! {
        #(#cfg)*
        #[doc(hidden)]
        #hidden_vis struct #marker {}
        #(#cfg)*
        #[doc(hidden)]
        #alias
        #(#cfg)*
        #allow
        const _: () = {
            #door
            // First, so that rustc reports a missing schema before the type's other missing traits.
            #[automatically_derived]
            impl __tool::Tool for #marker {
                const UNRENDERED: __tool::ToolDef = #def;
            }
            #more
        };
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

/// Returns the parameters' object schema. It has no name, because it is not a type.
fn emit_params(tool: &Tool) -> TokenStream {
    let shape = Shape::Object {
        fields: tool.sent().map(|(_, field)| field.clone()).collect(),
        closed: true,
    };
    let kind = Emitter {
        this: None,
        checked: false,
    }
    .kind(&shape);
    quote!(__tool::Schema { kind: #kind, name: ::core::option::Option::None, docs: "" })
}

/// Returns the numbers of items as expressions. After an item with a `cfg`, only rustc knows them.
pub(super) fn numbers<'a>(cfgs: impl Iterator<Item = &'a [Attribute]>) -> Vec<TokenStream> {
    let mut sure = 0_usize;
    let mut unsure: Vec<&[Attribute]> = Vec::new();
    let number = |cfg: &'a [Attribute]| {
        let mut number = Literal::usize_unsuffixed(sure).into_token_stream();
        if !unsure.is_empty() {
            let next = unsure.iter().map(|cfg| quote!(#(#cfg)* let __i = __i + 1;));
            number = quote!({ let __i = #number; #(#next)* __i });
        }
        if cfg.is_empty() {
            sure += 1;
        } else {
            unsure.push(cfg);
        }
        number
    };
    cfgs.map(number).collect()
}

/// Expands to `__tool::Spec { name: .., description: .., params: .., build: .., ..__tool::Spec::NEW
/// }`.
fn emit_spec(tool: &Tool, params: &TokenStream) -> TokenStream {
    let args = &tool.args;
    let name = tool.name.emit();
    let description = tool.description.emit();
    let mut more: Vec<TokenStream> = Vec::new();
    let mut add = |name: &str, value: TokenStream| {
        let name = name_of(name);
        more.push(quote!(#name: #value,));
    };
    if !tool.title.is_empty() {
        add("title", tool.title.emit());
    }
    if let Some(output) = &tool.output {
        add("output", emit_output(output));
    }
    if let Some(strict) = &args.strict {
        add("strict", emit_strict(strict));
    }
    if let Some(only) = &args.providers {
        add("providers", bits(&only.idents));
    }
    if let Some(except) = &args.except {
        let bits = bits(&except.idents);
        add("providers", quote!(!(#bits)));
    }
    if let Some(allow) = &args.allow_rejected {
        add("allow", bits(&allow.idents));
    }
    let hints = [
        (args.read_only, "read_only"),
        (args.destructive, "destructive"),
        (args.idempotent, "idempotent"),
        (args.open_world, "open_world"),
    ];
    let hints = hints.into_iter().filter_map(|(switch, name)| {
        let (name, on) = (name_of(name), switch?.on);
        Some(quote!(.#name(#on)))
    });
    let mut hints = hints.peekable();
    if hints.peek().is_some() {
        add("hints", quote!(__tool::ToolAnnotations::new() #(#hints)*));
    }
    if !tool.extra.is_empty() {
        let entries = tool.extra.iter().map(|extra| {
            let (provider, members) = (&extra.provider, &extra.members.0);
            quote!((__tool::Provider::#provider, #members))
        });
        add("extra", quote!(&[#(#entries),*]));
    }
    for (switch, name) in [
        (args.lossless, "lossless"),
        (args.return_direct, "return_direct"),
        (args.blocking, "blocking"),
        (args.approve, "approve"),
    ] {
        if switch.is_some_and(|it| it.on) {
            add(name, quote!(true));
        }
    }
    if let Some(max) = &args.max_result_bytes {
        add("max_result_bytes", option(Some(max.0.to_token_stream())));
    }
    let build = quote!(__tool::option_env!("TOOLCAST_PROVIDERS"));
    let params = quote!(__tool::SchemaRef::new(&#params));
    let spec = quote!(__tool::Spec::of(#name, #description, #params, #build));
    // Rustc takes longer for a literal with a base than for a call.
    if more.is_empty() {
        spec
    } else {
        quote!(__tool::Spec { #(#more)* ..#spec })
    }
}

/// Expands to `Some(<u8 as __tool::ToolSchema>::SCHEMA)`. For a return type that may be a `Result`
/// under another name: `Some({ use __tool::OutputAnswer as _;
/// __tool::Output::<Answer>::ANSWER.schema() })`.
fn emit_output(output: &Output) -> TokenStream {
    let ty = &output.ty;
    if !output.returned {
        return option(Some(schema_of(ty)));
    }
    let at = located(ty.span());
    let schema = quote_spanned!(at=> __tool::Output::<#ty>::ANSWER.schema());
    option(Some(quote!({ use __tool::OutputAnswer as _; #schema })))
}

fn emit_strict(strict: &Strict) -> TokenStream {
    let name = match strict {
        Strict::On => "On",
        Strict::Off => "Off",
        Strict::Omit => "Omit",
        Strict::For(idents) => {
            let bits = bits(idents);
            return quote!(__tool::Strict::For(#bits));
        }
    };
    let name = name_of(name);
    quote!(__tool::Strict::#name)
}

/// Returns the bits of some providers as an expression of the user's own tokens, which rustc checks
/// and completes.
fn bits(idents: &[Ident]) -> TokenStream {
    quote!(#(__tool::Provider::#idents.bit())|*)
}
