//! Conversations that are converted between providers.

use serde_json::{Value, json};
use toolcast::Provider;
use toolcast::call::{Content, ToolError, ToolResult, ToolResults};
use toolcast::wire::{Message, Part, convert_messages, read_messages, write_messages};

use super::shapes::{id, providers, whole};

/// A user's question in the provider's shape.
fn question(provider: Provider) -> Vec<Value> {
    let question = Message::User(vec![Part::Text("How warm is it?".into())]);
    write_messages(&[question], provider)
        .expect("it has messages")
        .messages
}

/// A question, two calls, their results, and an answer, all in the provider's shape.
fn conversation(provider: Provider) -> Vec<Value> {
    let mut messages = question(provider);
    let (first, second) = (id(provider, 1), id(provider, 2));
    let calls = [
        (&*first, "alpha", r#"{"at":1,"in":["a","b"]}"#),
        (&*second, "beta", "{}"),
    ];
    let turn = provider
        .parse_turn(&whole(provider, "Let me see.", &calls))
        .expect("a response");
    messages.extend(turn.messages);
    let mut results = ToolResults::default();
    for (call, content) in turn.calls.into_iter().zip([
        Content::Text("18C".into()),
        Content::Json(r#"{"why":"no such city"}"#.into()),
    ]) {
        results.extend([ToolResult::new(call, vec![content])]);
    }
    results[1].error = Some(ToolError::Failed("no such city".into()));
    messages.extend(results.to_messages(provider));
    if provider != Provider::Mcp {
        let turn = provider
            .parse_turn(&whole(provider, "18 degrees.", &[]))
            .expect("a response");
        messages.extend(turn.messages);
    }
    messages
}

/// The content of a conversation, independent of its ids: each call is named by its place.
fn meaning(messages: &[Message]) -> Value {
    let mut ids = Vec::new();
    let mut said = Vec::new();
    for message in messages {
        said.push(match message {
            Message::System(text) => json!({ "system": text }),
            Message::User(parts) => json!({"user": format!("{parts:?}")}),
            Message::Assistant { text, calls } => {
                let calls: Vec<_> = calls
                    .iter()
                    .map(|call| {
                        ids.push(call.id.clone());
                        let arguments: Value =
                            serde_json::from_str(&call.arguments).expect("arguments are JSON");
                        json!([call.name, arguments])
                    })
                    .collect();
                json!({"assistant": text, "calls": calls})
            }
            Message::Results(results) => {
                let results: Vec<_> = results
                    .iter()
                    .map(|result| {
                        let call = ids.iter().position(|id| *id == result.id);
                        let call = call.expect("a result has its call");
                        json!([
                            call,
                            result.name,
                            format!("{:?}", result.parts),
                            result.is_error
                        ])
                    })
                    .collect();
                json!({ "results": results })
            }
            other => json!(format!("{other:?}")),
        });
    }
    json!(said)
}

fn read(messages: &[Value], provider: Provider) -> Vec<Message> {
    read_messages(messages, provider)
        .unwrap_or_else(|error| panic!("{provider}: {error}\n{}", json!(messages)))
        .0
}

#[test]
fn a_conversation_has_the_same_meaning_for_every_provider() {
    let talkers = || providers().filter(|provider| *provider != Provider::Mcp);
    for from in talkers() {
        let messages = conversation(from);
        let expected = meaning(&read(&messages, from));
        assert_eq!(
            expected.as_array().map(Vec::len),
            Some(4),
            "{from}: {expected}"
        );
        for to in talkers() {
            let there = convert_messages(&messages, from, to).expect("it can be said");
            assert_eq!(
                meaning(&read(&there.messages, to)),
                expected,
                "{from} to {to}"
            );
            let back = convert_messages(&there.messages, to, from).expect("it can be said");
            assert_eq!(
                meaning(&read(&back.messages, from)),
                expected,
                "{from} to {to} and back"
            );
        }
    }
}

#[test]
fn mcp_has_only_calls_and_results() {
    let messages = conversation(Provider::OpenAi);
    let there = convert_messages(&messages, Provider::OpenAi, Provider::Mcp).expect("calls");
    assert_eq!(there.messages.len(), 4);
    let lost: Vec<_> = there
        .losses
        .iter()
        .filter_map(|lost| Some((lost.message?, &*lost.content)))
        .collect();
    assert_eq!(
        lost,
        [
            (0, "the user's text"),
            (1, "the model's text"),
            (4, "the model's text")
        ]
    );
    let back = convert_messages(&there.messages, Provider::Mcp, Provider::OpenAi).expect("calls");
    assert_eq!(back.messages[0]["tool_calls"], messages[1]["tool_calls"]);
    assert_eq!(back.messages[1..], messages[2..4]);
}

#[test]
fn content_that_the_provider_does_not_support_is_listed_as_lost() {
    let messages = conversation(Provider::Gemini);
    let there = convert_messages(&messages, Provider::Gemini, Provider::Anthropic).expect("said");
    assert_eq!(there.losses.len(), 1, "{:?}", there.losses);
    assert_eq!(there.losses[0].message, Some(1));
    let text = there.losses[0].to_string();
    assert_eq!(text, format!("message 1: {}", there.losses[0].content));
    assert!(there.losses[0].content.contains("signature"));

    // Gemini requires a signature on the first call of each turn.
    let back = convert_messages(&there.messages, Provider::Anthropic, Provider::Gemini);
    let parts = back.expect("said").messages[1]["parts"].take();
    assert_eq!(
        parts[1]["thoughtSignature"],
        "skip_thought_signature_validator"
    );
    assert_eq!(parts[2].get("thoughtSignature"), None);

    // Vertex accepts neither the signature of another route nor the ids.
    let vertex = convert_messages(&messages, Provider::Gemini, Provider::Vertex).expect("said");
    assert_eq!(vertex.losses, there.losses);
    let text = json!(vertex.messages).to_string();
    assert!(!text.contains("c2ln") && !text.contains("\"id\""), "{text}");
    assert!(text.contains("skip_thought_signature_validator"), "{text}");

    let thinking = json!({"role": "assistant", "content": [
        {"type": "thinking", "thinking": "hm", "signature": "c2ln"},
        {"type": "text", "text": "Yes"},
        {"type": "server_tool_use", "id": "x", "name": "web_search", "input": {}},
    ]});
    let there = convert_messages(&[thinking], Provider::Anthropic, Provider::OpenAi).expect("said");
    assert_eq!(
        there.messages,
        [json!({"role": "assistant", "content": "Yes"})]
    );
    let lost: Vec<_> = there.losses.iter().map(|lost| &*lost.content).collect();
    assert_eq!(
        lost,
        ["the model's thoughts", "a block of type `server_tool_use`"]
    );
}

#[test]
fn images_are_sent_or_listed_as_lost() {
    let question = json!({"role": "user", "content": [
        {"type": "text", "text": "What is it?"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw0KGgo="}},
    ]});
    for to in providers().filter(|to| !matches!(to, Provider::Mcp)) {
        let there = convert_messages(std::slice::from_ref(&question), Provider::OpenAi, to);
        let there = there.expect("said");
        if to == Provider::DeepSeek {
            // The provider rejects a request that contains one.
            assert_eq!(there.losses.len(), 1);
            assert!(!there.messages[0].to_string().contains("image_url"));
            continue;
        }
        assert_eq!(there.losses, [], "{to}");
        let back = convert_messages(&there.messages, to, Provider::OpenAi).expect("said");
        assert_eq!(back.messages, std::slice::from_ref(&question), "{to}");
    }
    let there = json!({"role": "user", "content": [{"type": "image_url", "image_url": {"url": "https://example.com/a.png"}}]});
    let there = convert_messages(&[there], Provider::OpenAi, Provider::Bedrock).expect("said");
    assert_eq!(there.losses.len(), 1);
    let text = there.messages[0]["content"][0]["text"]
        .as_str()
        .expect("a text");
    assert!(text.contains("https://example.com/a.png"), "{text}");
}

#[test]
fn system_texts_are_in_the_place_that_the_provider_has_for_them() {
    let messages = [
        json!({"role": "system", "content": "Be brief."}),
        json!({"role": "user", "content": "Hello"}),
    ];
    for to in providers().filter(|to| !matches!(to, Provider::Mcp)) {
        let there = convert_messages(&messages, Provider::OpenAi, to).expect("said");
        let outside = matches!(
            to,
            Provider::Anthropic
                | Provider::Bedrock
                | Provider::Gemini
                | Provider::GeminiJsonSchema
                | Provider::Vertex
        );
        assert_eq!(there.system.len(), usize::from(outside), "{to}");
        assert_eq!(there.messages.len(), 2 - usize::from(outside), "{to}");
    }
}

/// If an id is used again in a later turn, each result keeps its call, and the new provider gets
/// unique ids.
#[test]
fn ids_are_unique_in_the_whole_conversation() {
    let call = json!({"role": "assistant", "content": null, "tool_calls": [{"id": "x", "type": "function", "function": {"name": "alpha", "arguments": "{}"}}]});
    let result = |text: &str| json!({"role": "tool", "tool_call_id": "x", "content": text});
    let messages = [call.clone(), result("1"), call, result("2")];
    let there = convert_messages(&messages, Provider::OpenAi, Provider::Anthropic).expect("said");
    let ids: Vec<_> = there
        .messages
        .iter()
        .map(|message| {
            let block = &message["content"][0];
            block.get("id").unwrap_or(&block["tool_use_id"]).clone()
        })
        .collect();
    assert_eq!(ids, ["x", "x", "x-2", "x-2"]);

    // A model without ids makes the same call twice.
    let call = json!({"role": "model", "parts": [{"functionCall": {"name": "alpha", "args": {}}}]});
    let result = json!({"role": "user", "parts": [{"functionResponse": {"name": "alpha", "response": {"output": "1"}}}]});
    let messages = [call.clone(), result.clone(), call, result];
    let there = convert_messages(&messages, Provider::Vertex, Provider::Mistral).expect("said");
    let ids: Vec<_> = there
        .messages
        .iter()
        .map(|message| {
            let id = message.pointer("/tool_calls/0/id");
            let id = id.unwrap_or(&message["tool_call_id"]).as_str();
            id.expect("an id").to_owned()
        })
        .collect();
    assert!(ids.iter().all(|id| id.len() == 9), "{ids:?}");
    assert!(
        ids[0] == ids[1] && ids[2] == ids[3] && ids[0] != ids[2],
        "{ids:?}"
    );
}

#[test]
fn arguments_that_are_not_an_object_are_kept() {
    let call = json!({"role": "assistant", "content": null, "tool_calls": [{"id": "x", "type": "function", "function": {"name": "alpha", "arguments": "{\"at\": "}}]});
    for to in [
        Provider::Anthropic,
        Provider::Gemini,
        Provider::Bedrock,
        Provider::Ollama,
    ] {
        let messages = std::slice::from_ref(&call);
        let there = convert_messages(messages, Provider::OpenAi, to).expect("said");
        let named = |what: &str| there.losses.iter().any(|lost| lost.content.contains(what));
        assert!(named("not a JSON object") && named("none yet"), "{to}");
        let back = convert_messages(&there.messages, to, Provider::OpenAi).expect("said");
        let back = &back.messages[0]["tool_calls"][0]["function"];
        assert_eq!(back["arguments"], r#"{"_raw":"{\"at\": "}"#, "{to}");
    }
}

/// `Error: ` and nothing behind it is an error without a text, which Anthropic refuses.
#[test]
fn an_error_without_a_text_gets_one() {
    let messages = [
        json!({"role": "assistant", "content": null, "tool_calls": [{"id": "x", "type": "function", "function": {"name": "alpha", "arguments": "{}"}}]}),
        json!({"role": "tool", "tool_call_id": "x", "content": "Error: "}),
    ];
    let there = convert_messages(&messages, Provider::OpenAi, Provider::Anthropic).expect("said");
    let block = &there.messages[1]["content"][0];
    assert_eq!(
        (&block["content"], &block["is_error"]),
        (&json!("(nothing)"), &json!(true))
    );
}

fn call(id: &str, name: &str, arguments: &Value) -> Value {
    json!({"id": id, "type": "function", "function": {"name": name, "arguments": arguments.to_string()}})
}

fn result(id: &str, text: &str) -> Value {
    json!({"role": "tool", "tool_call_id": id, "content": text})
}

/// If ids are not sent, a result belongs to the first open call of its name, or the first open call
/// of all.
#[test]
fn results_without_ids_are_in_the_order_of_their_calls() {
    let calls = json!([
        call("call_1", "weather", &json!({"city": "Oslo"})),
        call("call_2", "weather", &json!({"city": "Rome"})),
        call("call_3", "time", &json!({})),
    ]);
    let calls = json!({"role": "assistant", "content": null, "tool_calls": calls});
    let oslo = || result("call_1", "Oslo: snow");
    let rome = || result("call_2", "Rome: sunny");
    let time = || result("call_3", "noon");
    let nothing: [usize; 0] = [];
    let convert = |results: &[Value], to: Provider| {
        let messages: Vec<_> = std::iter::once(&calls).chain(results).cloned().collect();
        let there = convert_messages(&messages, Provider::OpenAi, to).expect("said");
        let at = there.losses.iter().filter_map(|lost| lost.message);
        let at: Vec<_> = at.collect();
        (read(&there.messages, to), at)
    };
    let given = |messages: &[Message]| {
        let [Message::Assistant { calls, .. }, Message::Results(results)] = messages else {
            panic!("{messages:?}");
        };
        let of = |result: &toolcast::wire::ToolResultMessage| {
            let call = calls.iter().position(|call| call.id == result.id);
            (call.expect("a call"), format!("{:?}", result.parts))
        };
        results.iter().map(of).collect::<Vec<_>>()
    };
    for to in [Provider::Vertex, Provider::Mcp, Provider::Gemini] {
        let (expected, lost) = convert(&[oslo(), rome(), time()], to);
        assert_eq!(lost, nothing, "{to}");
        let results = given(&expected);
        assert!(results[1].0 == 1 && results[1].1.contains("Rome"), "{to}");
        let (messages, lost) = convert(&[time(), rome(), oslo()], to);
        assert_eq!(lost, nothing, "{to}");
        let mut results = given(&messages);
        results.sort();
        assert_eq!(results, given(&expected), "{to}");
    }
    // The first call has no result, which the order alone can't show. Calls without results are
    // listed too.
    let (_, lost) = convert(&[rome()], Provider::Vertex);
    assert_eq!(lost, [0, 0, 1]);
    let (_, lost) = convert(&[rome(), time()], Provider::Mcp);
    assert_eq!(lost, [0, 1, 1]);
    // The result is found by its name.
    let (_, lost) = convert(&[time()], Provider::Vertex);
    assert_eq!(lost, [0, 0]);
    // A late result goes to its call; a missing one is synthesized.
    let again = json!({"role": "user", "content": "And?"});
    let (_, lost) = convert(&[rome(), again, oslo()], Provider::Vertex);
    assert_eq!(lost, [0, 3]);
}

/// Mistral rejects a user's message after a result, and an assistant's message without content.
#[test]
fn mistral_gets_an_assistant_message_between_a_result_and_the_user() {
    let user = || json!({"role": "user", "content": "And?"});
    let calls = json!({"role": "assistant", "content": null, "tool_calls": [call("call_1", "alpha", &json!({}))]});
    let silent = json!({"role": "assistant", "content": ""});
    for between in [&[][..], &[silent]] {
        let mut messages = vec![user(), calls.clone(), result("call_1", "18C")];
        messages.extend_from_slice(between);
        messages.push(user());
        let there = convert_messages(&messages, Provider::OpenAi, Provider::Mistral).expect("said");
        let roles: Vec<_> = there
            .messages
            .iter()
            .map(|message| &message["role"])
            .collect();
        assert_eq!(roles, ["user", "assistant", "tool", "assistant", "user"]);
        assert_eq!(there.messages[3]["content"], "(nothing)");
        // The empty message is listed, and so is the user message behind it.
        let lost = there.losses.iter().filter_map(|lost| lost.message);
        let lost: Vec<_> = lost.collect();
        assert_eq!(
            lost,
            (3..messages.len()).collect::<Vec<_>>()[..=between.len()]
        );
        let there = convert_messages(&messages, Provider::OpenAi, Provider::DeepSeek);
        assert_eq!(there.expect("said").losses.len(), between.len());
    }
}

/// A name that the new provider refuses is what it would be in a set.
#[test]
fn names_that_the_provider_rejects_are_rewritten() {
    let named = |name: &str| {
        [
            json!({"role": "model", "parts": [{"functionCall": {"name": name, "args": {}}}]}),
            json!({"role": "user", "parts": [{"functionResponse": {"name": name, "response": {"output": "a"}}}]}),
        ]
    };
    let messages = [named("fs.read"), named("fs.read"), named("look")].concat();
    for (to, expected) in [
        (Provider::OpenAi, "fs_read"),
        (Provider::Anthropic, "fs_read"),
        (Provider::Mistral, "fs_read"),
        (Provider::Cohere, "fs_read"),
        (Provider::Mcp, "fs.read"),
        (Provider::Vertex, "fs.read"),
    ] {
        let there = convert_messages(&messages, Provider::Gemini, to).expect("said");
        let tools = |message: &Message| -> Vec<String> {
            match message {
                Message::Assistant { calls, .. } => {
                    calls.iter().map(|call| call.name.clone()).collect()
                }
                Message::Results(results) => {
                    results.iter().map(|result| result.name.clone()).collect()
                }
                _ => Vec::new(),
            }
        };
        let said: Vec<_> = read(&there.messages, to).iter().flat_map(tools).collect();
        let look = || "look".to_owned();
        let expected = [vec![expected.to_owned(); 4], vec![look(), look()]].concat();
        assert_eq!(said, expected, "{to}");
        let lost = there
            .losses
            .iter()
            .filter(|lost| lost.content.contains("`fs.read`"));
        let lost = lost.filter_map(|lost| Some((lost.message?, &*lost.content)));
        let lost: Vec<_> = lost.collect();
        let told = (0, "the name `fs.read`: it is `fs_read` there");
        let told = [told];
        let told = if expected[0] == "fs.read" {
            &told[..0]
        } else {
            &told
        };
        assert_eq!(lost, told, "{to}");
    }
    // Another tool already has that name.
    let messages = [named("fs.read"), named("fs_read")].concat();
    let there = convert_messages(&messages, Provider::Gemini, Provider::OpenAi).expect("said");
    let name = |i: usize| there.messages[i]["tool_calls"][0]["function"]["name"].as_str();
    assert_eq!(name(2), Some("fs_read"));
    assert!(name(0).is_some_and(|name| name.starts_with("fs_read_")));
}

#[test]
fn an_invalid_conversation_is_an_error_with_its_place() {
    for (from, messages, at) in [
        (
            Provider::OpenAi,
            json!([{"role": "user", "content": "a"}, {"role": "tool", "tool_call_id": "x", "content": "b"}]),
            "`[1]`",
        ),
        (Provider::OpenAi, json!([{"content": "a"}]), "`[0].role`"),
        (Provider::OpenAi, json!([7]), "`[0].role`"),
        (
            Provider::Anthropic,
            json!([{"role": "assistant", "content": [{"type": "tool_use", "id": "x"}]}]),
            "`[0].name`",
        ),
        (
            Provider::Anthropic,
            json!([{"role": "tool", "content": "18 C"}]),
            "`[0].role`",
        ),
        (
            Provider::Gemini,
            json!([{"role": "user", "parts": 7}]),
            "`[0].parts`",
        ),
        (
            Provider::OpenAiResponses,
            json!([{"type": "function_call_output", "call_id": "x", "output": ""}]),
            "`[0]`",
        ),
        (Provider::Mcp, json!([{}]), "`[0]`"),
    ] {
        let messages = messages.as_array().expect("a list");
        let error =
            convert_messages(messages, from, Provider::Cohere).expect_err("no conversation");
        assert!(error.to_string().contains(at), "{from}: {error}");
    }
    assert!(convert_messages(&[], Provider::OpenAi, Provider::JsonSchema).is_err());
}
