//! Syntactic questions about types and expressions. Name resolution is left to rustc.

use super::tuples::{LONG_TUPLE, MAX_IN_TUPLE};
use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Ident, Lifetime, Type};

/// Returns a type without parentheses and without the invisible groups that `macro_rules!` puts
/// around `$ty`.
pub(crate) fn ungroup(mut ty: &Type) -> &Type {
    loop {
        ty = match ty {
            Type::Group(group) => &group.elem,
            Type::Paren(paren) => &paren.elem,
            _ => return ty,
        };
    }
}

/// Returns an expression without invisible groups.
pub(crate) fn ungroup_expr(mut expr: &Expr) -> &Expr {
    while let Expr::Group(group) = expr {
        expr = &group.expr;
    }
    expr
}

/// Returns an expression without invisible groups and parentheses.
pub(crate) fn peel_expr(mut expr: &Expr) -> &Expr {
    loop {
        expr = match expr {
            Expr::Group(group) => &group.expr,
            Expr::Paren(paren) => &paren.expr,
            _ => return expr,
        };
    }
}

/// Returns a name without `r#`.
pub(crate) fn unraw(ident: &Ident) -> String {
    let text = ident.to_string();
    text.strip_prefix("r#").map(str::to_owned).unwrap_or(text)
}

/// Returns the type as named in a const: every lifetime is `'static`, including elided ones after
/// `&`.
pub(crate) fn with_static_lifetimes(ty: &Type) -> Type {
    let mut ty = ty.clone();
    Statics.visit_type_mut(&mut ty);
    ty
}

/// Returns the tokens of a type, unless it names a lifetime or elides one after `&`: serde reads
/// such a type from borrowed text alone.
pub(crate) fn owned(ty: &Type) -> Option<TokenStream> {
    let tokens = ty.to_token_stream();
    (!tokens.to_string().contains(['\'', '&'])).then_some(tokens)
}

struct Statics;

impl VisitMut for Statics {
    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        *lifetime = Lifetime::new("'static", lifetime.span());
    }

    fn visit_type_reference_mut(&mut self, reference: &mut syn::TypeReference) {
        let span = reference.and_token.span;
        reference
            .lifetime
            .get_or_insert_with(|| Lifetime::new("'static", span));
        visit_mut::visit_type_reference_mut(self, reference);
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        mac.tokens = static_tokens(mac.tokens.clone());
    }

    // Their lifetimes are bound inside the type.
    fn visit_type_fn_ptr_mut(&mut self, _: &mut syn::TypeFnPtr) {}
    fn visit_trait_bound_mut(&mut self, _: &mut syn::TraitBound) {}
}

/// Returns the tokens of a type macro with each lifetime replaced by `'static`.
fn static_tokens(tokens: TokenStream) -> TokenStream {
    let mut after_tick = false;
    let replace = |tree| match tree {
        TokenTree::Ident(ident) if after_tick => {
            after_tick = false;
            TokenTree::Ident(Ident::new("static", ident.span()))
        }
        TokenTree::Group(group) => {
            let mut inside = Group::new(group.delimiter(), static_tokens(group.stream()));
            inside.set_span(group.span());
            TokenTree::Group(inside)
        }
        other => {
            after_tick = matches!(&other, TokenTree::Punct(punct) if punct.as_char() == '\'');
            other
        }
    };
    tokens.into_iter().map(replace).collect()
}

/// Returns the type with `Self` replaced.
pub(crate) fn without_self(ty: &Type, this: &Type, name: &Ident) -> Type {
    struct Replace<'a>(&'a Type, &'a Ident);
    impl VisitMut for Replace<'_> {
        fn visit_type_mut(&mut self, ty: &mut Type) {
            if let Type::Path(path) = ty
                && path.qself.is_none()
                && path.path.is_ident("Self")
            {
                *ty = self.0.clone();
                return;
            }
            visit_mut::visit_type_mut(self, ty);
        }

        fn visit_path_mut(&mut self, path: &mut syn::Path) {
            if let Some(first) = path.segments.first_mut().filter(|it| it.ident == "Self") {
                let span = first.ident.span();
                first.ident = self.1.clone();
                first.ident.set_span(span);
            }
            visit_mut::visit_path_mut(self, path);
        }
    }
    let mut ty = ty.clone();
    Replace(this, name).visit_type_mut(&mut ty);
    ty
}

/// Returns the parts of a type that a tool's parameter can't have, each with a message. `None` as
/// message: rustc reports it.
pub(crate) fn refused_in_param(ty: &Type) -> Vec<(TokenStream, Option<&'static str>)> {
    let mut refused = Refused(Vec::new());
    refused.visit_type(ty);
    refused.0
}

/// Returns the first `impl Trait` in the type. Not even an injected parameter can have one.
pub(crate) fn impl_trait_in(ty: &Type) -> Option<TokenStream> {
    struct Find(Option<TokenStream>);
    impl<'a> Visit<'a> for Find {
        fn visit_type_impl_trait(&mut self, ty: &'a syn::TypeImplTrait) {
            self.0.get_or_insert_with(|| ty.to_token_stream());
        }
    }
    let mut find = Find(None);
    find.visit_type(ty);
    find.0
}

struct Refused(Vec<(TokenStream, Option<&'static str>)>);

impl<'a> Visit<'a> for Refused {
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
            Type::Tuple(tuple) if tuple.elems.len() > MAX_IN_TUPLE => LONG_TUPLE,
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

    fn visit_type_reference(&mut self, reference: &'a syn::TypeReference) {
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
                quote::quote!(#and #mutable),
                Some("an argument can't be `&mut`: it is decoded for this call only; take the value (`mut name: T`), or write `#[tool(inject)]` if your program supplies it"),
            ));
            return;
        }
        self.visit_type(&reference.elem);
    }
}

pub(crate) const IMPL_TRAIT: &str =
    "a parameter of a tool needs one concrete type; write the type in place of `impl Trait`";

/// Returns whether a type is written `!`.
pub(crate) fn is_never(ty: &Type) -> bool {
    matches!(ungroup(ty), Type::Never(_))
}

/// Returns whether a type is written as a future: `impl Future<..>`, `Pin<Box<dyn Future<..>>>` or
/// `BoxFuture<..>`, with any path. A future under another name is not recognised.
pub(crate) fn is_future(ty: &Type) -> bool {
    let has_future = |bounds: &syn::punctuated::Punctuated<syn::TypeParamBound, _>| {
        bounds.iter().any(|bound| match bound {
            syn::TypeParamBound::Trait(bound) => last_is(&bound.path, &["Future"]),
            _ => false,
        })
    };
    match ungroup(ty) {
        Type::ImplTrait(ty) => has_future(&ty.bounds),
        Type::TraitObject(ty) => has_future(&ty.bounds),
        Type::Path(path) if last_is(&path.path, &["BoxFuture", "LocalBoxFuture"]) => true,
        Type::Path(path) if last_is(&path.path, &["Pin", "Box"]) => {
            first_argument(&path.path).is_some_and(is_future)
        }
        _ => false,
    }
}

pub(crate) fn last_is(path: &syn::Path, names: &[&str]) -> bool {
    let last = path.segments.last();
    last.is_some_and(|last| names.iter().any(|name| last.ident == name))
}

/// Returns the first type argument of a path's last segment.
pub(crate) fn first_argument(path: &syn::Path) -> Option<&Type> {
    let syn::PathArguments::AngleBracketed(arguments) = &path.segments.last()?.arguments else {
        return None;
    };
    arguments.args.iter().find_map(|argument| match argument {
        syn::GenericArgument::Type(ty) => Some(ungroup(ty)),
        _ => None,
    })
}

/// Returns the first type argument of a path that ends in one of the names.
pub(crate) fn first_argument_of<'a>(path: &'a syn::Path, names: &[&str]) -> Option<&'a Type> {
    last_is(path, names).then(|| first_argument(path)).flatten()
}

/// Returns the `T` of a type written `Option<T>`, with any path.
pub(crate) fn option_of(ty: &Type) -> Option<&Type> {
    match ungroup(ty) {
        Type::Path(path) => first_argument_of(&path.path, &["Option"]),
        _ => None,
    }
}

/// Returns whether a type is written `[u8]`.
pub(crate) fn is_bytes(ty: &Type) -> bool {
    let Type::Slice(slice) = ungroup(ty) else {
        return false;
    };
    matches!(ungroup(&slice.elem), Type::Path(path) if path.path.is_ident("u8"))
}

/// Returns a span with the call site's name resolution and a token's location: generated names are
/// ours, messages point at the user's token.
pub(crate) fn located(span: Span) -> Span {
    Span::call_site().located_at(span)
}

/// Returns whether a name is among the tokens, also inside a macro.
pub(crate) fn mentions(tokens: &impl ToTokens, name: &Ident) -> bool {
    fn search(tokens: TokenStream, name: &Ident) -> bool {
        tokens.into_iter().any(|tree| match tree {
            TokenTree::Ident(ident) => ident == *name,
            TokenTree::Group(group) => search(group.stream(), name),
            _ => false,
        })
    }
    search(tokens.to_token_stream(), name)
}
