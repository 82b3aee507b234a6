//! Numbers and texts are decoded exactly as sent.

use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use toolcast::decode::{Arguments, DecodeOptions};
use toolcast::{Dialect, Provider, ToolSchema, decode};

fn one<T: serde::de::DeserializeOwned + ToolSchema>(text: &str) -> Result<T, String> {
    let text = format!(r#"{{"value":{text}}}"#);
    decode(Provider::Mcp, &text).map_err(|errors| errors.to_string())
}

#[test]
fn integers_up_to_128_bits_are_decoded_exactly() {
    let most = u128::MAX.to_string();
    assert_eq!(one::<u128>(&most), Ok(u128::MAX));
    assert_eq!(one::<i128>(&i128::MIN.to_string()), Ok(i128::MIN));
    assert_eq!(one::<i128>(&i128::MAX.to_string()), Ok(i128::MAX));
    assert_eq!(one::<u64>("9007199254740993.0"), Ok(9_007_199_254_740_993));
    assert_eq!(one::<u64>("18446744073709551615"), Ok(u64::MAX));
    assert_eq!(one::<i64>("-9223372036854775808"), Ok(i64::MIN));
    assert!(one::<u128>("340282366920938463463374607431768211456").is_err());
    assert!(one::<u64>("18446744073709551616").is_err());
}

#[test]
fn integers_with_an_exponent_or_a_zero_fraction_are_decoded() {
    for text in ["100", "1e2", "100.0", "1E+2", "0.1e3", "10000e-2"] {
        assert_eq!(one::<u8>(text), Ok(100), "{text}");
    }
    for text in ["1e3", "-1", "0.5", "1e400", "256"] {
        assert!(one::<u8>(text).is_err(), "{text}");
    }
}

#[test]
fn floats_are_decoded_to_the_nearest_value() {
    for text in [
        "0.1",
        "1e-7",
        "123456789.123456789",
        "2.2250738585072014e-308",
        "-0.0",
    ] {
        let expected: f64 = text.parse().expect("a float");
        assert_eq!(
            one::<f64>(text).map(f64::to_bits),
            Ok(expected.to_bits()),
            "{text}"
        );
    }
    assert!(one::<f64>("1e999").is_err());
    assert!(one::<serde_json::Value>("1e999").is_err());
}

#[test]
fn any_json_is_decoded_as_serde_json_does() {
    let text = r#"{"a":[1,-1,0.5,18446744073709551615,null,true,"é\n"],"b":{}}"#;
    let value: serde_json::Value = serde_json::from_str(text).expect("JSON");
    assert_eq!(one::<serde_json::Value>(text), Ok(value));
    assert_eq!(one::<serde_json::Number>("-3"), Ok((-3).into()));
}

#[test]
fn raw_json_is_passed_on_unchanged() {
    let text = r#"{ "a" : 1.00, "b": [ 1e999 ] }"#;
    let raw: Result<Box<RawValue>, _> = one(text);
    assert_eq!(raw.expect("JSON").get(), text);
}

#[test]
fn map_keys_that_are_not_strings_are_parsed() {
    let map: BTreeMap<u128, bool> = one(&format!(r#"{{"{}": true}}"#, u128::MAX)).expect("a map");
    assert_eq!(map.keys().next(), Some(&u128::MAX));
    let map: BTreeMap<bool, i8> = one(r#"{"true": 1, "false": 0}"#).expect("a map");
    assert_eq!(map.len(), 2);
    assert!(one::<BTreeMap<u8, bool>>(r#"{"256": true}"#).is_err());
    assert!(one::<BTreeMap<u8, bool>>(r#"{" 1": true}"#).is_err());
}

/// A text that is borrowed.
#[derive(Debug, Deserialize, ToolSchema)]
struct Borrowed<'a> {
    text: &'a str,
}

#[test]
fn texts_borrow_from_the_text() {
    let text = String::from(r#"{"text": "no escape, été"}"#);
    let schema = Borrowed::SCHEMA.get();
    let arguments = Arguments::parse_answer(&text, schema, DecodeOptions::new()).expect("JSON");
    let dialect = Dialect::of(Provider::Mcp, false).expect("a dialect");
    let read: Borrowed<'_> = arguments.read(schema, dialect).expect("it fits");
    assert!(text.as_bytes().as_ptr_range().contains(&read.text.as_ptr()));
    assert_eq!(read.text, "no escape, été");
}

/// Serde alone reads a number beyond `f32` as infinity.
#[test]
fn numbers_beyond_f32_are_rejected() {
    for &provider in Provider::ALL {
        for text in ["1e300", "-1e300", "3.5e38"] {
            let text = format!("{{\"value\":{text}}}");
            let read = decode::<f32>(provider, &text);
            assert!(read.is_err(), "{provider}: {text} is {read:?}");
            assert!(decode::<f64>(provider, &text).is_ok());
        }
        let most = decode::<f32>(provider, "{\"value\":3.4028235e38}");
        assert_eq!(most.ok(), Some(f32::MAX), "{provider}");
        let small = decode::<f32>(provider, "{\"value\":1e-300}");
        assert_eq!(small.ok(), Some(0.0), "{provider}");
    }
}
