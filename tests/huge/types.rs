//! Unreasonably large types. Serde's code for all of them takes a compiler minutes and gigabytes,
//! so most of them implement serde's traits only with the feature `huge`.

#![allow(non_camel_case_types)] // Fields and variants share one list of names.
#![allow(dead_code)] // Some programs use only a part of it.

use crate::words::thousand;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use toolcast::ToolSchema;

macro_rules! types {
    ($($name:ident)*) => {
        /// A thousand fields.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
        #[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
        pub(crate) struct Wide {
            $(pub(crate) $name: u8,)*
        }

        /// A thousand fields that may be absent.
        #[derive(Clone, Debug, Default, PartialEq, ToolSchema)]
        #[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
        #[cfg_attr(feature = "huge", derive(Serialize, Deserialize))]
        pub(crate) struct Sparse {
            $(
                #[serde(skip_serializing_if = "Option::is_none")]
                pub(crate) $name: Option<String>,
            )*
        }

        /// A thousand names.
        #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
        #[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
        pub(crate) enum Names {
            $($name,)*
        }

        /// A thousand variants, each an object of one property.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
        #[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
        pub(crate) enum External {
            $($name(u8),)*
        }

        /// A thousand variants with a tag inside.
        #[derive(Clone, Debug, PartialEq, ToolSchema)]
        #[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
        #[cfg_attr(feature = "huge", derive(Serialize, Deserialize))]
        #[serde(tag = "kind")]
        pub(crate) enum Internal {
            $($name { value: u8 },)*
        }

        /// A thousand variants with a tag beside.
        #[derive(Clone, Debug, PartialEq, ToolSchema)]
        #[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
        #[cfg_attr(feature = "huge", derive(Serialize, Deserialize))]
        #[serde(tag = "kind", content = "value")]
        pub(crate) enum Adjacent {
            $($name(u8),)*
        }

        /// A thousand untagged variants, distinguished by their one property.
        #[derive(Clone, Debug, PartialEq, ToolSchema)]
        #[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
        #[cfg_attr(feature = "huge", derive(Serialize, Deserialize))]
        #[serde(untagged)]
        pub(crate) enum Untagged {
            $($name { $name: u8 },)*
        }

        /// The names in order.
        pub(crate) const NAMES: &[&str] = &[$(stringify!($name)),*];
    };
}
thousand!(types);

/// The thousand fields of another type, one of its own, and any further names.
#[derive(Clone, Debug, Default, PartialEq, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "huge", derive(Serialize, Deserialize))]
pub(crate) struct Flat {
    #[serde(flatten)]
    pub(crate) wide: Wide,
    pub(crate) own: bool,
    #[serde(flatten)]
    pub(crate) rest: BTreeMap<String, u8>,
}

macro_rules! levels {
    ($name:ident) => {
        /// The lowest level.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
        #[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
        pub(crate) struct $name {
            pub(crate) value: u8,
        }
    };
    ($name:ident $below:ident $($rest:ident)*) => {
        /// One level.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToolSchema)]
        #[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
        pub(crate) struct $name {
            pub(crate) below: $below,
        }
        levels!($below $($rest)*);
    };
}
levels!(
    L01 L02 L03 L04 L05 L06 L07 L08 L09 L10 L11 L12 L13 L14 L15 L16 L17 L18 L19 L20
    L21 L22 L23 L24 L25 L26 L27 L28 L29 L30 L31 L32 L33 L34 L35 L36 L37 L38 L39 L40
    L41 L42 L43 L44 L45 L46 L47 L48 L49 L50 L51 L52 L53 L54 L55 L56 L57 L58 L59 L60
);

/// Twenty lists in one another.
type Lists20<T> = Vec<Vec<Vec<Vec<Vec<Vec<Vec<Vec<Vec<Vec<Lists10<T>>>>>>>>>>>;
type Lists10<T> = Vec<Vec<Vec<Vec<Vec<Vec<Vec<Vec<Vec<Vec<T>>>>>>>>>>;
/// Ten lists in one another, with nothing possible in place of each.
type Maybe10<T> = Option<Vec<Option<Vec<Option<Vec<Option<Vec<Option<Vec<Maybe5<T>>>>>>>>>>>;
type Maybe5<T> = Option<Vec<Option<Vec<Option<Vec<Option<Vec<Option<Vec<T>>>>>>>>>>;
/// Sixty lists in one another.
pub(crate) type Lists = Lists20<Lists20<Lists20<u8>>>;
/// Thirty lists in one another, with nothing possible in place of each.
pub(crate) type Maybes = Maybe10<Maybe10<Maybe10<u8>>>;
