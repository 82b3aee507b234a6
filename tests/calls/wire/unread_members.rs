//! Members of messages that the common model doesn't have: each is listed as lost.

use serde_json::{Value, json};
use toolcast::Provider;
use toolcast::call::ToolCall;
use toolcast::wire::{Message, Part, ToolResultMessage, read_messages, write_messages};
use toolcast_test_support::json::places;

use super::shapes::{id, providers};

const KEY: &str = "x_other";

/// The words for the objects of messages.
const WORDS: [&str; 5] = ["a message", "a part", "a block", "a call", "a result"];

/// Members whose values are the arguments and results of tools.
const TOOLS_OWN: [&str; 9] = [
    "arguments",
    "args",
    "input",
    "response",
    "json",
    "data",
    "result",
    "structuredContent",
    "error",
];

/// Messages with each kind of content, in the provider's format.
pub(super) fn messages(provider: Provider) -> Vec<Value> {
    let call = ToolCall::new(id(provider, 1), "look", r#"{"at":{"deep":[{}]}}"#);
    let picture = Part::image("image/png", b"\x89PNG\r\n\x1a\n");
    let result = ToolResultMessage::new(
        call.id.clone(),
        "look",
        vec![
            Part::Json(r#"{"seen":{"a":1}}"#.to_owned()),
            picture.clone(),
        ],
    );
    let user = vec![
        Part::text("What is this?"),
        picture,
        Part::file("application/pdf", "report.pdf", b"%PDF-1"),
        Part::file("audio/wav", "", b"RIFF"),
    ];
    let messages = [
        Message::User(user),
        Message::Assistant {
            text: "Let me see.".to_owned(),
            calls: vec![call],
        },
        Message::Results(vec![result]),
    ];
    let written = write_messages(&messages, provider).expect("it has messages");
    written.messages
}

/// The paths of all objects that aren't a tool's own.
fn objects(value: &Value) -> Vec<String> {
    let objects = places(value).into_iter().filter(|(place, value)| {
        let mut steps = place.split('/');
        value.is_object() && !steps.any(|step| TOOLS_OWN.contains(&step))
    });
    objects.map(|(place, _)| place).collect()
}

#[test]
fn a_member_of_unknown_meaning_is_listed_with_its_message() {
    for provider in providers() {
        let messages = messages(provider);
        let (_, known) = read_messages(&messages, provider).expect("messages");
        assert!(
            known
                .iter()
                .all(|lost| !lost.content.contains("the member")),
            "{provider}: {known:?}"
        );
        let messages = Value::Array(messages);
        let paths = objects(&messages);
        assert!(paths.len() >= 3, "{provider}: {paths:?}");
        for path in paths {
            let mut changed = messages.clone();
            let object = changed.pointer_mut(&path).expect("an object");
            object[KEY] = json!([{"a": 1}]);
            let changed = changed.as_array().expect("messages");
            let (_, lost) = read_messages(changed, provider).expect("messages");
            let index: usize = path
                .split('/')
                .nth(1)
                .expect("an index")
                .parse()
                .expect("an index");
            let listed = lost.iter().filter(|lost| lost.content.contains(KEY));
            let listed: Vec<_> = listed.filter_map(|lost| lost.message).collect();
            assert_eq!(listed, [index], "{provider}, {path}: {lost:?}");
            let known = |lost: &str| WORDS.iter().any(|of| lost == what(of));
            assert!(
                lost.iter().any(|lost| known(&lost.content)),
                "{provider}, {path}: {lost:?}"
            );
        }
    }
}

fn what(of: &str) -> String {
    format!("the member `{KEY}` of {of}")
}

/// The pointers of objects, with the words for them.
type Objects = Vec<(&'static str, &'static str)>;

/// Messages in forms that aren't written, and their objects.
fn further() -> Vec<(Provider, Value, Objects)> {
    let text = json!({"type": "text", "text": "See."});
    let steps = json!([
        {"type": "user_input", "content": [text, {"type": "image", "data": "AQID", "mime_type": "image/png"}]},
        {"type": "model_output", "content": [text]},
        {"type": "function_call", "id": "c", "name": "look", "arguments": {}},
        {"type": "function_result", "call_id": "c", "result": [text]},
    ]);
    let contents = json!([
        {"role": "user", "parts": [
            {"file_data": {"mime_type": "application/pdf", "file_uri": "gs://a/b.pdf"}},
            {"inline_data": {"mime_type": "image/png", "data": "AQID"}},
        ]},
        {"role": "model", "parts": [{"function_call": {"name": "look", "args": {}}}]},
        {"role": "user", "parts": [{"function_response": {"name": "look", "response": {"output": 1}}}]},
    ]);
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "look", "arguments": {}}});
    let blocks = json!([
        {"type": "resource", "resource": {"uri": "file:///a.txt", "mimeType": "text/plain", "text": "See."}},
        {"type": "resource_link", "uri": "file:///b.pdf", "name": "b", "mimeType": "application/pdf"},
        {"type": "audio", "data": "AQID", "mimeType": "audio/wav"},
    ]);
    let result = json!({"jsonrpc": "2.0", "id": 1, "result": {"content": blocks}});
    let error = json!({"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "no"}});
    vec![
        (
            Provider::Gemini,
            steps,
            vec![
                ("/0", "a step"),
                ("/0/content/0", "a part"),
                ("/0/content/1", "a part"),
                ("/1", "a step"),
                ("/1/content/0", "a part"),
                ("/2", "a call"),
                ("/3", "a result"),
                ("/3/result/0", "a part"),
            ],
        ),
        (
            Provider::Gemini,
            contents,
            vec![
                ("/0", "a message"),
                ("/0/parts/0", "a part"),
                ("/0/parts/0/file_data", "a part"),
                ("/0/parts/1", "a part"),
                ("/0/parts/1/inline_data", "a part"),
                ("/1/parts/0", "a call"),
                ("/1/parts/0/function_call", "a call"),
                ("/2/parts/0", "a result"),
                ("/2/parts/0/function_response", "a result"),
            ],
        ),
        (
            Provider::Mcp,
            json!([call, result]),
            vec![
                ("/0", "a message"),
                ("/0/params", "a call"),
                ("/1", "a message"),
                ("/1/result", "a result"),
                ("/1/result/content/0", "a block"),
                ("/1/result/content/0/resource", "a block"),
                ("/1/result/content/1", "a block"),
                ("/1/result/content/2", "a block"),
            ],
        ),
        (
            Provider::Mcp,
            json!([call, error]),
            vec![("/1", "a result"), ("/1/error", "an error")],
        ),
    ]
}

#[test]
fn a_member_of_unknown_meaning_is_listed_with_the_word_for_its_object() {
    for (provider, messages, objects) in further() {
        let read = |messages: &Value| {
            let messages = messages.as_array().expect("messages");
            read_messages(messages, provider).expect("messages").1
        };
        assert_eq!(read(&messages), [], "{provider}: {messages}");
        for (path, of) in objects {
            let mut changed = messages.clone();
            let object = changed.pointer_mut(path).expect("an object");
            object[KEY] = json!([{"a": 1}]);
            let lost = read(&changed);
            let lost: Vec<_> = lost
                .iter()
                .filter_map(|lost| Some((lost.message?, lost.content.as_str())))
                .collect();
            let index: usize = path[1..2].parse().expect("an index");
            assert_eq!(lost, [(index, &*what(of))], "{provider}, {path}");
        }
    }
}

#[test]
fn members_without_content_are_not_listed() {
    let empty = [json!(null), json!(false), json!(""), json!([]), json!({})];
    for provider in providers() {
        let mut messages = messages(provider);
        for message in &mut messages {
            let members = message.as_object_mut().expect("an object");
            let other = empty.iter().enumerate();
            members.extend(other.map(|(i, value)| (format!("{KEY}{i}"), value.clone())));
        }
        let (_, lost) = read_messages(&messages, provider).expect("messages");
        assert!(
            lost.iter().all(|lost| !lost.content.contains(KEY)),
            "{provider}: {lost:?}"
        );
    }
}

#[test]
fn reasoning_under_several_names_is_one_loss() {
    let details = json!([{"type": "reasoning.text", "text": "Hm."}]);
    let message = json!({"role": "assistant", "content": "Yes.", "reasoning": "Hm.", "reasoning_details": details});
    let (_, lost) = read_messages(&[message], Provider::Portable).expect("messages");
    let lost: Vec<_> = lost.iter().map(|lost| lost.content.as_str()).collect();
    assert_eq!(lost, ["the model's thoughts"]);
}

/// Members that APIs give ordinary messages.
#[test]
fn members_without_a_meaning_for_others_are_not_listed() {
    let direct = json!({"type": "direct"});
    let ordinary = [
        (
            Provider::Anthropic,
            json!({"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "f", "input": {}, "caller": direct}]}),
        ),
        (
            Provider::OpenAiResponses,
            json!({"type": "function_call", "id": "i", "call_id": "c", "name": "f", "arguments": "{}", "status": "completed", "caller": direct}),
        ),
        (
            Provider::OpenAiResponses,
            json!({"type": "message", "id": "i", "role": "assistant", "phase": "final_answer", "status": "completed",
                "content": [{"type": "output_text", "text": "a", "annotations": [], "logprobs": []}]}),
        ),
        (
            Provider::OpenAi,
            json!({"role": "assistant", "content": "a", "refusal": null, "annotations": [], "audio": null}),
        ),
        (
            Provider::Mcp,
            json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "f", "arguments": {}, "_meta": {"progressToken": 1}}}),
        ),
    ];
    for (provider, message) in ordinary {
        let (_, lost) = read_messages(std::slice::from_ref(&message), provider).expect("a message");
        assert_eq!(lost, [], "{message}");
    }
}

#[test]
fn a_member_is_listed_once_for_a_message() {
    let cited = json!({"type": "text", "text": "a", "citations": [{"type": "x"}]});
    let message = json!({"role": "assistant", "content": [cited, cited]});
    let (_, lost) =
        read_messages(&[message.clone(), message], Provider::Anthropic).expect("messages");
    let lost: Vec<_> = lost
        .iter()
        .filter_map(|lost| Some((lost.message?, lost.content.as_str())))
        .collect();
    let what = "the member `citations` of a block";
    assert_eq!(lost, [(0, what), (1, what)]);
}
