//! Conversion of serializable values into content: nothing for `null`, text for a string, JSON for
//! the rest.

use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use serde::Serialize;
use serde::ser::{Impossible, Serializer};

use super::Content;

/// Serializes a value into parts for the model.
pub(super) fn write<T: Serialize + ?Sized>(value: &T) -> Result<Vec<Content>, String> {
    match value.serialize(Outermost) {
        Ok(content) => Ok(content),
        Err(NotText::Json) => match serde_json::to_string(value) {
            Ok(text) => Ok(vec![Content::Json(text)]),
            Err(error) => Err(error.to_string()),
        },
        Err(NotText::Error(message)) => Err(message),
    }
}

/// A serializer that inspects only the outermost value.
struct Outermost;

/// The reasons why the outermost value is not text.
#[derive(Debug)]
enum NotText {
    /// The value must be serialized as JSON.
    Json,
    /// Serde can't serialize the value.
    Error(String),
}

impl fmt::Display for NotText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotText::Json => f.write_str("JSON"),
            NotText::Error(message) => f.write_str(message),
        }
    }
}

impl core::error::Error for NotText {}

impl serde::ser::Error for NotText {
    fn custom<T: fmt::Display>(message: T) -> Self {
        NotText::Error(message.to_string())
    }
}

fn text(text: impl Into<String>) -> Vec<Content> {
    vec![Content::Text(text.into())]
}

macro_rules! json {
    ($($method:ident($($ty:ty),*) -> $ok:ty;)*) => {$(
        fn $method(self, $(_: $ty),*) -> Result<$ok, NotText> {
            Err(NotText::Json)
        }
    )*};
}

type Compound = Impossible<Vec<Content>, NotText>;

impl Serializer for Outermost {
    type Ok = Vec<Content>;
    type Error = NotText;
    type SerializeSeq = Compound;
    type SerializeTuple = Compound;
    type SerializeTupleStruct = Compound;
    type SerializeTupleVariant = Compound;
    type SerializeMap = Compound;
    type SerializeStruct = Compound;
    type SerializeStructVariant = Compound;

    fn serialize_str(self, value: &str) -> Result<Vec<Content>, NotText> {
        Ok(text(value))
    }

    fn serialize_char(self, value: char) -> Result<Vec<Content>, NotText> {
        Ok(text(value))
    }

    fn collect_str<T: fmt::Display + ?Sized>(self, value: &T) -> Result<Vec<Content>, NotText> {
        Ok(text(value.to_string()))
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<Vec<Content>, NotText> {
        Ok(text(variant))
    }

    fn serialize_none(self) -> Result<Vec<Content>, NotText> {
        Ok(Vec::new())
    }

    fn serialize_unit(self) -> Result<Vec<Content>, NotText> {
        Ok(Vec::new())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Vec<Content>, NotText> {
        Ok(Vec::new())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Vec<Content>, NotText> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Vec<Content>, NotText> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<Vec<Content>, NotText> {
        Err(NotText::Json)
    }

    json! {
        serialize_bool(bool) -> Vec<Content>;
        serialize_i8(i8) -> Vec<Content>;
        serialize_i16(i16) -> Vec<Content>;
        serialize_i32(i32) -> Vec<Content>;
        serialize_i64(i64) -> Vec<Content>;
        serialize_i128(i128) -> Vec<Content>;
        serialize_u8(u8) -> Vec<Content>;
        serialize_u16(u16) -> Vec<Content>;
        serialize_u32(u32) -> Vec<Content>;
        serialize_u64(u64) -> Vec<Content>;
        serialize_u128(u128) -> Vec<Content>;
        serialize_f32(f32) -> Vec<Content>;
        serialize_f64(f64) -> Vec<Content>;
        serialize_bytes(&[u8]) -> Vec<Content>;
        serialize_seq(Option<usize>) -> Compound;
        serialize_tuple(usize) -> Compound;
        serialize_tuple_struct(&'static str, usize) -> Compound;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Compound;
        serialize_map(Option<usize>) -> Compound;
        serialize_struct(&'static str, usize) -> Compound;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Compound;
    }
}

#[cfg(test)]
mod tests {
    use super::write;
    use crate::call::Content;
    use alloc::borrow::ToOwned;
    use alloc::collections::BTreeMap;
    use alloc::vec::Vec;

    #[test]
    fn null_is_nothing() {
        assert_eq!(write(&()), Ok(Vec::new()));
        assert_eq!(write(&None::<u8>), Ok(Vec::new()));
        assert_eq!(write(&serde_json::Value::Null), Ok(Vec::new()));
    }

    #[test]
    fn strings_are_text_without_quotes() {
        for text in ["a\"b\n", ""] {
            assert_eq!(write(text), Ok([Content::Text(text.to_owned())].into()));
            assert_eq!(
                write(&Some(alloc::boxed::Box::new(text))),
                Ok([Content::Text(text.to_owned())].into())
            );
        }
        assert_eq!(write(&'x'), Ok([Content::Text("x".to_owned())].into()));
    }

    #[test]
    fn the_rest_is_json() {
        assert_eq!(write(&1.5), Ok([Content::Json("1.5".to_owned())].into()));
        assert_eq!(
            write(&[Some("a"), None]),
            Ok([Content::Json(r#"["a",null]"#.to_owned())].into())
        );
    }

    #[test]
    fn what_serde_cannot_write_is_an_error() {
        let map = BTreeMap::from([((1, 2), 3)]);
        assert_eq!(write(&map), Err("key must be a string".to_owned()));
    }
}
