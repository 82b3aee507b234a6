//! `Self` and the type's parameters in the values of a type's attributes (`range(..=Self::MOST)`).
//! The values become part of a static, in which these are not in scope.

use crate::diag::Errors;
use crate::shared::args::is_tool;
use crate::shared::generics::names_of_params;
use crate::shared::item::{has_key, readable};
use crate::shared::literal::is_hidden_default;
use crate::shared::ty::{each_first, spanned, unraw, without_self};
use darling::ast::NestedMeta;
use proc_macro2::{Ident, TokenTree};
use quote::ToTokens as _;
use syn::visit_mut::VisitMut;
use syn::{Attribute, DeriveInput, Meta};

/// Replaces `Self` by the type's name. Reports it in a generic type, whose name alone is not a
/// type, and the names of the type's parameters.
pub(super) fn name_self(input: &mut DeriveInput, errors: &mut Errors) {
    let name = input.ident.clone();
    let params = names_of_params(&input.generics).into_iter().cloned();
    let params = params.collect();
    let mut values = Values {
        name,
        params,
        errors,
    };
    values.visit_derive_input_mut(input);
}

struct Values<'a> {
    name: Ident,
    params: Vec<Ident>,
    errors: &'a mut Errors,
}

impl VisitMut for Values<'_> {
    fn visit_attribute_mut(&mut self, attr: &mut Attribute) {
        if !is_tool(attr) {
            return;
        }
        // Syntax errors are reported when the attribute itself is parsed.
        if !self.params.is_empty() {
            for item in readable(&attr.meta).iter().filter(|it| is_value(it)) {
                report(item, &self.params, self.errors);
            }
        } else if let Meta::List(list) = &mut attr.meta {
            let named = |at| spanned(&self.name, at).into_token_stream();
            list.tokens = without_self(list.tokens.clone(), &named, &named);
        }
    }
}

/// Returns whether an item has a value. A type may be generic, and a default that no schema can
/// show has its own error.
fn is_value(item: &NestedMeta) -> bool {
    let is_type = ["as", "schema_with", "bound", "crate"].map(|key| has_key(item, key));
    !is_hidden_default(item) && !is_type.contains(&true)
}

/// Reports each `Self`, except before a variant, of which a schema has only the name, and each
/// parameter.
fn report(item: &NestedMeta, params: &[Ident], errors: &mut Errors) {
    each_first(item.to_token_stream(), &mut |ident, rest| {
        if params.contains(ident) {
            errors.at(
                ident.span(),
                format!(
                    "`{ident}` is a parameter of the type, and a value in a schema can't depend on it; write the value, or a const outside of the type"
                ),
            );
        } else if ident == "Self" && !is_variant(rest.get(2)) {
            errors.at(
                ident.span(),
                "`Self` is generic, and a value in a schema can't depend on its parameters; write the value, or a const outside of the type",
            );
        }
    });
}

fn is_variant(last: Option<&TokenTree>) -> bool {
    let Some(TokenTree::Ident(ident)) = last else {
        return false;
    };
    let name = unraw(ident);
    let is_word = name.contains(char::is_lowercase) || name.chars().count() == 1;
    name.starts_with(char::is_uppercase) && is_word
}
