//! Builds properties and items from fields. Reports the errors that concern a single field.

use super::attrs::{FieldArgs, report_unread};
use super::types::This;
use crate::diag::Errors;
use crate::shared::bytes;
use crate::shared::case::Rule;
use crate::shared::doc;
use crate::shared::fit::{self, Values};
use crate::shared::literal::{parse_examples, parse_literal_of};
use crate::shared::node::{Field, Flags, Inline, Node, Shape};
use crate::shared::rules::RuleArgs;
use crate::shared::serde_attr::{Both, DefaultKind, SerdeAttrs};
use crate::shared::text::Text;
use crate::shared::ty::{option_of, owned, unraw};
use crate::shared::value::text_of;
use proc_macro2::Span;
use syn::spanned::Spanned as _;
use syn::{FieldsNamed, Type};

/// Returns the properties of a struct or a struct variant.
pub(super) fn named_fields(
    this: &mut This<'_>,
    fields: &FieldsNamed,
    rules: &Both<Rule>,
    container: Option<DefaultKind>,
    errors: &mut Errors,
) -> Vec<Field> {
    fields
        .named
        .iter()
        .filter_map(|field| {
            let serde = SerdeAttrs::parse(&field.attrs);
            let ident = field.ident.as_ref()?;
            let name = unraw(ident);
            let by_rule = |rule: Option<Rule>| {
                let name = name.clone();
                move || rule.map_or(name.clone(), |rule| rule.on_field(&name))
            };
            let key = serde.read_name(by_rule(rules.read));
            let written = serde.write_name(by_rule(rules.write));
            let mut property =
                parse_field(this, field, &serde, key, ident.span(), container, errors)?;
            // Some dialects put an open map into a property, which gets the field's name.
            if serde.flatten.is_some() {
                property.key.clone_from(&name);
            } else if written != property.key {
                property.output = Some(written);
            }
            property.ident = name;
            property.aliases = serde
                .aliases
                .iter()
                .filter(|alias| **alias != property.key)
                .cloned()
                .collect();
            Some(property)
        })
        .collect()
}

/// Parses a field as a property. Returns `None` if the field occurs in neither direction's JSON.
pub(super) fn parse_field(
    this: &mut This<'_>,
    field: &syn::Field,
    serde: &SerdeAttrs,
    key: String,
    span: Span,
    container: Option<DefaultKind>,
    errors: &mut Errors,
) -> Option<Field> {
    let mut args = FieldArgs::parse(&field.attrs, errors);
    let defaulted = serde.default.is_some() || container.is_some();
    if let Some(hidden) = args.hidden {
        report_unread(&field.attrs, &["hidden"], "the field is hidden", errors);
        return hidden_field(field, serde, key, hidden.span, defaulted, errors);
    }
    // Not read, and either not written or written in an undescribed form.
    let undescribed = serde.with.is_some()
        && serde.adapter.is_none()
        && args.as_type.is_none()
        && args.schema_with.is_none();
    if serde.skip_deserializing && (serde.skip_serializing || undescribed) {
        report_unread(&field.attrs, &[], "serde doesn't read the field", errors);
        return None;
    }
    let rules = std::mem::take(&mut args.rules);
    if serde.flatten.is_none() {
        check_fit(field, serde, &args, &rules, errors);
    }
    let node = parse_type(this, field, serde, &mut args, errors);
    let mut property = Field::new(key, node, span);
    property.docs =
        text_of(args.description.take()).or(|| doc::parse_docs(&field.attrs).full_text());
    let flags = &mut property.flags;
    flags.set_if(serde.flatten.is_some(), Flags::FLATTEN);
    flags.set_if(args.inline.is_some(), Flags::INLINE);
    flags.set_if(serde.skip_deserializing, Flags::OUTPUT_ONLY);
    flags.set_if(serde.skip_serializing, Flags::INPUT_ONLY);
    flags.set_if(serde.skip_serializing_if, Flags::MAYBE_OUTPUT);
    flags.set_if(defaulted, Flags::DEFAULTED);
    // The default may be a `Some`, or a function may read null as another value than the default.
    // So null differs from an absent value. The runtime knows if the type is an `Option`.
    let function = serde.default == Some(DefaultKind::Path);
    // An `Option` has only `None` for both.
    let is_option = option_of(&field.ty).is_some_and(|inner| option_of(inner).is_none());
    let by_function = serde.with.is_some() && serde.adapter.is_none();
    let reads_null = defaulted && by_function && !is_option;
    let by_container = serde.default.is_none() && container.is_some();
    flags.set_if(function || reads_null || by_container, Flags::NULL_IS_VALUE);
    // Serde fills in a missing `Option` only if it deserializes the field itself.
    flags.set_if(serde.with.is_some() && !defaulted, Flags::REQUIRED);
    parse_values(&mut property, &mut args, (&field.ty, defaulted), errors);
    property.rules = rules.parse(errors);
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
        let nothing = Inline {
            docs: Text::Empty,
            shape: Shape::Null,
        };
        let mut hidden = Field::new(key, Node::Inline(Box::new(nothing)), at);
        hidden.flags.set(Flags::HIDDEN);
        hidden.flags.set(Flags::DEFAULTED);
        return Some(hidden);
    };
    errors.at(at, message);
    None
}

/// Checks constraints and values against the type of the JSON.
fn check_fit(
    field: &syn::Field,
    serde: &SerdeAttrs,
    args: &FieldArgs,
    rules: &RuleArgs,
    errors: &mut Errors,
) {
    let ty = match (&args.as_type, &args.schema_with, serde.with) {
        (Some(arg), ..) => Some(&arg.ty),
        (None, None, None) => Some(&field.ty),
        _ => None,
    };
    let values = Values {
        default: args.default.as_ref(),
        examples: &args.examples,
        default_is_typed: false,
    };
    fit::check(rules, &values, ty, errors);
}

fn parse_type(
    this: &mut This<'_>,
    field: &syn::Field,
    serde: &SerdeAttrs,
    args: &mut FieldArgs,
    errors: &mut Errors,
) -> Node {
    if let (Some(_), Some(with)) = (&args.as_type, &args.schema_with) {
        errors.at(
            with.span,
            "`as` and `schema_with` exclude each other; keep one",
        );
    }
    match (args.as_type.take(), args.schema_with.take(), serde.with) {
        (Some(arg), _, _) => this.node(&arg.ty, args.recursive.is_some(), errors),
        (None, Some(arg), _) => Node::Path(arg.path),
        (None, None, Some(span)) => {
            if let Some(adapter) = &serde.adapter {
                return this.adapted(adapter, &field.ty);
            }
            errors.at(span, FUNCTION_READS);
            Node::ThisType
        }
        (None, None, None) => {
            if !serde.skip_deserializing {
                bytes::report_in_field(&field.ty, serde.borrow, errors);
            }
            this.node(&field.ty, args.recursive.is_some(), errors)
        }
    }
}

/// The error for a custom deserializer, whose JSON is unknown.
pub(super) const FUNCTION_READS: &str = "a function decodes this, so the type doesn't show its schema; name a type with the same JSON: `#[tool(as = \"String\")]`, or a module with a const `SCHEMA`: `#[tool(schema_with = path)]`";

/// Parses `default` and `example`.
fn parse_values(
    property: &mut Field,
    args: &mut FieldArgs,
    (ty, defaulted): (&Type, bool),
    errors: &mut Errors,
) {
    if let Some(first) = args.examples.first() {
        property.value_span = first.0.span();
    }
    property.examples = parse_examples(&args.examples, ty, errors);
    let Some(default) = args.default.take() else {
        return;
    };
    property.value_span = default.span;
    let Some(expr) = default.value else {
        errors.at(
            default.span,
            "serde needs this default too; write `#[serde(default)]`, or `default = value` here",
        );
        return;
    };
    property.default = parse_literal_of(&expr, ty);
    let shown = property.default.is_some();
    property
        .flags
        .set_if(defaulted && !shown, Flags::HIDDEN_DEFAULT);
    if !defaulted {
        property.flags.set(Flags::DEFAULTED);
        property.flags.set(Flags::FILL_DEFAULT);
        if !shown {
            errors.on(
                &expr,
                "only serde can make this value; write `#[serde(default = \"function\")]` beside this",
            );
        }
    }
}

/// Reports keys on a flattened field, which has no property of its own.
fn check_flattened(property: &Field, errors: &mut Errors) {
    let given = [
        (
            property.rules.as_ref().map(|rules| rules.span),
            "a constraint",
        ),
        (
            property.default.as_ref().map(|_| property.value_span),
            "a `default`",
        ),
        (
            property.examples.first().map(|_| property.value_span),
            "an `example`",
        ),
    ];
    for (at, what) in given {
        if let Some(at) = at {
            errors.at(
                at,
                format!("a flattened field has no property of its own, so it can't have {what}; write it on the fields of its type"),
            );
        }
    }
}
