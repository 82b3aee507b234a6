//! A field's default as JSON.

use crate::schema::{Link, Literal};
use crate::shape::{Frame, Wrappers, item_type, peel, resolve, unit_variant};

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
            let schema = peel(resolve(ty, at), Wrappers::All, Some(at));
            let found = unit_variant(schema, ident)?;
            if let Some(tag) = found.tag {
                out.push('{');
                out.push_str(tag.member);
            }
            write_default(found.value, ty, at, out)?;
            if found.tag.is_some() {
                out.push('}');
            }
        }
        // Reported at compile time.
        Literal::Unshown => return None,
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
