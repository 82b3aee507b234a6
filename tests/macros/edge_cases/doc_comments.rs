//! Doc comments that only rustc can evaluate.

use serde_json::Value;
use toolcast::{Provider, tool};

fn description(declaration: &str) -> String {
    let declaration: Value = serde_json::from_str(declaration).expect("JSON");
    let text = declaration["description"].as_str();
    text.expect("a description").to_owned()
}

#[doc = concat!("# Search\n", "Text for people.")]
#[tool]
fn search_files() {}

#[doc = concat!("One.\n", "```sh\n# a comment\nls\n```\n", "Two.\n# Panics\nNever.")]
#[tool]
fn fenced() {}

#[doc = concat!("~~~~\n```\n# a\n~~~\n~~~~\n", "Two.\n### Panics\nNever.")]
#[tool]
fn tildes() {}

/// One.
///
///   Two.
#[doc = concat!("Thr", "ee.")]
#[tool]
fn beside() {}

#[test]
fn a_text_that_begins_with_a_heading_is_replaced_by_the_name() {
    for provider in [Provider::Mcp, Provider::Anthropic, Provider::Gemini] {
        let text = description(search_files::schema_for(provider));
        assert_eq!(text, "Search files");
    }
}

#[test]
fn a_comment_in_fenced_code_is_not_a_heading() {
    assert_eq!(
        description(fenced::schema_for(Provider::Mcp)),
        "One.\n```sh\n# a comment\nls\n```\nTwo."
    );
    assert_eq!(
        description(tildes::schema_for(Provider::Mcp)),
        "~~~~\n```\n# a\n~~~\n~~~~\nTwo."
    );
}

#[test]
fn lines_beside_a_const_expression_lose_the_blank_after_the_slashes() {
    assert_eq!(
        description(beside::schema_for(Provider::Mcp)),
        "One.\n\n  Two.\nThree."
    );
}
