//! A field's default as JSON.

use crate::schema::{Kind, Link, Literal, Newtype};
use crate::shape::{Frame, item_type, resolve};

/// Writes a field's default as JSON.
pub(super) fn write_default<'de>(
    literal: &Literal<'de>,
    ty: &'de Link<'de>,
    at: &Frame<'_, 'de>,
    out: &mut String,
) -> Option<()> {
    match literal {
        Literal::Null => out.push_str("null"),
        Literal::Bool(true) => out.push_str("true"),
        Literal::Bool(false) => out.push_str("false"),
        Literal::Number(n) => out.push_str(n.text()),
        Literal::String(text) => {
            out.push('"');
            out.push_str(text.json());
            out.push('"');
        }
        Literal::Variant(ident) => {
            let mut schema = resolve(ty, at);
            while let Kind::Option(inner) | Kind::Newtype(Newtype { ty: inner, .. }) = &schema.kind
            {
                schema = resolve(inner, at);
            }
            let Kind::Enum(values) = &schema.kind else {
                return None;
            };
            let one = values.values.iter().find(|one| one.ident == *ident)?;
            return write_default(&one.value, ty, at, out);
        }
        Literal::Array(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                write_default(item, item_type(ty, i, at).unwrap_or(ty), at, out)?;
            }
            out.push(']');
        }
    }
    Some(())
}
