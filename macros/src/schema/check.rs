//! Checks across the whole shape. The meaning of types is known only to rustc and the runtime.

use super::model::Described;
use crate::diag::Errors;
use crate::shared::literal::Literal;
use crate::shared::node::{Field, Flags, Inline, Node, Shape, Tagging, Value};
use proc_macro2::Span;

/// Runs every check.
pub(super) fn check_type(described: &Described, errors: &mut Errors) {
    check_shape(&described.shape, errors);
}

/// Checks that the names that serde reads are distinct within one scope, aliases included:
/// properties of an object, values of an enum, variants by their tag.
fn check_shape(shape: &Shape, errors: &mut Errors) {
    match shape {
        Shape::Object { fields, .. } => {
            let mut names = Names::new("fields");
            for field in fields {
                names.field(field, errors);
                check_node(&field.ty, errors);
            }
        }
        Shape::Enum(values) => {
            let mut names = Names::new("variants");
            for value in values {
                names.value(value, errors);
            }
        }
        Shape::Union { tagging, variants } => {
            check_variants(*tagging, variants, errors);
            for variant in variants {
                let compared =
                    *tagging == Tagging::External && matches!(variant.shape, Shape::Enum(_));
                if !compared {
                    check_shape(&variant.shape, errors);
                }
            }
        }
        Shape::Tuple(items) => items.iter().for_each(|item| check_node(item, errors)),
        Shape::Newtype { ty: node, .. }
        | Shape::Array { items: node, .. }
        | Shape::Map { value: node, .. }
        | Shape::Option(node) => check_node(node, errors),
        Shape::Null | Shape::Never | Shape::NoItems => {}
    }
}

fn check_node(node: &Node, errors: &mut Errors) {
    if let Node::Inline(inline) = node {
        check_shape(&inline.shape, errors);
    }
}

/// Checks the variants of one tagged enum by the name or the tag's value that selects them.
fn check_variants(tagging: Tagging, variants: &[Inline], errors: &mut Errors) {
    let mut names = Names::new("variants");
    for variant in variants {
        match (&variant.shape, tagging) {
            (Shape::Enum(values), Tagging::External) => {
                for value in values {
                    names.value(value, errors);
                }
            }
            (Shape::Object { fields, .. }, Tagging::External) => {
                for field in fields {
                    names.field(field, errors);
                }
            }
            (Shape::Object { fields, .. }, Tagging::Internal | Tagging::Adjacent) => {
                let tag = fields.iter().find(|field| field.flags.has(Flags::TAG));
                if let Some(Node::Inline(inline)) = tag.map(|tag| &tag.ty)
                    && let Shape::Enum(values) = &inline.shape
                {
                    for value in values {
                        names.value(value, errors);
                    }
                }
            }
            _ => {}
        }
    }
}

struct Names {
    what: &'static str,
    /// Each JSON name with the Rust name that has it.
    seen: Vec<(String, String)>,
}

impl Names {
    fn new(what: &'static str) -> Self {
        Names {
            what,
            seen: Vec::new(),
        }
    }

    fn field(&mut self, field: &Field, errors: &mut Errors) {
        // Only the runtime knows the names of flattened types. A name may be read into one field
        // and written from another, but a hidden one is read too.
        let written = field.flags.has(Flags::OUTPUT_ONLY) && !field.flags.has(Flags::HIDDEN);
        if field.flags.has(Flags::FLATTEN) || written {
            return;
        }
        let names = std::iter::once(&field.key).chain(&field.aliases);
        self.all(names, &field.ident, field.span, errors);
    }

    fn value(&mut self, value: &Value, errors: &mut Errors) {
        if value.flags.has(Flags::OUTPUT_ONLY) {
            return;
        }
        match &value.json {
            Literal::String(name) => {
                let names = std::iter::once(name).chain(&value.aliases);
                self.all(names, &value.ident, value.span, errors);
            }
            Literal::Number(number) => self.number(number.text(), &value.ident, errors),
            _ => {}
        }
    }

    /// Rustc reports a discriminant that occurs twice.
    fn number(&mut self, number: String, ident: &str, errors: &mut Errors) {
        if self.seen.iter().any(|(seen, _)| *seen == number) {
            errors.left_to_rustc();
        }
        self.seen.push((number, ident.to_owned()));
    }

    fn all<'a>(
        &mut self,
        names: impl Iterator<Item = &'a String>,
        ident: &str,
        span: Span,
        errors: &mut Errors,
    ) {
        for name in names {
            let first = self.seen.iter().find(|(seen, _)| seen == name);
            match first {
                Some((_, first)) if first == ident => {}
                Some((_, first)) => errors.at(
                    span,
                    format!(
                        "two {} are called `{name}` in JSON: `{first}` and this one; rename one of them with `#[serde(rename = \"..\")]`",
                        self.what
                    ),
                ),
                None => self.seen.push((name.clone(), ident.to_owned())),
            }
        }
    }
}
