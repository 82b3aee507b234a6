//! Externally tagged enums: a string, or an object with one member.

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{DeserializeSeed, EnumAccess, Error, Unexpected, VariantAccess, Visitor};

use super::stop::Stop;
use super::{Entry, Fields, Guided, MapEntries, Walk};
use crate::json_index::Node;

/// A variant's name and content.
pub(super) struct EnumOf<'s, 'de> {
    walk: Walk<'s, 'de>,
    name: &'de str,
    variant: Variant<'s, 'de>,
}

/// The content of a variant.
#[derive(Clone, Copy)]
pub(super) enum Variant<'s, 'de> {
    /// No content: the value was a string.
    Unit,
    Raw(Node<'de>),
    Field(&'s Fields<'s, 'de>, Entry<'de>),
    /// The only value of a map.
    Entry(MapEntries<'s, 'de>),
}

impl<'s, 'de> EnumOf<'s, 'de> {
    pub(super) fn new(walk: Walk<'s, 'de>, name: &'de str, variant: Variant<'s, 'de>) -> Self {
        EnumOf {
            walk,
            name,
            variant,
        }
    }

    fn read<S: DeserializeSeed<'de>>(
        &self,
        seed: S,
        wanted: &'static str,
    ) -> Result<S::Value, Stop> {
        let none = || Stop::invalid_type(Unexpected::UnitVariant, &wanted);
        match self.variant {
            Variant::Unit => Err(none()),
            Variant::Raw(value) => Guided::raw(self.walk, value).read(seed),
            Variant::Field(fields, entry) => fields.read(self.walk, &entry, seed),
            Variant::Entry(entries) => match entries.value(self.walk, 0) {
                Some(value) => value.read(seed),
                None => Err(none()),
            },
        }
    }
}

impl<'s, 'de> EnumAccess<'de> for EnumOf<'s, 'de> {
    type Error = Stop;
    type Variant = EnumOf<'s, 'de>;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, Self::Variant), Stop> {
        let name = seed.deserialize(BorrowedStrDeserializer::new(self.name))?;
        Ok((name, self))
    }
}

impl<'de> VariantAccess<'de> for EnumOf<'_, 'de> {
    type Error = Stop;

    fn unit_variant(self) -> Result<(), Stop> {
        match self.variant {
            Variant::Unit => Ok(()),
            _ => self.read(core::marker::PhantomData::<()>, "unit variant"),
        }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Stop> {
        self.read(seed, "newtype variant")
    }

    fn tuple_variant<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, Stop> {
        self.read(Content(visitor, Shape::Tuple), "tuple variant")
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stop> {
        self.read(Content(visitor, Shape::Struct), "struct variant")
    }
}

/// The expected form of a variant's content.
#[derive(Clone, Copy)]
enum Shape {
    Tuple,
    Struct,
}

/// Passes the content of a variant to a visitor.
struct Content<V>(V, Shape);

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for Content<V> {
    type Value = V::Value;

    fn deserialize<D: serde::Deserializer<'de>>(self, value: D) -> Result<V::Value, D::Error> {
        match self.1 {
            Shape::Tuple => value.deserialize_seq(self.0),
            Shape::Struct => value.deserialize_map(self.0),
        }
    }
}
