//! Checks of injected parameters, which the model doesn't see.

use super::args::ParamArgs;
use crate::diag::Errors;
use crate::shared::ty::{IMPL_TRAIT, first_argument_of, impl_trait_in, option_of, ungroup};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote};
use syn::Type;

/// Reports a type that a set can't supply, and keys that have no effect. `word` is the place of
/// `inject`.
pub(super) fn check(ty: &Type, args: &ParamArgs, word: Span, errors: &mut Errors) {
    if let Some((tokens, message)) = misfit(ty) {
        errors.on(tokens, message);
    }
    check_keys(args, word, errors);
}

/// Returns the part of a type that an injected parameter can't have, with the message.
fn misfit(ty: &Type) -> Option<(TokenStream, &'static str)> {
    if let Some(found) = impl_trait_in(ty) {
        return Some((found, IMPL_TRAIT));
    }
    let behind = match ungroup(ty) {
        Type::Reference(reference) => {
            if let Some(mutable) = &reference.mutability {
                let and = &reference.and_token;
                return Some((
                    quote!(#and #mutable),
                    "calls share an injected value, so it can't be `&mut`; take `&T`, and keep mutable state in a `Mutex` or an atomic",
                ));
            }
            ungroup(&reference.elem)
        }
        other => {
            if let Some(inner) = option_of(other) {
                return misfit(inner);
            }
            let Type::Path(path) = other else { return None };
            first_argument_of(&path.path, &["Arc"])?
        }
    };
    let message = match behind {
        Type::TraitObject(_) => {
            "a set finds a value by its type, and a trait object can have many types; give the set an `Arc<dyn Trait>`, and take `&Arc<dyn Trait>`"
        }
        Type::Path(path) if path.path.is_ident("str") => {
            "a set finds a value by its type, and many values can be text; wrap this one in a newtype, such as `struct ApiKey(String)`, and take `&ApiKey`"
        }
        Type::Slice(_) => {
            "a set finds a value by its type, and a slice has no size of its own; wrap the list in a newtype, such as `struct Hosts(Vec<String>)`, and take `&Hosts`"
        }
        _ => return None,
    };
    Some((behind.to_token_stream(), message))
}

/// Reports keys on an injected parameter, because the model doesn't see it.
fn check_keys(args: &ParamArgs, at: Span, errors: &mut Errors) {
    let given = [
        (args.description.is_some(), "description"),
        (args.rename.is_some(), "rename"),
        (args.default.is_some(), "default"),
        (!args.examples.is_empty(), "example"),
        (args.rules.range.is_some(), "range"),
        (args.rules.length.is_some(), "length"),
        (args.rules.multiple_of.is_some(), "multiple_of"),
        (args.rules.pattern.is_some(), "pattern"),
        (args.rules.format.is_some(), "format"),
        (args.flatten.is_some(), "flatten"),
        (args.as_type.is_some(), "as"),
        (args.schema_with.is_some(), "schema_with"),
        (args.inline.is_some(), "inline"),
    ];
    for (_, key) in given.iter().filter(|(given, _)| *given) {
        errors.at(
            at,
            format!("an injected parameter is never shown to the model, so `{key}` has no effect; remove one of the two"),
        );
    }
}
