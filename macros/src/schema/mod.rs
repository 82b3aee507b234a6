//! `#[derive(ToolSchema)]`: parse the type, build the model as serde reads it, check, emit.

mod attrs;
mod check;
mod emit;
mod enums;
mod fields;
mod identity;
mod items;
mod model;
mod own_values;
mod parse;
mod structs;
mod types;
mod variants;

use crate::diag::Errors;
use crate::fallback;
use crate::shared::depth::{Blocks, is_shallow};
use crate::shared::krate::Krate;
use proc_macro2::TokenStream;
use syn::DeriveInput;

/// Expands the derive.
pub(crate) fn expand(input: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    if !is_shallow(&input, Blocks::None, &mut errors) {
        return fallback::schema(&Krate::default(), None, errors);
    }
    let mut input: DeriveInput = match syn::parse2(input) {
        Ok(input) => input,
        Err(error) => {
            errors.syntax(error);
            return fallback::schema(&Krate::default(), None, errors);
        }
    };
    own_values::name_self(&mut input, &mut errors);
    let args = attrs::TypeArgs::parse(&input.attrs, &mut errors);
    let krate = Krate(args.krate.as_ref().map(|arg| arg.path.clone()));
    let described = parse::parse_type(&input, args, &mut errors);
    check::check_type(&described, &mut errors);
    if errors.is_empty() {
        return emit::emit_type(&described);
    }
    fallback::schema(&krate, Some((&input.ident, &input.generics)), errors)
}
