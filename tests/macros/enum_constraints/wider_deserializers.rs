//! Fields with a deserializer that accepts more than the schema, in untagged enums. Serde takes the
//! first variant that it can read; the schema may match another one.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use toolcast::decode::{Arguments, DecodeOptions};
use toolcast::{Dialect, ToolSchema};

#[derive(Debug, PartialEq, Deserialize, Serialize, ToolSchema)]
#[serde(untagged)]
enum First {
    Counted {
        #[serde(deserialize_with = "number")]
        #[tool(as = "u32", range(..=9))]
        v: u32,
    },
    Named {
        #[tool(length(..=3))]
        v: String,
    },
}

#[derive(Debug, PartialEq, Deserialize, Serialize, ToolSchema)]
#[serde(untagged)]
enum Alone {
    Counted {
        #[serde(deserialize_with = "number")]
        #[tool(as = "u32", range(..=9))]
        v: u32,
    },
    Flag {
        f: bool,
    },
}

#[derive(Debug, PartialEq, Deserialize, Serialize, ToolSchema)]
#[serde(untagged)]
enum Last {
    Named {
        #[tool(length(..=3))]
        v: String,
    },
    Counted {
        #[serde(deserialize_with = "number")]
        #[tool(as = "u32", range(..=9))]
        v: u32,
    },
}

/// A number, or one in a text.
fn number<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    match Value::deserialize(from)? {
        Value::Number(n) => n.as_u64().and_then(|n| n.try_into().ok()),
        Value::String(text) => text.parse().ok(),
        _ => None,
    }
    .ok_or_else(|| serde::de::Error::custom("no number"))
}

/// By itself, and as an item.
#[derive(Debug, PartialEq, Deserialize, Serialize, ToolSchema)]
struct Plain {
    #[serde(deserialize_with = "number")]
    #[tool(as = "u32", range(..=9))]
    v: u32,
}

/// Nothing is asked of the number, so there is nothing to look at.
#[derive(Debug, PartialEq, Deserialize, Serialize, ToolSchema)]
struct Free {
    #[serde(deserialize_with = "number")]
    #[tool(as = "u32")]
    v: u32,
}

#[derive(Debug, PartialEq, Deserialize, Serialize, ToolSchema)]
struct Listed {
    #[serde(deserialize_with = "parts")]
    #[tool(as = "Vec<String>", length(..=2))]
    v: Vec<String>,
    #[serde(default, deserialize_with = "word")]
    #[tool(as = "String", length(..=3))]
    w: String,
}

/// A list, or its items in one text.
fn parts<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    match Value::deserialize(from)? {
        Value::String(text) => Ok(text.split(',').map(str::to_owned).collect()),
        other => serde_json::from_value(other).map_err(serde::de::Error::custom),
    }
}

/// Any JSON as a text.
fn word<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    Ok(match Value::deserialize(from)? {
        Value::String(text) => text,
        other => other.to_string(),
    })
}

/// Decodes a text, with the same result in every dialect that isn't strict. `Err` is the path of
/// the first fault.
fn read<T: ToolSchema + serde::de::DeserializeOwned + PartialEq + core::fmt::Debug>(
    text: &str,
) -> Result<T, String> {
    let schema = T::SCHEMA.get();
    let all = Dialect::all().iter().filter(|dialect| !dialect.strict());
    let mut all = all.map(|dialect| {
        Arguments::parse_answer(text, schema, DecodeOptions::new())
            .and_then(|arguments| arguments.read::<T>(schema, dialect))
            .map_err(|errors| errors.faults[0].path.clone())
    });
    let first = all.next().expect("a dialect");
    assert!(all.all(|other| other == first), "{text}: {first:?}");
    first
}

/// A constraint can't be checked on a value of another type. Such a value is rejected, even if the
/// type's deserializer would accept it.
#[test]
fn a_value_of_another_type_does_not_bypass_a_constraint() {
    assert_eq!(read::<Plain>(r#"{"v":9}"#), Ok(Plain { v: 9 }));
    for wrong in [r#"{"v":10}"#, r#"{"v":"10"}"#, r#"{"v":"9"}"#] {
        assert_eq!(read::<Plain>(wrong), Err("$.v".into()), "{wrong}");
    }
    assert_eq!(read::<Free>(r#"{"v":10}"#), Ok(Free { v: 10 }));
    assert_eq!(read::<Free>(r#"{"v":"10"}"#), Ok(Free { v: 10 }));
    let listed = |v: &[&str], w: &str| {
        Ok(Listed {
            v: v.iter().map(ToString::to_string).collect(),
            w: w.into(),
        })
    };
    assert_eq!(
        read(r#"{"v":["a","b"],"w":"abc"}"#),
        listed(&["a", "b"], "abc")
    );
    assert_eq!(read(r#"{"v":[]}"#), listed(&[], ""));
    // Strings, although the deserializer makes lists of them, and a list of three items.
    for wrong in [r#"{"v":","}"#, r#"{"v":"a,b,c"}"#, r#"{"v":["a","b","c"]}"#] {
        assert_eq!(read::<Listed>(wrong), Err("$.v".into()), "{wrong}");
    }
    for wrong in [r#"{"v":[],"w":12}"#, r#"{"v":[],"w":[1]}"#] {
        assert_eq!(read::<Listed>(wrong), Err("$.w".into()), "{wrong}");
    }
}

/// The first variant that serde reads is the value, and the schema determines which constraints are
/// checked.
#[test]
fn the_first_variant_that_serde_reads_is_the_value() {
    let counted = |v| Ok(First::Counted { v });
    assert_eq!(read(r#"{"v":9}"#), counted(9));
    assert!(read::<First>(r#"{"v":10}"#).is_err());
    assert_eq!(read(r#"{"v":"abc"}"#), Ok(First::Named { v: "abc".into() }));
    assert!(read::<First>(r#"{"v":"abcd"}"#).is_err());
    // By the schema a string is a name, and this one is short enough. Serde tries the first variant
    // first, whose deserializer reads the string as a number.
    assert_eq!(read(r#"{"v":"9"}"#), counted(9));
    assert_eq!(read(r#"{"v":"10"}"#), counted(10));
    // With the narrower variant first, serde and the schema agree.
    let named = |v: &str| Ok(Last::Named { v: v.into() });
    assert_eq!(read(r#"{"v":"10"}"#), named("10"));
    assert_eq!(read(r#"{"v":9}"#), Ok(Last::Counted { v: 9 }));
    assert!(read::<Last>(r#"{"v":10}"#).is_err());
    // If the schema matches no other variant, unchecked values are rejected.
    assert_eq!(read(r#"{"v":9}"#), Ok(Alone::Counted { v: 9 }));
    assert_eq!(read(r#"{"f":true}"#), Ok(Alone::Flag { f: true }));
    for wrong in [
        r#"{"v":10}"#,
        r#"{"v":"9"}"#,
        r#"{"v":"10"}"#,
        r#"{"v":"x"}"#,
    ] {
        assert!(read::<Alone>(wrong).is_err(), "{wrong}");
    }
}
