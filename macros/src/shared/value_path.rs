//! Paths as values: a variant or a const, by the case of the letters and the name of the type.

use super::literal::Literal;
use super::ty::{mentions, peel_expr, ungroup, unraw};
use proc_macro2::Ident;
use syn::{Expr, Type};

/// Classifies a path by the case of its last segment, which is all that a macro sees: `Stars` is a
/// variant, `LIMIT` a const; others can't be shown.
pub(super) fn parse_path(path: &syn::ExprPath) -> Option<Literal> {
    if is_of_option(path, "None") {
        return Some(Literal::Null);
    }
    let ident = unraw(&path.path.segments.last()?.ident);
    let upper_first = ident.chars().next().is_some_and(char::is_uppercase);
    let has_lower = ident.chars().any(char::is_lowercase);
    // In a method, `Self::A` has become `<Grade>::A`, which may be a const.
    let is_letter = ident.chars().count() == 1 && path.qself.is_none() && of_a_type(path);
    if upper_first && (has_lower || is_letter) {
        Some(Literal::Variant(ident))
    } else if !has_lower && ident.chars().any(char::is_uppercase) {
        Some(Literal::Const(Box::new(Expr::Path(path.clone()))))
    } else {
        None
    }
}

/// Returns whether a path leads to a variant of `Option`. In `Sort::None`, it is another type's.
pub(crate) fn is_of_option(path: &syn::ExprPath, variant: &str) -> bool {
    let last = path.path.segments.last();
    last.is_some_and(|last| last.ident == variant)
        && (!of_a_type(path) || parent(path).is_some_and(|it| it == "Option"))
}

/// Returns whether the parent of a path's last segment looks like a type: in `Grade::A`, the letter
/// is a variant.
fn of_a_type(path: &syn::ExprPath) -> bool {
    parent(path).is_some_and(|ident| unraw(ident).starts_with(char::is_uppercase))
}

/// Returns the name before a path's last segment: of a module or a type.
fn parent(path: &syn::ExprPath) -> Option<&Ident> {
    let before = path.path.segments.iter().rev().nth(1);
    let of_self = || match ungroup(&path.qself.as_ref()?.ty) {
        Type::Path(ty) => ty.path.segments.last(),
        _ => None,
    };
    before.or_else(of_self).map(|it| &it.ident)
}

/// Returns whether the parent of a path's last segment is the type, or a type inside it.
fn is_of(path: &syn::ExprPath, ty: &Type) -> bool {
    parent(path).is_some_and(|name| mentions(ty, name))
}

impl Literal {
    /// Returns the value with each const of the type itself, or of a type inside it, as a variant.
    pub(super) fn in_type(self, ty: &Type) -> Self {
        match self {
            Literal::Array(items) => {
                Literal::Array(items.into_iter().map(|item| item.in_type(ty)).collect())
            }
            Literal::Const(expr) => match peel_expr(&expr) {
                Expr::Path(path) if of_a_type(path) && is_of(path, ty) => {
                    let last = path.path.segments.last();
                    Literal::Variant(last.map(|it| unraw(&it.ident)).unwrap_or_default())
                }
                _ => Literal::Const(expr),
            },
            other => other,
        }
    }
}
