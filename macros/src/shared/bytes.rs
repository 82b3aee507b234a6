//! Borrowed bytes: their schema would be a list of numbers, and serde reads them from a string.

use super::ty::{first_argument_of, is_bytes, last_is, option_of, ungroup};
use crate::diag::Errors;
use proc_macro2::TokenStream;
use quote::ToTokens as _;
use syn::Type;
use syn::visit::{self, Visit};

const BORROWED_BYTES: &str = "serde reads borrowed bytes from a string only; write `Vec<u8>` for a list of numbers, or `#[tool(as = \"String\")]`";

/// Reports each `&[u8]` in the type of a field, and a `Cow<[u8]>` with `#[serde(borrow)]`. Serde
/// compares only the field's own type with `Cow`, so that it reads a `Cow` in an `Option` as owned.
pub(crate) fn report_in_field(ty: &Type, borrow: bool, errors: &mut Errors) {
    if let Type::Path(path) = ungroup(ty)
        && borrow
        && first_argument_of(&path.path, &["Cow"]).is_some_and(is_bytes)
    {
        errors.on(ty, BORROWED_BYTES);
        return;
    }
    report_references(ty, errors);
}

/// Reports each `&[u8]` in the type of a parameter, except one that is the type itself or is in its
/// `Option`: a call borrows it from a `Vec`.
pub(crate) fn report_in_param(ty: &Type, errors: &mut Errors) {
    let own = option_of(ty).unwrap_or_else(|| ungroup(ty));
    match own {
        Type::Reference(reference) => report_references(&reference.elem, errors),
        _ => report_references(ty, errors),
    }
}

/// Reports each `&[u8]`. Skips `PhantomData` and functions, which read nothing, and macros, whose
/// output is not visible here.
fn report_references(ty: &Type, errors: &mut Errors) {
    struct Find(Vec<TokenStream>);
    impl<'a> Visit<'a> for Find {
        fn visit_type_reference(&mut self, reference: &'a syn::TypeReference) {
            if reference.mutability.is_none() && is_bytes(&reference.elem) {
                self.0.push(reference.to_token_stream());
            } else {
                visit::visit_type_reference(self, reference);
            }
        }
        fn visit_path(&mut self, path: &'a syn::Path) {
            if !last_is(path, &["PhantomData"]) {
                visit::visit_path(self, path);
            }
        }
        fn visit_type_fn_ptr(&mut self, _: &'a syn::TypeFnPtr) {}
        fn visit_trait_bound(&mut self, _: &'a syn::TraitBound) {}
        fn visit_expr(&mut self, _: &'a syn::Expr) {}
    }
    let mut find = Find(Vec::new());
    find.visit_type(ty);
    for reference in find.0 {
        errors.on(reference, BORROWED_BYTES);
    }
}
