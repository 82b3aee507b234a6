//! Reads a whole value, or an absent one, as a type.

use core::marker::PhantomData;

use serde::Deserialize;
use serde::de::{Deserializer, Error, Visitor};
use serde::forward_to_deserialize_any;

use super::super::within::any_type_within;
use super::error::DecodeError;
use super::flattened::flattens_option;
use super::session::MapNameForm;
use super::{ExpectedForm, Guided};

/// A function that reads a value as a type; `None` is an absent value. The functions that call it
/// have no type parameter, so that a tool's crate has less to compile.
pub(crate) type Once<'f, 'de> = dyn FnMut(Option<&Guided<'_, 'de>>) -> Result<(), DecodeError> + 'f;

/// Returns a function that reads a value into a place.
pub(crate) fn read_into<'de, T: Deserialize<'de>>(
    place: &mut Option<T>,
) -> impl FnMut(Option<&Guided<'_, 'de>>) -> Result<(), DecodeError> {
    |value| {
        *place = Some(match value {
            Some(value) => value.read(PhantomData)?,
            None => T::deserialize(Missing)?,
        });
        Ok(())
    }
}

impl<'de> Guided<'_, 'de> {
    /// Reads the whole value. If that fails and a number or bool was the name in a map, reads it
    /// again with such names as values (see `keys`). In a flattened `Option`, the failure is not an
    /// error, but `None`: there the second read comes first.
    pub(crate) fn read_by(&self, once: &mut Once<'_, 'de>) -> Result<(), DecodeError> {
        let session = self.walk.session;
        session.names.set(MapNameForm::AsText);
        let found = once(Some(self));
        let seen = session.names.replace(MapNameForm::AsValues) == MapNameForm::SeenAsText;
        if !seen || found.is_ok() && !self.may_swallow_errors() {
            return found;
        }
        let again = once(Some(self));
        if again.is_ok() || found.is_err() {
            return again;
        }
        session.names.set(MapNameForm::AsText);
        once(Some(self))
    }

    /// Returns true if serde reads `None` if a part of the value fails.
    fn may_swallow_errors(&self) -> bool {
        match self.what {
            ExpectedForm::Raw => false,
            ExpectedForm::Part(..) => true,
            ExpectedForm::As(schema, place, _) => {
                any_type_within(schema, place.up, &mut |schema, at, _| {
                    flattens_option(schema, at)
                })
            }
        }
    }
}

/// The deserializer of an absent property: an error, unless the type is an `Option`.
struct Missing;

impl<'de> Deserializer<'de> for Missing {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value, DecodeError> {
        Err(DecodeError::custom("it is missing"))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        visitor.visit_none()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
