//! `decode::<T>`: a typed value from the text that a model wrote for the type's schema.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use toolcast::decode::{Arguments, DecodeOptions};
use toolcast::{Dialect, Provider, ToolSchema, decode, to_model};

/// A report with constraints that some providers can't express.
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
fn values_round_trip_in_every_dialect() {
    for dialect in Dialect::all() {
        let value = serde_json::to_value(report()).expect("JSON");
        let text = to_model(Report::SCHEMA.get(), dialect, value).to_string();
        let read: Report = decode(dialect.provider(), &text)
            .unwrap_or_else(|errors| panic!("{}: {text}: {errors}", dialect.provider()));
        assert_eq!(read, report(), "{}", dialect.provider());
    }
}

/// More levels than OpenAI's strict mode takes.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Deep<T> {
    inner: T,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Bottom {
    any: serde_json::Value,
}

type Two<T> = Deep<Deep<T>>;
type Twelve = Two<Two<Two<Two<Two<Two<Bottom>>>>>>;

/// A text of any JSON is JSON in strict mode, and itself otherwise.
#[test]
fn a_string_for_any_json_is_decoded_only_in_strict_mode() {
    const TEXT: &str = toolcast::schema!(Twelve, Provider::OpenAi);
    let plain = Dialect::of(Provider::OpenAi, false).expect("a dialect");
    let written = toolcast::render(Twelve::SCHEMA.get(), plain);
    assert_eq!(written.as_deref(), Ok(TEXT), "the type fell back");
    let mut sent = serde_json::json!({"any": "2024"});
    for _ in 0..12 {
        sent = serde_json::json!({ "inner": sent });
    }
    let read: Twelve = decode(Provider::OpenAi, &sent.to_string()).expect("a value");
    assert_eq!(serde_json::to_value(&read).ok(), Some(sent));
    let read: Bottom = decode(Provider::OpenAi, r#"{"any":"2024"}"#).expect("a value");
    assert_eq!(read.any, 2024);
}

/// A set holds less than a list with an item twice, so it would not be what was sent.
#[test]
fn a_set_with_an_item_twice_is_a_fault() {
    #[derive(Debug, Deserialize, ToolSchema)]
    #[allow(dead_code)] // Only read.
    struct Tags {
        tags: Option<BTreeSet<String>>,
        sizes: Vec<BTreeSet<u8>>,
    }
    for &provider in Provider::ALL {
        let sent = r#"{"tags":["a","b"],"sizes":[[1,2],[1]]}"#;
        assert!(decode::<Tags>(provider, sent).is_ok(), "{provider}");
        let sent = r#"{"tags":["a","b","\u0061"],"sizes":[[1,2],[3,4,3]]}"#;
        let errors = decode::<Tags>(provider, sent).expect_err("items that come twice");
        let faults: Vec<_> = (errors.faults.iter())
            .map(|fault| (fault.path.as_str(), fault.expected.as_str()))
            .collect();
        let expected = [("$.tags", "no item twice"), ("$.sizes[1]", "no item twice")];
        assert_eq!(faults, expected, "{provider}");
    }
}

/// Serde reads a number that 32 bits can't hold as infinity.
#[test]
fn a_number_beyond_an_f32_is_a_fault() {
    #[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    #[serde(untagged)]
    enum Size {
        One(f32),
        Range { from: f32, to: f32 },
    }
    #[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    #[serde(tag = "kind")]
    enum Shape {
        Circle { radius: f32 },
    }
    #[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    struct Rest {
        depth: f32,
    }
    #[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    struct Drawing {
        plain: f32,
        list: Vec<f32>,
        size: Size,
        shape: Shape,
        #[serde(flatten)]
        rest: Rest,
    }
    let drawing = |n: f32| Drawing {
        plain: n,
        list: vec![n, -n],
        size: Size::One(n),
        shape: Shape::Circle { radius: n },
        rest: Rest { depth: n },
    };
    let canonical = toolcast::schema!(Drawing, Provider::JsonSchema);
    assert_eq!(
        canonical.matches("\"maximum\":3.4028235e+38").count(),
        7,
        "{canonical}"
    );
    for &provider in Provider::ALL {
        let text = serde_json::to_string(&drawing(f32::MAX)).expect("JSON");
        assert_eq!(decode(provider, &text), Ok(drawing(f32::MAX)), "{provider}");
        let text = text.replace("e+38", "e+39");
        let errors = decode::<Drawing>(provider, &text).expect_err("numbers too large");
        let paths: Vec<_> = errors
            .faults
            .iter()
            .map(|fault| fault.path.as_str())
            .collect();
        let expected = [
            "$.plain",
            "$.list[0]",
            "$.list[1]",
            "$.size",
            "$.shape.radius",
            "$.depth",
        ];
        assert_eq!(paths, expected, "{provider}: {errors}");
    }
}

#[test]
fn roots_that_are_not_objects_are_decoded_with_and_without_the_wrapper() {
    for &provider in Provider::ALL {
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
        // The value is also accepted without the wrapper object.
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

/// Paths continue inside a string containing JSON, and the fault names the place of a syntax error.
#[test]
fn faults_inside_json_strings_have_their_full_path() {
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
    assert!(
        text.contains("not valid JSON: line 1, column 14: "),
        "{text}"
    );
}

/// A generic type that names itself.
#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
struct Tree<T> {
    value: T,
    kids: Vec<Tree<T>>,
}

#[derive(Debug, PartialEq, Deserialize, ToolSchema)]
struct Whole(Tree<u8>);

/// The arguments of a call are read as a newtype of a type that names itself.
#[test]
fn unknown_names_beside_a_recursive_type_in_a_newtype_are_faults() {
    let schema = Whole::SCHEMA.get();
    let text = r#"{"value":1,"kids":[{"value":2,"kids":[]}],"other":true}"#;
    for dialect in Dialect::all() {
        let provider = dialect.provider();
        let options = DecodeOptions::new();
        let arguments = Arguments::parse_with(text, schema, provider, options).expect("an object");
        let errors = arguments
            .read::<Whole>(schema, dialect)
            .expect_err("an unknown name");
        assert_eq!(errors.faults.len(), 1, "{provider}: {errors}");
        assert_eq!(errors.faults[0].path, "$.other", "{provider}: {errors}");
    }
}
