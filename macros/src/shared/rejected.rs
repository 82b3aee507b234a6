//! Types that can't be read, such as tuples with more elements than serde reads.

use super::ty::{first_argument_of, is_bytes, last_is, option_of, ungroup};
use crate::diag::Errors;
use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};
use syn::visit::{self, Visit};
use syn::{Expr, Path, TraitBound, Type, TypeFnPtr, TypeReference};

/// Maximum length: neither serde nor this crate reads longer tuples. Without this check, rustc
/// would report an error for each of the two.
const MAX_IN_TUPLE: usize = 16;

const LONG_TUPLE: &str =
    "serde reads tuples of at most 16 values; write a struct with named fields";

/// The schema of borrowed bytes would be a list of numbers, and serde reads them from a string.
const BORROWED_BYTES: &str = "serde reads borrowed bytes from a string only; write `Vec<u8>` for a list of numbers, or `#[tool(as = \"String\")]`";

pub(crate) const IMPL_TRAIT: &str =
    "a parameter of a tool needs one concrete type; write the type in place of `impl Trait`";

/// Returns the parts of a type that a test finds, and nothing inside them. Skips macros, whose
/// output is not visible here, and `PhantomData`. Functions, bounds and expressions, which read
/// nothing, only count for `everywhere`.
pub(crate) fn parts_of<'a>(
    ty: &'a Type,
    everywhere: bool,
    test: &dyn Fn(&Type) -> bool,
) -> Vec<&'a Type> {
    struct Find<'a, 't>(&'t dyn Fn(&Type) -> bool, Vec<&'a Type>, bool);
    impl<'a> Visit<'a> for Find<'a, '_> {
        fn visit_type(&mut self, ty: &'a Type) {
            if (self.0)(ty) {
                self.1.push(ty);
            } else {
                visit::visit_type(self, ty);
            }
        }
        fn visit_path(&mut self, path: &'a Path) {
            if !last_is(path, &["PhantomData"]) {
                visit::visit_path(self, path);
            }
        }
        fn visit_type_fn_ptr(&mut self, it: &'a TypeFnPtr) {
            if self.2 {
                visit::visit_type_fn_ptr(self, it);
            }
        }
        fn visit_trait_bound(&mut self, it: &'a TraitBound) {
            if self.2 {
                visit::visit_trait_bound(self, it);
            }
        }
        fn visit_expr(&mut self, it: &'a Expr) {
            if self.2 {
                visit::visit_expr(self, it);
            }
        }
    }
    let mut find = Find(test, Vec::new(), everywhere);
    find.visit_type(ty);
    find.1
}

fn is_long_tuple(ty: &Type) -> bool {
    matches!(ty, Type::Tuple(tuple) if tuple.elems.len() > MAX_IN_TUPLE)
}

/// Reports the tuples in a type that are too long.
pub(crate) fn report_long_tuples(ty: &Type, errors: &mut Errors) {
    for tuple in parts_of(ty, false, &is_long_tuple) {
        errors.on(tuple, LONG_TUPLE);
    }
}

/// Reports each `&[u8]` in the type of a field, and a `Cow<[u8]>` with `#[serde(borrow)]`. Serde
/// compares only the field's own type with `Cow`, so that it reads a `Cow` in an `Option` as owned.
pub(crate) fn report_bytes_in_field(ty: &Type, borrow: bool, errors: &mut Errors) {
    match ungroup(ty) {
        Type::Path(path)
            if borrow && first_argument_of(&path.path, &["Cow"]).is_some_and(is_bytes) =>
        {
            errors.on(ty, BORROWED_BYTES);
        }
        _ => report_bytes(ty, errors),
    }
}

/// Reports each `&[u8]` in the type of a parameter, except one that is the type itself or is in its
/// `Option`: a call borrows it from a `Vec`.
pub(crate) fn report_bytes_in_param(ty: &Type, errors: &mut Errors) {
    match option_of(ty).unwrap_or_else(|| ungroup(ty)) {
        Type::Reference(reference) => report_bytes(&reference.elem, errors),
        _ => report_bytes(ty, errors),
    }
}

fn report_bytes(ty: &Type, errors: &mut Errors) {
    let is_borrowed = |ty: &Type| match ty {
        Type::Reference(reference) => reference.mutability.is_none() && is_bytes(&reference.elem),
        _ => false,
    };
    for reference in parts_of(ty, false, &is_borrowed) {
        errors.on(reference, BORROWED_BYTES);
    }
}

/// Returns the first `impl Trait` in the type. Not even an injected parameter can have one.
pub(crate) fn impl_trait_in(ty: &Type) -> Option<&Type> {
    struct Find<'a>(Option<&'a Type>);
    impl<'a> Visit<'a> for Find<'a> {
        fn visit_type(&mut self, ty: &'a Type) {
            match ty {
                Type::ImplTrait(_) => {
                    self.0.get_or_insert(ty);
                }
                _ => visit::visit_type(self, ty),
            }
        }
    }
    let mut find = Find(None);
    find.visit_type(ty);
    find.0
}

/// Returns the parts of a type that a tool's parameter can't have, each with a message. `None` as
/// message: rustc reports it.
pub(crate) fn rejected_in_param(ty: &Type) -> Vec<(TokenStream, Option<&'static str>)> {
    let mut rejected = RejectedParts(Vec::new());
    rejected.visit_type(ty);
    rejected.0
}

struct RejectedParts(Vec<(TokenStream, Option<&'static str>)>);

impl<'a> Visit<'a> for RejectedParts {
    fn visit_type(&mut self, ty: &'a Type) {
        let message = match ty {
            Type::TraitObject(_) => {
                "a trait object can't be made from JSON; name a concrete type, or write `#[tool(inject)]` if your program supplies it"
            }
            Type::ImplTrait(_) => IMPL_TRAIT,
            Type::FnPtr(_) => {
                "a function can't be made from JSON; write `#[tool(inject)]` if your program supplies it"
            }
            Type::Ptr(_) => {
                "a raw pointer can't be made from JSON; take the value, or write `#[tool(inject)]` if your program supplies it"
            }
            Type::Never(_) => {
                "`!` has no values, so no call could ever be made; remove the parameter"
            }
            ty if is_long_tuple(ty) => LONG_TUPLE,
            Type::Infer(_) => {
                self.0.push((ty.to_token_stream(), None));
                return;
            }
            _ => {
                visit::visit_type(self, ty);
                return;
            }
        };
        self.0.push((ty.to_token_stream(), Some(message)));
    }

    fn visit_type_reference(&mut self, reference: &'a TypeReference) {
        if let Some(lifetime) = reference
            .lifetime
            .as_ref()
            .filter(|it| it.ident == "static")
        {
            self.0.push((
                lifetime.to_token_stream(),
                Some("arguments can't be `'static`: they are decoded for each call; write `&` without it, or take an owned type"),
            ));
        }
        if let Some(mutable) = &reference.mutability {
            let and = &reference.and_token;
            self.0.push((
                quote!(#and #mutable),
                Some("an argument can't be `&mut`: it is decoded for this call only; take the value (`mut name: T`), or write `#[tool(inject)]` if your program supplies it"),
            ));
            return;
        }
        self.visit_type(&reference.elem);
    }
}
