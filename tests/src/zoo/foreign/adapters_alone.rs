//! The adapters of `serde_with`, each in a field that shows its effect.

use serde::{Deserialize, Serialize};
use serde_with::formats::{CommaSeparator, Flexible, Lowercase, SpaceSeparator, Uppercase};
use serde_with::hex::Hex;
use serde_with::{
    BoolFromInt, DefaultOnNull, DisplayFromStr, DurationMicroSeconds, MapPreventDuplicates,
    NoneAsEmptyString, PickFirst, Same, SetPreventDuplicates, StringWithSeparator,
    TimestampMilliSeconds, TimestampSeconds, TimestampSecondsWithFrac, TryFromInto, serde_as,
};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::{Duration, SystemTime};
use toolcast::ToolSchema;

/// Text that is split or parsed: words with a separator, an empty one for none.
#[serde_as]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Texts {
    #[serde_as(as = "StringWithSeparator::<CommaSeparator, String>")]
    words: Vec<String>,
    #[serde_as(as = "StringWithSeparator::<SpaceSeparator, String>")]
    set: BTreeSet<String>,
    #[serde_as(as = "NoneAsEmptyString")]
    maybe: Option<String>,
    #[serde_as(as = "DisplayFromStr")]
    shown: String,
}

/// `null` for the default, and the first adapter that reads.
#[serde_as]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
pub struct Forgiving {
    #[serde_as(as = "DefaultOnNull")]
    number: u8,
    #[serde_as(as = "PickFirst<(_, Hex)>")]
    bytes: Vec<u8>,
    #[serde_as(as = "BoolFromInt<Flexible>")]
    flag: bool,
    #[serde_as(as = "TryFromInto<u8>")]
    small: i32,
}

/// Keys and items that may not come twice, and adapters of what is inside.
#[serde_as]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Unique {
    #[serde_as(as = "SetPreventDuplicates<_>")]
    set: BTreeSet<u8>,
    #[serde_as(as = "MapPreventDuplicates<_, Hex<Uppercase>>")]
    map: BTreeMap<String, Vec<u8>>,
    #[serde_as(as = "HashMap<_, Hex<Lowercase>>")]
    hashed: HashMap<String, Vec<u8>>,
    #[serde_as(as = "Option<(Same, Vec<Hex>)>")]
    nested: Option<(u8, Vec<Vec<u8>>)>,
}

/// Times in the units that are left.
#[serde_as]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Units {
    #[serde_as(as = "DurationMicroSeconds<u64>")]
    micros: Duration,
    #[serde_as(as = "TimestampSecondsWithFrac<String>")]
    text: SystemTime,
    #[serde_as(as = "TimestampSeconds<String>")]
    whole: SystemTime,
    #[serde_as(as = "TimestampMilliSeconds<i64>")]
    #[tool(range(0..=4_000_000_000_000))]
    since: SystemTime,
}

super::super::specimens! {
    Texts = [
        Texts { words: vec!["a".into(), "b".into()], set: ["x".into(), "y".into()].into(), maybe: Some("m".into()), shown: "s".into() },
        Texts { words: vec![], set: BTreeSet::new(), maybe: None, shown: String::new() },
    ];
    Forgiving = [Forgiving { number: 1, bytes: vec![1, 2], flag: true, small: 255 }];
    Unique = [Unique {
        set: [1, 2].into(), map: [("k".into(), vec![0xAB])].into(), hashed: [("h".into(), vec![0xCD])].into(), nested: Some((1, vec![vec![2]])),
    }];
    Units = [Units { micros: Duration::from_millis(5), text: SystemTime::UNIX_EPOCH + Duration::from_millis(1500), whole: SystemTime::UNIX_EPOCH - Duration::from_secs(3), since: SystemTime::UNIX_EPOCH + Duration::from_millis(7) }];
}
