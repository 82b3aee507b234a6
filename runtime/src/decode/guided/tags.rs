//! The tags and names by which variants of enums are selected directly.

use super::super::within::any_reader;
use super::Walk;
use crate::json_index::{Node, TokenKind as Json};
use crate::schema::{Enum, Field, Kind, Schema, Tagging, Union};
use crate::shape::{Frame, key_is_renamed};

/// The mark of an enum's variant.
pub(super) enum VariantTag<'de> {
    /// The tag's name and value.
    Tag { name: &'de str, text: &'de str },
    /// The name of the only property.
    Name(&'de str),
}

fn tag_of<'de>(variant: &'de Schema<'de>) -> Option<(&'de Field<'de>, &'de Enum<'de>)> {
    let Kind::Object(object) = &variant.kind else {
        return None;
    };
    let field = object.fields.first()?;
    match &field.ty.known()?.kind {
        Kind::Enum(values) if field.flags & Field::TAG != 0 => Some((field, values)),
        _ => None,
    }
}

pub(super) fn is_tagged(variant: &Schema<'_>, item: Node<'_>) -> bool {
    let tag = item.as_str().zip(tag_of(variant));
    tag.is_some_and(|(text, (_, values))| values.reads(text))
}

/// Returns the variant whose tag begins a list, regardless of other faults.
pub(in crate::decode) fn tagged_by_list<'de>(
    union: &'de Union<'de>,
    node: Node<'de>,
) -> Option<&'de Schema<'de>> {
    let item = node.items().next()?;
    union
        .variants
        .iter()
        .find(|variant| is_tagged(variant, item))
}

impl<'de> Walk<'_, 'de> {
    pub(super) fn tag_of(self, union: &'de Union<'de>, node: Node<'de>) -> Option<VariantTag<'de>> {
        if !node.is_object() {
            return None;
        }
        match union.tagging {
            Tagging::Internal | Tagging::Adjacent => {
                let (field, _) = tag_of(union.variants.first()?)?;
                let text = node.get(field.key.raw)?.as_str()?;
                let name = field.key.raw;
                (!key_is_renamed(&mut self.d.reader(), field.key.facts))
                    .then_some(VariantTag::Tag { name, text })
            }
            Tagging::External => node.only_member().map(|(name, _)| VariantTag::Name(name)),
            Tagging::Untagged => None,
        }
    }

    /// Returns true if a variant has that sign, or none to compare. Takes no step: comparing a name
    /// with hundreds of variants is cheap.
    pub(super) fn has_tag(self, variant: &'de Schema<'de>, sign: Option<&VariantTag<'de>>) -> bool {
        match (sign, &variant.kind) {
            (Some(VariantTag::Tag { name, text }), _) => match tag_of(variant) {
                Some((field, values)) if field.key.raw == *name => values.reads(text),
                _ => true,
            },
            (Some(VariantTag::Name(name)), Kind::Object(object)) => match object.fields {
                [field] if field.flags & Field::FLATTEN == 0 => {
                    field.key.raw == *name
                        || field.aliases().contains(name)
                        || key_is_renamed(&mut self.d.reader(), field.key.facts)
                }
                _ => true,
            },
            _ => true,
        }
    }

    /// Returns the variant that the value's sign selects, regardless of other faults.
    pub(super) fn signed(
        self,
        union: &'de Union<'de>,
        node: Node<'de>,
    ) -> Option<&'de Schema<'de>> {
        let sign = self.tag_of(union, node)?;
        let mut variants = union.variants.iter();
        variants.find(|variant| {
            matches!(variant.kind, Kind::Object(_)) && self.has_tag(variant, Some(&sign))
        })
    }
}

/// Returns true if a number is in a tag's place. Serde reads it as the variant's index, but only
/// from its buffer: in a flattened enum, and in one of several types without a tag.
pub(super) fn has_number_for_tag<'de>(
    schema: &'de Schema<'de>,
    up: &Frame<'_, 'de>,
    node: Node<'de>,
) -> bool {
    any_reader(schema, up, &mut |schema| {
        let Kind::Union(union) = &schema.kind else {
            return None;
        };
        let (field, _) = union.variants.first().and_then(tag_of)?;
        let first = node.items().next().filter(|_| node.is_array());
        let tag = first.or_else(|| node.get(field.key.raw));
        Some(tag.is_some_and(|tag| tag.kind() == Json::Number))
    })
}

/// Returns true for `{"Name": null}`, which serde reads as the unit variant `Name` of an externally
/// tagged enum.
pub(super) fn is_unit_variant(schema: &Schema<'_>, node: Node<'_>) -> bool {
    let Kind::Union(union) = &schema.kind else {
        return false;
    };
    let (Tagging::External, Some((name, content))) = (union.tagging, node.only_member()) else {
        return false;
    };
    let is_unit =
        |variant: &Schema<'_>| matches!(&variant.kind, Kind::Enum(values) if values.reads(name));
    content.is_null() && union.variants.iter().any(is_unit)
}

/// The same for the enum inside wrapper types, and inside an enum without a tag.
pub(super) fn has_unit_variant<'de>(
    schema: &'de Schema<'de>,
    up: &Frame<'_, 'de>,
    node: Node<'de>,
) -> bool {
    any_reader(schema, up, &mut |schema| match &schema.kind {
        Kind::Option(_) | Kind::Newtype(_) => None,
        Kind::Union(union) if union.tagging == Tagging::Untagged => None,
        _ => Some(is_unit_variant(schema, node)),
    })
}
