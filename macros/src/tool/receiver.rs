//! A method's dependencies on its `impl` block: `self`, `Self` and the block's parameters.

use super::block::Block;
use super::model::{Function, Receiver};
use crate::diag::Errors;
use crate::shared::args::is_tool;
use crate::shared::generics::names_of_params;
use crate::shared::item::{has_key, readable};
use crate::shared::literal::is_hidden_default;
use crate::shared::ty::{
    each_first, find_ident, is_punct, last_is, ungroup, unraw, with_static_lifetimes, without_self,
};
use crate::shared::value::TypeArg;
use darling::FromMeta as _;
use darling::ast::NestedMeta;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{FnArg, PathArguments, ReceiverKind, Type};

/// The block's type and parameters.
pub(super) struct Surroundings<'a> {
    self_ty: &'a Type,
    /// The type as written outside of the block, where its lifetimes are not in scope. It is in the
    /// form that it has in a value too: `Store::<u8>`.
    outside: Type,
    /// The names of the type and const parameters.
    params: Vec<&'a Ident>,
    lifetimes: bool,
}

impl<'a> Surroundings<'a> {
    pub(super) fn of(block: &'a Block) -> Self {
        let outside = with_static_lifetimes(&block.self_ty);
        Surroundings {
            self_ty: &block.self_ty,
            params: names_of_params(&block.generics),
            // `impl Weather<'_>` declares a lifetime too.
            lifetimes: names_lifetime(block.self_ty.to_token_stream()),
            outside: in_values(outside),
        }
    }

    /// Returns the function with `Self` replaced: schemas are statics, in which `Self` is not in
    /// scope.
    pub(super) fn without_self(&self, function: &Function) -> Function {
        let outside = self.replace(function.sig.to_token_stream());
        // This parses because the input was a signature and each type is replaced by a type.
        let sig = syn::parse2(outside).unwrap_or_else(|_| function.sig.clone());
        Function {
            sig,
            ..function.clone()
        }
    }

    /// Replaces `Self` in tokens, for use outside of the block.
    pub(super) fn replace(&self, tokens: TokenStream) -> TokenStream {
        let ty = &self.outside;
        without_self(tokens, &|_| quote!(#ty), &|_| quote!(<#ty>))
    }

    /// Returns the first of the block's parameters among some tokens.
    fn named_in(&self, tokens: impl ToTokens) -> Option<Ident> {
        find_ident(tokens, &|ident| self.is_param(ident))
    }

    fn is_param(&self, ident: &Ident) -> bool {
        self.params.iter().any(|it| unraw(it) == unraw(ident))
    }

    pub(super) fn type_outside(&self, ty: &Type) -> Type {
        syn::parse2(self.replace(ty.to_token_stream())).unwrap_or_else(|_| ty.clone())
    }

    /// Checks a type that a schema is generated for.
    pub(super) fn check_type(&self, ty: &Type, errors: &mut Errors) {
        if let Some(ident) = self.named_in(ty) {
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
            // Syntax errors are reported when the attribute itself is parsed.
            for item in readable(&attr.meta) {
                match &item {
                    NestedMeta::Meta(meta) if has_key(&item, "as") => {
                        if let Ok(TypeArg(ty)) = TypeArg::from_meta(meta) {
                            self.check_type(&ty, errors);
                        }
                    }
                    _ if is_hidden_default(&item) => {}
                    _ => self.check_values(item.to_token_stream(), errors),
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
        let of_self = self.named_in(self.self_ty);
        each_first(tokens, &mut |ident, _| {
            if self.is_param(ident) {
                errors.at(
                    ident.span(),
                    format!(
                        "this depends on `{ident}` of the `impl` block, and a tool's schema describes one type; write the value, or a const outside of the block"
                    ),
                );
            } else if let Some(param) = of_self.as_ref().filter(|_| ident == "Self") {
                errors.at(
                    ident.span(),
                    format!(
                        "`Self` is generic (it names `{param}` of the `impl` block), and a tool's schema describes one type; write the value, or a const outside of the block"
                    ),
                );
            }
        });
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

/// Returns true if the tokens name a lifetime other than `'static`.
fn names_lifetime(tokens: TokenStream) -> bool {
    let mut tick = false;
    for tree in tokens {
        match tree {
            TokenTree::Ident(ident) if tick && ident != "static" => return true,
            TokenTree::Group(group) if names_lifetime(group.stream()) => return true,
            tree => tick = is_punct(Some(&tree), '\''),
        }
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
                let ours = typed.attrs.iter().filter(|attr| is_tool(attr));
                let mut items = ours.flat_map(|attr| readable(&attr.meta));
                if !items.any(|item| keys.iter().any(|key| has_key(&item, key))) {
                    surroundings.check_type(&typed.ty, errors);
                }
            }
        }
    }
    receiver
}
