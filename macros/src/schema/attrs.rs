//! `#[tool(..)]` on types, variants and fields, as parsed by darling.

use crate::diag::{Errors, key_of, known_keys, path_text};
use crate::names::{
    FIELD_KEYS, NOT_ON_FIELD, NOT_ON_TYPE, NOT_ON_VARIANT, TYPE_KEYS, VARIANT_KEYS,
};
use crate::shared::bounds::{Bounds, Positive};
use crate::shared::rules::RuleArgs;
use crate::shared::value::{AnyExpr, MaybeExpr, PathArg, Str, TypeArg, Word, tool_items};
use darling::FromMeta;
use darling::ast::NestedMeta;
use syn::{Attribute, Data, Fields};

/// `#[tool(..)]` on a type.
#[derive(Debug, Default, FromMeta)]
#[darling(default)]
pub(super) struct TypeArgs {
    pub(super) description: Option<AnyExpr>,
    #[darling(rename = "crate")]
    pub(super) krate: Option<PathArg>,
    pub(super) bound: Option<Str>,
    pub(super) repr: Option<Word>,
    #[darling(rename = "as")]
    pub(super) as_type: Option<TypeArg>,
    pub(super) inline: Option<Word>,
}

/// `#[tool(..)]` on a variant.
#[derive(Debug, Default, FromMeta)]
#[darling(default)]
pub(super) struct VariantArgs {
    pub(super) description: Option<AnyExpr>,
    #[darling(rename = "as")]
    pub(super) as_type: Option<TypeArg>,
    pub(super) schema_with: Option<PathArg>,
}

/// `#[tool(..)]` on a field.
#[derive(Debug, Default, FromMeta)]
#[darling(default)]
pub(super) struct FieldArgs {
    pub(super) description: Option<AnyExpr>,
    pub(super) default: Option<MaybeExpr>,
    #[darling(multiple, rename = "example")]
    pub(super) examples: Vec<AnyExpr>,
    pub(super) range: Option<Bounds>,
    pub(super) length: Option<Bounds>,
    pub(super) multiple_of: Option<Positive>,
    pub(super) pattern: Option<Str>,
    pub(super) format: Option<Str>,
    #[darling(rename = "as")]
    pub(super) as_type: Option<TypeArg>,
    pub(super) schema_with: Option<PathArg>,
    pub(super) hidden: Option<Word>,
    pub(super) inline: Option<Word>,
    pub(super) recursive: Option<Word>,
}

/// Parses one key at a time, so that a bad value doesn't discard the good ones.
fn each<T: FromMeta>(items: &[NestedMeta], errors: &mut Errors, mut merge: impl FnMut(T)) {
    for item in items {
        if let Some(one) = errors.keep(T::from_list(std::slice::from_ref(item))) {
            merge(one);
        }
    }
}

fn take<T>(slot: &mut Option<T>, value: Option<T>) {
    if value.is_some() {
        *slot = value;
    }
}

impl TypeArgs {
    pub(super) fn parse(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let items = known_keys(
            tool_items(attrs, TYPE_KEYS, errors),
            TYPE_KEYS,
            NOT_ON_TYPE,
            errors,
        );
        let mut args = TypeArgs::default();
        each(&items, errors, |one: TypeArgs| {
            take(&mut args.description, one.description);
            take(&mut args.krate, one.krate);
            take(&mut args.bound, one.bound);
            take(&mut args.repr, one.repr);
            take(&mut args.as_type, one.as_type);
            take(&mut args.inline, one.inline);
        });
        args
    }
}

impl VariantArgs {
    pub(super) fn parse(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let items = tool_items(attrs, VARIANT_KEYS, errors);
        let items = known_keys(items, VARIANT_KEYS, NOT_ON_VARIANT, errors);
        let mut args = VariantArgs::default();
        each(&items, errors, |one: VariantArgs| {
            take(&mut args.description, one.description);
            take(&mut args.as_type, one.as_type);
            take(&mut args.schema_with, one.schema_with);
        });
        args
    }
}

impl FieldArgs {
    pub(super) fn parse(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let items = known_keys(
            tool_items(attrs, FIELD_KEYS, errors),
            FIELD_KEYS,
            NOT_ON_FIELD,
            errors,
        );
        let mut args = FieldArgs::default();
        each(&items, errors, |one: FieldArgs| {
            take(&mut args.description, one.description);
            take(&mut args.default, one.default);
            args.examples.extend(one.examples);
            take(&mut args.range, one.range);
            take(&mut args.length, one.length);
            take(&mut args.multiple_of, one.multiple_of);
            take(&mut args.pattern, one.pattern);
            take(&mut args.format, one.format);
            take(&mut args.as_type, one.as_type);
            take(&mut args.schema_with, one.schema_with);
            take(&mut args.hidden, one.hidden);
            take(&mut args.inline, one.inline);
            take(&mut args.recursive, one.recursive);
        });
        args
    }

    /// Takes the constraints among the keys.
    pub(super) fn take_rules(&mut self) -> RuleArgs {
        RuleArgs {
            range: self.range.take(),
            length: self.length.take(),
            multiple_of: self.multiple_of.take(),
            pattern: self.pattern.take(),
            format: self.format.take(),
        }
    }
}

/// Reports each key of `#[tool(..)]` that has no effect, except those in `read`. Other mistakes in
/// the attributes are reported where they are parsed.
pub(super) fn report_unread(attrs: &[Attribute], read: &[&str], reason: &str, errors: &mut Errors) {
    for item in &tool_items(attrs, FIELD_KEYS, &mut Errors::default()) {
        let Some(path) = key_of(item) else { continue };
        let key = path_text(path);
        if FIELD_KEYS.contains(&key.as_str()) && !read.contains(&key.as_str()) {
            let message = format!("`{key}` has no effect, because {reason}; remove it");
            errors.on(path, message);
        }
    }
}

/// Reports the keys on fields that no schema is made from.
pub(super) fn report_unread_fields(fields: &Fields, reason: &str, errors: &mut Errors) {
    for field in fields {
        FieldArgs::parse(&field.attrs, errors);
        report_unread(&field.attrs, &[], reason, errors);
    }
}

/// Reports the keys on the fields and variants of a type that has another type's schema.
pub(super) fn report_unread_inside(data: &Data, reason: &str, errors: &mut Errors) {
    match data {
        Data::Struct(data) => report_unread_fields(&data.fields, reason, errors),
        Data::Enum(data) => {
            for variant in &data.variants {
                VariantArgs::parse(&variant.attrs, errors);
                report_unread(&variant.attrs, &[], reason, errors);
                report_unread_fields(&variant.fields, reason, errors);
            }
        }
        Data::Union(_) => {}
    }
}
