//! `Self` and the type's parameters in the values of a type's attributes (`range(..=Self::MOST)`).
//! The values become part of a static, in which these are not in scope.

use crate::diag::{Errors, key_of};
use crate::shared::generics::is_generic;
use crate::shared::literal::parse_literal;
use crate::shared::ty::unraw;
use crate::shared::value::is_tool;
use darling::ast::NestedMeta;
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::{Attribute, Data, DeriveInput, Fields, GenericParam, Generics, Meta};

/// Replaces `Self` by the type's name. Reports it in a generic type, whose name alone is not a
/// type, and the names of the type's parameters.
pub(super) fn name_self(input: &mut DeriveInput, errors: &mut Errors) {
    let generic = is_generic(&input.generics);
    let name = input.ident.clone();
    let params: Vec<Ident> = names_of_params(&input.generics);
    for attr in attributes(input).filter(|attr| is_tool(attr)) {
        let Meta::List(list) = &mut attr.meta else {
            continue;
        };
        if generic {
            // Syntax errors are reported when the attribute itself is parsed.
            let items = NestedMeta::parse_meta_list(list.tokens.clone());
            for item in items.unwrap_or_default().iter().filter(|it| is_value(it)) {
                report(item.to_token_stream(), &params, errors);
            }
        } else {
            list.tokens = named(list.tokens.clone(), &name);
        }
    }
}

fn attributes(input: &mut DeriveInput) -> impl Iterator<Item = &mut Attribute> {
    let mut all: Vec<&mut Vec<Attribute>> = vec![&mut input.attrs];
    match &mut input.data {
        Data::Struct(data) => all.extend(of_fields(&mut data.fields)),
        Data::Enum(data) => {
            for variant in &mut data.variants {
                all.push(&mut variant.attrs);
                all.extend(of_fields(&mut variant.fields));
            }
        }
        Data::Union(_) => {}
    }
    all.into_iter().flatten()
}

fn of_fields(fields: &mut Fields) -> impl Iterator<Item = &mut Vec<Attribute>> {
    fields.iter_mut().map(|field| &mut field.attrs)
}

fn named(tokens: TokenStream, name: &Ident) -> TokenStream {
    let replace = |tree| match tree {
        TokenTree::Ident(ident) if ident == "Self" => {
            let mut named = name.clone();
            named.set_span(ident.span());
            TokenTree::Ident(named)
        }
        TokenTree::Group(group) => {
            let mut inside = Group::new(group.delimiter(), named(group.stream(), name));
            inside.set_span(group.span());
            TokenTree::Group(inside)
        }
        other => other,
    };
    tokens.into_iter().map(replace).collect()
}

/// Returns whether an item has a value. A type may be generic, and a default that no schema can
/// show has its own error.
fn is_value(item: &NestedMeta) -> bool {
    let shown = match item {
        NestedMeta::Meta(Meta::NameValue(meta)) if meta.path.is_ident("default") => {
            parse_literal(&meta.value).is_some()
        }
        _ => true,
    };
    let types = ["as", "schema_with", "bound", "crate"];
    shown && !key_of(item).is_some_and(|key| types.iter().any(|word| key.is_ident(word)))
}

fn names_of_params(generics: &Generics) -> Vec<Ident> {
    let names = generics.params.iter().filter_map(|param| match param {
        GenericParam::Type(param) => Some(param.ident.clone()),
        GenericParam::Const(param) => Some(param.ident.clone()),
        GenericParam::Lifetime(_) => None,
    });
    names.collect()
}

/// Reports each `Self`, except before a variant, of which a schema has only the name, and each
/// parameter.
fn report(tokens: TokenStream, params: &[Ident], errors: &mut Errors) {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, tree) in trees.iter().enumerate() {
        // In `consts::N`, `N` is not a parameter.
        let is_first = !matches!(
            at.checked_sub(1).and_then(|before| trees.get(before)),
            Some(TokenTree::Punct(punct)) if punct.as_char() == ':'
        );
        match tree {
            TokenTree::Group(group) => report(group.stream(), params, errors),
            TokenTree::Ident(ident) if is_first && params.contains(ident) => errors.at(
                ident.span(),
                format!(
                    "`{ident}` is a parameter of the type, and a value in a schema can't depend on it; write the value, or a const outside of the type"
                ),
            ),
            TokenTree::Ident(ident) if ident == "Self" && !is_variant(trees.get(at + 3)) => {
                errors.at(
                    ident.span(),
                    "`Self` is generic, and a value in a schema can't depend on its parameters; write the value, or a const outside of the type",
                );
            }
            _ => {}
        }
    }
}

fn is_variant(last: Option<&TokenTree>) -> bool {
    let Some(TokenTree::Ident(ident)) = last else {
        return false;
    };
    let name = unraw(ident);
    let is_word = name.contains(char::is_lowercase) || name.chars().count() == 1;
    name.starts_with(char::is_uppercase) && is_word
}
