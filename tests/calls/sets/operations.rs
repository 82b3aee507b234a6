//! Sets derived from other sets.

use toolcast::Provider;
use toolcast::call::ToolError;
use toolcast::set::{SetError, ToolSet};
use toolcast_tests::tools;

use super::tools::{GREET, KEEP, Limit, SHOW, Store, WAIT};
use super::{call, text_of};

fn set() -> ToolSet {
    ToolSet::builder()
        .tool_def(GREET)
        .tool_def(WAIT)
        .tool_def(SHOW)
        .build()
        .expect("nothing is missing")
}

#[test]
fn a_text_rendered_at_run_time_equals_the_const_text() {
    // An empty prefix: a new name value with the same text.
    let all = ToolSet::builder()
        .tool_defs(tools::all())
        .build()
        .expect("nothing is missing");
    let written = all.with_prefix("");
    let mut texts = 0;
    for def in tools::all() {
        let tool = written.get(def.name()).expect("it keeps its name");
        for &provider in Provider::ALL {
            assert_eq!(
                tool.schema_for(provider),
                def.try_schema_for(provider),
                "{} for {provider}",
                def.name()
            );
            // The same slice of both, without and with a table of positions.
            for one in [tool, all.get(def.name()).expect("it is there")] {
                assert_eq!(one.parameters_for(provider), def.parameters_for(provider));
                assert_eq!(one.is_strict_for(provider), def.is_strict_for(provider));
            }
            texts += 1;
        }
    }
    assert!(texts > 100);
}

#[test]
fn a_prefix_is_in_the_shown_name_and_calls_find_their_tool() {
    let tools = set().with_prefix("gh_");
    assert_eq!(
        tools.names().collect::<Vec<_>>(),
        ["gh_greet", "gh_wait", "gh_show"]
    );
    let greet = tools.get("gh_greet").expect("it is there");
    assert_eq!((greet.original_name(), greet.is_enabled()), ("greet", true));
    let text = greet
        .schema_for(Provider::Anthropic)
        .expect("anybody takes it");
    assert_eq!(
        text,
        GREET
            .schema_for(Provider::Anthropic)
            .replacen("greet", "gh_greet", 1)
    );
    assert_eq!(
        text_of(&call(&tools, "gh_greet", r#"{"name":"a"}"#)),
        "Hello a"
    );
    assert_eq!(
        text_of(&call(&tools, "greet", r#"{"name":"a"}"#)),
        "unknown tool `greet`; did you mean `gh_greet`?"
    );
    let twice = tools.with_prefix("x_");
    assert!(twice.get("x_gh_show").is_some());
    // A name that a provider rejects is reported when its request is built.
    let odd = set().with_prefix("a \"b\"\n");
    let error = odd
        .request_fragment(Provider::OpenAi)
        .expect_err("no such name is taken");
    let SetError::Rejected { reports, .. } = &error else {
        panic!("{error}")
    };
    assert_eq!(reports.len(), 3);
    let ollama = odd
        .request_fragment(Provider::Ollama)
        .expect("it takes any name");
    let value: serde_json::Value = serde_json::from_str(&ollama).expect("it is JSON");
    assert_eq!(value["tools"][0]["function"]["name"], "a \"b\"\ngreet");
}

#[test]
fn merged_tools_keep_their_state() {
    let keep = |limit| {
        ToolSet::builder()
            .tool_def(KEEP)
            .with_state(Store::new())
            .with_state(Limit(limit))
            .build()
            .expect("all is there")
    };
    let both = keep(2)
        .with_prefix("a_")
        .merged_with(&keep(4).with_prefix("b_"))
        .expect("two names");
    let line = r#"{"line":"abc"}"#;
    assert_eq!(text_of(&call(&both, "a_keep", line)), "more than 2 bytes");
    assert_eq!(text_of(&call(&both, "b_keep", line)), "kept by call_1");
    let error = keep(2).merged_with(&keep(4)).expect_err("one name");
    let SetError::Build {
        missing,
        duplicates,
        ..
    } = error
    else {
        panic!("{error:?}");
    };
    assert_eq!(duplicates, ["keep"]);
    assert!(missing.is_empty());
}

#[test]
fn tools_can_be_filtered_and_switched() {
    let tools = set();
    let reading = tools.filter(|tool| tool.annotations().read_only == Some(true));
    assert_eq!(reading.names().collect::<Vec<_>>(), ["wait"]);
    assert_eq!(
        reading.get("wait").and_then(|tool| tool.title()),
        Some("Wait")
    );

    let less = tools.with_disabled("greet").expect("it is there");
    assert_eq!((less.len(), tools.len()), (2, 3));
    assert_eq!(less.names().collect::<Vec<_>>(), ["wait", "show"]);
    let enabled: Vec<_> = less.tools().map(|tool| tool.name()).collect();
    assert_eq!(enabled, ["wait", "show"]);
    assert_eq!((less.all_tools().count(), less.tools().count()), (3, 2));
    assert!(less.get("greet").is_some_and(|tool| !tool.is_enabled()));
    assert!(matches!(
        call(&less, "greet", r#"{"name":"a"}"#).error,
        Some(ToolError::UnknownTool { nearest: None, .. })
    ));
    assert!(
        !less
            .request_fragment(Provider::OpenAi)
            .expect("it is taken")
            .contains("greet")
    );
    let again = less.with_enabled("greet").expect("it is there");
    assert_eq!(again.names().collect::<Vec<_>>(), ["greet", "wait", "show"]);
    assert_eq!(
        text_of(&call(&again, "greet", r#"{"name":"a"}"#)),
        "Hello a"
    );
    let error = tools.with_disabled("great").expect_err("no such tool");
    assert_eq!(
        error.to_string(),
        "the set has no tool `great`; did you mean `greet`?"
    );
    let none = tools.filter(|_| false);
    assert!(none.is_empty());
    assert_eq!(
        none.request_fragment(Provider::OpenAi)
            .expect("nothing to refuse"),
        "{}"
    );
}
