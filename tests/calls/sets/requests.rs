//! The request parts of a set.

#![allow(clippy::needless_pass_by_value)]
// Tools own their parameters.

// Some functions are only declared by their attribute, or also called by hand. Some types only
// describe a tool's parameters.
#![allow(dead_code)]

use std::convert::Infallible;
use std::fmt::Write;

use serde_json::{Value, json};
use toolcast::ToolChoice;
use toolcast::call::CallContext;
use toolcast::set::{DynamicTool, RequestOptions, SetError, ToolSet};
use toolcast::{Outcome, Provider, Tool, ToolDef, ToolSchema, tool};

use super::tools::{GREET, SHOW, WAIT};

fn set(defs: impl IntoIterator<Item = &'static ToolDef>) -> ToolSet {
    ToolSet::builder()
        .tool_defs(defs)
        .build()
        .expect("nothing is missing")
}

/// Tools named `t0`, `t1` and so on, that take what `A` is.
fn many<A: ToolSchema + serde::de::DeserializeOwned + 'static>(
    count: usize,
    strict: bool,
) -> ToolSet {
    let tools = (0..count).map(|i| {
        let run = |_: A, _: &CallContext| Ok::<_, Infallible>(());
        let tool = DynamicTool::new(format!("t{i}"), "One of many", run);
        if strict {
            tool.strict()
        } else {
            tool.not_strict()
        }
    });
    tools
        .fold(ToolSet::builder(), toolcast::set::ToolSetBuilder::dynamic)
        .build()
        .expect("nothing is missing")
}

#[derive(serde::Deserialize, ToolSchema)]
struct Ten {
    a: Option<u8>,
    b: Option<u8>,
    c: Option<u8>,
    d: Option<u8>,
    e: Option<u8>,
    f: Option<u8>,
    g: Option<u8>,
    h: Option<u8>,
    i: Option<u8>,
    j: Option<u8>,
}

#[derive(serde::Deserialize, ToolSchema)]
struct Twelve {
    #[serde(flatten)]
    ten: Ten,
    k: Option<u8>,
    l: Option<u8>,
}

#[derive(serde::Deserialize, ToolSchema)]
struct Thirteen {
    #[serde(flatten)]
    twelve: Twelve,
    m: Option<u8>,
}

#[derive(serde::Deserialize, ToolSchema)]
struct One {
    a: u8,
}

#[test]
fn ready_texts_are_joined() {
    let tools = set([GREET, SHOW]);
    assert_eq!(
        tools.request_fragment(Provider::OpenAi).expect("taken"),
        format!(
            r#"{{"tools":[{},{}]}}"#,
            GREET.schema_for(Provider::OpenAi),
            SHOW.schema_for(Provider::OpenAi)
        )
    );
    let declarations = tools.declarations(Provider::Anthropic).expect("taken");
    assert!(std::ptr::eq(
        declarations[0],
        GREET.schema_for(Provider::Anthropic)
    ));
}

#[test]
fn the_choice_is_in_the_request() {
    let tools = set([GREET, SHOW]);
    let options = RequestOptions::new()
        .tool_choice(ToolChoice::Tool("greet".into()))
        .parallel_tool_calls(false);
    let text = tools
        .request_fragment_with(Provider::OpenAi, &options)
        .expect("it has words");
    let value: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(
        value["tool_choice"],
        json!({"type":"function","function":{"name":"greet"}})
    );
    assert_eq!(value["parallel_tool_calls"], false);
}

#[test]
fn a_choice_replaces_an_earlier_one() {
    let tools = set([GREET, SHOW]);
    let choices = [
        ToolChoice::Auto,
        ToolChoice::None,
        ToolChoice::Required,
        ToolChoice::Tool("greet".into()),
        ToolChoice::AnyOf(vec!["greet".into(), "show".into()]),
    ];
    let mut compared = 0;
    for &provider in Provider::ALL {
        let extend = |request: &mut Value, choice: &ToolChoice| {
            let options = RequestOptions::new().tool_choice(choice.clone());
            tools
                .extend_request_with(provider, request, &options)
                .is_ok()
        };
        for first in &choices {
            for second in &choices {
                let (mut once, mut twice) = (json!({}), json!({}));
                if !(extend(&mut twice, first) && extend(&mut once, second)) {
                    continue;
                }
                assert!(extend(&mut twice, second));
                for place in [
                    "/tool_choice",
                    "/toolConfig/functionCallingConfig",
                    "/toolConfig/toolChoice",
                ] {
                    assert_eq!(
                        twice.pointer(place),
                        once.pointer(place),
                        "{provider}: {first:?}, {second:?}"
                    );
                }
                compared += 1;
            }
        }
    }
    assert!(compared > 150, "{compared}");
    let mut request = json!({
        "tool_choice": {"type": "tool", "name": "greet", "disable_parallel_tool_use": true}
    });
    let options = RequestOptions::new().tool_choice(ToolChoice::Auto);
    let _ = tools
        .extend_request_with(Provider::Anthropic, &mut request, &options)
        .expect("it fits");
    let expected = json!({"type": "auto", "disable_parallel_tool_use": true});
    assert_eq!(request["tool_choice"], expected);
}

/// Anthropic's flag is a member of the choice.
#[test]
fn a_flag_for_parallel_calls_leaves_the_requests_own_choice() {
    let tools = set([GREET]);
    let options = RequestOptions::new().parallel_tool_calls(false);
    for (own, flagged) in [
        (json!({"type": "tool", "name": "greet"}), true),
        (json!({"type": "any"}), true),
        (json!({"type": "none"}), false),
    ] {
        let mut request = json!({ "tool_choice": own });
        let _ = tools
            .extend_request_with(Provider::Anthropic, &mut request, &options)
            .expect("it fits");
        let mut expected = own;
        if flagged {
            expected["disable_parallel_tool_use"] = json!(true);
        }
        assert_eq!(request["tool_choice"], expected);
    }
}

#[test]
fn an_unsupported_choice_is_an_error_with_the_provider_named_once() {
    let options = RequestOptions::new().tool_choice(ToolChoice::Required);
    let error = set([GREET])
        .request_fragment_with(Provider::Ollama, &options)
        .expect_err("Ollama has no choice");
    assert_eq!(
        error.to_string(),
        "no request can be made for these tools: ollama doesn't support a call that must be made"
    );
}

#[test]
fn an_extended_request_keeps_its_members_and_an_invalid_one_is_unchanged() {
    let tools = set([GREET]);
    let mut request = json!({"model": "m", "tools": [{"type": "web_search"}]});
    let _ = tools
        .extend_request(Provider::OpenAi, &mut request)
        .expect("it is a request");
    assert_eq!(request["tools"][0], json!({"type": "web_search"}));
    assert_eq!(request["tools"][1]["function"]["name"], "greet");
    assert_eq!(request["model"], "m");

    for wrong in [json!([]), json!("x"), json!({"tools": 7})] {
        let mut request = wrong.clone();
        let error = tools
            .extend_request(Provider::OpenAi, &mut request)
            .expect_err("no request");
        assert!(matches!(error, SetError::Request { .. }), "{error}");
        assert_eq!(request, wrong);
    }
}

#[test]
fn a_tool_that_a_provider_rejects_is_named() {
    /// Only for one.
    #[tool(providers(OpenAi))]
    fn only_openai() {}

    let tools = set([GREET, only_openai::DEF, SHOW]);
    let error = tools
        .request_fragment(Provider::Gemini)
        .expect_err("it has no text");
    let SetError::Rejected { provider, reports } = &error else {
        panic!("{error}")
    };
    assert_eq!((*provider, reports.len()), (Provider::Gemini, 1));
    assert_eq!(reports[0].tool, "only_openai");
    assert!(
        error.to_string().contains("not made for this provider"),
        "{error}"
    );

    let options = RequestOptions::new().skip_rejected(true);
    let report = tools
        .request_report_with(Provider::Gemini, &options)
        .expect("a report");
    assert_eq!(report.skipped.len(), 1);
    assert!(report.skipped[0].report.is_some());
    let text = tools
        .request_fragment_with(Provider::Ollama, &options)
        .expect("two are left");
    assert!(text.contains("greet") && text.contains("show") && !text.contains("only_openai"));
    assert!(tools.request_fragment(Provider::OpenAi).is_ok());
}

#[test]
fn too_many_tools_are_an_error_that_names_those_beyond() {
    let tools = many::<One>(130, false);
    for provider in [
        Provider::OpenAi,
        Provider::Groq,
        Provider::XAi,
        Provider::DeepSeek,
    ] {
        let error = tools
            .request_fragment(provider)
            .expect_err("128 is the most");
        let SetError::LimitExceeded { tools, limit, .. } = &error else {
            panic!("{error}")
        };
        assert_eq!(tools, &["t128", "t129"]);
        assert_eq!(limit, "128 tools");
    }
    assert!(tools.declarations(Provider::Gemini).is_ok());
    assert!(
        many::<One>(513, false)
            .declarations(Provider::Gemini)
            .is_err()
    );
    // The request's own tools count too.
    let tools = many::<One>(100, false);
    let mut request = json!({ "tools": vec![json!({"type": "other"}); 30] });
    let before = request.clone();
    let error = tools
        .extend_request(Provider::OpenAi, &mut request)
        .expect_err("130 in all");
    let SetError::LimitExceeded { tools, .. } = &error else {
        panic!("{error}")
    };
    assert_eq!(tools, &["t98", "t99"]);
    assert_eq!(request, before);
}

#[test]
fn too_many_tools_list_ten_names_and_the_count() {
    let error = many::<One>(5000, false)
        .request_fragment(Provider::OpenAi)
        .expect_err("128 is the most");
    let names: Vec<_> = (128..138).map(|n| format!("`t{n}`")).collect();
    assert_eq!(
        error.to_string(),
        format!(
            "openai accepts 128 tools; the set has 5000 tools, 4872 too many: {} and 4862 more; \
             send fewer of them, for example with `filter`",
            names.join(", ")
        )
    );
    let error = many::<One>(129, false)
        .request_fragment(Provider::OpenAi)
        .expect_err("128 is the most");
    assert_eq!(
        error.to_string(),
        "openai accepts 128 tools; the set has 129 tools, 1 too many: `t128`; \
         send fewer of them, for example with `filter`"
    );
}

/// A schema with 24 optional properties was rejected as too complex, so each strict tool has a
/// margin.
#[test]
fn a_tool_that_may_be_too_complex_is_not_strict() {
    #[tool(strict)]
    fn complex(#[tool(flatten)] all: Thirteen) {
        let _ = all;
    }
    #[tool(strict)]
    fn simple(#[tool(flatten)] all: Twelve) {
        let _ = all;
    }
    let tools = many::<Thirteen>(1, true)
        .with_prefix("complex_")
        .merged_with(&many::<Twelve>(2, true))
        .expect("other names");
    assert_eq!(strict(&tools, Provider::Anthropic), ["t0", "t1"]);
    let unproven = |tool: &ToolDef| {
        let report = tool.report_for(Provider::Anthropic);
        assert!(report.strict);
        let mut entries = report.entries.into_iter();
        entries.any(|entry| entry.outcome == Outcome::Unproven && entry.keyword == "strict")
    };
    assert!(unproven(complex::DEF) && !unproven(simple::DEF));
}

/// The names of the tools in strict mode.
fn strict(tools: &ToolSet, provider: Provider) -> Vec<String> {
    let report = tools.request_report(provider).expect("it is taken");
    let declarations = tools.declarations(provider).expect("it is taken");
    let on = declarations
        .iter()
        .filter(|text| text.contains(r#""strict":true"#))
        .count();
    assert_eq!(on, report.strict.len());
    assert_eq!(on + report.strict_disabled.len(), tools.len());
    report.strict
}

#[test]
fn anthropic_gets_as_many_strict_tools_as_its_limits_allow() {
    let twenty_five = many::<One>(25, true);
    let names: Vec<_> = (0..20).map(|i| format!("t{i}")).collect();
    assert_eq!(strict(&twenty_five, Provider::Anthropic), names);
    assert_eq!(strict(&twenty_five, Provider::OpenAi).len(), 25);
    // Ten optional parameters each and a limit of 24: two tools fit.
    assert_eq!(
        strict(&many::<Ten>(3, true), Provider::Anthropic),
        ["t0", "t1"]
    );
    // The third large tool does not fit, nor does the last small one.
    let mixed = many::<Ten>(3, true)
        .with_prefix("big_")
        .merged_with(&many::<One>(19, true))
        .expect("other names");
    let kept = strict(&mixed, Provider::Anthropic);
    assert_eq!(kept.len(), 20);
    assert!(
        kept.contains(&"big_t1".to_owned()) && !kept.contains(&"big_t2".to_owned()),
        "{kept:?}"
    );
}

#[test]
fn deepseek_is_strict_for_all_or_none() {
    /// Strict for DeepSeek.
    #[tool(strict(DeepSeek))]
    fn one(a: u8) -> u8 {
        a
    }

    assert_eq!(strict(&set([one::DEF]), Provider::DeepSeek), ["one"]);
    let report = set([one::DEF, GREET])
        .request_report(Provider::DeepSeek)
        .expect("it is taken");
    assert!(report.strict.is_empty());
    assert_eq!(report.strict_disabled, ["one"]);
    let text = set([one::DEF, GREET])
        .request_fragment(Provider::DeepSeek)
        .expect("it is taken");
    assert!(!text.contains("strict"), "{text}");
}

#[test]
fn azure_makes_one_call_a_turn_beside_strict_tools() {
    let tools = set([WAIT, GREET]);
    let request = |options: &RequestOptions| -> Value {
        let text = tools
            .request_fragment_with(Provider::AzureOpenAi, options)
            .expect("it is taken");
        serde_json::from_str(&text).expect("JSON")
    };
    let plain = request(&RequestOptions::new());
    assert_eq!(plain["tools"][0]["function"]["strict"], true);
    assert_eq!(plain["parallel_tool_calls"], false);
    let parallel = request(&RequestOptions::new().parallel_tool_calls(true));
    assert_eq!(parallel["tools"][0]["function"]["strict"], false);
    assert_eq!(parallel["parallel_tool_calls"], true);
}

#[test]
fn tools_that_break_coheres_strict_rules_are_an_error() {
    let mut request = json!({"strict_tools": true});
    let error = many::<Ten>(1, false)
        .extend_request(Provider::Cohere, &mut request)
        .expect_err("no required one");
    assert!(error.to_string().contains("required"), "{error}");
    let error = many::<One>(201, false)
        .extend_request(Provider::Cohere, &mut request)
        .expect_err("201 fields");
    let SetError::LimitExceeded { tools, .. } = &error else {
        panic!("{error}")
    };
    assert_eq!(tools, &["t200"]);
    let _ = many::<One>(200, false)
        .extend_request(Provider::Cohere, &mut request)
        .expect("200 fields");
    let _ = many::<Ten>(30, false)
        .extend_request(Provider::Cohere, &mut json!({}))
        .expect("no strict tools");
}

#[test]
fn the_same_set_gives_the_same_request() {
    let make = || {
        let mut text = String::new();
        let tools = many::<Ten>(9, true)
            .with_prefix("x_")
            .merged_with(&many::<One>(30, true))
            .expect("other names");
        for &provider in Provider::ALL {
            if let Ok(declarations) = tools.declarations(provider) {
                writeln!(text, "{provider} {}", declarations.join(",")).expect("a string");
            }
        }
        text
    };
    let first = make();
    assert!(first.len() > 10_000);
    assert!((0..3).all(|_| make() == first));
}
