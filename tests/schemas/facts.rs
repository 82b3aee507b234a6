//! Properties of every text and every tool.

use serde_json::Value;
use std::collections::BTreeSet;
use std::str::FromStr;
use toolcast::__private::{self as private, Spec, Strict, Text};
use toolcast::schema::SchemaRef;
use toolcast::{Dialect, Outcome, Provider, Tool, ToolDef, render, tool};
use toolcast_test_support::{is_refused, name, none, text};
use toolcast_tests::{tools, zoo};

#[test]
fn texts_are_utf_8_and_json_without_blanks() {
    let mut failures = Vec::new();
    for tool in tools::all() {
        for &provider in Provider::ALL {
            let text = tool.try_schema_for(provider).expect("a declaration");
            // `text` was built without a UTF-8 check.
            let checked = core::str::from_utf8(text.as_bytes());
            let at = format!("{}, {provider}", tool.name());
            if checked.is_err() {
                failures.push(format!("{at}: not UTF-8"));
            }
            match serde_json::from_str::<Value>(text) {
                // Parsing loses the order and the blanks, so only the lengths can be compared.
                Ok(value) if value.to_string().len() == text.len() => {}
                Ok(_) => failures.push(format!("{at}: a duplicate member, or blanks: {text}")),
                Err(error) => failures.push(format!("{at}: {error}: {text}")),
            }
        }
    }
    none(&failures);
}

#[test]
fn texts_of_the_zoo_are_json_without_blanks() {
    let mut failures = Vec::new();
    // A `serde_json::Value` turns the bounds of 128-bit integers into floats.
    for specimen in zoo::all()
        .into_iter()
        .filter(|specimen| specimen.name != "scalars::WideIntegers")
    {
        for dialect in Dialect::all() {
            match text(specimen.schema, dialect) {
                Ok((text, value)) if value.to_string().len() == text.len() => {}
                Err(_) if is_refused(specimen.schema, dialect) => {}
                other => failures.push(format!("{}, {}: {other:?}", specimen.name, name(dialect))),
            }
        }
    }
    none(&failures);
}

const LONG: &str = match core::str::from_utf8(&[b'a'; 10_000]) {
    Ok(text) => text,
    Err(_) => "",
};

/// All texts together are longer than the buffer that they are written into first.
#[test]
fn texts_may_be_long() {
    #[tool(description = LONG, except(AzureOpenAi))]
    fn long(limit: u8) {
        let _ = limit;
    }
    long(1);
    for &provider in Provider::ALL {
        if provider != Provider::AzureOpenAi {
            let text = long::schema_for(provider);
            let value: Value = serde_json::from_str(text).expect("JSON");
            assert_eq!(value.to_string().len(), text.len());
            assert!(text.contains(LONG));
        }
    }
}

/// The compiler looks at most tools in one walk and is sure of them; the report asks each provider.
#[test]
fn a_build_fails_if_the_report_has_a_refusal() {
    let long = "what it does, at length. ".repeat(50).leak();
    let mut specs = Vec::new();
    for specimen in zoo::all() {
        let plain = Spec {
            name: Text::plain("tool"),
            description: Text::plain("Does something."),
            params: SchemaRef::new(specimen.schema),
            ..Spec::NEW
        };
        specs.push((specimen.name, plain));
        for strict in [Strict::On, Strict::Off, Strict::For(u32::MAX)] {
            specs.push((specimen.name, Spec { strict, ..plain }));
        }
    }
    let plain = Spec {
        name: Text::plain("tool"),
        description: Text::plain("Does something."),
        ..Spec::NEW
    };
    specs.push(("no parameters", plain));
    for name in [
        "9",
        "a.b",
        "a:b",
        "a b",
        "",
        "a-b",
        &"a".repeat(65),
        &"a".repeat(129),
    ] {
        let name = Text::plain(name.to_owned().leak());
        specs.push(("a name", Spec { name, ..plain }));
    }
    let description = Text::plain(long);
    specs.push((
        "a description",
        Spec {
            description,
            ..plain
        },
    ));
    let mut failures = Vec::new();
    let mut refused = 0;
    for (what, spec) in specs {
        let spec: &'static Spec<'static> = Box::leak(Box::new(spec));
        let def = ToolDef::new(spec);
        let is_rejected = Provider::ALL.iter().copied().any(|provider| {
            let entries = def.report_for(provider).entries;
            entries
                .iter()
                .any(|entry| entry.outcome == Outcome::Rejected)
        });
        refused += usize::from(is_rejected);
        if private::Diagnostics::of(&def).fails() != is_rejected {
            failures.push(format!(
                "{what}, {:?}: refused by the report: {is_rejected}",
                spec.strict
            ));
        }
    }
    none(&failures);
    assert!(refused > 100, "{refused}");
}

/// The compiler and the program run the same renderer.
#[test]
fn const_and_run_time_texts_are_the_same() {
    let mut failures = Vec::new();
    let mut compared = BTreeSet::new();
    for tool in tools::all() {
        for &provider in Provider::ALL {
            let Some(text) = tool.parameters_for(provider) else {
                continue;
            };
            compared.insert(provider);
            let dialect = Dialect::of(provider, tool.is_strict_for(provider))
                .expect("the dialect of the text");
            let again = match render(tool.parameters(), dialect) {
                Ok(again) => again,
                Err(report) => {
                    failures.push(report.to_string());
                    continue;
                }
            };
            match &again {
                again if again == text => {}
                // The canonical declaration is the parameter schema with a title and a description.
                again if provider == Provider::JsonSchema => {
                    let mut text: Value = serde_json::from_str(text).expect("JSON");
                    let members = text.as_object_mut().expect("an object");
                    members.remove("title");
                    members.remove("description");
                    if serde_json::from_str::<Value>(again).expect("JSON") != text {
                        failures.push(format!(
                            "{}, {provider}: {again} is not {text}",
                            tool.name()
                        ));
                    }
                }
                again => failures.push(format!(
                    "{}, {provider}:\n  const    {text}\n  run time {again}",
                    tool.name()
                )),
            }
        }
    }
    none(&failures);
    assert!(compared.len() > 1, "{compared:?}");
}

#[test]
fn parameters_are_a_slice_of_the_declaration() {
    for tool in tools::all() {
        for &provider in Provider::ALL {
            let text = tool.try_schema_for(provider).expect("a declaration");
            if let Some(parameters) = tool.parameters_for(provider) {
                let (outer, inner) = (
                    text.as_bytes().as_ptr_range(),
                    parameters.as_bytes().as_ptr_range(),
                );
                assert!(
                    outer.start <= inner.start && inner.end <= outer.end,
                    "{}, {provider}",
                    tool.name()
                );
            }
        }
    }
}

#[test]
fn properties_are_in_order_of_declaration() {
    let expected = ["query", "repository", "sort", "filter", "limit"];
    for &provider in Provider::ALL {
        let text = tools::search_issues::schema_for(provider);
        let text = &text[text.find("\"properties\"").expect("properties")..];
        let places = expected.map(|name| text.find(&format!("\"{name}\":")).expect(name));
        assert!(places.is_sorted(), "{provider}: {places:?}: {text}");
    }
}

#[test]
fn a_tool_knows_its_name_and_description() {
    let tool = tools::search_issues::DEF;
    assert_eq!(tool.name(), "search_issues");
    assert_eq!(tool.title(), Some("Search issues"));
    assert_eq!(
        tool.description(),
        "Search the issues of a repository.\n\nGives titles and numbers, not the text."
    );
    assert_eq!(tool.annotations().read_only, Some(true));
    assert_eq!(tool.annotations().destructive, None);
    assert_eq!(tools::store_value::DEF.name(), "kv_store");
    assert!(!tool.is_return_direct() && !tool.is_blocking());
}

#[test]
fn parameters_are_described_by_comments_and_lists() {
    let text = tools::search_issues::parameters_for(Provider::JsonSchema).expect("parameters");
    let schema: Value = serde_json::from_str(text).expect("JSON");
    let property = |name: &str| {
        schema["properties"][name]["description"]
            .as_str()
            .unwrap_or_default()
            .to_string()
    };
    assert_eq!(property("query"), "Words to look for");
    assert_eq!(
        property("repository"),
        "owner and name, with a slash between them"
    );
    assert!(
        property("limit").starts_with("how many issues to return"),
        "{}",
        property("limit")
    );
}

#[test]
fn a_text_is_a_const() {
    const TEXT: &str = tools::search_issues::schema_for(Provider::Gemini);
    const PARAMETERS: Option<&str> = tools::search_issues::parameters_for(Provider::Gemini);
    const NONE: Option<&str> = tools::current_time::parameters_for(Provider::Gemini);
    assert_eq!(
        TEXT,
        <tools::search_issues as Tool>::schema_for(Provider::Gemini)
    );
    assert!(TEXT.contains(PARAMETERS.expect("parameters")));
    assert_eq!(NONE, None);
}

#[test]
fn a_tool_is_still_a_function() {
    assert_eq!(
        tools::search_issues("rust", "a/b", None, None, 2),
        ["rust", "rust"]
    );
    assert_eq!(tools::find_documents(tools::Condition::And(vec![]), 3), 3);
}

#[test]
fn every_provider_is_read_from_its_name() {
    for &provider in Provider::ALL {
        assert_eq!(Provider::from_str(provider.name()), Ok(provider));
        assert_eq!(provider.to_string(), provider.name());
        assert_eq!(format!("{provider:>20}").trim_start(), provider.name());
    }
    let error = Provider::from_str("OpenAi").expect_err("names are in lower case");
    let text = error.to_string();
    assert_eq!(text, "unknown provider `OpenAi`; did you mean `openai`?");
    assert_eq!(Provider::ALL.len(), 17);
}

#[test]
fn every_provider_has_a_dialect() {
    for &provider in Provider::ALL {
        let plain = Dialect::of(provider, false).expect("a dialect");
        assert_eq!((plain.provider(), plain.strict()), (provider, false));
        if let Some(strict) = Dialect::of(provider, true) {
            assert_eq!((strict.provider(), strict.strict()), (provider, true));
        }
    }
    let strict: Vec<_> = Provider::ALL
        .iter()
        .copied()
        .filter(|p| Dialect::of(*p, true).is_some())
        .collect();
    assert_eq!(
        strict,
        [
            Provider::OpenAi,
            Provider::OpenAiResponses,
            Provider::AzureOpenAi,
            Provider::Anthropic,
            Provider::Bedrock,
            Provider::DeepSeek
        ]
    );
    assert_eq!(Dialect::all().len(), Provider::ALL.len() + strict.len());
}
