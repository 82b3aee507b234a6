//! Parses the variants of an enum one by one; `enums` handles the tagging.

use super::fields::{FUNCTION_READS, named_fields, report_unread_fields};
use super::model::{Content, Variant};
use super::structs::{items, tuple};
use super::types::This;
use crate::diag::Errors;
use crate::names::VARIANT;
use crate::shared::args::Args;
use crate::shared::case::Rule;
use crate::shared::doc;
use crate::shared::literal::{Literal, Num, parse_number};
use crate::shared::node::{Flags, Node, Other, Shape, Value};
use crate::shared::serde_attr::SerdeAttrs;
use crate::shared::ty::{option_of, unraw};
use crate::shared::value::TypeArg;
use syn::{Data, DataEnum, Fields};

/// Reports the keys on the fields and variants of a type that has another type's schema.
pub(super) fn report_unread_inside(data: &Data, reason: &str, errors: &mut Errors) {
    match data {
        Data::Struct(data) => report_unread_fields(&data.fields, reason, errors),
        Data::Enum(data) => {
            for variant in &data.variants {
                Args::parse(&variant.attrs, &VARIANT, errors).report_unread("", reason, errors);
                report_unread_fields(&variant.fields, reason, errors);
            }
        }
        Data::Union(_) => {}
    }
}

/// Parses a variant. Returns `None` if it occurs in neither direction's JSON.
pub(super) fn parse_variant(
    this: &mut This<'_>,
    variant: &syn::Variant,
    container: &SerdeAttrs,
    errors: &mut Errors,
) -> Option<Variant> {
    let serde = SerdeAttrs::parse(&variant.attrs);
    let args = Args::parse(&variant.attrs, &VARIANT, errors);
    let unit = matches!(variant.fields, Fields::Unit);
    // A variant that is only written can be a value in a list of values, but not an alternative of
    // its own.
    if serde.skip_deserializing && (serde.skip_serializing || !unit) {
        let reason = "serde doesn't read the variant; remove it";
        args.report_unread("", reason, errors);
        report_unread_fields(&variant.fields, reason, errors);
        return None;
    }
    if container.content.is_some()
        && !(serde.untagged || serde.skip_serializing)
        && is_skipped_newtype(&variant.fields)
    {
        errors.on(
            &variant.fields,
            "serde requires a value for this variant and writes none; make it a unit variant",
        );
        return None;
    }
    let name = unraw(&variant.ident);
    let (key, written) = serde.names(&name, container.rename_all, Rule::on_variant);
    let mut value = Value::new(name, Literal::String(key.clone()), variant.ident.span());
    value.output = (written != key).then_some(written);
    value.aliases = serde.aliases_of(&key);
    value.docs = doc::text_of(&args, &variant.attrs);
    value.other = serde.other.then(|| Other::Names(Vec::new()));
    let flags = &mut value.flags;
    flags.set_if(serde.skip_deserializing, Flags::OUTPUT_ONLY);
    flags.set_if(serde.skip_serializing, Flags::INPUT_ONLY);
    Some(Variant {
        key,
        value,
        required: serde.with.is_some() || newtype(&variant.fields).is_none(),
        content: content(this, variant, &serde, args, container, errors),
        untagged: serde.untagged,
        closed: container.deny_unknown_fields,
    })
}

/// Returns the one field of a variant, without a name.
fn newtype(fields: &Fields) -> Option<&syn::Field> {
    match fields {
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => fields.unnamed.first(),
        _ => None,
    }
}

/// Returns whether serde skips the one field of a variant, and requires a value for it.
fn is_skipped_newtype(fields: &Fields) -> bool {
    newtype(fields).is_some_and(|field| {
        let serde = SerdeAttrs::parse(&field.attrs);
        serde.skip_serializing && serde.skip_deserializing && option_of(&field.ty).is_none()
    })
}

fn content(
    this: &mut This<'_>,
    variant: &syn::Variant,
    serde: &SerdeAttrs,
    args: Args,
    container: &SerdeAttrs,
    errors: &mut Errors,
) -> Content {
    if args.has_schema() {
        let reason = "the variant has another schema (`as`, `schema_with`); remove it";
        report_unread_fields(&variant.fields, reason, errors);
    }
    if args.report_two_schemas(errors) {
        return Content::Unit;
    }
    if let Some(TypeArg(ty)) = args.as_type {
        return Content::One(this.node(&ty, false, errors));
    }
    if let Some(arg) = args.schema_with {
        return Content::One(Node::Path(arg.path));
    }
    if let Some(span) = serde.with {
        errors.at(span, FUNCTION_READS);
        return Content::Unit;
    }
    let one = newtype(&variant.fields).is_some();
    match &variant.fields {
        Fields::Unit => Content::Unit,
        Fields::Named(fields) => {
            let rules = serde.rename_all;
            let fields_of = container.rename_all_fields;
            let rules = (rules.0.or(fields_of.0), rules.1.or(fields_of.1));
            Content::Shape(Shape::Object {
                fields: named_fields(this, fields, rules, false, errors),
                closed: container.deny_unknown_fields,
            })
        }
        Fields::Unnamed(fields) => {
            let mut items = items(this, fields, serde.borrow && one, errors);
            // Serde reads a newtype variant whose field is skipped like a unit variant.
            match (one, items.len()) {
                (true, 0) => Content::Unit,
                (true, _) => Content::One(items.remove(0)),
                _ => Content::Shape(tuple(items)),
            }
        }
    }
}

/// Returns the values of an enum that `serde_repr` reads: the discriminants. `repr`: the name of
/// the integer type, which `other` needs.
pub(super) fn integer_values(
    data: &DataEnum,
    repr: Option<&'static str>,
    errors: &mut Errors,
) -> Vec<Value> {
    let mut next: Option<i128> = Some(0);
    let mut values = Vec::new();
    for variant in &data.variants {
        let args = Args::parse(&variant.attrs, &VARIANT, errors);
        let reason = "the enum's values are integers (`repr`); remove it";
        args.report_unread("description", reason, errors);
        if !matches!(variant.fields, Fields::Unit) {
            errors.on(
                &variant.fields,
                "an enum of integers has unit variants only, as for `serde_repr`; remove the fields, or write the enum without `repr`",
            );
        }
        if let Some((_, expr)) = &variant.discriminant {
            next = parse_number(expr).and_then(|number| number.text.parse().ok());
            if next.is_none() {
                errors.on(
                    expr,
                    "the macro can't work out this value; write the number itself",
                );
            }
        }
        let Some(value) = next else { continue };
        next = value.checked_add(1);
        let number = Literal::Number(Num::integer(value < 0, value.unsigned_abs()));
        let mut value = Value::new(unraw(&variant.ident), number, variant.ident.span());
        value.docs = doc::text_of(&args, &variant.attrs);
        value.other = repr
            .filter(|_| SerdeAttrs::parse(&variant.attrs).other)
            .map(Other::Numbers);
        values.push(value);
    }
    values
}
