//! `extra(..)`: extra members for a provider's declaration.

use super::args::provider_name;
use crate::diag::bad_value;
use crate::shared::ty::peel_expr;
use darling::ast::NestedMeta;
use darling::{FromMeta, Result};
use syn::{Expr, ExprLit, Ident, Lit, LitStr, Meta};

/// `extra(Name = r#"{..}"#)`.
#[derive(Debug)]
pub(super) struct ExtraArg(pub(super) Vec<(Ident, LitStr)>);

const FORM: &str =
    "write `extra(Name = r#\"{\"key\": 1}\"#)`, with a variant of `toolcast::Provider`";

impl FromMeta for ExtraArg {
    fn from_meta(item: &Meta) -> Result<Self> {
        match item {
            Meta::List(list) => Self::from_list(&NestedMeta::parse_meta_list(list.tokens.clone())?),
            _ => Err(bad_value(item, FORM)),
        }
    }

    fn from_list(items: &[NestedMeta]) -> Result<Self> {
        let mut extra: Vec<(Ident, LitStr)> = Vec::new();
        let mut errors = darling::Error::accumulator();
        for item in items {
            let entry = match item {
                NestedMeta::Meta(Meta::NameValue(meta)) => {
                    match (provider_name(&meta.path), peel_expr(&meta.value)) {
                        (
                            Some(ident),
                            Expr::Lit(ExprLit {
                                lit: Lit::Str(text),
                                ..
                            }),
                        ) => Some((ident, text.clone())),
                        _ => None,
                    }
                }
                _ => None,
            };
            match entry {
                None => errors.push(bad_value(item, FORM)),
                Some((ident, _)) if extra.iter().any(|(known, _)| *known == ident) => {
                    errors.push(bad_value(
                        &ident,
                        format!("`{ident}` is given twice; keep one"),
                    ));
                }
                Some(entry) => extra.push(entry),
            }
        }
        errors.finish_with(ExtraArg(extra))
    }
}
