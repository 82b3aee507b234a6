//! Builds properties and items from fields. Reports the errors that concern a single field.

use super::types::This;
use crate::diag::Errors;
use crate::names::FIELD;
use crate::shared::args::Args;
use crate::shared::case::Rule;
use crate::shared::doc;
use crate::shared::fit;
use crate::shared::literal::{parse_examples, parse_literal_of};
use crate::shared::node::{Field, Flags, Node, Shape};
use crate::shared::rejected::report_bytes_in_field;
use crate::shared::rules::Rules;
use crate::shared::serde_attr::{Both, SerdeAttrs};
use crate::shared::ty::{option_of, owned, unraw};
use crate::shared::value::{TypeArg, Word};
use proc_macro2::Span;
use syn::{Fields, FieldsNamed, Type};

/// Reports the keys on fields that no schema is made from.
pub(super) fn report_unread_fields(fields: &Fields, reason: &str, errors: &mut Errors) {
    for field in fields {
        Args::parse(&field.attrs, &FIELD, errors).report_unread("", reason, errors);
    }
}

pub(super) fn named_fields(
    this: &mut This<'_>,
    fields: &FieldsNamed,
    rules: Both<Rule>,
    container: bool,
    errors: &mut Errors,
) -> Vec<Field> {
    let parse = |field: &syn::Field| {
        let serde = SerdeAttrs::parse(&field.attrs);
        let ident = field.ident.as_ref()?;
        let name = unraw(ident);
        let (key, written) = serde.names(&name, rules, Rule::on_field);
        let mut property = parse_field(this, field, &serde, key, ident.span(), container, errors)?;
        // Some dialects put an open map into a property, which gets the field's name.
        if serde.flatten.is_some() {
            property.key.clone_from(&name);
        } else if written != property.key {
            property.output = Some(written);
        }
        property.ident = name;
        property.aliases = serde.aliases_of(&property.key);
        Some(property)
    };
    fields.named.iter().filter_map(parse).collect()
}

/// Parses a field as a property. Returns `None` if the field occurs in neither direction's JSON.
pub(super) fn parse_field(
    this: &mut This<'_>,
    field: &syn::Field,
    serde: &SerdeAttrs,
    key: String,
    span: Span,
    container: bool,
    errors: &mut Errors,
) -> Option<Field> {
    let args = Args::parse(&field.attrs, &FIELD, errors);
    let defaulted = serde.default || container;
    if let Some(Word(at)) = args.hidden {
        args.report_unread("hidden", "the field is hidden; remove it", errors);
        return hidden_field(field, serde, key, at, defaulted, errors);
    }
    // Not read, and either not written or written in an undescribed form.
    let undescribed = serde.with.is_some() && serde.adapter.is_none() && !args.has_schema();
    if serde.skip_deserializing && (serde.skip_serializing || undescribed) {
        args.report_unread("", "serde doesn't read the field; remove it", errors);
        return None;
    }
    if serde.flatten.is_none() {
        let of_field = !args.has_schema() && serde.with.is_none();
        let ty = of_field.then_some(&field.ty);
        let as_type = args.as_type.as_ref().map(|it| &it.0);
        fit::check(&args, false, as_type.or(ty), errors);
    }
    let node = parse_type(this, field, serde, &args, errors);
    let mut property = Field::new(key, node, span);
    property.docs = doc::text_of(&args, &field.attrs);
    let flags = &mut property.flags;
    flags.set_if(serde.flatten.is_some(), Flags::FLATTEN);
    flags.set_if(args.inline.is_some(), Flags::INLINE);
    flags.set_if(serde.skip_deserializing, Flags::OUTPUT_ONLY);
    flags.set_if(serde.skip_serializing, Flags::INPUT_ONLY);
    flags.set_if(serde.skip_serializing_if, Flags::MAYBE_OUTPUT);
    flags.set_if(defaulted, Flags::DEFAULTED);
    // The default may be a `Some`, or a function may read null as another value than the default.
    // So null differs from an absent value. The runtime knows if the type is an `Option`, which a
    // function reads as `None` in both cases.
    let is_option = option_of(&field.ty).is_some_and(|inner| option_of(inner).is_none());
    let by_function = serde.with.is_some() && serde.adapter.is_none();
    let reads_null = defaulted && by_function && !is_option;
    let by_container = !serde.default && container;
    flags.set_if(
        serde.default_function || reads_null || by_container,
        Flags::NULL_IS_VALUE,
    );
    // Serde fills in a missing `Option` only if it deserializes the field itself.
    flags.set_if(serde.with.is_some() && !defaulted, Flags::REQUIRED);
    parse_values(&mut property, &args, (&field.ty, defaulted), errors);
    property.rules = Rules::parse(&args, errors);
    if serde.flatten.is_some() {
        check_flattened(&property, errors);
        property.flattened = owned(&this.outside(&field.ty)).filter(|_| serde.with.is_none());
    }
    Some(property)
}

/// Returns a field that is in no schema and that serde reads, so that the decoder knows its names.
fn hidden_field(
    field: &syn::Field,
    serde: &SerdeAttrs,
    key: String,
    at: Span,
    defaulted: bool,
    errors: &mut Errors,
) -> Option<Field> {
    let message = if serde.skip_deserializing {
        return None;
    } else if field.ident.is_none() {
        "serde reads a value at this position; write `#[serde(skip)]`"
    } else if serde.flatten.is_some() {
        "serde puts the names of other fields into a flattened one; write `#[serde(skip)]` in place of `flatten`"
    } else if !defaulted {
        "serde requires this field; write `#[serde(skip)]`, or `#[serde(default)]` beside this"
    } else {
        let mut hidden = Field::new(key, Node::of(Shape::Null), at);
        hidden.flags.set(Flags::HIDDEN);
        hidden.flags.set(Flags::DEFAULTED);
        return Some(hidden);
    };
    errors.at(at, message);
    None
}

fn parse_type(
    this: &mut This<'_>,
    field: &syn::Field,
    serde: &SerdeAttrs,
    args: &Args,
    errors: &mut Errors,
) -> Node {
    args.report_two_schemas(errors);
    let recursive = args.recursive.is_some();
    if let Some(TypeArg(ty)) = &args.as_type {
        return this.node(ty, recursive, errors);
    }
    if let Some(arg) = &args.schema_with {
        return Node::Path(arg.path.clone());
    }
    match (serde.with, &serde.adapter) {
        (Some(_), Some(adapter)) => this.adapted(adapter, &field.ty),
        (Some(span), None) => {
            errors.at(span, FUNCTION_READS);
            Node::ThisType
        }
        (None, _) => {
            if !serde.skip_deserializing {
                report_bytes_in_field(&field.ty, serde.borrow, errors);
            }
            this.node(&field.ty, recursive, errors)
        }
    }
}

/// The error for a custom deserializer, whose JSON is unknown.
pub(super) const FUNCTION_READS: &str = "a function decodes this, so the type doesn't show its schema; name a type with the same JSON: `#[tool(as = \"String\")]`, or a module with a const `SCHEMA`: `#[tool(schema_with = path)]`";

fn parse_values(
    property: &mut Field,
    args: &Args,
    (ty, defaulted): (&Type, bool),
    errors: &mut Errors,
) {
    property.examples = parse_examples(&args.examples, ty, errors);
    let Some(default) = &args.default else {
        return;
    };
    property.default_span = default.span;
    let Some(expr) = &default.value else {
        errors.at(
            default.span,
            "serde needs this default too; write `#[serde(default)]`, or `default = value` here",
        );
        return;
    };
    property.default = parse_literal_of(expr, ty);
    let shown = property.default.is_some();
    property
        .flags
        .set_if(defaulted && !shown, Flags::HIDDEN_DEFAULT);
    if !defaulted {
        property.flags.set(Flags::DEFAULTED);
        property.flags.set(Flags::FILL_DEFAULT);
        if !shown {
            errors.on(
                expr,
                "only serde can make this value; write `#[serde(default = \"function\")]` beside this",
            );
        }
    }
}

/// Reports keys on a flattened field, which has no property of its own.
fn check_flattened(property: &Field, errors: &mut Errors) {
    for (part, at) in property.checked() {
        let what = ["a constraint", "a `default`", "an `example`"][part.min(2)];
        errors.at(
            at,
            format!("a flattened field has no property of its own, so it can't have {what}; write it on the fields of its type"),
        );
    }
}
