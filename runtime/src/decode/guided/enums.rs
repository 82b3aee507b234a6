//! Externally tagged enums: a string, or an object with one member.

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{DeserializeSeed, EnumAccess, Error, Unexpected, VariantAccess, Visitor};

use super::error::DecodeError;
use super::{FieldEntry, Guided, MapEntries, SentFields, Walk};
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
    Field(&'s SentFields<'s, 'de>, FieldEntry<'de>),
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
    ) -> Result<S::Value, DecodeError> {
        let none = || DecodeError::invalid_type(Unexpected::UnitVariant, &wanted);
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
    type Error = DecodeError;
    type Variant = EnumOf<'s, 'de>;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, Self::Variant), DecodeError> {
        let name = seed.deserialize(BorrowedStrDeserializer::new(self.name))?;
        Ok((name, self))
    }
}

impl<'de> VariantAccess<'de> for EnumOf<'_, 'de> {
    type Error = DecodeError;

    fn unit_variant(self) -> Result<(), DecodeError> {
        match self.variant {
            Variant::Unit => Ok(()),
            _ => self.read(core::marker::PhantomData::<()>, "unit variant"),
        }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<S::Value, DecodeError> {
        self.read(seed, "newtype variant")
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        _len: usize,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        self.read(ContentAccess(visitor, ContentForm::Tuple), "tuple variant")
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        self.read(
            ContentAccess(visitor, ContentForm::Struct),
            "struct variant",
        )
    }
}

/// The expected form of a variant's content.
#[derive(Clone, Copy)]
enum ContentForm {
    Tuple,
    Struct,
}

/// Passes the content of a variant to a visitor.
struct ContentAccess<V>(V, ContentForm);

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for ContentAccess<V> {
    type Value = V::Value;

    fn deserialize<D: serde::Deserializer<'de>>(self, value: D) -> Result<V::Value, D::Error> {
        match self.1 {
            ContentForm::Tuple => value.deserialize_seq(self.0),
            ContentForm::Struct => value.deserialize_map(self.0),
        }
    }
}
