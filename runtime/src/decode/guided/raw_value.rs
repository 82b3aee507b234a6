//! `serde_json::value::RawValue`: the text of a value.

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{DeserializeSeed, MapAccess};

use super::error::DecodeError;

/// The name by which `serde_json::value::RawValue` requests the text of a value.
pub(super) const RAW_VALUE: &str = "$serde_json::private::RawValue";

/// The text of a value for `RawValue`: a map with one entry.
pub(super) struct RawText<'de>(pub(super) Option<&'de str>);

impl<'de> MapAccess<'de> for RawText<'de> {
    type Error = DecodeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, DecodeError> {
        match self.0 {
            Some(_) => seed
                .deserialize(BorrowedStrDeserializer::new(RAW_VALUE))
                .map(Some),
            None => Ok(None),
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<S::Value, DecodeError> {
        let text = self.0.take().unwrap_or_default();
        seed.deserialize(BorrowedStrDeserializer::new(text))
    }
}
