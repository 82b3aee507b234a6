//! A cheap pre-check before lifting: can a value match a type at all?

use serde_json::Value;

use super::accept::{Asked, accepts};
use super::{Place, Walk, is_edge_of};
use crate::schema::{Field, Kind, Link, Schema};
use crate::shape::{Frame, kind_may_be_text, null_is_text, resolve, takes_list};

/// Depth of [`Walk::may_be`].
pub(super) const LOOK: u8 = 3;

impl Walk<'_> {
    /// Checks the first few levels: can the value match the type in any form? Runs before each
    /// alternative of a union is lifted, which would otherwise take time exponential in the depth.
    pub(super) fn may_be<'a>(
        self,
        schema: &'a Schema<'a>,
        place: &Place<'_, 'a>,
        value: &Value,
        look: u8,
    ) -> bool {
        // A type that contains only itself has no values.
        if place.is_nothing_but_itself(schema) {
            return false;
        }
        // A string may hold JSON for any type that a dialect can't express directly.
        if look == 0 || value.is_string() && !matches!(schema.kind, Kind::String(_) | Kind::Enum(_))
        {
            return look == 0 || self.string_may_be(schema, place);
        }
        let frame = place.frame(schema);
        match &schema.kind {
            Kind::Any | Kind::Never => true,
            Kind::Null => value.is_null(),
            Kind::Boolean => value.is_boolean(),
            Kind::Integer(_) | Kind::Number(_) => value.is_number(),
            Kind::String(_) => value.is_string(),
            Kind::Enum(_) => value.is_string() || value.is_number(),
            Kind::Array(_) => value.is_array(),
            Kind::Tuple(_) | Kind::Map(_) => value.is_array() || value.is_object(),
            Kind::Option(inner) => {
                value.is_null()
                    || self.may_be(resolve(inner, &frame), &Place::choice(&frame), value, look)
            }
            Kind::Newtype(newtype) => self.may_be(
                resolve(&newtype.ty, &frame),
                &Place::choice(&frame),
                value,
                look,
            ),
            Kind::Union(union) => union
                .variants
                .iter()
                .any(|variant| self.may_be(variant, &Place::choice(&frame), value, look)),
            Kind::Object(object) if value.is_array() => takes_list(object),
            Kind::Object(object) => value.as_object().is_some_and(|map| {
                object.fields.iter().all(|field| {
                    field.flags & (Field::FLATTEN | Field::OUTPUT_ONLY) != 0
                        || map.get(field.key.raw).is_none_or(|item| {
                            item.is_null()
                                || if field.flags & Field::TAG != 0 {
                                    accepts(Asked::TYPE, resolve(&field.ty, &frame), &frame, item)
                                } else {
                                    self.may_be(
                                        resolve(&field.ty, &frame),
                                        &Place::at(&frame),
                                        item,
                                        look - 1,
                                    )
                                }
                        })
                })
            }),
        }
    }

    /// Returns true if a string may represent a type other than a string, as JSON text.
    fn string_may_be<'a>(self, schema: &'a Schema<'a>, place: &Place<'_, 'a>) -> bool {
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

    fn string_may_be_link<'a>(self, link: &'a Link<'a>, up: &Frame<'_, 'a>) -> bool {
        let (schema, place) = (resolve(link, up), Place::choice(up));
        matches!(schema.kind, Kind::String(_) | Kind::Enum(_))
            || !place.is_nothing_but_itself(schema) && self.string_may_be(schema, &place)
    }
}
