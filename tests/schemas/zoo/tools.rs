//! The zoo's tools: called in the form of every provider, judged, and converted there and back with
//! random arguments.

use crate::laws::dialects;
use futures_executor::block_on;
use serde_json::Value;
use toolcast::call::{CallContext, Content};
use toolcast::{Dialect, Provider, ToolDef, from_model, to_model};
use toolcast_test_support::judge::{complaint, judge};
use toolcast_test_support::judges;
use toolcast_test_support::none;
use toolcast_test_support::{canonical, is_refused, name, text};
use toolcast_tests::zoo::tools::{self, Library, Weather};

/// Returns the text of the result, or that of the error.
fn call(tool: &ToolDef, provider: Provider, arguments: &str) -> Result<String, String> {
    let context = CallContext::new(provider, "call_1", tool.name())
        .with_state(Library {
            books: vec!["Dune", "Emma"],
        })
        .with_state(Weather { station: "north" });
    let answer = block_on(tool.call_with(context, arguments)).map_err(|error| error.to_string())?;
    let parts = answer.content.into_iter().map(|part| match part {
        Content::Text(text) | Content::Json(text) => text,
        other => format!("{other:?}"),
    });
    Ok(parts.collect())
}

fn as_expected(got: &Result<String, String>, expected: Result<&str, &str>) -> bool {
    match (got, expected) {
        (Ok(got), Ok(expected)) => got == expected,
        (Err(got), Err(expected)) => got.contains(expected),
        _ => false,
    }
}

#[test]
fn calls_give_the_expected_answer() {
    let mut failures = Vec::new();
    for tool in tools::all() {
        for (arguments, expected) in tool.calls {
            let got = call(tool.def, Provider::Mcp, arguments);
            if !as_expected(&got, *expected) {
                failures.push(format!("{}: {arguments}: {got:?}", tool.def.name()));
            }
        }
    }
    none(&failures);
}

/// The same arguments in the form of each dialect give the same result.
#[test]
fn calls_in_every_dialect_give_the_same_answer() {
    let mut failures = Vec::new();
    let plain = Dialect::of(Provider::Mcp, false).expect("every provider has a dialect");
    for tool in tools::all() {
        let schema = tool.def.parameters();
        // A `Value` can't hold its numbers; the test above covers them.
        if tool.def.name() == "integers" {
            continue;
        }
        for (arguments, expected) in tool.calls.iter().filter(|(_, it)| it.is_ok()) {
            let value: Value = serde_json::from_str(arguments).unwrap_or_default();
            let value = from_model(schema, plain, value);
            // A string that is plain in one mode holds JSON in the other. The model sees the tool's
            // own mode.
            let told = |it: &&Dialect| it.strict() == tool.def.is_strict_for(it.provider());
            for dialect in Dialect::all().iter().filter(told) {
                let written = to_model(schema, dialect, value.clone()).to_string();
                let got = call(tool.def, dialect.provider(), &written);
                if !as_expected(&got, *expected) {
                    let at = format!("{}, {}", tool.def.name(), name(dialect));
                    failures.push(format!("{at}: {written}: {got:?}"));
                }
            }
        }
    }
    none(&failures);
}

/// Tools that aren't made for some providers, and one that is allowed for providers that would
/// reject it.
const NARROWED: [&str; 2] = ["for_two", "for_the_others"];
const ALLOWED: &str = "allowed";

#[test]
fn every_declaration_passes_its_judge() {
    let mut findings = Vec::new();
    for tool in tools::all() {
        let tool = tool.def;
        let mut texts = 0;
        for &provider in Provider::ALL {
            let text = match tool.try_schema_for(provider) {
                Some(text) => text,
                None if NARROWED.contains(&tool.name()) => continue,
                None => {
                    findings.push(tool.report_for(provider).to_string());
                    continue;
                }
            };
            texts += 1;
            let declaration: Value = serde_json::from_str(text).expect("JSON");
            let found = judges::declaration(provider, &declaration);
            if tool.name() == ALLOWED
                && matches!(
                    provider,
                    Provider::Gemini | Provider::Vertex | Provider::Portable
                )
            {
                assert!(!found.is_empty(), "{provider} takes it now: {text}");
                continue;
            }
            let omitted = |finding: &&judges::Finding| {
                tool.name() == "omits" && finding.to_string().contains("`strict` is None")
            };
            for finding in found.iter().filter(|it| !omitted(it)) {
                findings.push(format!("{}, {provider}: {finding}: {text}", tool.name()));
            }
        }
        let expected = match tool.name() {
            "for_two" => 2,
            "for_the_others" => 15,
            _ => 17,
        };
        assert_eq!(texts, expected, "{}", tool.name());
    }
    none(&findings);
}

/// Defaults other than `None`. If `null` means "absent", `None` can't be sent, and the report has
/// an entry `narrowed`.
fn is_narrowed(tool: &ToolDef, value: &Value) -> bool {
    tool.name() == "defaults" && value["maybe"].is_null()
}

#[test]
fn parameters_of_every_tool_come_back_in_every_dialect() {
    let mut failures = Vec::new();
    for tool in tools::all() {
        let tool = tool.def;
        for dialect in Dialect::all() {
            if is_refused(tool.parameters(), dialect) {
                continue;
            }
            let narrowed = |value: &Value| is_narrowed(tool, value);
            if let Err(error) = dialects::parameters_come_back(tool, dialect, 16, &narrowed) {
                failures.push(format!("{}, {}: {error}", tool.name(), name(dialect)));
            }
        }
    }
    none(&failures);
}

/// A secret is in no text that a call may leave behind.
#[test]
fn a_secret_is_in_no_answer_and_no_error() {
    let tool = tools::all()
        .into_iter()
        .find(|it| it.def.name() == "log_in")
        .expect("the tool");
    let faults = [
        r#"{"user": 7, "password": "hunter2"}"#,
        r#"{"user": "u", "password": "hunter2", "pin": "12345"}"#,
        r#"{"user": "u", "password": "hunter2", "unknown": 1}"#,
        r#"{"user": "u", "password": ["hunter2"]}"#,
    ];
    for arguments in faults {
        for &provider in Provider::ALL {
            // An open root accepts other names. The tool's output doesn't contain the secret
            // either.
            let (Ok(told) | Err(told)) = call(tool.def, provider, arguments);
            assert!(!told.contains("hunter2"), "{provider}: {told}");
        }
    }
}

/// A point in time with its zone is not a specimen, because no generator makes one. The schema
/// still accepts such a value.
#[test]
fn a_zoned_time_is_accepted() {
    let schema = <jiff::Zoned as toolcast::ToolSchema>::SCHEMA.get();
    let (_, plain) = text(schema, canonical()).expect("a text");
    let accepts = judge(&plain).expect("a schema");
    for written in [
        "2024-02-29T12:00:00+01:00[Europe/Berlin]",
        "1999-12-31T23:59:59.5-05:00[America/New_York]",
    ] {
        let time: jiff::Zoned = written.parse().expect("a time");
        let value = serde_json::to_value(&time).expect("JSON");
        let low = to_model(schema, canonical(), value);
        assert_eq!(complaint(&accepts, &low), None, "{low}");
    }
}
