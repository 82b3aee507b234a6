//! A look whether a value can be of a type at all, before it is read as that type.

use super::super::document::{Kind as Json, Node};
use super::Walk;
use crate::convert::{Place, is_edge_of};
use crate::schema::{Field, Kind, Link, Schema};
use crate::shape::{Frame, kind_inside, null_is_text, resolve};

/// How deep [`Walk::may_be`] looks.
pub(super) const LOOK: u8 = 3;

impl<'de> Walk<'_, 'de> {
    /// A look at the first few levels, whether a value can be of a type at all in any form: most alternatives of a union are ruled out by it.
    pub(super) fn may_be(
        self,
        schema: &'de Schema<'de>,
        up: &Frame<'_, 'de>,
        node: Node<'de>,
        look: u8,
    ) -> bool {
        if !self.session.step() {
            return false;
        }
        if !self.lenient.is_none() {
            return true;
        }
        // A string may hold JSON wherever something can't be said otherwise.
        if look == 0 || node.is_string() && !matches!(schema.kind, Kind::String(_) | Kind::Enum(_))
        {
            return look == 0 || self.string_may_be(schema, up);
        }
        let json = node.kind();
        let frame = Place::at(up).frame(schema);
        match &schema.kind {
            Kind::Any | Kind::Never => true,
            Kind::Null => json == Json::Null,
            Kind::Boolean => matches!(json, Json::True | Json::False),
            Kind::Integer(_) | Kind::Number => json == Json::Number,
            Kind::String(_) => node.is_string(),
            Kind::Enum(_) => node.is_string() || json == Json::Number,
            Kind::Array(_) => json == Json::Array,
            Kind::Tuple(_) | Kind::Map(_) => matches!(json, Json::Array | Json::Object),
            Kind::Option(inner) => {
                json == Json::Null || self.may_be(resolve(inner, &frame), &frame, node, look)
            }
            Kind::Newtype(newtype) => self.may_be(resolve(&newtype.ty, &frame), &frame, node, look),
            Kind::Union(union) => union
                .variants
                .iter()
                .any(|variant| self.may_be(variant, &frame, node, look)),
            Kind::Object(object) if json == Json::Array => self.list_may_be(object, &frame, node),
            Kind::Object(object) => {
                node.is_object()
                    && object.fields.iter().all(|field| {
                        field.flags & (Field::FLATTEN | Field::OUTPUT_ONLY) != 0
                            || node.get(field.key.raw).is_none_or(|item| {
                                let schema = resolve(&field.ty, &frame);
                                item.is_null()
                                    || if field.flags & Field::TAG != 0 {
                                        self.plain().fits(schema, &Place::at(&frame), item)
                                    } else {
                                        self.may_be(schema, &frame, item, look - 1)
                                    }
                            })
                    })
            }
        }
    }

    /// Whether a string may stand for a type that is no string: as JSON text.
    fn string_may_be(self, schema: &'de Schema<'de>, up: &Frame<'_, 'de>) -> bool {
        let place = Place::at(up);
        let text = |d| {
            is_edge_of(d, schema, &place)
                || match kind_inside(schema) {
                    Kind::Any => true,
                    Kind::Null => !d.null_type,
                    Kind::Object(_) => !d.empty_object,
                    _ => false,
                }
        };
        match &schema.kind {
            Kind::Option(inner) => null_is_text(self.d) || self.string_may_be_link(inner, up),
            Kind::Newtype(newtype) => self.string_may_be_link(&newtype.ty, up),
            Kind::Union(_) => true,
            _ => text(self.d) || text(self.other),
        }
    }

    fn string_may_be_link(self, link: &'de Link<'de>, up: &Frame<'_, 'de>) -> bool {
        let schema = resolve(link, up);
        matches!(schema.kind, Kind::String(_) | Kind::Enum(_)) || self.string_may_be(schema, up)
    }
}
