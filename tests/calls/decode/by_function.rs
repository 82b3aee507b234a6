//! Fields that a function reads (`deserialize_with`).

#![expect(clippy::option_option, reason = "what serde users write for null")]

use serde::{Deserialize, Serialize};
use toolcast::decode::{Arguments, DecodeOptions};
use toolcast::{Dialect, Provider, Tool, ToolSchema, from_model, tool};
use toolcast_test_support::name;

/// A function that reads `null` as a value.
fn given<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Option<u8>>, D::Error> {
    Option::<u8>::deserialize(from).map(Some)
}

#[derive(Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
struct Patch {
    #[serde(
        default,
        deserialize_with = "given",
        skip_serializing_if = "Option::is_none"
    )]
    #[tool(as = "Option<u8>")]
    level: Option<Option<u8>>,
}

/// Change the level.
#[tool]
#[allow(dead_code, clippy::needless_pass_by_value)] // Only its texts are read.
fn change(patch: Patch) -> String {
    format!("{patch:?}")
}

/// `null` reaches the function of the field, unless the text shows it as absent.
#[test]
fn a_null_reaches_the_fields_function_unless_it_means_absent() {
    let schema = Patch::SCHEMA.get();
    for dialect in Dialect::all() {
        let null_is_absent = match dialect.provider() {
            Provider::Groq => true,
            Provider::Anthropic | Provider::Bedrock => false,
            _ => dialect.strict(),
        };
        for (level, text) in [
            (Some(None), r#"{"level": null}"#),
            (Some(Some(1)), r#"{"level": 1}"#),
            (None, "{}"),
        ] {
            let level = level.filter(|level| level.is_some() || !null_is_absent);
            let arguments = Arguments::parse_answer(text, schema, DecodeOptions::DEFAULT);
            let arguments = arguments.expect("JSON");
            let found = arguments.read::<Patch>(schema, dialect);
            assert_eq!(found, Ok(Patch { level }), "{}: {text}", name(dialect));
            let lifted = from_model(schema, dialect, serde_json::from_str(text).expect("JSON"));
            let lifted = serde_json::from_value::<Patch>(lifted).expect("a patch");
            assert_eq!(lifted, Patch { level }, "{}: {text}", name(dialect));
        }
    }
}

/// The texts show that `null` is a value, and those that can't aren't chosen.
#[test]
fn a_null_that_the_fields_function_reads_is_in_the_schema() {
    let text = <change as Tool>::schema_for(Provider::Mcp);
    assert!(text.contains(r#""type":["integer","null"]"#), "{text}");
    let text = <change as Tool>::schema_for(Provider::OpenAi);
    assert!(text.contains(r#""strict":false"#), "{text}");
    assert!(text.contains(r#""type":["integer","null"]"#), "{text}");
}
