//! Calls that make rustc point at a field whose constraint, default or example doesn't fit its type.

use super::node::{Field, Node, Shape};
use proc_macro2::{Literal, Span, TokenStream};
use quote::quote_spanned;

/// The calls that point misuse of constraints, defaults and examples at the field, for types whose schema is one static.
///
/// Expands to `__tool::check_at(&__TOOL_SCHEMA, &[0, 2])` for each field that has any of them: the numbers lead to it.
pub(crate) fn field_checks(shape: &Shape) -> Vec<TokenStream> {
    let mut checks = Checks {
        calls: Vec::new(),
        place: Vec::new(),
    };
    checks.shape(shape);
    checks.calls
}

struct Checks {
    calls: Vec<TokenStream>,
    /// The way from the type to the shape that is looked at.
    place: Vec<usize>,
}

impl Checks {
    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Object { fields, .. } => {
                for (i, field) in fields.iter().enumerate() {
                    self.place.push(i);
                    if let Some(span) = checked_at(field) {
                        self.call(span);
                    }
                    self.node(&field.ty);
                    self.place.pop();
                }
            }
            Shape::Newtype { ty, rules, .. } => {
                self.place.push(0);
                if let Some(rules) = rules {
                    self.call(rules.span);
                }
                self.node(ty);
                self.place.pop();
            }
            Shape::Tuple(items) => {
                for (i, item) in items.iter().enumerate() {
                    self.place.push(i);
                    self.node(item);
                    self.place.pop();
                }
            }
            Shape::Union { variants, .. } => {
                for (i, variant) in variants.iter().enumerate() {
                    self.place.push(i);
                    self.shape(&variant.shape);
                    self.place.pop();
                }
            }
            Shape::Array { items: node, .. }
            | Shape::Option(node)
            | Shape::Map { value: node, .. } => {
                self.place.push(0);
                self.node(node);
                self.place.pop();
            }
            Shape::Null | Shape::Never | Shape::NoItems | Shape::Enum(_) => {}
        }
    }

    fn node(&mut self, node: &Node) {
        if let Node::Inline(inline) = node {
            self.shape(&inline.shape);
        }
    }

    fn call(&mut self, span: Span) {
        let place = self.place.iter().map(|i| Literal::usize_unsuffixed(*i));
        // The user's own span: in ours, rustc would add that the error comes from the macro.
        let call = quote_spanned!(span=> __tool::check_at(&__TOOL_SCHEMA, &[#(#place),*]););
        self.calls.push(call);
    }
}

/// Where misuse of what stands on a field is told, if anything does.
pub(crate) fn checked_at(field: &Field) -> Option<Span> {
    match &field.rules {
        Some(rules) => Some(rules.span),
        None if field.default.is_some() || !field.examples.is_empty() => Some(field.value_span),
        None => None,
    }
}
