//! `#[tool]` on a function and `#[tools]` on an `impl` block: parse, build the model, check, emit.

mod args;
mod block;
mod check;
mod default;
mod emit;
mod emit_block;
mod extra_json;
mod fault_spans;
mod function;
mod injected;
mod json_members;
mod model;
mod param;
mod parse;
mod receiver;
mod run;
mod spec;
mod timeout;
mod tools;

use crate::diag::Errors;
use crate::fallback;
use crate::shared::depth::{Blocks, is_shallow};
use crate::shared::krate::Krate;
use proc_macro2::TokenStream;

pub(crate) use tools::expand_block;

/// Expands `#[tool]`.
pub(crate) fn expand(args: TokenStream, item: &TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    if !is_shallow(&args, Blocks::None, &mut errors)
        || !is_shallow(item, Blocks::OfTheItem, &mut errors)
    {
        return fallback::unchanged(item, errors);
    }
    let args = args::FunctionArgs::parse(args, &mut errors);
    let krate = Krate(args.krate.as_ref().map(|arg| arg.path.clone()));
    let type_name = args.type_name.as_ref().map(|name| name.0.clone());
    let Some(function) = function::parse_function(item.clone(), &mut errors) else {
        return fallback::unchanged(&function::without_methods_tools(item), errors);
    };
    if !function.has_body() {
        errors.on(
            &function.sig.ident,
            "a tool's function needs a body; write `#[tool]` on a function that has one",
        );
        return fallback::function(&function.cleaned(), None, errors);
    }
    let tool = parse::parse_tool(&function, args, false, &mut errors);
    check::check_tool(&tool, &mut errors);
    if errors.is_empty() {
        return emit::emit_tool(&tool, &function);
    }
    let name = type_name.unwrap_or_else(|| function.sig.ident.clone());
    // An `impl` block can't contain a type.
    let stub = function
        .method()
        .is_none()
        .then(|| emit::emit_stub(&krate, &name, &function.vis, &tool.cfg));
    fallback::function(&function.cleaned(), stub.as_ref(), errors)
}
