//! Calls that make rustc point at a field whose constraint, default or example doesn't fit its type.

use super::emit::{Emitter, option, reference};
use super::node::{Field, Node, Shape};
use proc_macro2::TokenStream;
use quote::quote_spanned;

impl Emitter<'_> {
    /// The calls that point misuse of constraints, defaults and examples at the field, for types whose schema is one static.
    ///
    /// Expands to `__tool::check_field(link, Some(&rules), Some(&default), None);` for each field that has any of them.
    pub(crate) fn field_checks(self, shape: &Shape) -> Vec<TokenStream> {
        let mut checks = Vec::new();
        self.collect_checks(shape, &mut checks);
        checks
    }

    fn collect_checks(self, shape: &Shape, checks: &mut Vec<TokenStream>) {
        let nested = |node: &Node, checks: &mut Vec<TokenStream>| {
            if let Node::Inline(inline) = node {
                self.collect_checks(&inline.shape, checks);
            }
        };
        match shape {
            Shape::Object { fields, .. } => {
                for field in fields {
                    checks.extend(self.check_of(field));
                    nested(&field.ty, checks);
                }
            }
            Shape::Newtype { ty, rules, .. } => {
                if let Some(rules) = rules {
                    let at = rules.span;
                    let link = self.link(ty);
                    let rules = reference(Some(rules.emit()));
                    let none = option(None);
                    checks.push(
                        quote_spanned!(at=> __tool::check_field(#link, #rules, #none, #none);),
                    );
                }
                nested(ty, checks);
            }
            Shape::Tuple(items) => items.iter().for_each(|item| nested(item, checks)),
            Shape::Union { variants, .. } => {
                for variant in variants {
                    self.collect_checks(&variant.shape, checks);
                }
            }
            Shape::Array { items: node, .. } | Shape::Option(node) => nested(node, checks),
            Shape::Map { value, .. } => nested(value, checks),
            Shape::Null | Shape::Never | Shape::NoItems | Shape::Enum(_) => {}
        }
    }

    fn check_of(self, field: &Field) -> Option<TokenStream> {
        let span = match &field.rules {
            Some(rules) => rules.span,
            None if field.default.is_some() || field.example.is_some() => field.value_span,
            None => return None,
        };
        let link = self.link(&field.ty);
        let rules = reference(field.rules.as_deref().map(super::rules::Rules::emit));
        let default = reference(field.default.as_ref().map(super::literal::Literal::emit));
        let example = reference(field.example.as_ref().map(super::literal::Literal::emit));
        // The user's own span: in ours, rustc would add that the error comes from the macro.
        Some(quote_spanned!(span=> __tool::check_field(#link, #rules, #default, #example);))
    }
}
