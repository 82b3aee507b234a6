//! Values that a type's own `Deserialize` rejects inside a flattened `Option`. The schema accepts
//! them, and serde reads `None`; the decoder reports a fault with the type's message.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::json;
use toolcast::{Provider, ToolSchema, decode};

use super::flattened_option::{fault, reads};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(try_from = "u8", into = "u8")]
struct Percent(u8);

impl TryFrom<u8> for Percent {
    type Error = String;

    fn try_from(percent: u8) -> Result<Self, String> {
        if percent > 100 {
            return Err(format!("{percent} is more than 100 percent"));
        }
        Ok(Percent(percent))
    }
}

impl From<Percent> for u8 {
    fn from(percent: Percent) -> u8 {
        percent.0
    }
}

/// Reads a number that is even.
fn even<'de, D: Deserializer<'de>>(value: D) -> Result<u8, D::Error> {
    let number = u8::deserialize(value)?;
    if number % 2 == 1 {
        return Err(serde::de::Error::custom("an odd number"));
    }
    Ok(number)
}

/// Reads a number, or 0 instead of one that doesn't fit.
fn or_zero<'de, D: Deserializer<'de>>(value: D) -> Result<u8, D::Error> {
    Ok(even(value).unwrap_or_default())
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Limits {
    percent: Percent,
    #[serde(default, deserialize_with = "even")]
    #[tool(as = "u8")]
    even: u8,
    label: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Owner {
    owner: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Job {
    #[serde(deserialize_with = "or_zero")]
    #[tool(as = "u8")]
    id: u8,
    #[serde(flatten)]
    owner: Option<Owner>,
    #[serde(flatten)]
    limits: Option<Limits>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(tag = "plan", rename_all = "lowercase")]
enum Plan {
    Job(Job),
    Jobs { jobs: Vec<Job> },
    Free,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Planned {
    id: u8,
    #[serde(flatten)]
    plan: Option<Plan>,
}

#[test]
fn a_value_that_a_type_rejects_in_a_flattened_option_is_a_fault_with_its_message() {
    for value in [
        json!({"id": 2, "percent": 101}),
        json!({"id": 2, "owner": "x", "percent": 101}),
        json!({"id": 2, "owner": "x", "percent": 101, "label": "a"}),
    ] {
        let fault = fault::<Job>(&value);
        assert!(fault.contains("101 is more than 100 percent"), "{fault}");
    }
    let fault = fault::<Job>(&json!({"id": 2, "percent": 100, "even": 3}));
    assert!(fault.contains("an odd number"), "{fault}");
}

#[test]
fn a_value_that_serde_buffers_before_it_is_rejected_is_a_fault_too() {
    for value in [
        json!({"plan": "job", "id": 2, "percent": 101}),
        json!({"plan": "jobs", "jobs": [{"id": 2}, {"id": 2, "percent": 101}]}),
    ] {
        let fault = fault::<Plan>(&value);
        assert!(fault.contains("101 is more than 100 percent"), "{fault}");
    }
    fault::<Planned>(&json!({"id": 2, "plan": "jobs", "jobs": [{"id": 2, "percent": 101}]}));
}

/// An `Option` that wasn't sent is an error to serde too, and a function may drop its own.
#[test]
fn an_error_about_another_value_is_not_a_fault() {
    for value in [
        json!({"id": 2}),
        json!({"id": 3, "percent": 100}),
        json!({"id": 3, "owner": "x"}),
        json!({"id": 3, "owner": "x", "percent": 100, "even": 2}),
    ] {
        reads::<Job>(&value);
    }
    reads::<Plan>(&json!({"plan": "jobs", "jobs": [{"id": 2}, {"id": 4, "percent": 1}]}));
    reads::<Plan>(&json!({"plan": "free"}));
    reads::<Planned>(&json!({"id": 1}));
    reads::<Planned>(&json!({"id": 1, "plan": "free"}));
}

#[test]
fn a_number_that_serde_cannot_buffer_is_a_fault_in_a_flattened_option() {
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    struct Wide {
        wide: u128,
    }
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
    struct Holder {
        id: u8,
        #[serde(flatten)]
        wide: Option<Wide>,
    }
    reads::<Holder>(&json!({"id": 1}));
    let fault = fault::<Holder>(&json!({"id": 1, "wide": 2}));
    assert!(fault.contains("u128 is not supported"), "{fault}");
}

#[test]
fn the_message_of_a_type_is_not_shown_beside_a_password() {
    #[derive(Debug, Deserialize, ToolSchema)]
    #[serde(try_from = "String")]
    struct Secret(#[allow(dead_code)] String);

    impl TryFrom<String> for Secret {
        type Error = String;

        fn try_from(text: String) -> Result<Self, String> {
            Err(format!("{text} is too short"))
        }
    }
    #[derive(Debug, Deserialize, ToolSchema)]
    struct Login {
        #[tool(format = "password")]
        #[allow(dead_code)]
        secret: Secret,
    }
    #[derive(Debug, Deserialize, ToolSchema)]
    struct Holder {
        #[serde(flatten)]
        #[allow(dead_code)]
        login: Option<Login>,
    }
    for provider in Provider::ALL {
        let errors = decode::<Holder>(*provider, r#"{"secret":"hunter2"}"#).expect_err("rejected");
        assert!(!errors.to_string().contains("hunter2"), "{errors}");
    }
}
