//! Generates the calls that give compile errors their position if a provider would reject the tool.
//! Nothing here can fail.

use super::model::{Fallback, Function, Param, Strict, Timeout, Tool};
use crate::shared::emit_checks::checked_at;
use crate::shared::literal::Literal;
use crate::shared::node::Field;
use crate::shared::text::{ConstText, Text};
use proc_macro2::{Ident, Literal as Token, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::spanned::Spanned as _;

/// Returns the calls at which rejections of the tool `name` are reported: one at each parameter,
/// with the parameter's `cfg`, and one at the tool's name.
pub(super) fn emit_points(tool: &Tool, function: &Function, name: &TokenStream) -> TokenStream {
    let here = Span::call_site();
    let sent: Vec<_> = tool
        .params
        .iter()
        .filter_map(|param| Some((param, param.field()?)))
        .collect();
    // If a parameter has a `cfg`, only rustc knows its number, so the generated code counts.
    let counted = sent.iter().any(|(_, field)| !field.cfg.is_empty());
    let faults = Ident::new("__tool_faults", here);
    let points = sent.iter().enumerate().map(|(i, (param, field))| {
        // Use the user's own span: with ours, rustc would add notes about the macro call. Local
        // variables keep our span.
        let at = param.span;
        let cfg = &field.cfg;
        if counted {
            let i = Ident::new("__i", here);
            let value = panic_at_value(param, field, &faults, &i);
            let point = quote_spanned!(at=> __tool::Diagnostics::panic_at(#faults, #i););
            quote_spanned!(here=> #(#cfg)* { #value #point __i += 1; })
        } else {
            let i = Token::usize_unsuffixed(i);
            let value = panic_at_value(param, field, &faults, &i);
            let point = quote_spanned!(at=> __tool::Diagnostics::panic_at(#faults, #i););
            quote_spanned!(here=> #value #point)
        }
    });
    // If a parameter has a `cfg`, its number is not known here.
    let params = quote_spanned!(here=> <#name as __tool::Tool>::UNRENDERED.parameters());
    let numbered = sent.iter().enumerate().filter(|_| !counted);
    let bounds = numbered.filter_map(|(i, (_, field))| {
        let rules = field.rules.as_ref().filter(|rules| rules.by_const)?;
        let at = rules.span;
        let i = Token::usize_unsuffixed(i);
        Some(quote_spanned!(at=> __tool::check_at(#params, &[#i]);))
    });
    let start = counted.then(|| quote_spanned!(here=> let mut __i = 0usize;));
    let at = function.sig.ident.span();
    let whole = quote_spanned!(at=> __tool::Diagnostics::panic_at_tool(#faults););
    let named = tool
        .name_span
        .map(|at| quote_spanned!(at=> __tool::Diagnostics::panic_at_name(#faults);));
    let strict = panic_at_strict(&tool.strict, &faults);
    let given = emit_given(tool, name);
    quote_spanned! {here=>
        #given
        const _: () = {
            #(#bounds)*
            let #faults = __tool::Diagnostics::of(&<#name as __tool::Tool>::UNRENDERED);
            if #faults.any() {
                #named
                #strict
                #start
                #(#points)*
                #whole
            }
        };
    }
}

/// Returns the calls that report a provider without a strict mode, each at its name.
fn panic_at_strict(strict: &Strict, faults: &Ident) -> TokenStream {
    let Strict::For(idents) = strict else {
        return TokenStream::new();
    };
    let here = Span::call_site();
    let calls = idents.iter().map(|ident| {
        let at = ident.span();
        let provider = quote_spanned!(here=> __tool::Provider::#ident);
        quote_spanned!(at=> __tool::Diagnostics::panic_at_strict(#faults, #provider);)
    });
    calls.collect()
}

/// Returns the call that reports a parameter's constraint, default or example if it doesn't fit.
/// Rustc itself reports a nonexistent variant: with the same expression in this const, it doesn't
/// evaluate the const and reports one error.
fn panic_at_value(
    param: &Param,
    field: &Field,
    faults: &Ident,
    number: &impl ToTokens,
) -> Option<TokenStream> {
    let at = checked_at(field)?;
    let here = Span::call_site();
    let variant = match (&field.default, &param.fallback) {
        (Some(Literal::Variant(_)), Fallback::Expr(default)) => {
            let expr = &default.expr;
            Some(quote_spanned!(here=> let _ = || #expr;))
        }
        _ => None,
    };
    Some(quote_spanned!(at=> #variant __tool::Diagnostics::panic_at_value(#faults, #number);))
}

/// Returns checks of values that only const evaluation knows, each reported at the value. Few tools
/// have any.
///
/// Expands to `const _: () = __tool::check_extra(&<search as __tool::Tool>::UNRENDERED, 0,
/// &["cache_control"]);` and the like.
fn emit_given(tool: &Tool, name: &TokenStream) -> TokenStream {
    let here = Span::call_site();
    let bare = quote_spanned!(here=> &<#name as __tool::Tool>::UNRENDERED);
    let mut checks: Vec<TokenStream> = Vec::new();
    for (i, extra) in tool.extra.iter().enumerate() {
        let at = extra.span;
        let i = Token::usize_unsuffixed(i);
        let names = &extra.members.names;
        checks.push(quote_spanned!(at=> __tool::check_extra(#bare, #i, &[#(#names),*])));
    }
    if let Some(output) = &tool.output {
        let at = output.ty.span();
        checks.push(quote_spanned!(at=> __tool::check_output(#bare)));
    }
    if let Text::Const(ConstText::Plain, expr) = &tool.title {
        let at = expr.span();
        checks.push(quote_spanned!(at=> __tool::check_title(#bare)));
    }
    if let Text::Const(ConstText::Plain, expr) = &tool.description {
        let at = expr.span();
        checks.push(quote_spanned!(at=> __tool::check_description(#bare)));
    }
    if let Some(Timeout::Const(expr)) = &tool.timeout {
        let at = expr.span();
        checks.push(quote_spanned!(at=> __tool::check_timeout(#bare)));
    }
    quote_spanned!(here=> #(const _: () = #checks;)*)
}
