//! Map names as serde reads them: integers, bools and unit enums in strings.
//!
//! Below `flatten` and in tagged and untagged enums, serde buffers values. Later it requests a
//! number from the buffered name, which is text. So if reading fails, the value is read again, with
//! number and bool names passed to serde's buffer as such. Text comes first, because a custom
//! deserializer (`deserialize_with`) may request it and because plain serde would see text.

use std::collections::HashMap;

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{Deserializer, Error, Unexpected, Visitor};
use serde::forward_to_deserialize_any;

use super::super::type_bounds::{
    float_holds, integer_holds, is_integer, is_number, named_value, string_holds,
};
use super::Walk;
use super::error::DecodeError;
use super::numbers::visit_number;
use super::session::{MapNameForm, Session};
use crate::constraint::{float, number_kept};
use crate::schema::{FloatType, Kind, Link, Literal, Schema};
use crate::shape::{Frame, key_rules, map_key};

/// A map name.
pub(super) struct KeyOf<'w, 'de> {
    pub(super) name: &'de str,
    /// The schema of the map's names, newtypes removed.
    pub(super) map: Option<(&'w Session<'de>, &'de Schema<'de>)>,
}

impl<'de> KeyOf<'_, 'de> {
    fn number<V: Visitor<'de>>(&self, visitor: V) -> Result<V::Value, DecodeError> {
        if is_number(self.name) {
            visit_number(self.name, false, true, visitor)
        } else {
            Err(DecodeError::custom("expected a number as the name"))
        }
    }
}

/// Returns true if a map may have the name.
pub(crate) fn key_fits<'de>(
    walk: Walk<'_, 'de>,
    names: &'de Link<'de>,
    frame: &Frame<'_, 'de>,
    name: &str,
) -> bool {
    if !walk.session.step() {
        return false;
    }
    let key = map_key(names, frame);
    if !name_satisfies(walk.session, names, key, frame, name) {
        return false;
    }
    match &key.kind {
        Kind::Integer(integer) => is_integer(name) && integer_holds(integer, name),
        Kind::Number(_) => is_number(name),
        Kind::Boolean => name == "true" || name == "false",
        Kind::Enum(values) => named_value(values, name).is_some(),
        Kind::String(string) => string_holds(string, name),
        _ => true,
    }
}

/// Returns true if a map's name satisfies the constraints of the newtypes around its type, and if a
/// float holds it: serde would read infinity. A name of a number's type is compared as a number.
pub(super) fn name_satisfies<'de>(
    session: &Session<'_>,
    names: &'de Link<'de>,
    key: &Schema<'_>,
    frame: &Frame<'_, 'de>,
    name: &str,
) -> bool {
    let number = matches!(key.kind, Kind::Integer(_) | Kind::Number(_)) && is_number(name);
    if matches!(&key.kind, Kind::Number(float) if number && !float_holds(*float, name)) {
        return false;
    }
    key_rules(names, frame).all(|rules| {
        if number {
            number_kept(rules, name)
        } else {
            session.text_kept(rules, name)
        }
    })
}

/// Returns an error if two names are one key of the map: a name of an enum's variant and its alias,
/// `0` and `-0`, or two notations of a float. The map would keep only one of their values.
pub(super) fn reject_same_key<'n>(
    key: &Schema<'_>,
    names: &mut dyn Iterator<Item = &'n str>,
) -> Result<(), DecodeError> {
    let same = |name: &'n str| match &key.kind {
        Kind::Enum(values) => named_value(values, name).map(|at| at as u64),
        Kind::Integer(_) => (name == "0" || name == "-0").then_some(0),
        Kind::Number(kind) => float_bits(*kind, name),
        _ => None,
    };
    let mut seen = HashMap::new();
    let mut all = Vec::new();
    for name in names {
        let Some(key) = same(name) else { continue };
        // The map holds numbers, as that of a stream: each type of a value is compiled anew.
        let number = all.len();
        all.push(name);
        if let Some(other) = seen.insert(key, number) {
            let other = all[other];
            let text = format!("`{other}` and `{name}` are the same key");
            return Err(DecodeError::custom(text));
        }
    }
    Ok(())
}

/// Returns the bits of the float that serde reads from a name. `-0` has those of `0`.
#[allow(clippy::cast_possible_truncation)] // An `f32` is meant to be rounded.
fn float_bits(kind: FloatType, name: &str) -> Option<u64> {
    let wide = float(name)?;
    let read = match kind {
        FloatType::F32 => f64::from(wide as f32),
        FloatType::F64 => wide,
    };
    Some((read + 0.0).to_bits())
}

/// Returns true if the names are numbers or bools.
fn are_values(schema: &Schema<'_>) -> bool {
    match &schema.kind {
        Kind::Integer(_) | Kind::Number(_) | Kind::Boolean => true,
        Kind::Enum(all) => {
            matches!(all.values.first(), Some(one) if matches!(one.value, Literal::Number(_)))
        }
        _ => false,
    }
}

macro_rules! numbers {
    ($($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
            self.number(visitor)
        })*
    };
}

impl<'de> Deserializer<'de> for KeyOf<'_, 'de> {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        if let Some((session, schema)) = self.map
            && are_values(schema)
            && session.shows_names() == MapNameForm::AsValues
        {
            return match &schema.kind {
                Kind::Boolean => self.deserialize_bool(visitor),
                _ => self.number(visitor),
            };
        }
        visitor.visit_borrowed_str(self.name)
    }

    numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_f32 deserialize_f64
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self.name {
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            other => Err(DecodeError::invalid_type(Unexpected::Str(other), &visitor)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        BorrowedStrDeserializer::new(self.name).deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct identifier
        ignored_any
    }
}
