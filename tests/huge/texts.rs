//! The texts: every provider gets one, with each of a thousand names in order. Some are compared
//! literally at both ends.

use crate::tools;
use crate::types::{
    Adjacent, External, Flat, Internal, L01, Lists, Maybes, NAMES, Names, Sparse, Untagged, Wide,
};
use serde_json::Value;
use toolcast::schema::SchemaRef;
use toolcast::{Dialect, Provider, ToolSchema};
use toolcast_test_support::{name, text};

/// The types by name, and how often each of the thousand names is quoted in the canonical text.
fn types() -> [(&'static str, SchemaRef, usize); 11] {
    [
        ("Wide", Wide::SCHEMA, 2),
        ("Sparse", Sparse::SCHEMA, 1),
        ("Flat", Flat::SCHEMA, 2),
        ("Names", Names::SCHEMA, 1),
        ("External", External::SCHEMA, 2),
        ("Internal", Internal::SCHEMA, 1),
        ("Adjacent", Adjacent::SCHEMA, 1),
        ("Untagged", Untagged::SCHEMA, 2),
        ("L01", L01::SCHEMA, 0),
        ("Lists", <Lists as ToolSchema>::SCHEMA, 0),
        ("Maybes", <Maybes as ToolSchema>::SCHEMA, 0),
    ]
}

/// Every provider accepts these types, except for the listed strict modes. The thousand names are
/// complete and in order in every text.
#[test]
fn every_dialect_lists_all_names_in_order() {
    for (of, schema, times) in types() {
        for dialect in Dialect::all() {
            let at = format!("{of}, {}", name(dialect));
            let (text, _) = match text(schema.get(), dialect) {
                Ok(text) => text,
                Err(refused) => {
                    assert!(is_refused(of, dialect), "{at}: {refused}");
                    continue;
                }
            };
            assert!(!is_refused(of, dialect), "{at}");
            if times == 0 {
                continue;
            }
            let mut from = 0;
            for name in NAMES {
                let quoted = format!("\"{name}\"");
                let found = text[from..].find(&quoted);
                from += found.unwrap_or_else(|| panic!("{at}: {name} is missing or out of order"));
                assert!(
                    text.matches(&quoted).count() >= times.min(1),
                    "{at}: {name}"
                );
            }
            if dialect.provider() == Provider::JsonSchema {
                assert_eq!(text.matches("\"w500\"").count(), times, "{at}");
            }
        }
    }
}

/// Returns true for a type beyond the limits of a strict mode, which are on optional properties,
/// unions of types, and levels.
fn is_refused(of: &str, dialect: &Dialect) -> bool {
    use Provider::{Anthropic, AzureOpenAi, Bedrock, DeepSeek, OpenAi, OpenAiResponses};
    let refusing: &[Provider] = match of {
        "Sparse" => &[Anthropic, Bedrock, DeepSeek],
        "Maybes" => &[Anthropic, Bedrock],
        "L01" => &[OpenAi, OpenAiResponses, AzureOpenAi],
        _ => &[],
    };
    dialect.strict() && refusing.contains(&dialect.provider())
}

/// The texts of the tools from compile time equal those rendered at run time. Strict mode is on if
/// the provider's limits allow it.
#[test]
fn compile_time_texts_equal_run_time_texts() {
    for tool in tools::all() {
        for &provider in Provider::ALL {
            let at = format!("{}, {provider}", tool.name());
            let Some(whole) = tool.try_schema_for(provider) else {
                panic!("{at}: {}", tool.report_for(provider));
            };
            serde_json::from_str::<Value>(whole).unwrap_or_else(|error| panic!("{at}: {error}"));
            let strict = tool.is_strict_for(provider);
            let dialect = Dialect::of(provider, strict).expect("the provider has this mode");
            let again = toolcast::render(tool.parameters(), dialect).expect("it is accepted");
            if let Some(parameters) = tool.parameters_for(provider)
                && provider != Provider::JsonSchema
            {
                assert_eq!(parameters, again, "{at}");
            }
        }
    }
}

/// Some texts, word by word: what repeats is made here by another way.
#[test]
fn texts_match_literally() {
    let is = |tool: &str, provider: Provider, expected: String| {
        let tool = tools::named(tool).expect("the tool is compiled");
        assert_eq!(
            tool.schema_for(provider),
            expected,
            "{}, {provider}",
            tool.name()
        );
    };
    let each = |before: &str, after: &str| {
        let all: Vec<String> = NAMES
            .iter()
            .map(|name| format!("{before}{name}{after}"))
            .collect();
        all.join(",")
    };
    let fields = each("\"", r#"":{"type":"integer","minimum":0,"maximum":255}"#);
    let required = each("\"", "\"");
    is(
        "wide",
        Provider::OpenAi,
        [
            r#"{"type":"function","function":{"name":"wide","description":"Takes a thousand fields.","parameters":{"type":"object","properties":{"#,
            r#""wide":{"type":"object","description":"A thousand fields.","properties":{"#,
            &fields,
            r#"},"required":["#,
            &required,
            r#"],"additionalProperties":false}},"required":["wide"],"additionalProperties":false},"strict":true}}"#,
        ]
        .concat(),
    );
    is(
        "names",
        Provider::Gemini,
        [
            r#"{"name":"names","description":"Takes one of a thousand names.","parameters":{"type":"OBJECT","properties":{"#,
            r#""name":{"type":"STRING","description":"A thousand names.","enum":["#,
            &required,
            r#"]}},"required":["name"]}}"#,
        ]
        .concat(),
    );
    is(
        "lists",
        Provider::Anthropic,
        [
            r#"{"name":"lists","description":"Takes sixty levels of lists.","input_schema":{"type":"object","properties":{"lists":"#,
            &r#"{"type":"array","items":"#.repeat(60),
            r#"{"type":"integer","minimum":0,"maximum":255}"#,
            &"}".repeat(60),
            r#"},"required":["lists"],"additionalProperties":false}}"#,
        ]
        .concat(),
    );
    is(
        "deep",
        Provider::Vertex,
        [
            r#"{"name":"deep","description":"Takes sixty levels of types.","parameters":{"type":"OBJECT","properties":{"deep":"#,
            &r#"{"type":"OBJECT","description":"One level.","properties":{"below":"#.repeat(59),
            r#"{"type":"OBJECT","description":"The lowest level.","properties":{"value":{"type":"INTEGER","description":"minimum 0","maximum":255}},"required":["value"]}"#,
            &r#"},"required":["below"]}"#.repeat(59),
            r#"},"required":["deep"],"additionalProperties":false}}"#,
        ]
        .concat(),
    );
}
