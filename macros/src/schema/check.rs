//! Checks across the whole shape. The meaning of types is known only to rustc and the runtime.

use crate::diag::Errors;
use crate::shared::literal::Literal;
use crate::shared::node::{Field, Flags, Inline, Part, Shape, Tagging, Value};
use proc_macro2::Span;

/// Checks that the names that serde reads are distinct within one scope, aliases included:
/// properties of an object, values of an enum, variants by their tag.
pub(super) fn check_shape(shape: &Shape, errors: &mut Errors) {
    let mut is_external = false;
    match shape {
        Shape::Object { fields, .. } => {
            Names::new("fields").fields(fields, errors);
        }
        Shape::Enum(values) => Names::new("variants").values(values, errors),
        Shape::Union { tagging, variants } => {
            is_external = *tagging == Tagging::External;
            check_variants(*tagging, variants, errors);
        }
        _ => {}
    }
    for inner in shape.parts().into_iter().filter_map(Part::shape) {
        // Its names are compared with those of the other variants.
        if !(is_external && matches!(inner, Shape::Enum(_))) {
            check_shape(inner, errors);
        }
    }
}

/// Checks the variants of one tagged enum by the name or the tag's value that selects them.
fn check_variants(tagging: Tagging, variants: &[Inline], errors: &mut Errors) {
    let mut names = Names::new("variants");
    for variant in variants {
        match (&variant.shape, tagging) {
            (Shape::Enum(values), Tagging::External) => names.values(values, errors),
            (Shape::Object { fields, .. }, Tagging::External) => names.fields(fields, errors),
            (Shape::Object { fields, .. }, Tagging::Internal | Tagging::Adjacent) => {
                let tag = fields.iter().find(|field| field.flags.has(Flags::TAG));
                if let Some(Shape::Enum(values)) = tag.and_then(|it| Part::Node(&it.ty).shape()) {
                    names.values(values, errors);
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

    fn fields(&mut self, fields: &[Field], errors: &mut Errors) {
        for field in fields {
            // Only the runtime knows the names of flattened types. A name may be read into one
            // field and written from another, but a hidden one is read too.
            let written = field.flags.has(Flags::OUTPUT_ONLY) && !field.flags.has(Flags::HIDDEN);
            if !(field.is_flat() || written) {
                let names = std::iter::once(&field.key).chain(&field.aliases);
                self.all(names, &field.ident, field.span, errors);
            }
        }
    }

    fn values(&mut self, values: &[Value], errors: &mut Errors) {
        for value in values.iter().filter(|it| !it.flags.has(Flags::OUTPUT_ONLY)) {
            match &value.json {
                Literal::String(name) => {
                    let names = std::iter::once(name).chain(&value.aliases);
                    self.all(names, &value.ident, value.span, errors);
                }
                Literal::Number(number) => {
                    let number = number.text.clone();
                    // Rustc reports a discriminant that occurs twice.
                    if self.seen.iter().any(|(seen, _)| *seen == number) {
                        errors.reported_by_rustc();
                    }
                    self.seen.push((number, value.ident.clone()));
                }
                _ => {}
            }
        }
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
