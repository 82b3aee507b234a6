//! Builds the shape of a struct as serde reads it, and the items of tuples and newtypes, whose
//! fields have no names.

use super::fields::{named_fields, parse_field};
use super::types::This;
use crate::diag::Errors;
use crate::names::FIELD;
use crate::shared::args::Args;
use crate::shared::literal::Literal;
use crate::shared::node::{Field, Flags, Inline, Node, Shape, Value};
use crate::shared::serde_attr::SerdeAttrs;
use crate::shared::text::Text;
use crate::shared::ty::{last_is, ungroup, unraw};
use syn::spanned::Spanned as _;
use syn::{Fields, FieldsUnnamed, Type};

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
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
            let field = &fields.unnamed[0];
            // Serde reads and writes the field of a newtype, also with `skip`.
            let serde = SerdeAttrs {
                skip_serializing: false,
                skip_deserializing: false,
                ..SerdeAttrs::parse(&field.attrs)
            };
            newtype(item_of(this, field, &serde, errors), false, docs)
        }
        Fields::Unnamed(fields) => tuple(items(this, fields, false, errors)),
        Fields::Named(fields) => {
            let mut fields = named_fields(this, fields, serde.rename_all, serde.default, errors);
            if let Some(tag) = &serde.tag {
                // Serde writes the struct's name and doesn't read it.
                let name = serde.rename.1.clone();
                let name = name.unwrap_or_else(|| unraw(&this.input.ident));
                let value = Value::new(String::new(), Literal::String(name), tag.span());
                let mut field = Field::tag(&tag.value(), value);
                field.flags.set(Flags::OUTPUT_ONLY);
                fields.insert(0, field);
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
        !is_phantom(&field.ty) && !serde.skip_deserializing && !serde.default
    };
    for other in fields.iter().filter(|field| !is_inner(field)) {
        let reason = "serde reads another field of the transparent type; remove it";
        Args::parse(&other.attrs, &FIELD, errors).report_unread("", reason, errors);
    }
    let inner = fields.iter().find(is_inner);
    let item = inner.and_then(|field| {
        let serde = SerdeAttrs::parse(&field.attrs);
        item_of(this, field, &serde, errors)
    });
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

/// Returns the items of a tuple, without the fields that serde skips. `borrow`: declared for the
/// fields by an attribute of the variant, which serde reads if there is only one field.
pub(super) fn items(
    this: &mut This<'_>,
    fields: &FieldsUnnamed,
    borrow: bool,
    errors: &mut Errors,
) -> Vec<Node> {
    let parse = |field: &syn::Field| {
        let mut serde = SerdeAttrs::parse(&field.attrs);
        serde.borrow |= borrow;
        if serde.skip_serializing != serde.skip_deserializing {
            errors.on(
                &field.ty,
                "serde reads and writes a different number of values here; give the fields names, or write `#[serde(skip)]`",
            );
            return None;
        }
        item_of(this, field, &serde, errors).map(wrapped)
    };
    fields.unnamed.iter().filter_map(parse).collect()
}

fn item_of(
    this: &mut This<'_>,
    field: &syn::Field,
    serde: &SerdeAttrs,
    errors: &mut Errors,
) -> Option<Field> {
    let span = field.ty.span();
    let item = parse_field(this, field, serde, String::new(), span, false, errors)?;
    let value = item.checked().find(|(part, _)| *part > 0);
    let inline = item.flags.has(Flags::INLINE).then_some((0, span));
    if let Some((_, at)) = value.or(inline) {
        errors.at(
            at,
            "a field without a name can't have a `default`, an `example` or `inline` of its own; write them where the type is used",
        );
    }
    Some(item)
}

/// Returns an item's type, wrapped in a newtype if the item has constraints or a description.
fn wrapped(item: Field) -> Node {
    if item.rules.is_none() && item.docs.is_empty() {
        return item.ty;
    }
    Node::Inline(Box::new(Inline {
        docs: item.docs,
        shape: Shape::Newtype {
            ty: item.ty,
            rules: item.rules,
            transparent: true,
        },
    }))
}

/// Returns whether a type is `PhantomData`, which serde's `transparent` ignores.
fn is_phantom(ty: &Type) -> bool {
    matches!(ungroup(ty), Type::Path(path) if last_is(&path.path, &["PhantomData"]))
}
