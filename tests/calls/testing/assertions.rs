//! The messages of the assertions.

use serde_json::{Value, json};
use std::panic::catch_unwind;
use toolcast::call::ToolCall;
use toolcast::testing::{assert_calls, assert_json, assert_sent, differences};

fn message(check: impl FnOnce() + std::panic::UnwindSafe) -> String {
    let error = catch_unwind(check).expect_err("the assertion fails");
    *error.downcast::<String>().expect("a text")
}

#[test]
fn differences_have_path_expectation_and_value() {
    let expected = json!({"a/b": [1, {"c": null}], "d": "x", "e": {}});
    let actual = json!({"a/b": [1, {"c": 2}, 3], "e": [], "f": true});
    assert_eq!(
        differences(&actual, &expected),
        [
            "/a~1b/1/c: expected null, found 2",
            "/a~1b/2: expected nothing, found 3",
            "/d: expected \"x\", found nothing",
            "/e: expected {}, found []",
            "/f: expected nothing, found true",
        ]
    );
    assert!(differences(&actual, &actual).is_empty());
    assert_eq!(
        differences(&json!(1), &json!(2)),
        ["the value: expected 2, found 1"]
    );
}

#[test]
fn long_values_and_lists_are_cut() {
    let long = "ä".repeat(10_000);
    let found = differences(&json!(long), &Value::Null);
    assert!(found[0].len() < 600, "{}", found[0].len());
    assert!(found[0].ends_with("… (20002 bytes)"));
    let zeros = vec![0; 1000];
    let found = differences(&json!(zeros), &json!([]));
    assert_eq!(found.len(), 21);
    assert_eq!(found[20], "and 980 more");
}

#[test]
fn assertions_fail_with_the_differences() {
    let call = ToolCall::new("1", "look", r#"{"at":1}"#);
    let calls = [call.clone()];
    assert_calls(&calls, &[("look", json!({"at": 1}))]);
    let text = message(move || assert_calls(&[call], &[("look", json!({"at": 2}))]));
    assert_eq!(
        text,
        "the calls differ:\n  /0/arguments/at: expected 2, found 1"
    );

    assert_json(&json!([1]), &json!([1]));
    let text = message(|| assert_json(&json!([1]), &json!([2])));
    assert_eq!(text, "the JSON differs:\n  /0: expected 2, found 1");

    let request = r#"{"messages":[{"content":"hi"}]}"#;
    assert_sent(request, "/messages/0/content", &json!("hi"));
    let text = message(|| assert_sent(request, "/messages/0", &json!({"content": "ho"})));
    assert_eq!(
        text,
        "the request differs from the expected one:\n  /messages/0/content: expected \"ho\", found \"hi\""
    );
    let text = message(|| assert_sent(request, "/messages/1/role", &json!("user")));
    assert_eq!(
        text,
        r#"the request has nothing at `/messages/1/role`; at `/messages` is [{"content":"hi"}]"#
    );
}
