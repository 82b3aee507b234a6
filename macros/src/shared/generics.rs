//! Infers the bounds of a derived implementation as serde does: from the types of the described
//! fields.

use super::ty::{is_same, last_is, ungroup};
use proc_macro2::Ident;
use quote::{ToTokens as _, quote};
use syn::visit::{self, Visit};
use syn::{GenericParam, Generics, Path, Type, TypePath, WherePredicate};

/// The bounds of the implementation.
pub(crate) struct ImplBounds {
    /// The predicates in addition to the user's own.
    pub(crate) predicates: Vec<WherePredicate>,
    /// The types with a bound `ToolSchema`: type parameters and their associated types.
    pub(crate) described: Vec<Type>,
}

/// Infers the bounds from the described types.
pub(crate) fn infer<'a>(
    generics: &'a Generics,
    types: impl IntoIterator<Item = &'a Type>,
) -> ImplBounds {
    let mut find = Find {
        names: generics.type_params().map(|it| &it.ident).collect(),
        used: Vec::new(),
        associated: Vec::new(),
    };
    for ty in types {
        find.visit_type(ty);
    }
    let params = find.names.iter().filter(|name| find.used.contains(name));
    let params = params.filter_map(|name| syn::parse2(name.to_token_stream()).ok());
    let associated = find.associated.iter().cloned().map(Type::Path);
    let described: Vec<Type> = params.chain(associated).collect();
    let predicates = described.iter();
    let predicates = predicates.filter_map(|ty| syn::parse2(quote!(#ty: __tool::ToolSchema)).ok());
    ImplBounds {
        predicates: predicates.collect(),
        described,
    }
}

/// Returns the bounds that the user wrote. A type is described if one of its bounds is
/// `ToolSchema`.
pub(crate) fn written(predicates: Vec<WherePredicate>) -> ImplBounds {
    let described = predicates
        .iter()
        .filter_map(|predicate| match predicate {
            WherePredicate::Type(predicate) => predicate
                .bounds
                .iter()
                .any(|bound| match bound {
                    syn::TypeParamBound::Trait(bound) => last_is(&bound.path, &["ToolSchema"]),
                    _ => false,
                })
                .then(|| predicate.bounded_ty.clone()),
            _ => None,
        })
        .collect();
    ImplBounds {
        predicates,
        described,
    }
}

/// Returns whether the type has type or const parameters, so that a static can't hold its schema.
pub(crate) fn is_generic(generics: &Generics) -> bool {
    !names_of_params(generics).is_empty()
}

pub(crate) fn names_of_params(generics: &Generics) -> Vec<&Ident> {
    let names = generics.params.iter().filter_map(|param| match param {
        GenericParam::Type(param) => Some(&param.ident),
        GenericParam::Const(param) => Some(&param.ident),
        GenericParam::Lifetime(_) => None,
    });
    names.collect()
}

struct Find<'a> {
    /// The type parameters.
    names: Vec<&'a Ident>,
    used: Vec<&'a Ident>,
    associated: Vec<TypePath>,
}

impl Find<'_> {
    fn is_param(&self, ident: &Ident) -> bool {
        self.names.contains(&ident)
    }
}

impl<'a> Visit<'a> for Find<'a> {
    fn visit_type(&mut self, ty: &'a Type) {
        // `T::Item`: the associated type needs a schema, the parameter itself doesn't.
        if let Type::Path(path) = ungroup(ty) {
            let first = path.path.segments.first();
            let associated = path.qself.is_none()
                && path.path.leading_colon.is_none()
                && path.path.segments.len() > 1
                && first.is_some_and(|first| self.is_param(&first.ident));
            let qualified = path.qself.as_ref().is_some_and(|qself| {
                matches!(ungroup(&qself.ty), Type::Path(inner)
                    if inner.path.get_ident().is_some_and(|ident| self.is_param(ident)))
            });
            if associated || qualified {
                if !self.associated.iter().any(|it| is_same(it, path)) {
                    self.associated.push(path.clone());
                }
                return;
            }
        }
        visit::visit_type(self, ty);
    }

    fn visit_path(&mut self, path: &'a Path) {
        // `PhantomData<T>` has a schema for every `T`.
        if last_is(path, &["PhantomData"]) {
            return;
        }
        if let Some(ident) = path.get_ident()
            && self.is_param(ident)
            && !self.used.contains(&ident)
        {
            self.used.push(ident);
        }
        visit::visit_path(self, path);
    }

    // The tokens of a macro are not types yet.
    fn visit_macro(&mut self, _: &'a syn::Macro) {}

    // A parameter used only as an array length is not a type.
    fn visit_expr(&mut self, _: &'a syn::Expr) {}
}
