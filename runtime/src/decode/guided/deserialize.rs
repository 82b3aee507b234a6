//! Serde's view of a guided value: the same as of the tree that `canonical` makes, but numbers
//! and texts keep their form.

use core::iter::once;

use serde::de::value::{BorrowedStrDeserializer, MapDeserializer};
use serde::de::{DeserializeSeed, Deserializer, Error, Visitor};

use super::super::type_bounds::float_holds;
use super::access::ValueAccess;
use super::error::DecodeError;
use super::fields::FlattenedPart;
use super::numbers::visit_number;
use super::untagged_cost::is_buffered;
use super::{ExpectedForm, Guided, Resolved, Walk};
use crate::json_index::TokenKind as Json;
use crate::schema::{FloatType, Kind, Literal};
use crate::shape::{null_is_text, resolve};

/// The name by which `serde_json::value::RawValue` requests the text of a value.
const RAW_VALUE: &str = "$serde_json::private::RawValue";

impl<'de> Guided<'_, 'de> {
    /// Reads the value once.
    pub(crate) fn read<S: DeserializeSeed<'de>>(&self, seed: S) -> Result<S::Value, DecodeError> {
        seed.deserialize(self).map_err(|stop| stop.at(self))
    }

    /// Calls `show` with one level of the value, if its constraints are satisfied.
    fn with<R>(
        &self,
        show: impl FnOnce(ValueAccess<'_, 'de>) -> Result<R, DecodeError>,
    ) -> Result<R, DecodeError> {
        let part = match self.what {
            ExpectedForm::Part(_, part) => part,
            _ => FlattenedPart::ALL,
        };
        let mut show = Some(show);
        let mut out = Err(DecodeError::default());
        self.resolve_once(&mut |seen, walk| {
            if let Some(show) = show.take() {
                out = show(ValueAccess::of(seen, walk, part));
            }
        })?;
        out
    }

    /// Calls `once` with one level of the value, if its constraints are satisfied.
    fn resolve_once(
        &self,
        once: &mut dyn FnMut(Resolved<'_, 'de>, Walk<'_, 'de>),
    ) -> Result<(), DecodeError> {
        if let Some(seen) = self.fast_path() {
            once(seen, self.walk);
            return Ok(());
        }
        if self.exceeds_budget() {
            return Err(DecodeError::spent());
        }
        match self.what {
            ExpectedForm::Raw => once(Resolved::Raw(self.node), self.walk),
            ExpectedForm::Part(fields, _) => once(Resolved::Fields(fields), self.walk),
            ExpectedForm::As(schema, place, _) => {
                let is_priced = is_buffered(schema, &place);
                let mut kept = true;
                self.resolve(&mut |seen, leaf| {
                    kept = leaf.satisfies_constraints(&seen);
                    if kept {
                        let walk = Walk {
                            priced: leaf.walk.priced || is_priced,
                            ..leaf.walk
                        };
                        once(seen, walk);
                    }
                });
                if !kept {
                    return Err(DecodeError::constraint());
                }
            }
        }
        Ok(())
    }

    /// Returns a value without rewrites or constraints, such as most parameters. Must agree with
    /// the general path.
    fn fast_path(&self) -> Option<Resolved<'_, 'de>> {
        let ExpectedForm::As(schema, place, None) = &self.what else {
            return None;
        };
        let (schema, null) = match &schema.kind {
            Kind::Option(inner) if schema.name.is_none() => (resolve(inner, place.up), true),
            _ => (*schema, place.null),
        };
        let is_text = match (&schema.kind, self.node.kind()) {
            (Kind::String(_), Json::Plain | Json::Escaped) => schema.name.is_none(),
            // A unit enum can't contain itself, so it may have a name.
            (Kind::Enum(values), Json::Plain | Json::Escaped) => {
                let first = values.values.first();
                first.is_some_and(|one| matches!(one.value, Literal::String(_)))
                    && self.walk.lenient.is_none()
            }
            (Kind::Boolean, Json::True | Json::False)
            | (Kind::Number(FloatType::F64), Json::Number) => {
                return Some(Resolved::Raw(self.node));
            }
            (Kind::Integer(_), Json::Number) => return Some(Resolved::Integer(self.node.raw())),
            _ => false,
        };
        let may_be_null = null && null_is_text(&mut self.walk.d.reader(), place.optional);
        (is_text && !may_be_null).then_some(Resolved::Raw(self.node))
    }

    /// Returns true if the value is an `Option`'s `None`.
    fn is_none(&self) -> Result<bool, DecodeError> {
        let mut null = false;
        match self.what {
            ExpectedForm::Part(fields, part) => {
                null = !fields.entries.iter().any(|entry| part.has(entry));
            }
            // Only `null` and a string that holds it can be read as `null`.
            _ if self.node.is_null() || self.node.is_string() => {
                self.resolve_once(&mut |seen, _| null = seen.is_null())?;
            }
            _ => {}
        }
        Ok(null)
    }

    fn raw_text(&self) -> Result<&'de str, DecodeError> {
        let mut out = Err(DecodeError::default());
        self.resolve_once(&mut |seen, walk| {
            out = match seen {
                Resolved::Raw(node) => Ok(node.raw()),
                Resolved::Integer(text) | Resolved::Number(text) => Ok(text),
                Resolved::Null => Ok("null"),
                seen => {
                    let form = ValueAccess::of(seen, walk, FlattenedPart::ALL);
                    Err(form.unexpected(&"any valid JSON value"))
                }
            };
        })?;
        out
    }

    fn number<V: Visitor<'de>>(&self, visitor: V, wide: bool) -> Result<V::Value, DecodeError> {
        self.with(|form| match form {
            ValueAccess::Number(text, whole) => visit_number(text, whole, wide, visitor),
            other => Err(other.unexpected(&visitor)),
        })
    }

    fn text<V: Visitor<'de>>(&self, visitor: V) -> Result<V::Value, DecodeError> {
        self.with(|form| match form {
            ValueAccess::Text(text) => visitor.visit_borrowed_str(text),
            other => Err(other.unexpected(&visitor)),
        })
    }
}

macro_rules! methods {
    ($($method:ident: $to:ident($($more:expr)?))*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
            self.$to(visitor $(, $more)?)
        })*
    };
}

/// Implemented for a reference, because the value is large and serde passes it on by value.
impl<'de> Deserializer<'de> for &Guided<'_, 'de> {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.with(|form| form.visit(visitor))
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.with(|form| match form {
            ValueAccess::Bool(b) => visitor.visit_bool(b),
            other => Err(other.unexpected(&visitor)),
        })
    }

    methods! {
        deserialize_i8: number(false)
        deserialize_i16: number(false)
        deserialize_i32: number(false)
        deserialize_i64: number(false)
        deserialize_i128: number(true)
        deserialize_u8: number(false)
        deserialize_u16: number(false)
        deserialize_u32: number(false)
        deserialize_u64: number(false)
        deserialize_u128: number(true)
        deserialize_f64: number(false)
        deserialize_char: text()
        deserialize_str: text()
        deserialize_string: text()
        deserialize_identifier: text()
        deserialize_byte_buf: deserialize_bytes()
    }

    /// Rejects a number out of range, which serde would read as infinity.
    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.with(|form| match form {
            ValueAccess::Number(text, _) if float_holds(FloatType::F32, text) => {
                visit_number(text, false, false, visitor)
            }
            ValueAccess::Number(..) => Err(DecodeError::custom(
                "expected a number from -3.4028235e38 to 3.4028235e38",
            )),
            other => Err(other.unexpected(&visitor)),
        })
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.with(|form| match form {
            ValueAccess::List(list) => list.visit(visitor),
            ValueAccess::Text(text) => visitor.visit_borrowed_str(text),
            other => Err(other.unexpected(&visitor)),
        })
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        if self.is_none()? {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        if let ExpectedForm::Part(..) = self.what {
            return visitor.visit_unit();
        }
        self.with(|form| match form {
            ValueAccess::Null => visitor.visit_unit(),
            other => Err(other.unexpected(&visitor)),
        })
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
            let text = BorrowedStrDeserializer::<DecodeError>::new(self.raw_text()?);
            let member = (BorrowedStrDeserializer::new(RAW_VALUE), text);
            return visitor.visit_map(MapDeserializer::new(once(member)));
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.with(|form| match form {
            ValueAccess::List(list) => list.visit(visitor),
            other => Err(other.unexpected(&visitor)),
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
        self.with(|form| match form {
            ValueAccess::Object(object) => object.visit(visitor),
            other => Err(other.unexpected(&visitor)),
        })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        self.with(|form| match form {
            ValueAccess::Object(object) => object.visit(visitor),
            ValueAccess::List(list) => list.visit(visitor),
            other => Err(other.unexpected(&visitor)),
        })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        self.with(|form| visitor.visit_enum(form.variant()?))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        visitor.visit_unit()
    }
}
