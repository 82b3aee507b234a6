//! Tuples of more values than serde reads.

use super::ty::last_is;
use crate::diag::Errors;
use proc_macro2::TokenStream;
use quote::ToTokens as _;
use syn::Type;
use syn::visit::{self, Visit};

/// Longer tuples are read by neither serde nor us: without this there would be an error for each of the two.
pub(super) const MOST_IN_TUPLE: usize = 16;

pub(super) const LONG_TUPLE: &str =
    "serde reads tuples of at most 16 values; write a struct with named fields";

/// Reports the tuples in a type that are too long. A `PhantomData` reads none, and what a macro makes is not seen.
pub(crate) fn report_long_tuples(ty: &Type, errors: &mut Errors) {
    struct Find(Vec<TokenStream>);
    impl<'a> Visit<'a> for Find {
        fn visit_type_tuple(&mut self, tuple: &'a syn::TypeTuple) {
            if tuple.elems.len() > MOST_IN_TUPLE {
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
