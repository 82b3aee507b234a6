//! Serde's view of a guided value: the same as of a `serde_json::Value` after `lift`, but numbers
//! and texts keep their form.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use core::fmt;
use core::marker::PhantomData;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, Unexpected, Visitor};
use serde::forward_to_deserialize_any;

use super::super::document::{Kind as Json, Node};
use super::super::errors::{Fault, FaultKind};
use super::super::path::{got, said};
use super::access::{
    ListOf, RawText, visit_array, visit_entries, visit_fields, visit_list, visit_raw_object,
};
use super::enums::{EnumOf, Variant};
use super::fits::float_holds;
use super::numbers::{visit_number, visit_whole};
use super::object::Part;
use super::price::is_untagged;
use super::session::Names;
use super::{Guided, Seen, Walk, What};
use crate::schema::{Array, FloatType, Kind, Literal, Schema};
use crate::shape::{null_is_text, resolve};

/// The error at which serde stopped.
#[derive(Debug, Default)]
pub(crate) struct Stop {
    text: String,
    /// The fault in JSON's words, if serde rejects what the schema accepts.
    fault: Option<Box<Fault>>,
}

impl Stop {
    fn new(text: &str) -> Self {
        Stop {
            text: text.to_owned(),
            fault: None,
        }
    }

    /// A constraint is violated; the explanation finds out which.
    fn constraint() -> Self {
        Stop::new("a constraint is violated")
    }

    /// The step budget ran out before the value's alternative was found.
    fn spent() -> Self {
        Stop::new("there are too many ways to read it")
    }

    /// The same error with a fault, if it has none yet.
    pub(super) fn with_fault(mut self, fault: impl FnOnce() -> Fault) -> Self {
        self.fault.get_or_insert_with(|| Box::new(fault()));
        self
    }

    /// Returns the fault in JSON's words. If there is none, the value is rejected with serde's
    /// message.
    pub(in crate::decode) fn into_fault(self, path: String, node: Node<'_>) -> Fault {
        match self.fault {
            Some(fault) => *fault,
            None => Fault {
                kind: FaultKind::Refused,
                path,
                expected: said(&self.text),
                got: got(node),
                hint: None,
            },
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl core::error::Error for Stop {}

impl Error for Stop {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Stop {
            text: message.to_string(),
            fault: None,
        }
    }
}

/// The result of the fast path.
enum Glance {
    AsItIs,
    /// An integer.
    Whole,
}

/// A function that reads a value as a type; `None` is an absent value. The functions that call it
/// have no type parameter, so that a tool's crate has less to compile.
pub(crate) type Once<'f, 'de> = dyn FnMut(Option<&Guided<'_, 'de>>) -> Result<(), Stop> + 'f;

/// Returns a function that reads a value into a place.
pub(crate) fn read_into<'de, T: Deserialize<'de>>(
    place: &mut Option<T>,
) -> impl FnMut(Option<&Guided<'_, 'de>>) -> Result<(), Stop> {
    |value| {
        *place = Some(match value {
            Some(value) => value.read(PhantomData)?,
            None => T::deserialize(Missing)?,
        });
        Ok(())
    }
}

impl<'de> Guided<'_, 'de> {
    /// Reads the whole value as a type.
    pub(crate) fn read_as<T: Deserialize<'de>>(&self) -> Result<T, Stop> {
        let mut found = None;
        self.read_by(&mut read_into(&mut found))?;
        found.ok_or_else(Stop::default)
    }

    /// Reads the whole value. If that fails and a number or bool was the name in a map, reads it
    /// again with such names as values (see `keys`).
    pub(crate) fn read_by(&self, once: &mut Once<'_, 'de>) -> Result<(), Stop> {
        let session = self.walk.session;
        session.show_names(Names::AsText);
        let found = once(Some(self));
        if found.is_ok() || session.show_names(Names::AsValues) != Names::SeenAsText {
            return found;
        }
        once(Some(self))
    }

    /// Reads the value once.
    pub(crate) fn read<S: DeserializeSeed<'de>>(&self, seed: S) -> Result<S::Value, Stop> {
        seed.deserialize(Reading(self))
    }

    /// Calls `show` with one level of the value, if its constraints are satisfied.
    pub(super) fn with<R>(
        &self,
        show: impl FnOnce(Seen<'_, 'de>, Walk<'_, 'de>) -> Result<R, Stop>,
    ) -> Result<R, Stop> {
        if let Some(glance) = self.at_a_glance() {
            let seen = match glance {
                Glance::AsItIs => Seen::Raw(self.node),
                Glance::Whole => Seen::Integer(self.node.raw()),
            };
            return show(seen, self.walk);
        }
        let mut show = Some(show);
        let mut out = Err(Stop::default());
        self.shown(&mut |seen, walk| {
            if let Some(show) = show.take() {
                out = show(seen, walk);
            }
        })?;
        out
    }

    /// The general path of [`with`](Self::with), valid for every value.
    fn shown(&self, once: &mut dyn FnMut(Seen<'_, 'de>, Walk<'_, 'de>)) -> Result<(), Stop> {
        if self.is_too_dear() {
            return Err(Stop::spent());
        }
        match self.what {
            What::Raw => once(Seen::Raw(self.node), self.walk),
            What::Part(fields, _) => once(Seen::Fields(fields), self.walk),
            What::As { schema, place, .. } => {
                let is_union = is_untagged(schema, &place);
                let mut kept = true;
                self.see(&mut |seen, leaf| {
                    kept = leaf.keeps(&seen);
                    if kept {
                        let walk = Walk {
                            priced: leaf.walk.priced || is_union,
                            ..leaf.walk
                        };
                        once(seen, walk);
                    }
                });
                if !kept {
                    return Err(Stop::constraint());
                }
            }
        }
        Ok(())
    }

    /// Fast path for values without rewrites or constraints, such as most parameters. Must agree
    /// with the general path.
    fn at_a_glance(&self) -> Option<Glance> {
        let (schema, place) = match &self.what {
            What::Raw => return Some(Glance::AsItIs),
            What::As {
                schema,
                place,
                rules: None,
            } => (*schema, place),
            _ => return None,
        };
        let (schema, null) = match &schema.kind {
            Kind::Option(inner) if schema.name.is_none() => (resolve(inner, place.up), true),
            _ => (schema, place.null),
        };
        let node = self.node;
        match (&schema.kind, node.kind()) {
            (Kind::String(_), Json::Plain | Json::Escaped)
                if schema.name.is_none()
                    && !(null && null_is_text(self.walk.d, place.optional)) =>
            {
                Some(Glance::AsItIs)
            }
            // A unit enum can't contain itself, so it may have a name.
            (Kind::Enum(values), Json::Plain | Json::Escaped)
                if matches!(values.values.first(), Some(one) if matches!(one.value, Literal::String(_)))
                    && self.walk.lenient.is_none()
                    && !(null && null_is_text(self.walk.d, place.optional)) =>
            {
                Some(Glance::AsItIs)
            }
            (Kind::Boolean, Json::True | Json::False)
            | (Kind::Number(FloatType::F64), Json::Number) => Some(Glance::AsItIs),
            (Kind::Integer(_), Json::Number) => Some(Glance::Whole),
            _ => None,
        }
    }

    /// The fast path for a list: its items are resolved when they are read.
    fn array_at_a_glance(&self, schema: &'de Schema<'de>) -> Option<&'de Array<'de>> {
        match &schema.kind {
            Kind::Array(array)
                if schema.name.is_none()
                    && array.exactly.is_none()
                    && !array.unique
                    && self.node.is_array() =>
            {
                Some(array)
            }
            _ => None,
        }
    }

    /// Returns the members of an object to read.
    fn part(&self) -> Part {
        match self.what {
            What::Part(_, part) => part,
            _ => Part::ALL,
        }
    }

    fn number<V: Visitor<'de>>(&self, visitor: V, wide: bool) -> Result<V::Value, Stop> {
        self.with(|seen, _| match seen {
            Seen::Integer(text) => visit_whole(text, wide, visitor),
            Seen::Number(text) => visit_number(text, wide, visitor),
            Seen::Raw(node) if node.kind() == Json::Number => {
                visit_number(node.raw(), wide, visitor)
            }
            seen => Err(wrong(seen, &visitor)),
        })
    }

    fn text<V: Visitor<'de>>(&self, visitor: V) -> Result<V::Value, Stop> {
        self.with(|seen, _| match seen {
            Seen::Raw(node) if node.is_string() => visit_text(node, visitor),
            seen => Err(wrong(seen, &visitor)),
        })
    }

    fn unit<V: Visitor<'de>>(&self, visitor: V) -> Result<V::Value, Stop> {
        self.with(|seen, _| {
            if seen.is_null() {
                visitor.visit_unit()
            } else {
                Err(wrong(seen, &visitor))
            }
        })
    }
}

fn visit_text<'de, V: Visitor<'de>>(node: Node<'de>, visitor: V) -> Result<V::Value, Stop> {
    visitor.visit_borrowed_str(node.as_str().unwrap_or_default())
}

/// Creates serde's error for an unexpected value.
fn wrong(seen: Seen<'_, '_>, expected: &dyn serde::de::Expected) -> Stop {
    let unexpected = match seen {
        Seen::Null => Unexpected::Unit,
        Seen::Bool(b) => Unexpected::Bool(b),
        Seen::Integer(_) | Seen::Number(_) => Unexpected::Other("number"),
        Seen::List(_) => Unexpected::Seq,
        Seen::Fields(_) | Seen::Map(_) => Unexpected::Map,
        Seen::Spent => return Stop::spent(),
        Seen::Raw(node) => match node.kind() {
            Json::Null => Unexpected::Unit,
            Json::True => Unexpected::Bool(true),
            Json::False => Unexpected::Bool(false),
            Json::Number => Unexpected::Other("number"),
            Json::Plain | Json::Escaped => Unexpected::Other("string"),
            Json::Array => Unexpected::Seq,
            Json::Object => Unexpected::Map,
        },
    };
    Stop::invalid_type(unexpected, expected)
}

macro_rules! numbers {
    ($($narrow:ident)* | $($wide:ident)*) => {
        $(fn $narrow<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
            self.number(visitor, false)
        })*
        $(fn $wide<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
            self.number(visitor, true)
        })*
    };
}

/// The name by which `serde_json::value::RawValue` requests the text of a value.
pub(super) const RAW_VALUE: &str = "$serde_json::private::RawValue";

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
    type Error = Stop;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        let part = self.part();
        self.with(|seen, walk| match seen {
            Seen::Null => visitor.visit_unit(),
            Seen::Bool(b) => visitor.visit_bool(b),
            Seen::Integer(text) => visit_whole(text, false, visitor),
            Seen::Number(text) => visit_number(text, false, visitor),
            Seen::List(list) => visit_list(ListOf { walk, list, at: 0 }, visitor),
            Seen::Fields(fields) => visit_fields(walk, fields, part, visitor),
            Seen::Map(entries) => visit_entries(walk, entries, visitor),
            Seen::Spent => Err(Stop::spent()),
            Seen::Raw(node) => match node.kind() {
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

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        self.with(|seen, _| match seen {
            Seen::Bool(b) => visitor.visit_bool(b),
            Seen::Raw(node) if node.kind() == Json::True => visitor.visit_bool(true),
            Seen::Raw(node) if node.kind() == Json::False => visitor.visit_bool(false),
            seen => Err(wrong(seen, &visitor)),
        })
    }

    numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
        deserialize_f64 | deserialize_i128 deserialize_u128
    }

    /// Rejects a number out of range, which serde would read as infinity.
    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        self.with(|seen, _| {
            let text = match seen {
                Seen::Integer(text) | Seen::Number(text) => text,
                Seen::Raw(node) if node.kind() == Json::Number => node.raw(),
                seen => return Err(wrong(seen, &visitor)),
            };
            if !float_holds(FloatType::F32, text) {
                return Err(Stop::custom(
                    "expected a number from -3.4028235e38 to 3.4028235e38",
                ));
            }
            visit_number(text, false, visitor)
        })
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        self.text(visitor)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        self.text(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        self.text(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        self.text(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        self.with(|seen, walk| match seen {
            Seen::List(list) => visit_list(ListOf { walk, list, at: 0 }, visitor),
            Seen::Raw(node) if node.is_string() => visit_text(node, visitor),
            Seen::Raw(node) if node.is_array() => visit_array(walk, node, None, visitor),
            seen => Err(wrong(seen, &visitor)),
        })
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        let null = match self.what {
            What::Part(fields, part) => !fields.entries.iter().any(|entry| part.has(entry)),
            // Only `null` and a string that holds it can be read as `null`.
            _ if self.node.is_null() || self.node.is_string() => match self.at_a_glance() {
                // The fast path has already found it to be text; skip the second check.
                Some(Glance::AsItIs) if self.node.is_string() => {
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

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        match self.what {
            What::Part(..) => visitor.visit_unit(),
            _ => self.unit(visitor),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Stop> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Stop> {
        if cfg!(feature = "raw_value") && name == RAW_VALUE {
            return self.with(|seen, _| match seen {
                Seen::Raw(node) => visitor.visit_map(RawText(Some(node.raw()))),
                Seen::Integer(text) | Seen::Number(text) => visitor.visit_map(RawText(Some(text))),
                Seen::Null => visitor.visit_map(RawText(Some("null"))),
                seen => Err(wrong(seen, &visitor)),
            });
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        if let What::As {
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
            Seen::List(list) => visit_list(ListOf { walk, list, at: 0 }, visitor),
            Seen::Raw(node) if node.is_array() => visit_array(walk, node, None, visitor),
            seen => Err(wrong(seen, &visitor)),
        })
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, Stop> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _len: usize,
        visitor: V,
    ) -> Result<V::Value, Stop> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        let part = self.part();
        self.with(|seen, walk| match seen {
            Seen::Fields(fields) => visit_fields(walk, fields, part, visitor),
            Seen::Map(entries) => visit_entries(walk, entries, visitor),
            Seen::Raw(node) if node.is_object() => visit_raw_object(walk, node, visitor),
            seen => Err(wrong(seen, &visitor)),
        })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stop> {
        let part = self.part();
        self.with(|seen, walk| match seen {
            Seen::Fields(fields) => visit_fields(walk, fields, part, visitor),
            Seen::Map(entries) => visit_entries(walk, entries, visitor),
            Seen::List(list) => visit_list(ListOf { walk, list, at: 0 }, visitor),
            Seen::Raw(node) if node.is_object() => visit_raw_object(walk, node, visitor),
            Seen::Raw(node) if node.is_array() => visit_array(walk, node, None, visitor),
            seen => Err(wrong(seen, &visitor)),
        })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stop> {
        let part = self.part();
        self.with(|seen, walk| {
            let found = match seen {
                Seen::Raw(node) if node.is_string() => {
                    let name = node.as_str().unwrap_or_default();
                    Some(EnumOf::new(walk, name, Variant::Unit))
                }
                Seen::Raw(node) if node.is_object() => {
                    let mut members = node.members();
                    match (members.next(), members.next()) {
                        (Some((name, value)), None) => {
                            Some(EnumOf::new(walk, name, Variant::Raw(value)))
                        }
                        _ => None,
                    }
                }
                Seen::Fields(fields) => fields
                    .one(part)
                    .map(|entry| EnumOf::new(walk, entry.name, Variant::Field(fields, *entry))),
                Seen::Map(entries) if entries.entries.len() == 1 => {
                    let name = entries.entries[0].0;
                    Some(EnumOf::new(walk, name, Variant::Entry(entries)))
                }
                Seen::Map(_) => None,
                _ => return Err(wrong(seen, &"string or map")),
            };
            match found {
                Some(found) => visitor.visit_enum(found),
                None => Err(Stop::invalid_value(
                    Unexpected::Map,
                    &"map with a single key",
                )),
            }
        })
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        visitor.visit_unit()
    }
}

/// The deserializer of an absent property: an error, unless the type is an `Option`.
pub(crate) struct Missing;

impl<'de> Deserializer<'de> for Missing {
    type Error = Stop;

    fn deserialize_any<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value, Stop> {
        Err(Stop::custom("it is missing"))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        visitor.visit_none()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
