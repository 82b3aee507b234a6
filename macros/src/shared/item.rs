//! Questions about darling's items of an attribute: `key`, `key = value`, `key(..)`. Keys may be
//! keywords, such as `as`.

use super::ty::string_of;
use darling::ast::NestedMeta;
use syn::{Expr, LitStr, Meta, Path};

/// Returns the items of an attribute; none if they can't be parsed.
pub(crate) fn readable(meta: &Meta) -> Vec<NestedMeta> {
    match meta {
        Meta::List(list) => NestedMeta::parse_meta_list(list.tokens.clone()).unwrap_or_default(),
        _ => Vec::new(),
    }
}

pub(crate) fn key_of(item: &NestedMeta) -> Option<&Path> {
    match item {
        NestedMeta::Meta(meta) => Some(meta.path()),
        NestedMeta::NameValueInvalidExpr(meta) => Some(&meta.path),
        NestedMeta::Lit(_) => None,
    }
}

pub(crate) fn has_key(item: &NestedMeta, key: &str) -> bool {
    key_of(item).is_some_and(|path| path.is_ident(key))
}

pub(crate) fn value_of(item: &NestedMeta) -> Option<&Expr> {
    match item {
        NestedMeta::Meta(Meta::NameValue(meta)) => Some(&meta.value),
        _ => None,
    }
}

pub(crate) fn text_in(item: &NestedMeta) -> Option<LitStr> {
    value_of(item).and_then(string_of).cloned()
}
