//! A field's default as JSON.

use alloc::borrow::ToOwned;

use serde_json::Value;

use crate::schema::{Kind, Link, Literal};
use crate::shape::{Frame, item_type, resolve};

/// Converts a field's default to JSON.
pub(super) fn default<'a>(
    literal: &Literal<'a>,
    ty: &'a Link<'a>,
    at: &Frame<'_, 'a>,
) -> Option<Value> {
    Some(match literal {
        Literal::Null => Value::Null,
        Literal::Bool(b) => Value::Bool(*b),
        Literal::Number(n) => serde_json::from_str(n.text()).ok()?,
        Literal::String(text) => Value::String(text.raw().to_owned()),
        Literal::Variant(ident) => {
            let mut schema = resolve(ty, at);
            while let Kind::Option(inner)
            | Kind::Newtype(crate::schema::Newtype { ty: inner, .. }) = &schema.kind
            {
                schema = resolve(inner, at);
            }
            let Kind::Enum(values) = &schema.kind else {
                return None;
            };
            let one = values.values.iter().find(|one| one.ident == *ident)?;
            return default(&one.value, ty, at);
        }
        Literal::Array(items) => (items.iter().enumerate())
            .map(|(place, item)| default(item, item_type(ty, place, at).unwrap_or(ty), at))
            .collect::<Option<_>>()?,
    })
}
