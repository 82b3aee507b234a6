//! `#[tool]` on a function and `#[tools]` on an `impl` block: parse, build the model, check, emit.

mod block;
mod check;
mod emit;
mod emit_block;
mod fault_spans;
mod function;
mod json_members;
mod model;
mod param;
mod parse;
mod receiver;
mod run;
mod tools;

use crate::diag::Errors;
use crate::names::FUNCTION;
use crate::shared::args::parse_args;
use crate::shared::depth::{Blocks, is_shallow};
use proc_macro2::TokenStream;
use quote::ToTokens as _;

pub(crate) use tools::expand_block;

pub(crate) fn expand(args: TokenStream, item: &TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    if !is_shallow(&args, Blocks::None, &mut errors)
        || !is_shallow(item, Blocks::OfTheItem, &mut errors)
    {
        return errors.after(item);
    }
    let args = parse_args(args, &FUNCTION, &mut errors);
    let Some(function) = errors.keep(syn::parse2::<model::Function>(item.clone())) else {
        return errors.after(function::without_methods_tools(item));
    };
    if !function.has_body() {
        errors.on(
            &function.sig.ident,
            "a tool's function needs a body; write `#[tool]` on a function that has one",
        );
        return errors.after(function.cleaned());
    }
    let tool = parse::parse_tool(&function, args, false, &mut errors);
    check::check_tool(&tool, &mut errors);
    if errors.is_empty() {
        return emit::emit_tool(&tool, &function);
    }
    // A method gets no stub, because an `impl` block can't contain a type.
    let mut item = function.cleaned().into_token_stream();
    if function.method().is_none() {
        item.extend(emit::emit_stub(&tool, &function));
    }
    errors.after(item)
}
