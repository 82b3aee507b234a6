//! Tuples of every length that serde supports, from one item to sixteen.

use serde::{Deserialize, Serialize};
use toolcast::ToolSchema;

/// Of several types, so that none is a plain list.
#[derive(Debug, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[rustfmt::skip] // A table.
pub struct Mixed {
    three: (u8, bool, String),
    four: (u8, bool, String, i8),
    five: (u8, bool, String, i8, ()),
    six: (u8, bool, String, i8, (), char),
    seven: (u8, bool, String, i8, (), char, f64),
    nine: (u8, bool, String, i8, (), char, f64, u16, Option<u8>),
    ten: (u8, bool, String, i8, (), char, f64, u16, Option<u8>, [u8; 1]),
    eleven: (u8, bool, String, i8, (), char, f64, u16, Option<u8>, [u8; 1], u32),
    twelve: (u8, bool, String, i8, (), char, f64, u16, Option<u8>, [u8; 1], u32, i16),
}

/// Of more items than the standard library compares.
#[derive(Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[rustfmt::skip] // A table.
pub struct Long {
    thirteen: (u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, bool),
    fourteen: (u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, bool),
    fifteen: (u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, bool),
    sixteen: (u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, Option<String>),
    same: (i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8),
}

/// A struct of as many items.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[rustfmt::skip] // A table.
pub struct LongStruct(u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, String);

/// Compares tuples by their JSON.
macro_rules! same_json {
    ($($name:ty)*) => {$(
        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                serde_json::to_value(self).ok() == serde_json::to_value(other).ok()
            }
        }
    )*};
}

same_json! { Mixed Long }

fn mixed(n: u8, text: &str, maybe: Option<u8>) -> Mixed {
    let s = || text.to_owned();
    Mixed {
        three: (n, true, s()),
        four: (n, true, s(), -1),
        five: (n, true, s(), -1, ()),
        six: (n, true, s(), -1, (), 'c'),
        seven: (n, true, s(), -1, (), 'c', 0.5),
        nine: (n, true, s(), -1, (), 'c', 0.5, 9, maybe),
        ten: (n, true, s(), -1, (), 'c', 0.5, 9, maybe, [n]),
        eleven: (n, true, s(), -1, (), 'c', 0.5, 9, maybe, [n], 11),
        twelve: (n, true, s(), -1, (), 'c', 0.5, 9, maybe, [n], 11, -12),
    }
}

super::specimens! {
    Mixed = [mixed(0, "", None), mixed(255, "text", Some(1))];
    Long = [Long {
        thirteen: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, true),
        fourteen: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, true),
        fifteen: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, true),
        sixteen: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, None),
        same: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, -16),
    }];
    LongStruct = [LongStruct(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, "20".into())];
}
