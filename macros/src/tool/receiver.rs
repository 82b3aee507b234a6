//! A method's dependencies on its `impl` block: `self`, `Self` and the block's parameters.

use super::block::Block;
use super::model::{Function, Receiver};
use crate::diag::{Errors, key_of};
use crate::shared::literal::parse_literal;
use crate::shared::ty::{last_is, ungroup, unraw, with_static_lifetimes};
use crate::shared::value::{TypeArg, is_tool};
use darling::FromMeta as _;
use darling::ast::NestedMeta;
use proc_macro2::{Group, Ident, Spacing, TokenStream, TokenTree};
use quote::{ToTokens as _, quote};
use syn::{Attribute, FnArg, GenericParam, Meta, PathArguments, ReceiverKind, Type};

/// The block's type and parameters.
pub(super) struct Surroundings<'a> {
    self_ty: &'a Type,
    /// The type as written outside of the block, where its lifetimes are not in scope. It is in the
    /// form that it has in a value too: `Store::<u8>`.
    outside: Type,
    /// The names of the type and const parameters.
    params: Vec<String>,
    lifetimes: bool,
}

impl<'a> Surroundings<'a> {
    pub(super) fn of(block: &'a Block) -> Self {
        let params = &block.generics.params;
        Surroundings {
            self_ty: &block.self_ty,
            outside: in_values(with_static_lifetimes(&block.self_ty)),
            params: params
                .iter()
                .filter_map(|param| match param {
                    GenericParam::Type(param) => Some(unraw(&param.ident)),
                    GenericParam::Const(param) => Some(unraw(&param.ident)),
                    GenericParam::Lifetime(_) => None,
                })
                .collect(),
            // `impl Weather<'_>` declares a lifetime too.
            lifetimes: names_lifetime(block.self_ty.to_token_stream()),
        }
    }

    /// Returns the function with `Self` replaced: schemas are statics, in which `Self` is not in
    /// scope.
    pub(super) fn without_self(&self, function: &Function) -> Function {
        let outside = self.replace(function.sig.to_token_stream());
        // This parses because the input was a signature and each type is replaced by a type.
        let sig = syn::parse2(outside).unwrap_or_else(|_| function.sig.clone());
        Function {
            attrs: function.attrs.clone(),
            vis: function.vis.clone(),
            sig,
            body: function.body.clone(),
        }
    }

    /// Replaces `Self` in tokens, for use outside of the block.
    pub(super) fn replace(&self, tokens: TokenStream) -> TokenStream {
        let ty = &self.outside;
        let mut out = TokenStream::new();
        let mut trees = tokens.into_iter().peekable();
        while let Some(tree) = trees.next() {
            match tree {
                TokenTree::Ident(ident) if ident == "Self" => {
                    // The first of two colons: one alone is followed by a bound.
                    let path = matches!(
                        trees.peek(),
                        Some(TokenTree::Punct(next))
                            if next.as_char() == ':' && next.spacing() == Spacing::Joint
                    );
                    out.extend(if path { quote!(<#ty>) } else { quote!(#ty) });
                }
                TokenTree::Group(group) => {
                    let mut inside = Group::new(group.delimiter(), self.replace(group.stream()));
                    inside.set_span(group.span());
                    out.extend([TokenTree::Group(inside)]);
                }
                other => out.extend([other]),
            }
        }
        out
    }

    /// Returns the first of the block's parameters among some tokens.
    fn named_in(&self, tokens: TokenStream) -> Option<Ident> {
        tokens.into_iter().find_map(|tree| match tree {
            TokenTree::Ident(ident) if self.params.contains(&unraw(&ident)) => Some(ident),
            TokenTree::Group(group) => self.named_in(group.stream()),
            _ => None,
        })
    }

    /// Replaces `Self` in a type, for use outside of the block.
    pub(super) fn type_outside(&self, ty: &Type) -> Type {
        syn::parse2(self.replace(ty.to_token_stream())).unwrap_or_else(|_| ty.clone())
    }

    /// Checks a type that a schema is generated for.
    pub(super) fn check_type(&self, ty: &Type, errors: &mut Errors) {
        if let Some(ident) = self.named_in(ty.to_token_stream()) {
            errors.at(
                ident.span(),
                format!("this depends on `{ident}` of the `impl` block, and a tool's schema describes one type; name the type"),
            );
        }
    }

    /// Returns the message for a `self` that a set can't pass: it has the value, and shares it.
    fn wrong_receiver(&self, kind: &ReceiverKind) -> Option<&'static str> {
        const OTHER: &str = "a tool can't take this `self`; write `&self` or `self: Arc<Self>`";
        match kind {
            ReceiverKind::Reference(_, _, None) => None,
            ReceiverKind::Reference(..) => Some(
                "calls share the value, so a tool can't take `&mut self`; write `&self`, and keep mutable state in a `Mutex` or an atomic",
            ),
            ReceiverKind::Value => Some(
                "a tool is called many times, and `self` can be moved only once; write `&self`",
            ),
            ReceiverKind::Typed(_, ty) => match ungroup(ty) {
                Type::Reference(reference) if reference.mutability.is_none() => {
                    (!self.is_own(&reference.elem)).then_some(OTHER)
                }
                Type::Path(path) if last_is(&path.path, &["Arc"]) => None,
                _ => Some(OTHER),
            },
            _ => Some(OTHER),
        }
    }

    /// Returns whether a type is the block's own, with `Self` replaced.
    fn is_own(&self, ty: &Type) -> bool {
        let text = |ty: &Type| ungroup(ty).to_token_stream().to_string();
        [text(self.self_ty), text(&self.outside)].contains(&text(ty))
    }

    /// Checks the attributes of a method's parameters before `Self` is replaced. Skips a default
    /// that the schema doesn't show, because it is evaluated inside the block.
    pub(super) fn check_params(&self, function: &Function, errors: &mut Errors) {
        let attrs = function.sig.inputs.iter().flat_map(|input| match input {
            FnArg::Typed(typed) => typed.attrs.as_slice(),
            FnArg::Receiver(_) => &[],
        });
        for attr in attrs.filter(|attr| is_tool(attr)) {
            let Meta::List(list) = &attr.meta else {
                continue;
            };
            // Syntax errors are reported when the attribute itself is parsed.
            let items = NestedMeta::parse_meta_list(list.tokens.clone()).unwrap_or_default();
            for item in items {
                if let NestedMeta::Meta(meta) = &item
                    && meta.path().is_ident("as")
                    && let Ok(arg) = TypeArg::from_meta(meta)
                {
                    self.check_type(&arg.ty, errors);
                    continue;
                }
                let hidden = matches!(
                    &item,
                    NestedMeta::Meta(Meta::NameValue(meta))
                        if meta.path.is_ident("default") && parse_literal(&meta.value).is_none()
                );
                if !hidden {
                    self.check_values(item.to_token_stream(), errors);
                }
            }
        }
    }

    /// Reports each value in an attribute that depends on the block's parameters, by their names or
    /// through `Self`. The value is part of a schema, which is outside of the block.
    pub(super) fn check_values(&self, tokens: TokenStream, errors: &mut Errors) {
        if self.params.is_empty() {
            return;
        }
        let of_self = self.named_in(self.self_ty.to_token_stream());
        let mut colons = 0;
        for tree in tokens {
            // In `consts::N`, `N` is not a parameter.
            let is_first = colons < 2;
            colons = match &tree {
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons + 1,
                _ => 0,
            };
            let (at, message) = match tree {
                TokenTree::Group(group) => {
                    self.check_values(group.stream(), errors);
                    continue;
                }
                TokenTree::Ident(ident) if ident == "Self" => match &of_self {
                    Some(param) => (
                        ident.span(),
                        format!(
                            "`Self` is generic (it names `{param}` of the `impl` block), and a tool's schema describes one type; write the value, or a const outside of the block"
                        ),
                    ),
                    None => continue,
                },
                TokenTree::Ident(ident) if is_first && self.params.contains(&unraw(&ident)) => (
                    ident.span(),
                    format!(
                        "this depends on `{ident}` of the `impl` block, and a tool's schema describes one type; write the value, or a const outside of the block"
                    ),
                ),
                _ => continue,
            };
            errors.at(at, message);
        }
    }
}

/// Returns a type in the form that it has in a value: `Store::<u8>(1)`.
fn in_values(mut ty: Type) -> Type {
    if let Type::Path(path) = ungroup(&ty) {
        let mut path = path.clone();
        for segment in &mut path.path.segments {
            if let PathArguments::AngleBracketed(arguments) = &mut segment.arguments {
                arguments.colon2_token.get_or_insert_default();
            }
        }
        ty = Type::Path(path);
    }
    ty
}

fn names_lifetime(tokens: TokenStream) -> bool {
    let mut tick = false;
    for tree in tokens {
        match tree {
            TokenTree::Ident(ident) if tick && ident != "static" => return true,
            TokenTree::Group(group) if names_lifetime(group.stream()) => return true,
            TokenTree::Punct(punct) if punct.as_char() == '\'' => {
                tick = true;
                continue;
            }
            _ => {}
        }
        tick = false;
    }
    false
}

/// Checks what can be wrong only in a method:
/// - a receiver that a set can't pass to a call;
/// - a receiver that borrows;
/// - a parameter whose type depends on the block's parameters.
pub(super) fn check_method(
    function: &Function,
    surroundings: &Surroundings<'_>,
    errors: &mut Errors,
) -> Receiver {
    let mut receiver = Receiver::None;
    for input in &function.sig.inputs {
        match input {
            FnArg::Receiver(found) => {
                receiver = Receiver::At(found.self_token.span);
                if let Some(message) = surroundings.wrong_receiver(&found.kind) {
                    errors.on(found, message);
                } else if surroundings.lifetimes {
                    errors.on(
                        surroundings.self_ty,
                        "a set can live as long as the program, so this type can't borrow; let it own its data, or hold an `Arc`",
                    );
                }
            }
            FnArg::Typed(typed) => {
                // With these keys, no schema is that of the parameter's type.
                let keys = ["inject", "as", "schema_with"];
                if !keys.iter().any(|key| has_key(&typed.attrs, key)) {
                    surroundings.check_type(&typed.ty, errors);
                }
            }
        }
    }
    receiver
}

/// Returns whether one of the `#[tool(..)]` has a key.
fn has_key(attrs: &[Attribute], key: &str) -> bool {
    let ours = attrs.iter().filter(|attr| is_tool(attr));
    let mut lists = ours.filter_map(|attr| attr.meta.require_list().ok());
    lists.any(|list| {
        let items = NestedMeta::parse_meta_list(list.tokens.clone()).unwrap_or_default();
        items
            .iter()
            .any(|item| key_of(item).is_some_and(|path| path.is_ident(key)))
    })
}
