//! Generates the calls that give compile errors their position if a provider would reject the tool.
//! Nothing here can fail.

use super::emit::numbers;
use super::model::{Fallback, Function, Param, Timeout, Tool};
use crate::shared::emit::name_of;
use crate::shared::literal::Literal;
use crate::shared::node::Field;
use crate::shared::text::{ConstText, Text};
use crate::shared::value::Strict;
use proc_macro2::{Ident, Literal as Token, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;

/// Returns the calls at which rejections of the tool `name` are reported: one at each parameter,
/// with the parameter's `cfg`, and one at the tool's name.
pub(super) fn emit_points(tool: &Tool, function: &Function, name: &TokenStream) -> TokenStream {
    let faults = name_of("__tool_faults");
    let numbers = numbers(tool.sent().map(|(param, _)| param.cfg.as_slice()));
    let points = tool.sent().zip(&numbers).map(|((param, field), number)| {
        // Use the user's own span: with ours, rustc would add notes about the macro call. Local
        // variables keep our span.
        let at = param.span;
        let cfg = &param.cfg;
        let values = panic_at_values(param, field, &faults, number);
        let point = quote_spanned!(at=> __tool::Diagnostics::panic_at(#faults, #number););
        if cfg.is_empty() {
            quote!(#values #point)
        } else {
            quote!(#(#cfg)* { #values #point })
        }
    });
    let at = function.sig.ident.span();
    let whole = quote_spanned!(at=> __tool::Diagnostics::panic_at_tool(#faults););
    let named = tool.args.name.as_ref().map(|arg| {
        let at = arg.0.span();
        quote_spanned!(at=> __tool::Diagnostics::panic_at_name(#faults);)
    });
    // A provider without a strict mode is reported at its name.
    let strict = match &tool.args.strict {
        Some(Strict::For(idents)) => idents.as_slice(),
        _ => &[],
    };
    let strict = strict.iter().map(|ident| {
        let at = ident.span();
        let provider = quote!(__tool::Provider::#ident);
        quote_spanned!(at=> __tool::Diagnostics::panic_at_strict(#faults, #provider);)
    });
    let given = emit_given(tool, name);
    quote! {
        #given
        const _: () = {
            let #faults = __tool::Diagnostics::of(&<#name as __tool::Tool>::UNRENDERED);
            if #faults.any() {
                #named
                #(#strict)*
                #(#points)*
                #whole
            }
        };
    }
}

/// Returns the calls that report a parameter's constraint, default and examples if they don't fit.
/// Rustc itself reports a nonexistent variant: with the same expression in this const, it doesn't
/// evaluate the const and reports one error.
fn panic_at_values(
    param: &Param,
    field: &Field,
    faults: &Ident,
    number: &TokenStream,
) -> TokenStream {
    let variant = match (&field.default, &param.fallback) {
        (Some(Literal::Variant(_)), Fallback::Expr { expr, .. }) => Some(quote!(let _ = || #expr;)),
        _ => None,
    };
    let values = field.checked().map(|(part, at)| {
        let part = Token::usize_unsuffixed(part);
        quote_spanned!(at=> __tool::Diagnostics::panic_at_value(#faults, #number, #part);)
    });
    quote!(#variant #(#values)*)
}

/// Returns checks of values that only const evaluation knows, each reported at the value. Few tools
/// have any.
///
/// Expands to `const _: () = __tool::check_extra(&<search as __tool::Tool>::UNRENDERED, 0,
/// &["cache_control"]);` and the like.
fn emit_given(tool: &Tool, name: &TokenStream) -> TokenStream {
    let bare = quote!(&<#name as __tool::Tool>::UNRENDERED);
    let extra = tool.extra.iter().enumerate().map(|(i, extra)| {
        let i = Token::usize_unsuffixed(i);
        let names = &extra.members.1;
        ("extra", extra.span, quote!(, #i, &[#(#names),*]))
    });
    let text = |text: &Text| match text {
        Text::Const(ConstText::Plain, expr) => Some(expr.span()),
        _ => None,
    };
    let timeout = match &tool.timeout {
        Some(Timeout::Const(expr)) => Some(expr.span()),
        _ => None,
    };
    let others = [
        ("output", tool.output.as_ref().map(|it| it.ty.span())),
        ("title", text(&tool.title)),
        ("description", text(&tool.description)),
        ("timeout", timeout),
    ];
    let others = others.into_iter();
    let others = others.filter_map(|(key, at)| Some((key, at?, TokenStream::new())));
    let checks = extra.chain(others).map(|(key, at, more)| {
        let check = Ident::new(&format!("check_{key}"), at);
        quote_spanned!(at=> __tool::#check(#bare #more))
    });
    quote!(#(const _: () = #checks;)*)
}
