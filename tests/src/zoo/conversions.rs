//! Types that serde reads through another type.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use toolcast::ToolSchema;

/// Read and written as a string.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(from = "String", into = "String")]
pub struct Upper(String);

impl From<String> for Upper {
    fn from(text: String) -> Self {
        Upper(text.to_uppercase())
    }
}

impl From<Upper> for String {
    fn from(upper: Upper) -> Self {
        upper.0
    }
}

/// Read through a type that may fail; this one never does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(try_from = "Parts", into = "Parts")]
pub struct Checked {
    sum: u16,
    first: u8,
}

/// The JSON of [`Checked`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Parts {
    first: u8,
    second: u8,
}

impl TryFrom<Parts> for Checked {
    type Error = String;

    fn try_from(parts: Parts) -> Result<Self, String> {
        Ok(Checked {
            sum: u16::from(parts.first) + u16::from(parts.second),
            first: parts.first,
        })
    }
}

impl From<Checked> for Parts {
    fn from(checked: Checked) -> Self {
        let second = u8::try_from(checked.sum - u16::from(checked.first)).unwrap_or(u8::MAX);
        Parts {
            first: checked.first,
            second,
        }
    }
}

/// Read through an option: may be absent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(from = "Option<u8>", into = "Option<u8>")]
pub struct OrZero(u8);

impl From<Option<u8>> for OrZero {
    fn from(value: Option<u8>) -> Self {
        OrZero(value.unwrap_or(0))
    }
}

impl From<OrZero> for Option<u8> {
    fn from(value: OrZero) -> Self {
        Some(value.0)
    }
}

/// Hexadecimal text for a number.
mod hex {
    use super::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(value: &u32, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&format!("{value:08x}"))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
        let text = String::deserialize(deserializer)?;
        Ok(u32::from_str_radix(&text, 16).unwrap_or(0))
    }
}

/// A length in any unit of text; anything else is none.
fn lenient<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u8>, D::Error> {
    Option::<u8>::deserialize(deserializer)
}

/// Functions instead of impls: the schema is that of the type named.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct With {
    #[serde(with = "hex")]
    #[cfg_attr(feature = "schemars", schemars(with = "String"))]
    #[tool(as = "String")]
    color: u32,
    #[serde(deserialize_with = "lenient")]
    #[tool(as = "Option<u8>")]
    #[cfg_attr(feature = "schemars", schemars(with = "Option<u8>"))]
    has_to_be_there: Option<u8>,
    #[serde(deserialize_with = "lenient", default)]
    #[tool(as = "Option<u8>")]
    #[cfg_attr(feature = "schemars", schemars(with = "Option<u8>"))]
    may_be_absent: Option<u8>,
}

/// The whole type is described as another one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[tool(as = "(f64, f64)")]
#[cfg_attr(feature = "schemars", schemars(with = "(f64, f64)"))]
pub struct DescribedAs(f64, f64);

/// Conversions below a root, optional ones too.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Conversions {
    upper: Upper,
    checked: Checked,
    or_zero: OrZero,
    maybe: Option<Upper>,
    list: Vec<Checked>,
    described: DescribedAs,
}

fn checked(first: u8, second: u8) -> Checked {
    Checked {
        sum: u16::from(first) + u16::from(second),
        first,
    }
}

super::specimens! {
    Upper = [Upper("X".into())];
    Checked = [checked(1, 2)];
    OrZero = [OrZero(0), OrZero(9)];
    With = [
        With { color: 0xff_00_aa, has_to_be_there: None, may_be_absent: None },
        With { color: 0, has_to_be_there: Some(1), may_be_absent: Some(2) },
    ];
    Conversions = [
        Conversions {
            upper: Upper("A".into()), checked: checked(255, 255), or_zero: OrZero(1), maybe: None, list: vec![],
            described: DescribedAs(0.5, 1.0),
        },
        Conversions {
            upper: Upper(String::new()), checked: checked(0, 0), or_zero: OrZero(0), maybe: Some(Upper("B".into())),
            list: vec![checked(3, 4)], described: DescribedAs(-1.0, 2.5),
        },
    ];
}
