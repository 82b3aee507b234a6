//! A field's default as JSON.

use crate::schema::{Kind, Literal, Newtype, Schema};
use crate::shape::{Frame, FrameStep, Wrappers, peel, resolve, unit_variant};

pub(super) fn write_default<'de>(
    literal: &Literal<'de>,
    schema: &'de Schema<'de>,
    up: &Frame<'_, 'de>,
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
            let found = unit_variant(peel(schema, Wrappers::All, Some(up)), ident)?;
            if let Some(tag) = found.tag {
                out.push('{');
                out.push_str(tag.member);
            }
            write_default(found.value, schema, up, out)?;
            if found.tag.is_some() {
                out.push('}');
            }
        }
        // Reported at compile time.
        Literal::Unshown => return None,
        Literal::Array(items) => {
            out.push('[');
            write_items(items, schema, up, out)?;
            out.push(']');
        }
    }
    Some(())
}

/// Writes the items of a list. `Option`s and newtypes around the list's type are removed.
fn write_items<'de>(
    items: &[Literal<'de>],
    schema: &'de Schema<'de>,
    up: &Frame<'_, 'de>,
    out: &mut String,
) -> Option<()> {
    let frame = up.below(FrameStep::Here, Some(schema));
    if let Kind::Option(inner) | Kind::Newtype(Newtype { ty: inner, .. }) = &schema.kind {
        return write_items(items, resolve(inner, &frame), &frame, out);
    }
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        let ty = match &schema.kind {
            Kind::Array(array) => Some(&array.items),
            Kind::Tuple(types) => types.get(i),
            _ => None,
        };
        write_default(
            item,
            ty.map_or(schema, |ty| resolve(ty, &frame)),
            &frame,
            out,
        )?;
    }
    Some(())
}
