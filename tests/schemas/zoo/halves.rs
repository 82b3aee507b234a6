//! Attributes with different names for reading and writing, which the zoo has only in their short
//! form, and a named lifetime.

use std::borrow::Cow;
use std::fmt::Debug;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toolcast::{Dialect, Provider, ToolSchema, render, tool};

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(
    deny_unknown_fields,
    rename_all_fields(serialize = "camelCase", deserialize = "kebab-case")
)]
enum Everywhere {
    One {
        first_name: u8,
    },
    Two {
        last_name: u8,
        nick_name: Option<u8>,
    },
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(deny_unknown_fields)]
enum Here {
    #[serde(rename_all(serialize = "SCREAMING_SNAKE_CASE", deserialize = "camelCase"))]
    One {
        first_name: u8,
    },
    Two {
        last_name: u8,
    },
}

// Serde writes the name of a tagged struct, but doesn't check it when reading.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(tag = "type", rename(serialize = "Out", deserialize = "In"))]
struct Named {
    first_name: u8,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(deny_unknown_fields)]
struct Borrowed<'a> {
    #[serde(borrow = "'a")]
    first_name: Cow<'a, str>,
}

/// Serde accepts or rejects each value as listed, and the canonical schema agrees.
fn agree<'de, T: Deserialize<'de> + ToolSchema>(values: &'de [(&str, bool)]) {
    let name = core::any::type_name::<T>();
    let canonical = Dialect::of(Provider::JsonSchema, false).expect("a dialect");
    let schema = render(T::SCHEMA.get(), canonical).expect("a text");
    let schema: Value = serde_json::from_str(&schema).expect("JSON");
    // A root that is not an object is wrapped in one.
    let wrapped = schema["properties"].get("value").is_some();
    let judge = jsonschema::validator_for(&schema).expect("a schema");
    for (text, good) in values {
        let mut value: Value = serde_json::from_str(text).expect("JSON");
        if wrapped {
            value = json!({ "value": value });
        }
        assert_eq!(
            serde_json::from_str::<T>(text).is_ok(),
            *good,
            "serde, {name}: {text}"
        );
        assert_eq!(
            judge.is_valid(&value),
            *good,
            "the schema, {name}: {text} by {schema}"
        );
    }
}

#[test]
fn names_for_reading_are_shown() {
    agree::<Everywhere>(&[
        (r#"{"One":{"first-name":1}}"#, true),
        (r#"{"Two":{"last-name":1,"nick-name":2}}"#, true),
        (r#"{"One":{"firstName":1}}"#, false),
        (r#"{"One":{"first_name":1}}"#, false),
        (r#"{"Two":{"last-name":1,"nickName":2}}"#, false),
    ]);
    agree::<Here>(&[
        (r#"{"One":{"firstName":1}}"#, true),
        (r#"{"Two":{"last_name":1}}"#, true),
        (r#"{"One":{"FIRST_NAME":1}}"#, false),
        (r#"{"Two":{"lastName":1}}"#, false),
    ]);
    agree::<Borrowed<'_>>(&[
        (r#"{"first_name":"a"}"#, true),
        (r#"{"first_name":1}"#, false),
    ]);
}

#[tool(name = "halves")]
#[allow(clippy::needless_pass_by_value)] // Tools own their parameters.
fn take(
    everywhere: Everywhere,
    here: Here,
    named: Named,
    #[tool(as = "String")] text: &str,
) -> String {
    format!("{everywhere:?} {here:?} {named:?} {text}")
}

#[test]
fn names_for_reading_are_called() {
    let arguments = json!({
        "everywhere": {"Two": {"last-name": 1, "nick-name": null}},
        "here": {"One": {"firstName": 2}},
        "named": {"first_name": 3},
        "text": "four",
    });
    let arguments = arguments.to_string();
    let answer = take::call(Provider::JsonSchema, &arguments)
        .now_or_never()
        .expect("at once");
    let answer = answer.expect("an answer").content;
    let said = format!("{answer:?}");
    for part in [
        "last_name: 1",
        "nick_name: None",
        "first_name: 2",
        "first_name: 3",
        "four",
    ] {
        assert!(said.contains(part), "{said}");
    }
    let wrong = arguments.replace("\"firstName\":2", "\"firstName\":2,\"FIRST_NAME\":2");
    let faults = take::call(Provider::JsonSchema, &wrong)
        .now_or_never()
        .expect("at once");
    let faults = faults.expect_err("a name that is written only").to_string();
    assert!(
        faults.contains("$.here.One.FIRST_NAME is unknown"),
        "{faults}"
    );
}

// The tag that serde writes is ignored when it is read again, and the schema accepts it.
#[test]
fn a_name_with_a_tag_is_written() {
    let written = serde_json::to_string(&Named { first_name: 1 }).expect("JSON");
    assert_eq!(written, r#"{"type":"Out","first_name":1}"#);
    agree::<Named>(&[
        (r#"{"type":"Out","first_name":1}"#, true),
        (r#"{"first_name":1}"#, true),
        (r#"{"type":"Out"}"#, false),
    ]);
}
