//! Parses the variants of an enum one by one; `enums` handles the tagging.

use super::attrs::{VariantArgs, report_unread, report_unread_fields};
use super::fields::{FUNCTION_READS, named_fields};
use super::items::items;
use super::model::{Content, Variant};
use super::types::This;
use crate::diag::Errors;
use crate::shared::case::Rule;
use crate::shared::doc;
use crate::shared::literal::{Literal, Num, parse_number};
use crate::shared::node::{Flags, Node, Other, Value};
use crate::shared::serde_attr::{Both, SerdeAttrs};
use crate::shared::ty::{option_of, unraw};
use crate::shared::value::text_of;
use syn::{DataEnum, Fields};

/// Returns all variants that occur in at least one direction's JSON.
pub(super) fn parse_variants(
    this: &mut This<'_>,
    data: &DataEnum,
    serde: &SerdeAttrs,
    errors: &mut Errors,
) -> Vec<Variant> {
    data.variants
        .iter()
        .filter_map(|variant| parse_variant(this, variant, serde, errors))
        .collect()
}

fn parse_variant(
    this: &mut This<'_>,
    variant: &syn::Variant,
    container: &SerdeAttrs,
    errors: &mut Errors,
) -> Option<Variant> {
    let serde = SerdeAttrs::parse(&variant.attrs);
    let args = VariantArgs::parse(&variant.attrs, errors);
    let unit = matches!(variant.fields, Fields::Unit);
    // A variant that is only written can be a value in a list of values, but not an alternative of
    // its own.
    if serde.skip_deserializing && (serde.skip_serializing || !unit) {
        let reason = "serde doesn't read the variant";
        report_unread(&variant.attrs, &[], reason, errors);
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
    let by_rule = |rule: Option<Rule>| {
        let name = name.clone();
        move || rule.map_or(name.clone(), |rule| rule.on_variant(&name))
    };
    let key = serde.read_name(by_rule(container.rename_all.read));
    let written = serde.write_name(by_rule(container.rename_all.write));
    let docs = text_of(args.description.clone()).or(|| doc::parse_docs(&variant.attrs).full_text());
    let rules = serde.rename_all.or(&container.rename_all_fields);
    Some(Variant {
        span: variant.ident.span(),
        output: (written != key).then_some(written),
        aliases: serde
            .aliases
            .iter()
            .filter(|it| **it != key)
            .cloned()
            .collect(),
        content: content(this, variant, &serde, args, &rules, errors),
        required: serde.with.is_some() || !is_newtype(&variant.fields),
        ident: name,
        key,
        docs,
        skip_deserializing: serde.skip_deserializing,
        skip_serializing: serde.skip_serializing,
        untagged: serde.untagged,
        other: serde.other.then(Vec::new),
        closed: container.deny_unknown_fields,
    })
}

/// Returns whether a variant has one field, without a name.
fn is_newtype(fields: &Fields) -> bool {
    matches!(fields, Fields::Unnamed(fields) if fields.unnamed.len() == 1)
}

/// Returns whether serde skips the one field of a variant, and requires a value for it.
fn is_skipped_newtype(fields: &Fields) -> bool {
    let field = match fields {
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => fields.unnamed.first(),
        _ => None,
    };
    field.is_some_and(|field| {
        let serde = SerdeAttrs::parse(&field.attrs);
        serde.skip_serializing && serde.skip_deserializing && option_of(&field.ty).is_none()
    })
}

fn content(
    this: &mut This<'_>,
    variant: &syn::Variant,
    serde: &SerdeAttrs,
    args: VariantArgs,
    rules: &Both<Rule>,
    errors: &mut Errors,
) -> Content {
    if args.as_type.is_some() || args.schema_with.is_some() {
        let reason = "the variant has another schema (`as`, `schema_with`)";
        report_unread_fields(&variant.fields, reason, errors);
    }
    match (args.as_type, args.schema_with, serde.with) {
        (Some(_), Some(with), _) => {
            errors.at(
                with.span,
                "`as` and `schema_with` exclude each other; keep one",
            );
            return Content::Unit;
        }
        (Some(arg), None, _) => return Content::One(this.node(&arg.ty, false, errors)),
        (None, Some(arg), _) => return Content::One(Node::Path(arg.path)),
        (None, None, Some(span)) => {
            errors.at(span, FUNCTION_READS);
            return Content::Unit;
        }
        (None, None, None) => {}
    }
    match &variant.fields {
        Fields::Unit => Content::Unit,
        Fields::Named(fields) => Content::Struct(named_fields(this, fields, rules, None, errors)),
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
            // Serde reads a newtype variant whose field is skipped like a unit variant.
            match items(this, fields, serde.borrow, errors).pop() {
                Some(item) => Content::One(item),
                None => Content::Unit,
            }
        }
        Fields::Unnamed(fields) => Content::Tuple(items(this, fields, false, errors)),
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
        let args = VariantArgs::parse(&variant.attrs, errors);
        let reason = "the enum's values are integers (`repr`)";
        report_unread(&variant.attrs, &["description"], reason, errors);
        if !matches!(variant.fields, Fields::Unit) {
            errors.on(
                &variant.fields,
                "an enum of integers has unit variants only, as for `serde_repr`; remove the fields, or write the enum without `repr`",
            );
        }
        if let Some((_, expr)) = &variant.discriminant {
            next = match parse_number(expr) {
                Some(Num::Int {
                    negative,
                    magnitude,
                }) => i128::try_from(magnitude)
                    .ok()
                    .map(|value| if negative { -value } else { value }),
                _ => None,
            };
            if next.is_none() {
                errors.on(
                    expr,
                    "the macro can't work out this value; write the number itself",
                );
            }
        }
        let Some(value) = next else { continue };
        next = value.checked_add(1);
        values.push(Value {
            ident: unraw(&variant.ident),
            json: Literal::Number(Num::Int {
                negative: value < 0,
                magnitude: value.unsigned_abs(),
            }),
            output: None,
            aliases: Vec::new(),
            other: repr
                .filter(|_| SerdeAttrs::parse(&variant.attrs).other)
                .map(Other::Numbers),
            docs: text_of(args.description).or(|| doc::parse_docs(&variant.attrs).full_text()),
            flags: Flags::NONE,
            span: variant.ident.span(),
        });
    }
    values
}
