//! Tuples with more elements than serde reads.

use super::ty::last_is;
use crate::diag::Errors;
use proc_macro2::TokenStream;
use quote::ToTokens as _;
use syn::Type;
use syn::visit::{self, Visit};

/// Maximum length: neither serde nor this crate reads longer tuples. Without this check, rustc
/// would report an error for each of the two.
pub(super) const MAX_IN_TUPLE: usize = 16;

pub(super) const LONG_TUPLE: &str =
    "serde reads tuples of at most 16 values; write a struct with named fields";

/// Reports the tuples in a type that are too long. Skips `PhantomData`, which reads nothing, and
/// macros, whose output is not visible here.
pub(crate) fn report_long_tuples(ty: &Type, errors: &mut Errors) {
    struct Find(Vec<TokenStream>);
    impl<'a> Visit<'a> for Find {
        fn visit_type_tuple(&mut self, tuple: &'a syn::TypeTuple) {
            if tuple.elems.len() > MAX_IN_TUPLE {
                self.0.push(tuple.to_token_stream());
            } else {
                visit::visit_type_tuple(self, tuple);
            }
        }
        fn visit_path(&mut self, path: &'a syn::Path) {
            if !last_is(path, &["PhantomData"]) {
                visit::visit_path(self, path);
            }
        }
        fn visit_type_fn_ptr(&mut self, _: &'a syn::TypeFnPtr) {}
    }
    let mut find = Find(Vec::new());
    find.visit_type(ty);
    for tuple in find.0 {
        errors.on(tuple, LONG_TUPLE);
    }
}
