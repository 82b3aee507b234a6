//! Serde's view of a guided value: the same as of the tree that `canonical` makes, but numbers
//! and texts keep their form.

use serde::de::{DeserializeSeed, Deserializer, Error, Unexpected, Visitor};

use super::access::{visit_array, visit_entries, visit_fields, visit_list, visit_raw_object};
use super::enums::{EnumOf, Variant};
use super::error::DecodeError;
use super::fast_path::FastPath;
use super::fields::FlattenedPart;
use super::holds::float_holds;
use super::numbers::{visit_number, visit_whole};
use super::raw_value::{RAW_VALUE, RawText};
use super::{ExpectedForm, Guided, Resolved};
use crate::json_index::{Node, TokenKind as Json};
use crate::schema::FloatType;

impl<'de> Guided<'_, 'de> {
    /// Reads the value once.
    pub(crate) fn read<S: DeserializeSeed<'de>>(&self, seed: S) -> Result<S::Value, DecodeError> {
        seed.deserialize(Reading(self))
            .map_err(|stop| stop.at(self))
    }

    /// Returns the members of an object to read.
    fn part(&self) -> FlattenedPart {
        match self.what {
            ExpectedForm::Part(_, part) => part,
            _ => FlattenedPart::ALL,
        }
    }

    fn number<V: Visitor<'de>>(&self, visitor: V, wide: bool) -> Result<V::Value, DecodeError> {
        self.with(|seen, _| match seen {
            Resolved::Integer(text) => visit_whole(text, wide, visitor),
            Resolved::Number(text) => visit_number(text, wide, visitor),
            Resolved::Raw(node) if node.kind() == Json::Number => {
                visit_number(node.raw(), wide, visitor)
            }
            seen => Err(invalid_type(seen, &visitor)),
        })
    }

    fn text<V: Visitor<'de>>(&self, visitor: V) -> Result<V::Value, DecodeError> {
        self.with(|seen, _| match seen {
            Resolved::Raw(node) if node.is_string() => visit_text(node, visitor),
            Resolved::Word(text) => visitor.visit_borrowed_str(text),
            seen => Err(invalid_type(seen, &visitor)),
        })
    }

    fn unit<V: Visitor<'de>>(&self, visitor: V) -> Result<V::Value, DecodeError> {
        self.with(|seen, _| {
            if seen.is_null() {
                visitor.visit_unit()
            } else {
                Err(invalid_type(seen, &visitor))
            }
        })
    }
}

fn visit_text<'de, V: Visitor<'de>>(node: Node<'de>, visitor: V) -> Result<V::Value, DecodeError> {
    visitor.visit_borrowed_str(node.as_str().unwrap_or_default())
}

/// Creates serde's error for an unexpected value.
fn invalid_type(seen: Resolved<'_, '_>, expected: &dyn serde::de::Expected) -> DecodeError {
    let unexpected = match seen {
        Resolved::Null => Unexpected::Unit,
        Resolved::Bool(b) => Unexpected::Bool(b),
        Resolved::Integer(_) | Resolved::Number(_) => Unexpected::Other("number"),
        Resolved::Word(_) => Unexpected::Other("string"),
        Resolved::List(_) => Unexpected::Seq,
        Resolved::Fields(_) | Resolved::Map(_) => Unexpected::Map,
        Resolved::Spent => return DecodeError::spent(),
        Resolved::Raw(node) => match node.kind() {
            Json::Null => Unexpected::Unit,
            Json::True => Unexpected::Bool(true),
            Json::False => Unexpected::Bool(false),
            Json::Number => Unexpected::Other("number"),
            Json::Plain | Json::Escaped => Unexpected::Other("string"),
            Json::Array => Unexpected::Seq,
            Json::Object => Unexpected::Map,
        },
    };
    DecodeError::invalid_type(unexpected, expected)
}

macro_rules! numbers {
    ($($narrow:ident)* | $($wide:ident)*) => {
        $(fn $narrow<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
            self.number(visitor, false)
        })*
        $(fn $wide<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
            self.number(visitor, true)
        })*
    };
}

/// The deserializer of a guided value. Holds a reference, because the value is large and serde
/// passes it on by value.
pub(super) struct Reading<'g, 'p, 'de>(&'g Guided<'p, 'de>);

impl<'p, 'de> core::ops::Deref for Reading<'_, 'p, 'de> {
    type Target = Guided<'p, 'de>;

    fn deref(&self) -> &Guided<'p, 'de> {
        self.0
    }
}

impl<'de> Deserializer<'de> for Reading<'_, '_, 'de> {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        let part = self.part();
        self.with(|seen, walk| match seen {
            Resolved::Null => visitor.visit_unit(),
            Resolved::Bool(b) => visitor.visit_bool(b),
            Resolved::Integer(text) => visit_whole(text, false, visitor),
            Resolved::Number(text) => visit_number(text, false, visitor),
            Resolved::Word(text) => visitor.visit_borrowed_str(text),
            Resolved::List(list) => visit_list(walk, list, visitor),
            Resolved::Fields(fields) => visit_fields(walk, fields, part, visitor),
            Resolved::Map(entries) => visit_entries(walk, entries, visitor),
            Resolved::Spent => Err(DecodeError::spent()),
            Resolved::Raw(node) => match node.kind() {
                Json::Null => visitor.visit_unit(),
                Json::True => visitor.visit_bool(true),
                Json::False => visitor.visit_bool(false),
                Json::Number => visit_number(node.raw(), false, visitor),
                Json::Plain | Json::Escaped => visit_text(node, visitor),
                Json::Array => visit_array(walk, node, None, visitor),
                Json::Object => visit_raw_object(walk, node, visitor),
            },
        })
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.with(|seen, _| match seen {
            Resolved::Bool(b) => visitor.visit_bool(b),
            Resolved::Raw(node) if node.kind() == Json::True => visitor.visit_bool(true),
            Resolved::Raw(node) if node.kind() == Json::False => visitor.visit_bool(false),
            seen => Err(invalid_type(seen, &visitor)),
        })
    }

    numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
        deserialize_f64 | deserialize_i128 deserialize_u128
    }

    /// Rejects a number out of range, which serde would read as infinity.
    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.with(|seen, _| {
            let text = match seen {
                Resolved::Integer(text) | Resolved::Number(text) => text,
                Resolved::Raw(node) if node.kind() == Json::Number => node.raw(),
                seen => return Err(invalid_type(seen, &visitor)),
            };
            if !float_holds(FloatType::F32, text) {
                return Err(DecodeError::custom(
                    "expected a number from -3.4028235e38 to 3.4028235e38",
                ));
            }
            visit_number(text, false, visitor)
        })
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.text(visitor)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.text(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.text(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.text(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.with(|seen, walk| match seen {
            Resolved::List(list) => visit_list(walk, list, visitor),
            Resolved::Raw(node) if node.is_string() => visit_text(node, visitor),
            Resolved::Raw(node) if node.is_array() => visit_array(walk, node, None, visitor),
            seen => Err(invalid_type(seen, &visitor)),
        })
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        let null = match self.what {
            ExpectedForm::Part(fields, part) => !fields.entries.iter().any(|entry| part.has(entry)),
            // Only `null` and a string that holds it can be read as `null`.
            _ if self.node.is_null() || self.node.is_string() => match self.fast_path() {
                // The fast path has already found it to be text; skip the second check.
                Some(FastPath::AsItIs) if self.node.is_string() => {
                    return visitor.visit_some(Reading(&Guided::raw(self.walk, self.node)));
                }
                _ => self.with(|seen, _| Ok(seen.is_null()))?,
            },
            _ => false,
        };
        if null {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self.what {
            ExpectedForm::Part(..) => visitor.visit_unit(),
            _ => self.unit(visitor),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        if cfg!(feature = "raw_value") && name == RAW_VALUE {
            return self.with(|seen, _| match seen {
                Resolved::Raw(node) => visitor.visit_map(RawText(Some(node.raw()))),
                Resolved::Integer(text) | Resolved::Number(text) => {
                    visitor.visit_map(RawText(Some(text)))
                }
                Resolved::Null => visitor.visit_map(RawText(Some("null"))),
                seen => Err(invalid_type(seen, &visitor)),
            });
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        if let ExpectedForm::As {
            schema,
            place,
            rules: None,
        } = &self.what
            && let Some(array) = self.array_at_a_glance(schema)
        {
            let frame = place.frame(schema);
            let item = Some((&array.items, &frame));
            return visit_array(self.walk, self.node, item, visitor);
        }
        self.with(|seen, walk| match seen {
            Resolved::List(list) => visit_list(walk, list, visitor),
            Resolved::Raw(node) if node.is_array() => visit_array(walk, node, None, visitor),
            seen => Err(invalid_type(seen, &visitor)),
        })
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        _len: usize,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _len: usize,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        let part = self.part();
        self.with(|seen, walk| match seen {
            Resolved::Fields(fields) => visit_fields(walk, fields, part, visitor),
            Resolved::Map(entries) => visit_entries(walk, entries, visitor),
            Resolved::Raw(node) if node.is_object() => visit_raw_object(walk, node, visitor),
            seen => Err(invalid_type(seen, &visitor)),
        })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        let part = self.part();
        self.with(|seen, walk| match seen {
            Resolved::Fields(fields) => visit_fields(walk, fields, part, visitor),
            Resolved::Map(entries) => visit_entries(walk, entries, visitor),
            Resolved::List(list) => visit_list(walk, list, visitor),
            Resolved::Raw(node) if node.is_object() => visit_raw_object(walk, node, visitor),
            Resolved::Raw(node) if node.is_array() => visit_array(walk, node, None, visitor),
            seen => Err(invalid_type(seen, &visitor)),
        })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        let part = self.part();
        self.with(|seen, walk| {
            let found = match seen {
                Resolved::Raw(node) if node.is_string() => {
                    let name = node.as_str().unwrap_or_default();
                    Some(EnumOf::new(walk, name, Variant::Unit))
                }
                Resolved::Word(name) => Some(EnumOf::new(walk, name, Variant::Unit)),
                Resolved::Raw(node) if node.is_object() => node
                    .only_member()
                    .map(|(name, value)| EnumOf::new(walk, name, Variant::Raw(value))),
                Resolved::Fields(fields) => fields
                    .one(part)
                    .map(|entry| EnumOf::new(walk, entry.name, Variant::Field(fields, *entry))),
                Resolved::Map(entries) if entries.entries.len() == 1 => {
                    let name = entries.entries[0].0;
                    Some(EnumOf::new(walk, name, Variant::Entry(entries)))
                }
                Resolved::Map(_) => None,
                _ => return Err(invalid_type(seen, &"string or map")),
            };
            match found {
                Some(found) => visitor.visit_enum(found),
                None => Err(DecodeError::invalid_value(
                    Unexpected::Map,
                    &"map with a single key",
                )),
            }
        })
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        visitor.visit_unit()
    }
}
