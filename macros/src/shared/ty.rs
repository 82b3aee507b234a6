//! Syntactic questions about types and expressions, and walks over tokens, for code that isn't
//! parsed, such as values and macros. Name resolution is left to rustc.

use proc_macro2::{Group, Ident, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprLit, Lifetime, Lit, LitStr, Type};

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

pub(crate) fn string_of(expr: &Expr) -> Option<&LitStr> {
    match peel_expr(expr) {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(text),
        _ => None,
    }
}

pub(crate) fn path_text(path: &syn::Path) -> String {
    path.to_token_stream().to_string().replace(' ', "")
}

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
        mac.tokens = rewrite(mac.tokens.clone(), &|trees| match trees {
            [TokenTree::Punct(tick), TokenTree::Ident(name), ..] if tick.as_char() == '\'' => {
                let name = Ident::new("static", name.span());
                Some((2, quote!(#tick #name)))
            }
            _ => None,
        });
    }

    // Their lifetimes are bound inside the type.
    fn visit_type_fn_ptr_mut(&mut self, _: &mut syn::TypeFnPtr) {}
    fn visit_trait_bound_mut(&mut self, _: &mut syn::TraitBound) {}
}

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

pub(crate) fn arguments(path: &syn::Path) -> Vec<&Type> {
    let Some(syn::PathArguments::AngleBracketed(arguments)) =
        path.segments.last().map(|last| &last.arguments)
    else {
        return Vec::new();
    };
    let types = arguments.args.iter().filter_map(|argument| match argument {
        syn::GenericArgument::Type(ty) => Some(ungroup(ty)),
        _ => None,
    });
    types.collect()
}

fn first_argument(path: &syn::Path) -> Option<&Type> {
    arguments(path).first().copied()
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

pub(crate) fn is_bytes(ty: &Type) -> bool {
    let Type::Slice(slice) = ungroup(ty) else {
        return false;
    };
    matches!(ungroup(&slice.elem), Type::Path(path) if path.path.is_ident("u8"))
}

/// Returns a name with another span.
pub(crate) fn spanned(name: &Ident, at: Span) -> Ident {
    let mut name = name.clone();
    name.set_span(at);
    name
}

/// Returns a span with the call site's name resolution and a token's location: generated names are
/// ours, messages point at the user's token.
pub(crate) fn located(span: Span) -> Span {
    Span::call_site().located_at(span)
}

/// The tokens in place of some, with the number of those.
type Replacement = Option<(usize, TokenStream)>;

/// Replaces tokens at any depth. `replace` gets the tokens from each position on, and returns how
/// many of them it replaces.
pub(crate) fn rewrite(
    tokens: TokenStream,
    replace: &dyn Fn(&[TokenTree]) -> Replacement,
) -> TokenStream {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let mut out = TokenStream::new();
    let mut rest = trees.as_slice();
    while let Some(first) = rest.first() {
        let (used, new) = replace(rest).unwrap_or_else(|| match first {
            TokenTree::Group(group) => {
                let inside = rewrite(group.stream(), replace);
                let mut inside = Group::new(group.delimiter(), inside);
                inside.set_span(group.span());
                (1, TokenTree::Group(inside).into())
            }
            other => (1, other.clone().into()),
        });
        out.extend(new);
        rest = &rest[used..];
    }
    out
}

/// Replaces `Self` by a type, and in front of a path by another form of it. Other code isn't in the
/// scope of `Self`.
pub(crate) fn without_self(
    tokens: TokenStream,
    ty: &dyn Fn(Span) -> TokenStream,
    in_path: &dyn Fn(Span) -> TokenStream,
) -> TokenStream {
    rewrite(tokens, &|trees| match trees {
        [TokenTree::Ident(ident), rest @ ..] if ident == "Self" => {
            // The first of two colons: one alone is followed by a bound.
            let path = matches!(
                rest.first(),
                Some(TokenTree::Punct(next))
                    if next.as_char() == ':' && next.spacing() == Spacing::Joint
            );
            let at = ident.span();
            Some((1, if path { in_path(at) } else { ty(at) }))
        }
        _ => None,
    })
}

/// Returns the first of some names, at any depth.
pub(crate) fn find_ident(
    tokens: impl ToTokens,
    is_found: &dyn Fn(&Ident) -> bool,
) -> Option<Ident> {
    let mut trees = tokens.into_token_stream().into_iter();
    trees.find_map(|tree| match tree {
        TokenTree::Ident(ident) => is_found(&ident).then_some(ident),
        TokenTree::Group(group) => find_ident(group.stream(), is_found),
        _ => None,
    })
}

pub(crate) fn mentions(tokens: &impl ToTokens, name: &Ident) -> bool {
    find_ident(tokens, &|ident| ident == name).is_some()
}

/// Calls a function with each name that begins a path, and the tokens after it: in `consts::N`, `N`
/// can't be a parameter.
pub(crate) fn each_first(tokens: TokenStream, found: &mut dyn FnMut(&Ident, &[TokenTree])) {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, tree) in trees.iter().enumerate() {
        let colon = |back| is_punct(at.checked_sub(back).and_then(|at| trees.get(at)), ':');
        match tree {
            TokenTree::Group(group) => each_first(group.stream(), found),
            TokenTree::Ident(ident) if !(colon(1) && colon(2)) => found(ident, &trees[at + 1..]),
            _ => {}
        }
    }
}

pub(crate) fn is_punct(tree: Option<&TokenTree>, c: char) -> bool {
    matches!(tree, Some(TokenTree::Punct(punct)) if punct.as_char() == c)
}

pub(crate) fn is_same(a: &impl ToTokens, b: &impl ToTokens) -> bool {
    // Rustc prints the tokens of a source with its spaces, and rebuilt ones alike.
    let text = |tokens| rewrite(tokens, &|_| None).to_string();
    text(a.to_token_stream()) == text(b.to_token_stream())
}
