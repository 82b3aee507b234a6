//! Calls of the tools: arguments of a thousand properties and sixty levels, in the form that each
//! provider's model writes.

use crate::tools;
use crate::types::{Names, Wide};
use serde_json::{Value, json};
use toolcast::call::{CallContext, Content};
use toolcast::{Dialect, Provider, from_model, to_model};

/// Calls the tool with arguments in the form of the provider's model, and returns the result.
fn answer(tool: &str, provider: Provider, arguments: &Value) -> Result<String, String> {
    let tool = tools::named(tool).expect("the tool is compiled");
    let strict = tool.is_strict_for(provider);
    let dialect = Dialect::of(provider, strict).expect("the provider has this mode");
    let canonical = Dialect::of(Provider::JsonSchema, false).expect("every provider has one");
    let low = to_model(tool.parameters(), dialect, arguments.clone());
    assert_eq!(
        from_model(
            tool.parameters(),
            canonical,
            from_model(tool.parameters(), dialect, low.clone())
        ),
        *arguments
    );
    let text = low.to_string();
    let context = CallContext::new(provider, "1", tool.name());
    match tool
        .call_with(context, &text)
        .now_or_never()
        .expect("the tool is sync")
    {
        Ok(answer) => match answer.content.as_slice() {
            [Content::Text(text) | Content::Json(text)] => Ok(text.clone()),
            other => Err(format!("{other:?}")),
        },
        Err(error) => Err(error.to_string()),
    }
}

#[test]
fn tools_accept_arguments_of_every_provider() {
    let wide = serde_json::to_value(Wide {
        w000: 1,
        w999: 2,
        ..Wide::default()
    })
    .expect("JSON");
    let parameters: Value = (0..250).map(|i| (format!("w{i:03}"), json!(1))).collect();
    let lists: Value =
        serde_json::from_str(&("[".repeat(60) + "7" + &"]".repeat(60))).expect("JSON");
    let mut deep = json!({ "value": 0 });
    for _ in 1..60 {
        deep = json!({ "below": deep });
    }
    for &provider in Provider::ALL {
        let is = |tool, arguments: Value, expected: &str| {
            assert_eq!(
                answer(tool, provider, &arguments),
                Ok(expected.into()),
                "{tool}, {provider}"
            );
        };
        is("wide", json!({ "wide": wide }), "3");
        is("parameters", parameters.clone(), "250");
        is("deep", json!({ "deep": deep }), "true");
        is("lists", json!({ "lists": lists }), "1");
        for name in [Names::w000, Names::w500, Names::w999] {
            is("names", json!({ "name": name }), &format!("{name:?}"));
        }
    }
}

/// The text for the model has the place of one bad value among a thousand, and stays short.
#[test]
fn one_bad_value_is_located_in_a_short_message() {
    let mut wide = serde_json::to_value(Wide::default()).expect("JSON");
    wide["w700"] = json!(256);
    let error = answer_raw("wide", &json!({ "wide": wide }));
    assert!(
        error.contains("$.wide.w700: expected an integer from 0 to 255, got 256"),
        "{error}"
    );
    assert!(error.len() < 400, "{error}");

    let error = answer_raw("names", &json!({ "name": "w70" }));
    assert!(
        error.contains("$.name") && error.contains("did you mean"),
        "{error}"
    );
    assert!(error.len() < 20_000, "{}", error.len());

    let mut deep = json!({ "value": "none" });
    for _ in 1..60 {
        deep = json!({ "below": deep });
    }
    let error = answer_raw("deep", &json!({ "deep": deep }));
    assert!(
        error.contains(&format!("{}.value", ".below".repeat(59))),
        "{error}"
    );
}

fn answer_raw(tool: &str, arguments: &Value) -> String {
    let tool = tools::named(tool).expect("the tool is compiled");
    let context = CallContext::new(Provider::OpenAi, "1", tool.name());
    let text = arguments.to_string();
    let answer = tool
        .call_with(context, &text)
        .now_or_never()
        .expect("the tool is sync");
    answer.expect_err("the arguments are wrong").to_string()
}
