//! Builds the items of tuples and newtypes, whose fields have no names.

use super::fields::parse_field;
use super::types::This;
use crate::diag::Errors;
use crate::shared::node::{Field, Flags, Inline, Node, Shape};
use crate::shared::serde_attr::SerdeAttrs;
use crate::shared::ty::{last_is, ungroup};
use syn::Type;
use syn::spanned::Spanned as _;

/// Returns the items of a tuple, without the fields that serde skips. `borrow`: declared for the
/// fields by an attribute of the variant, which serde reads if there is only one field.
pub(super) fn items(
    this: &mut This<'_>,
    fields: &syn::FieldsUnnamed,
    borrow: bool,
    errors: &mut Errors,
) -> Vec<Node> {
    fields
        .unnamed
        .iter()
        .filter_map(|field| {
            let mut serde = SerdeAttrs::parse(&field.attrs);
            serde.borrow |= borrow;
            if serde.skip_serializing != serde.skip_deserializing {
                errors.on(
                    &field.ty,
                    "serde reads and writes a different number of values here; give the fields names, or write `#[serde(skip)]`",
                );
                return None;
            }
            item_of(this, field, &serde, errors)
        })
        .map(wrapped)
        .collect()
}

/// Returns the item of a transparent struct.
pub(super) fn one_item(
    this: &mut This<'_>,
    field: &syn::Field,
    errors: &mut Errors,
) -> Option<Field> {
    item_of(this, field, &SerdeAttrs::parse(&field.attrs), errors)
}

/// Returns the one item of a newtype struct. Serde reads and writes it, also with `skip`.
pub(super) fn newtype_item(
    this: &mut This<'_>,
    field: &syn::Field,
    errors: &mut Errors,
) -> Option<Field> {
    let serde = SerdeAttrs {
        skip_serializing: false,
        skip_deserializing: false,
        ..SerdeAttrs::parse(&field.attrs)
    };
    item_of(this, field, &serde, errors)
}

fn item_of(
    this: &mut This<'_>,
    field: &syn::Field,
    serde: &SerdeAttrs,
    errors: &mut Errors,
) -> Option<Field> {
    let item = parse_field(
        this,
        field,
        serde,
        String::new(),
        field.ty.span(),
        None,
        errors,
    )?;
    if item.default.is_some() || !item.examples.is_empty() || item.flags.has(Flags::INLINE) {
        errors.at(
            item.value_span,
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
pub(super) fn is_phantom(ty: &Type) -> bool {
    matches!(ungroup(ty), Type::Path(path) if last_is(&path.path, &["PhantomData"]))
}
