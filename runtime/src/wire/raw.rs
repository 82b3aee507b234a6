//! What a value is made of, as pieces of its text.

use alloc::borrow::{Cow, ToOwned};
use alloc::vec::Vec;
use core::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

/// How many elements a list or object may have that is looked into. Elements are larger than their text may be.
pub(super) const MANY: usize = 1 << 16;

/// A string that is borrowed where it can be; `Cow` alone never is.
pub(super) struct Text<'r>(pub(super) Cow<'r, str>);

impl<'de> Deserialize<'de> for Text<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Borrow;
        impl<'de> Visitor<'de> for Borrow {
            type Value = Text<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Text(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Text(Cow::Owned(text.to_owned())))
            }
        }
        deserializer.deserialize_str(Borrow)
    }
}

/// Elements in order, one more than may be at most.
pub(super) struct Elements<'r>(pub(super) Vec<&'r str>);

impl<'de> Deserialize<'de> for Elements<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct List;
        impl<'de> Visitor<'de> for List {
            type Value = Elements<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
                let mut elements = Vec::new();
                while let Some(element) = list.next_element::<&'de RawValue>()? {
                    if elements.len() <= MANY {
                        elements.push(element.get());
                    }
                }
                Ok(Elements(elements))
            }
        }
        deserializer.deserialize_seq(List)
    }
}

/// Members in order, those with the same key too.
pub(super) struct Entries<'r>(pub(super) Vec<(Cow<'r, str>, &'r str)>);

impl<'de> Deserialize<'de> for Entries<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = Entries<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(Text(key)) = map.next_key()? {
                    let value = map.next_value::<&'de RawValue>()?;
                    if entries.len() <= MANY {
                        entries.push((key, value.get()));
                    }
                }
                Ok(Entries(entries))
            }
        }
        deserializer.deserialize_map(Members)
    }
}
