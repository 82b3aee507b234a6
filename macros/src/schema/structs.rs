//! Builds the shape of a struct, as serde reads it.

use super::attrs::report_unread;
use super::fields::named_fields;
use super::items::{is_phantom, items, newtype_item, one_item};
use super::types::This;
use crate::diag::Errors;
use crate::shared::literal::Literal;
use crate::shared::node::{Field, Flags, Inline, Node, Shape, Value};
use crate::shared::serde_attr::SerdeAttrs;
use crate::shared::text::Text;
use crate::shared::ty::unraw;
use syn::{Fields, LitStr};

/// Returns the shape of a struct.
pub(super) fn struct_shape(
    this: &mut This<'_>,
    fields: &Fields,
    serde: &SerdeAttrs,
    docs: &mut Text,
    errors: &mut Errors,
) -> Shape {
    if serde.transparent {
        return transparent_shape(this, fields, docs, errors);
    }
    match fields {
        Fields::Unit => Shape::Null,
        Fields::Unnamed(fields) if fields.unnamed.is_empty() => Shape::NoItems,
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
            let item = fields
                .unnamed
                .first()
                .and_then(|field| newtype_item(this, field, errors));
            newtype(item, false, docs)
        }
        Fields::Unnamed(fields) => tuple(items(this, fields, false, errors)),
        Fields::Named(fields) => {
            let mut fields = named_fields(this, fields, &serde.rename_all, serde.default, errors);
            if let Some(tag) = &serde.tag {
                fields.insert(0, written_tag(this, tag, serde));
            }
            Shape::Object {
                fields,
                closed: serde.deny_unknown_fields,
            }
        }
    }
}

/// Returns a tuple of the items that serde reads. Without items it is an empty array.
pub(super) fn tuple(items: Vec<Node>) -> Shape {
    if items.is_empty() {
        Shape::NoItems
    } else {
        Shape::Tuple(items)
    }
}

/// Applies serde's rule for reading `transparent`: picks the field that is not a `PhantomData`, not
/// skipped and without a default. Serde reports any other number of such fields.
fn transparent_shape(
    this: &mut This<'_>,
    fields: &Fields,
    docs: &mut Text,
    errors: &mut Errors,
) -> Shape {
    let is_inner = |field: &&syn::Field| {
        let serde = SerdeAttrs::parse(&field.attrs);
        !is_phantom(&field.ty) && !serde.skip_deserializing && serde.default.is_none()
    };
    for other in fields.iter().filter(|field| !is_inner(field)) {
        let reason = "serde reads another field of the transparent type";
        report_unread(&other.attrs, &[], reason, errors);
    }
    let inner = fields.iter().find(is_inner);
    let item = inner.and_then(|field| one_item(this, field, errors));
    newtype(item, true, docs)
}

/// Returns the shape of a newtype. If the type has no description, it gets the field's.
fn newtype(item: Option<Field>, transparent: bool, docs: &mut Text) -> Shape {
    let Some(item) = item else {
        return Shape::Null;
    };
    if docs.is_empty() {
        *docs = item.docs;
    }
    Shape::Newtype {
        ty: item.ty,
        rules: item.rules,
        transparent,
    }
}

/// Returns the tag of `#[serde(tag = "..")]` on a struct: serde writes the struct's name and
/// doesn't read it.
fn written_tag(this: &This<'_>, tag: &LitStr, serde: &SerdeAttrs) -> Field {
    let name = unraw(&this.input.ident);
    let written = serde.write_name(|| name.clone());
    let value = Value {
        ident: String::new(),
        json: Literal::String(written),
        output: None,
        aliases: Vec::new(),
        other: None,
        docs: Text::Empty,
        flags: Flags::NONE,
        span: tag.span(),
    };
    let mut field = Field::new(
        tag.value(),
        Node::Inline(Box::new(Inline {
            docs: Text::Empty,
            shape: Shape::Enum(vec![value]),
        })),
        tag.span(),
    );
    field.flags.set(Flags::TAG);
    field.flags.set(Flags::OUTPUT_ONLY);
    field
}
