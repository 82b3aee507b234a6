//! A cheap pre-check: can a value match a type at all?

use std::collections::HashSet;

use super::Walk;
use crate::json_index::{Node, TokenKind as Json};
use crate::schema::{Enum, Field, Kind, Link, Schema, Tagging, Union};
use crate::shape::{
    Frame, Place, is_edge_of, is_optional, key_is_renamed, kind_may_be_text, null_is_text, resolve,
};

/// Depth of [`Walk::may_match`].
pub(super) const PREFILTER_DEPTH: u8 = 3;

/// The mark by which an enum's variant is selected directly.
pub(super) enum VariantTag<'de> {
    /// The tag's name and value.
    Tag { name: &'de str, text: &'de str },
    /// The name of the only property.
    Name(&'de str),
}

/// Returns a variant's tag field and its values.
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

impl<'de> Walk<'_, 'de> {
    /// Checks the first few levels: can the value match the type in any form? Rules out most
    /// alternatives of a union.
    pub(super) fn may_match(
        self,
        schema: &'de Schema<'de>,
        place: &Place<'_, 'de>,
        node: Node<'de>,
        look: u8,
    ) -> bool {
        // A type that contains only itself has no values.
        if !self.session.step() || place.is_only_itself(schema) {
            return false;
        }
        if !self.lenient.is_none() {
            return true;
        }
        // A string may hold JSON for any type that a dialect can't express directly.
        if look == 0 || node.is_string() && !matches!(schema.kind, Kind::String(_) | Kind::Enum(_))
        {
            return look == 0 || self.string_may_be(schema, place);
        }
        let json = node.kind();
        let frame = place.frame(schema);
        match &schema.kind {
            Kind::Any | Kind::Never => true,
            Kind::Null => json == Json::Null,
            Kind::Boolean => matches!(json, Json::True | Json::False),
            Kind::Integer(_) | Kind::Number(_) => json == Json::Number,
            Kind::String(_) => node.is_string(),
            Kind::Enum(_) => node.is_string() || json == Json::Number,
            Kind::Array(_) => json == Json::Array,
            Kind::Tuple(_) | Kind::Map(_) => matches!(json, Json::Array | Json::Object),
            Kind::Option(inner) => {
                json == Json::Null
                    || self.may_match(resolve(inner, &frame), &Place::choice(&frame), node, look)
            }
            Kind::Newtype(newtype) => self.may_match(
                resolve(&newtype.ty, &frame),
                &Place::choice(&frame),
                node,
                look,
            ),
            Kind::Union(union) => union
                .variants
                .iter()
                .any(|variant| self.may_match(variant, &Place::choice(&frame), node, look)),
            Kind::Object(object) if json == Json::Array => self.list_may_be(object, &frame, node),
            Kind::Object(object) => {
                node.is_object()
                    && object.fields.iter().all(|field| {
                        field.flags & (Field::FLATTEN | Field::OUTPUT_ONLY) != 0
                            || self.field_may_be(field, &frame, node, look)
                    })
            }
        }
    }

    fn field_may_be(
        self,
        field: &'de Field<'de>,
        frame: &Frame<'_, 'de>,
        node: Node<'de>,
        look: u8,
    ) -> bool {
        let Some(item) = node.get(field.key.raw) else {
            // It may be present under another name.
            return is_optional(field, frame)
                || !field.aliases().is_empty()
                || key_is_renamed(&mut self.d.reader(), field.key.facts);
        };
        let schema = resolve(&field.ty, frame);
        item.is_null()
            || if field.flags & Field::TAG != 0 {
                self.plain().fits(schema, &Place::at(frame), item)
            } else {
                self.may_match(schema, &Place::at(frame), item, look - 1)
            }
    }

    /// Returns the sign of an object, by which its variant is selected directly.
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

    /// Returns true if a string may represent a type other than a string, as JSON text.
    fn string_may_be(self, schema: &'de Schema<'de>, place: &Place<'_, 'de>) -> bool {
        // A recursive type of any kind.
        if is_edge_of(self.d, schema, place) || is_edge_of(self.other, schema, place) {
            return true;
        }
        let frame = place.frame(schema);
        match &schema.kind {
            Kind::Option(inner) => {
                null_is_text(&mut self.d.reader(), place.optional)
                    || self.string_may_be_link(inner, &frame)
            }
            Kind::Newtype(newtype) => self.string_may_be_link(&newtype.ty, &frame),
            Kind::Union(_) => true,
            kind => {
                kind_may_be_text(&mut self.d.reader(), kind)
                    || kind_may_be_text(&mut self.other.reader(), kind)
            }
        }
    }

    fn string_may_be_link(self, link: &'de Link<'de>, up: &Frame<'_, 'de>) -> bool {
        let (schema, place) = (resolve(link, up), Place::choice(up));
        matches!(schema.kind, Kind::String(_) | Kind::Enum(_))
            || !place.is_only_itself(schema) && self.string_may_be(schema, &place)
    }
}

/// Returns true if a number is in a tag's place. Serde reads it as the variant's index, but only
/// from its buffer: in a flattened enum, and in one of several types without a tag.
pub(super) fn has_number_for_tag<'de>(
    schema: &'de Schema<'de>,
    place: &Place<'_, 'de>,
    node: Node<'de>,
) -> bool {
    any_reader(schema, place, &mut HashSet::new(), &mut |schema| {
        let Kind::Union(union) = &schema.kind else {
            return None;
        };
        let (field, _) = union.variants.first().and_then(tag_of)?;
        let first = node.items().next().filter(|_| node.is_array());
        let tag = first.or_else(|| node.get(field.key.raw));
        Some(tag.is_some_and(|tag| tag.kind() == Json::Number))
    })
}

/// Returns true if `found` is true for a type that reads the value itself: the schema, the content
/// of a wrapper, a variant, or a flattened field. `found` returns `None` to look into the type.
///
/// `seen`: the types that were looked at. A type that is a variant in several places is looked at
/// once, or their number would double with each level.
pub(super) fn any_reader<'de>(
    schema: &'de Schema<'de>,
    place: &Place<'_, 'de>,
    seen: &mut HashSet<*const Schema<'de>>,
    found: &mut dyn FnMut(&'de Schema<'de>) -> Option<bool>,
) -> bool {
    if !seen.insert(schema) {
        return false;
    }
    if let Some(found) = found(schema) {
        return found;
    }
    let frame = place.frame(schema);
    let inside = Place::choice(&frame);
    let mut inner = |schema| any_reader(schema, &inside, seen, found);
    match &schema.kind {
        Kind::Option(link) => inner(resolve(link, &frame)),
        Kind::Newtype(newtype) => inner(resolve(&newtype.ty, &frame)),
        Kind::Union(union) => union.variants.iter().any(inner),
        Kind::Object(object) => {
            let mut flattened = object.fields.iter().filter(|field| frame.flattens(field));
            flattened.any(|field| inner(resolve(&field.ty, &frame)))
        }
        _ => false,
    }
}
