//! Generates calls that make rustc report a field whose constraint, default or example doesn't fit
//! its type.

use super::node::{Field, Node, Shape};
use proc_macro2::{Literal, Span, TokenStream};
use quote::quote_spanned;

/// Returns the calls that report wrong constraints, defaults and examples at the field, for types
/// whose schema is one static.
///
/// Expands to `__tool::check_at(&__TOOL_SCHEMA, &[0, 2])` for each field that has any of them. The
/// numbers are the path to the field.
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
    /// The path from the type to the current shape.
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
        // Use the user's own span: with ours, rustc would add that the error comes from the macro.
        let call = quote_spanned!(span=> __tool::check_at(&__TOOL_SCHEMA, &[#(#place),*]););
        self.calls.push(call);
    }
}

/// Returns the span at which a field's constraint, default or example is reported, if it has one.
pub(crate) fn checked_at(field: &Field) -> Option<Span> {
    match &field.rules {
        Some(rules) => Some(rules.span),
        None if field.default.is_some() || !field.examples.is_empty() => Some(field.value_span),
        None => None,
    }
}
