//! `decode::<T>`: the value of a type from the text that a model wrote for its schema.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use toolcast::{Dialect, Provider, ToolSchema, decode, lower};

/// A report with all that some providers can't say.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Report {
    title: String,
    #[serde(rename = "in total")]
    total: Option<u64>,
    by_region: BTreeMap<String, (i32, bool)>,
    parts: Vec<Report>,
}

fn report() -> Report {
    let inner = Report {
        title: "inner \"quoted\"".into(),
        total: None,
        by_region: BTreeMap::new(),
        parts: vec![],
    };
    Report {
        title: "outer".into(),
        total: Some(3),
        by_region: BTreeMap::from([("north".into(), (-1, true))]),
        parts: vec![
            inner.clone(),
            Report {
                parts: vec![inner.clone()],
                ..inner
            },
        ],
    }
}

#[test]
fn every_provider_strict_or_not() {
    for dialect in Dialect::all() {
        let value = serde_json::to_value(report()).expect("JSON");
        let text = lower(Report::SCHEMA.get(), dialect, value).to_string();
        let read: Report = decode(dialect.provider(), &text)
            .unwrap_or_else(|errors| panic!("{}: {text}: {errors}", dialect.provider()));
        assert_eq!(read, report(), "{}", dialect.provider());
    }
}

#[test]
fn roots_that_are_no_object() {
    for provider in Provider::ALL {
        assert_eq!(
            decode(provider, r#"{"value":[1,2]}"#),
            Ok(vec![1_u8, 2]),
            "{provider}"
        );
        assert_eq!(
            decode(provider, r#"{"value":"x"}"#),
            Ok("x".to_owned()),
            "{provider}"
        );
        // Where nobody wrapped it.
        assert_eq!(decode(provider, "[1]"), Ok(vec![1_u8]), "{provider}");
    }
    let errors = decode::<Vec<u8>>(Provider::OpenAi, r#"{"value":[1,"x"]}"#).expect_err("no byte");
    assert_eq!(errors.faults[0].path, "$.value[1]");
    let errors = decode::<Vec<u8>>(Provider::OpenAi, r#"{"value":[1,"x"],"note":1}"#);
    let faults: Vec<_> = errors
        .expect_err("a name too many")
        .faults
        .into_iter()
        .map(|fault| (fault.path, fault.expected))
        .collect();
    let fault = |path: &str, expected: &str| (path.to_owned(), expected.to_owned());
    assert_eq!(
        faults,
        [
            fault("$.note", "no property but `value`"),
            fault("$.value[1]", "an integer from 0 to 255")
        ]
    );
    let errors = decode::<Vec<u8>>(Provider::OpenAi, r#"{"values":[1]}"#).expect_err("no value");
    assert_eq!(errors.faults[0].path, "$");
    assert!(
        errors.to_string().contains("an object with `value`"),
        "{errors}"
    );
}

/// Paths go on inside a string that holds JSON, and say where it is broken.
#[test]
fn faults_inside_of_texts() {
    let report = |inner: &str| {
        let inner = serde_json::to_string(inner).expect("JSON");
        format!(r#"{{"title":"","by_region":[],"parts":[{inner}]}}"#)
    };
    let told = |text: &str| {
        decode::<Report>(Provider::Ollama, text)
            .expect_err(text)
            .to_string()
    };
    let text = told(&report(r#"{"title":1,"by_region":{},"parts":[]}"#));
    assert!(
        text.contains("$.parts[0].title: expected a string, got 1"),
        "{text}"
    );
    let text = told(&report(r#"{"title":"x",}"#));
    assert!(text.contains("broken in line 1, column 14"), "{text}");
}
