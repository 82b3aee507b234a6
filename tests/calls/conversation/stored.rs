//! The stored form.

use serde_json::{Value, json};
use toolcast::{Conversation, Next, Provider, ToolChoice};

use super::{called, chats, run, tools};

fn stored(chat: &Conversation) -> Value {
    serde_json::to_value(chat).expect("JSON")
}

fn error(tree: &Value) -> String {
    serde_json::from_str::<Conversation>(&tree.to_string())
        .expect_err("it is not a conversation")
        .to_string()
}

#[test]
fn options_and_open_calls_of_a_conversation_are_stored() {
    let (mut chat, calls) = called(Provider::Gemini);
    chat.max_tokens(5)
        .temperature(0.25)
        .tool_choice(ToolChoice::AnyOf(vec!["alpha".to_owned()]))
        .parallel_tool_calls(true)
        .extra("cachedContent", json!("x"))
        .max_steps(3)
        .user("More.");
    chat.results(run(Provider::Gemini, calls).into_iter().take(1))
        .expect("an open call");
    let tree = stored(&chat);
    assert_eq!(tree["version"], 1);
    assert_eq!(tree["provider"], "gemini");
    assert_eq!(tree["options"]["tool_choice"], json!({"any_of": ["alpha"]}));
    assert_eq!(
        tree["open"][0]["result"]["parts"][0]["json"],
        r#"{"degrees":18}"#
    );
    assert_eq!(tree["open"][0]["call"]["signature"], "c2ln");
    assert_eq!(tree["unsent"], json!([[{"text": "More."}]]));
    let read: Conversation = serde_json::from_value(tree).expect("a conversation");
    assert_eq!(read, chat);
}

#[test]
fn the_stored_form_of_version_1_stays_readable() {
    let text = r#"{
        "version": 1, "provider": "anthropic", "model": "m", "system": "Be brief.",
        "options": {"max_tokens": 9, "tool_choice": {"tool": "alpha"}, "members": {"top_k": 3}},
        "max_steps": 20, "steps": 1, "awaiting": false,
        "messages": [
            {"role": "user", "content": [{"type": "text", "text": "How warm is it?"}]},
            {"role": "assistant", "content": [
                {"type": "tool_use", "id": "toolu_1", "name": "alpha", "input": {}}
            ]}
        ],
        "open": [{
            "call": {"id": "toolu_1", "name": "alpha", "arguments": "{}"},
            "id": "toolu_1", "name": "alpha",
            "result": {"id": "toolu_1", "name": "alpha", "is_error": false, "parts": [
                {"text": "18"},
                {"media": {"media_type": "image/png", "name": "", "source": {"base64": "iVBORw=="}}}
            ]}
        }],
        "unsent": [[{"text": "And tomorrow?"}]]
    }"#;
    let mut chat: Conversation = serde_json::from_str(text).expect("version 1");
    let request = chat.request(&tools()).expect("a request");
    assert_eq!(
        request["messages"][2],
        json!({"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "toolu_1", "content": [
                {"type": "text", "text": "18"},
                {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw=="}},
            ]},
            {"type": "text", "text": "And tomorrow?"},
        ]})
    );
    assert_eq!(
        request["tool_choice"],
        json!({"type": "tool", "name": "alpha"})
    );
    assert_eq!(
        (&request["top_k"], &request["max_tokens"]),
        (&json!(3), &json!(9))
    );
}

#[test]
fn another_version_is_an_error_that_names_both() {
    let (chat, _) = called(Provider::OpenAi);
    let mut tree = stored(&chat);
    tree["version"] = json!(2);
    tree["later"] = json!([1]);
    assert_eq!(
        error(&tree),
        "the stored conversation can't be read: its version is 2, and this toolcast reads version 1: read it with the toolcast that wrote it"
    );
    tree["version"] = json!("1");
    assert!(error(&tree).ends_with("it has no version"));
    assert!(error(&json!([])).ends_with("it has no version"));
}

#[test]
fn a_stored_form_with_a_fault_is_an_error() {
    let (chat, _) = called(Provider::OpenAi);
    let tree = stored(&chat);
    let with = |key: &str, value: Value| {
        let mut tree = tree.clone();
        tree[key] = value;
        error(&tree)
    };
    assert!(with("provider", json!("opnai")).contains("openai"));
    assert!(with("messages", json!({})).contains("sequence"));
    assert!(with("unknown", json!(1)).contains("unknown field `unknown`"));
    assert!(with("options", json!({"top_p": 1})).contains("unknown field `top_p`"));
    let open = &tree["open"][0];
    assert!(with("open", json!([open, open])).contains("the same id"));
}

#[test]
fn half_a_stored_form_is_not_a_conversation() {
    for provider in chats() {
        let (chat, _) = called(provider);
        let text = serde_json::to_string(&chat).expect("JSON");
        for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
            assert!(serde_json::from_str::<Conversation>(&text[..end]).is_err());
        }
    }
}

#[test]
fn another_process_answers_the_calls() {
    for provider in chats() {
        let (chat, calls) = called(provider);
        let text = serde_json::to_string(&chat).expect("JSON");
        let mut later: Conversation = serde_json::from_str(&text).expect("a conversation");
        // The program stores the calls with it, or takes them from it.
        let open: Vec<_> = later.open_calls().cloned().collect();
        assert_eq!(open, calls, "{provider}");
        later.results(run(provider, open)).expect("open calls");
        later.request(&tools()).expect("a request");
        let answer = super::last_answer(provider);
        assert!(matches!(later.receive(&answer), Ok(Next::Done(_))));
    }
}
