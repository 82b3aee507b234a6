//! Where the compiler points when a provider would refuse the tool. Nothing here can fail.

use super::model::{Function, Tool};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote_spanned;

/// Where refusals point, for the tool that the type of that name is: a call at each parameter, each with the parameter's `cfg`, and one at the tool's name.
pub(super) fn emit_points(tool: &Tool, function: &Function, name: &TokenStream) -> TokenStream {
    let here = Span::call_site();
    let sent: Vec<_> = tool
        .params
        .iter()
        .filter_map(|param| Some((param, param.field()?)))
        .collect();
    // With `cfg` on a parameter its number is known to rustc only, so it is counted.
    let counted = sent.iter().any(|(_, field)| !field.cfg.is_empty());
    let faults = Ident::new("__tool_faults", here);
    let points = sent.iter().enumerate().map(|(i, (param, field))| {
        // The user's own span: in ours, rustc would add where the macro was called and that the error comes from it. What is local stays ours.
        let at = param.span;
        let cfg = &field.cfg;
        if counted {
            let i = Ident::new("__i", here);
            let point = quote_spanned!(at=> __tool::Faults::point(#faults, #i););
            quote_spanned!(here=> #(#cfg)* { #point __i += 1; })
        } else {
            let i = Literal::usize_unsuffixed(i);
            quote_spanned!(at=> __tool::Faults::point(#faults, #i);)
        }
    });
    let start = counted.then(|| quote_spanned!(here=> let mut __i = 0usize;));
    let at = function.sig.ident.span();
    let whole = quote_spanned!(at=> __tool::Faults::point_tool(#faults););
    quote_spanned! {here=>
        // The last count is read by nobody; without parameters, none is.
        #[allow(unused_assignments, unused_mut, unused_variables)]
        const _: () = {
            let #faults = __tool::Faults::of(&<#name as __tool::Tool>::BARE);
            if #faults.any() {
                #start
                #(#points)*
                #whole
            }
        };
    }
}
