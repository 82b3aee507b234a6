//! Fields that `serde_with` reads.

use serde::{Deserialize, Serialize};
use serde_with::base64::{Base64, UrlSafe};
use serde_with::formats::{PreferMany, Unpadded};
use serde_with::hex::Hex;
use serde_with::{
    BoolFromInt, DurationMilliSeconds, DurationSeconds, FromInto, OneOrMany, Same, Seq,
    TimestampSeconds, serde_as,
};
use std::collections::BTreeMap;
use std::time::{Duration, SystemTime};
use toolcast::ToolSchema;

/// Times as plain numbers.
#[serde_as]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Waits {
    #[serde_as(as = "DurationSeconds<u64>")]
    seconds: Duration,
    /// Not longer than a minute.
    #[serde_as(as = "Option<DurationMilliSeconds<u64>>")]
    #[tool(range(..=60_000))]
    milliseconds: Option<Duration>,
    #[serde_as(as = "Vec<DurationSeconds<u64>>")]
    all: Vec<Duration>,
    #[serde_as(as = "TimestampSeconds<i64>")]
    #[tool(range(0..=4_000_000_000))]
    since: SystemTime,
}

/// Bytes as text.
#[serde_as]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Encoded {
    #[serde_as(as = "Base64")]
    base64: Vec<u8>,
    #[serde_as(as = "Base64<UrlSafe, Unpadded>")]
    url_safe: Vec<u8>,
    #[serde_as(as = "Hex")]
    hex: Vec<u8>,
    #[serde_as(as = "serde_with::Bytes")]
    plain: Vec<u8>,
}

/// A number that is written as another type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Percent(#[tool(range(0..=100))] u8);

impl From<Percent> for u8 {
    fn from(percent: Percent) -> u8 {
        percent.0
    }
}

impl From<u8> for Percent {
    fn from(number: u8) -> Percent {
        Percent(number.min(100))
    }
}

/// Other shapes for the same values.
#[serde_as]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
pub struct Shaped {
    #[serde_as(as = "BoolFromInt")]
    flag: bool,
    #[serde_as(as = "Seq<(_, _)>")]
    pairs: BTreeMap<u8, bool>,
    #[serde_as(as = "serde_with::Map<_, Same>")]
    map: Vec<(String, u8)>,
    #[serde_as(as = "OneOrMany<_, PreferMany>")]
    words: Vec<String>,
    #[serde_as(as = "FromInto<Percent>")]
    level: u8,
    #[serde_as(as = "(Hex, _)")]
    named: (Vec<u8>, String),
}

/// An adapter in a generic type.
#[serde_as]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Wrapped<T> {
    #[serde_as(as = "Vec<Same>")]
    #[serde(bound(deserialize = "T: Deserialize<'de>", serialize = "T: Serialize"))]
    items: Vec<T>,
}

super::super::specimens! {
    Waits = [
        Waits { seconds: Duration::from_secs(90), milliseconds: Some(Duration::from_millis(1500)), all: vec![Duration::ZERO], since: SystemTime::UNIX_EPOCH },
        Waits { seconds: Duration::ZERO, milliseconds: None, all: vec![], since: SystemTime::UNIX_EPOCH + Duration::from_secs(1) },
    ];
    Encoded = [
        Encoded { base64: vec![0, 255, 62], url_safe: vec![251, 255], hex: vec![171], plain: vec![1] },
        Encoded { base64: vec![1], url_safe: vec![1], hex: vec![], plain: vec![] },
    ];
    Shaped = [Shaped {
        flag: true, pairs: [(1, false)].into(), map: vec![("a".into(), 1)], words: vec!["x".into()], level: 7,
        named: (vec![0xAB], "n".into()),
    }];
    Wrapped<u8> = [Wrapped { items: vec![1, 2] }];
}
