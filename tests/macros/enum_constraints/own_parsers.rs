//! Strings that only a type's own parser can check. A string that the parser rejects is reported
//! with all other faults, with the schema's description. A string that it accepts is never a fault.

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Utc};
use jiff::{SignedDuration, Timestamp, Zoned};
use semver::{Comparator, Version, VersionReq};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::net::{IpAddr, SocketAddr};
use toolcast::decode::FaultKind;
use toolcast::{Provider, ToolSchema, decode};
use url::Url;
use uuid::Uuid;

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
struct Visit {
    at: DateTime<Utc>,
    id: Uuid,
    link: Url,
    version: Version,
    from: SocketAddr,
    day: Option<NaiveDate>,
    stamps: Vec<Timestamp>,
    #[tool(range(1..=60))]
    seconds: u8,
}

#[test]
fn faults_of_parsed_types_are_listed_at_once() {
    let text = r#"{"at": "yesterday", "id": "7", "link": "nowhere", "version": "1.2", "from": "localhost", "day": "2024-02-30",
        "stamps": ["2024-01-01T00:00:00Z", "2024-01-01T00:00:00"], "seconds": 99}"#;
    for &provider in Provider::ALL {
        let error = decode::<Visit>(provider, text).expect_err(text);
        let paths: Vec<_> = error.faults.iter().map(|it| it.path.as_str()).collect();
        let expected = [
            "$.at",
            "$.id",
            "$.link",
            "$.version",
            "$.from",
            "$.day",
            "$.stamps[1]",
            "$.seconds",
        ];
        assert_eq!(paths, expected, "{provider}: {error}");
        assert!(
            error.faults.iter().all(|it| it.kind == FaultKind::Invalid),
            "{error}"
        );
    }
    let told = decode::<Visit>(Provider::Mcp, text)
        .expect_err(text)
        .to_string();
    for line in [
        "- $.at: expected a string in the format `date-time`, got the string \"yesterday\"",
        "- $.id: expected a string in the format `uuid`, got the string \"7\"",
        "- $.seconds: expected an integer from 1 to 60, got 99",
    ] {
        assert!(told.contains(line), "{told}");
    }
}

/// Checks that serde reads each text, and that another fault next to it is the only one listed.
#[track_caller]
fn takes<T: DeserializeOwned + ToolSchema + core::fmt::Debug>(texts: &[&str]) {
    for text in texts {
        let value = serde_json::json!(text);
        let read = serde_json::from_value::<T>(value.clone());
        assert!(read.is_ok(), "serde takes {text}: {read:?}");
        let alone = serde_json::json!({ "value": value }).to_string();
        let read = decode::<T>(Provider::Mcp, &alone);
        assert!(read.is_ok(), "{text}: {read:?}");
        let beside = serde_json::json!({ "value": [value, true] }).to_string();
        let error = decode::<(T, u8)>(Provider::Mcp, &beside).expect_err(text);
        let paths: Vec<_> = error.faults.iter().map(|it| it.path.as_str()).collect();
        assert_eq!(paths, ["$.value[1]"], "{text}: {error}");
    }
}

/// Checks that serde rejects each text, and that its fault is listed next to another one.
#[track_caller]
fn refuses<T: DeserializeOwned + ToolSchema + core::fmt::Debug>(texts: &[&str]) {
    for text in texts {
        let value = serde_json::json!(text);
        let read = serde_json::from_value::<T>(value.clone());
        assert!(read.is_err(), "serde refuses {text}: {read:?}");
        let beside = serde_json::json!({ "value": [value, true] }).to_string();
        let error = decode::<(T, u8)>(Provider::Mcp, &beside).expect_err(text);
        let paths: Vec<_> = error.faults.iter().map(|it| it.path.as_str()).collect();
        assert_eq!(paths, ["$.value[0]", "$.value[1]"], "{text}: {error}");
    }
}

/// If no format describes the type's text, the schema and the fault describe it, with an example
/// that the type parses.
#[track_caller]
fn names_its_form<T: DeserializeOwned + ToolSchema + core::fmt::Debug>() {
    let name = core::any::type_name::<T>();
    let text = r#"{"value": ["?"]}"#;
    let error = decode::<Vec<T>>(Provider::Mcp, text).expect_err(name);
    let fault = error.faults[0].to_string();
    let (_, words) = fault
        .split_once(" a string: ")
        .unwrap_or_else(|| panic!("{name}: {fault}"));
    assert!(fault.len() < 160, "{name}: {fault}");
    let (words, _) = words.rsplit_once(", got").expect("a value that was got");
    let (_, examples) = words
        .split_once("such as ")
        .unwrap_or_else(|| panic!("{name}: {fault}"));
    for example in examples.split(" or ") {
        let value = serde_json::json!({ "value": [example] }).to_string();
        let read = decode::<Vec<T>>(Provider::Mcp, &value);
        assert!(read.is_ok(), "{name}: {read:?}");
    }
    let schema = toolcast::render(
        T::SCHEMA.get(),
        toolcast::Dialect::of(Provider::Mcp, false).expect("a dialect"),
    )
    .expect("a text");
    assert!(schema.contains(words), "{name}: {schema}");
}

#[test]
fn forms_without_a_format_are_named_with_an_example() {
    names_its_form::<NaiveTime>();
    names_its_form::<NaiveDateTime>();
    names_its_form::<jiff::civil::Time>();
    names_its_form::<jiff::civil::DateTime>();
    names_its_form::<SignedDuration>();
    names_its_form::<Zoned>();
    names_its_form::<time::Time>();
    names_its_form::<time::PrimitiveDateTime>();
    names_its_form::<time::UtcDateTime>();
    names_its_form::<time::OffsetDateTime>();
    names_its_form::<time::UtcOffset>();
    names_its_form::<time::Duration>();
    names_its_form::<Version>();
    names_its_form::<VersionReq>();
    names_its_form::<Comparator>();
    names_its_form::<std::net::SocketAddrV4>();
    names_its_form::<std::net::SocketAddrV6>();
}

#[test]
fn strings_are_accepted_if_the_type_parses_them() {
    takes::<DateTime<Utc>>(&[
        "2024-01-01T00:00:00Z",
        "2024-01-01 00:00:00 +01:00",
        "+12024-01-01T00:00:00Z",
    ]);
    refuses::<DateTime<Utc>>(&[
        "2024-01-01T00:00:00",
        "2024-01-01",
        "2024-13-01T00:00:00Z",
        "",
    ]);
    takes::<NaiveDate>(&["2024-02-29", "2024-2-9"]);
    refuses::<NaiveDate>(&["2023-02-29", "29.02.2024"]);
    takes::<NaiveTime>(&["10:00:00", "10:00"]);
    refuses::<NaiveTime>(&["25:00:00", "ten"]);
    takes::<NaiveDateTime>(&["2024-02-29T10:00:00"]);
    refuses::<NaiveDateTime>(&["2024-01-01", "2023-02-29T10:00:00"]);
    takes::<time::PrimitiveDateTime>(&["2024-02-29 10:00:00.0"]);
    refuses::<time::PrimitiveDateTime>(&["2024-02-29T10:00:00", "2023-02-29 10:00:00.0"]);
    refuses::<time::Date>(&["2023-02-29"]);
    refuses::<time::Duration>(&["PT1S"]);
    takes::<Timestamp>(&["2024-01-01T00:00:00Z", "20240101T000000Z"]);
    refuses::<Timestamp>(&["2024-01-01T00:00:00"]);
    takes::<Uuid>(&[
        "67e55044-10b1-426f-9247-bb680e5fe0c8",
        "67e5504410b1426f9247bb680e5fe0c8",
        "{67e55044-10b1-426f-9247-bb680e5fe0c8}",
        "urn:uuid:67e55044-10b1-426f-9247-bb680e5fe0c8",
    ]);
    refuses::<Uuid>(&["67e55044", "67e55044-10b1-426f-9247-bb680e5fe0cx"]);
    takes::<Url>(&[
        "https://example.com",
        "http://example.com/a b",
        "mailto:a@b",
    ]);
    refuses::<Url>(&["/a", "http://", "http://[1]"]);
    takes::<Version>(&["1.2.3", "1.2.3-beta.1+5"]);
    refuses::<Version>(&["1.2", "v1.2.3", "01.2.3"]);
    takes::<VersionReq>(&["^1.2", "*", ">=1, <2", " 1"]);
    refuses::<VersionReq>(&["one"]);
    takes::<SocketAddr>(&["127.0.0.1:80", "[::1]:80", "[::127.0.0.1]:80"]);
    refuses::<SocketAddr>(&["127.0.0.1", "localhost:80"]);
    takes::<IpAddr>(&["::127.0.0.1", "10.0.0.1"]);
    refuses::<IpAddr>(&["10.0.0.256"]);
}

/// Of an untagged enum, it is the first that serde reads, and what that one asks has to be kept.
#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
#[serde(untagged)]
enum When {
    At(DateTime<Utc>),
    Id(Uuid),
    Word(#[tool(length(..=5))] String),
}

#[test]
fn parsers_decide_between_alternatives() {
    let read = decode::<Vec<When>>(
        Provider::Mcp,
        r#"{"value": ["2024-01-01T00:00:00Z", "67e5504410b1426f9247bb680e5fe0c8", "today"]}"#,
    );
    let read = read.expect("serde reads it");
    assert!(
        matches!(read.as_slice(), [When::At(_), When::Id(_), When::Word(_)]),
        "{read:?}"
    );
    let text = r#"{"value": ["yesterday"]}"#;
    let error = decode::<Vec<When>>(Provider::Mcp, text).expect_err(text);
    assert_eq!(error.faults[0].path, "$.value[0]", "{error}");
    assert!(
        error.to_string().contains("at most 5 characters"),
        "{error}"
    );
}
