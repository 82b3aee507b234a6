//! `#[tool(..)]` on types, variants and fields, as parsed by darling.

use crate::diag::{Errors, key_of, known_keys, parse_values, path_text};
use crate::names::{
    FIELD_KEYS, NOT_ON_FIELD, NOT_ON_TYPE, NOT_ON_VARIANT, TYPE_KEYS, VARIANT_KEYS,
};
use crate::shared::rules::RuleArgs;
use crate::shared::value::{AnyExpr, MaybeExpr, PathArg, Str, TypeArg, Word, tool_items};
use darling::FromMeta;
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
    #[darling(flatten)]
    pub(super) rules: RuleArgs,
    #[darling(rename = "as")]
    pub(super) as_type: Option<TypeArg>,
    pub(super) schema_with: Option<PathArg>,
    pub(super) hidden: Option<Word>,
    pub(super) inline: Option<Word>,
    pub(super) recursive: Option<Word>,
}

impl TypeArgs {
    pub(super) fn parse(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let items = tool_items(attrs, TYPE_KEYS, errors);
        let items = known_keys(items, TYPE_KEYS, NOT_ON_TYPE, errors);
        parse_values(items, errors)
    }
}

impl VariantArgs {
    pub(super) fn parse(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let items = tool_items(attrs, VARIANT_KEYS, errors);
        let items = known_keys(items, VARIANT_KEYS, NOT_ON_VARIANT, errors);
        parse_values(items, errors)
    }
}

impl FieldArgs {
    pub(super) fn parse(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let items = tool_items(attrs, FIELD_KEYS, errors);
        let items = known_keys(items, FIELD_KEYS, NOT_ON_FIELD, errors);
        parse_values(items, errors)
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
