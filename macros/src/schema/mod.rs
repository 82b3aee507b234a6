//! `#[derive(ToolSchema)]`: parse the type, build the model as serde reads it, check, emit.

mod check;
mod emit;
mod enums;
mod fields;
mod identity;
mod model;
mod own_values;
mod parse;
mod structs;
mod types;
mod variants;

use crate::diag::Errors;
use crate::names::TYPE;
use crate::shared::args::Args;
use crate::shared::depth::{Blocks, is_shallow};
use crate::shared::emit::Krate;
use proc_macro2::TokenStream;
use syn::DeriveInput;

pub(crate) fn expand(input: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    if !is_shallow(&input, Blocks::None, &mut errors) {
        return errors.into_tokens();
    }
    let Some(mut input) = errors.keep(syn::parse2::<DeriveInput>(input)) else {
        return errors.into_tokens();
    };
    own_values::name_self(&mut input, &mut errors);
    let args = Args::parse(&input.attrs, &TYPE, &mut errors);
    let krate = Krate(args.krate.as_ref().map(|arg| arg.path.clone()));
    let described = parse::parse_type(&input, &args, krate, &mut errors);
    check::check_shape(&described.shape, &mut errors);
    if errors.is_empty() {
        return emit::emit_type(&described);
    }
    errors.after(emit::emit_failed(&described))
}
