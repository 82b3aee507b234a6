//! Conversions of calls whose results are missing or late, and of system texts.

use serde_json::{Value, json};
use toolcast::Provider;
use toolcast::wire::{
    Message, Part, convert_messages, convert_messages_with_system, read_messages, write_messages,
};

use super::shapes::providers;

fn calls(ids: &[&str]) -> Value {
    let calls: Vec<_> = ids
        .iter()
        .map(|id| json!({"id": id, "type": "function", "function": {"name": "look", "arguments": "{}"}}))
        .collect();
    json!({"role": "assistant", "content": null, "tool_calls": calls})
}

fn result(id: &str, text: &str) -> Value {
    json!({"role": "tool", "tool_call_id": id, "content": text})
}

fn user(text: &str) -> Value {
    json!({"role": "user", "content": text})
}

fn targets() -> impl Iterator<Item = Provider> {
    providers().filter(|to| !matches!(to, Provider::OpenAi | Provider::AzureOpenAi))
}

/// For each message with calls: how many of them there are, and how many results are right behind.
fn answered(messages: &[Message]) -> Vec<(usize, usize)> {
    let mut all = Vec::new();
    for (i, message) in messages.iter().enumerate() {
        if let Message::Assistant { calls, .. } = message
            && !calls.is_empty()
        {
            let results = match messages.get(i + 1) {
                Some(Message::Results(results)) => results.len(),
                _ => 0,
            };
            all.push((calls.len(), results));
        }
    }
    all
}

#[test]
fn a_call_without_a_result_gets_an_error_that_is_listed() {
    let messages = [
        user("Look."),
        calls(&["call_1", "call_2"]),
        result("call_1", "a cat"),
        user("And?"),
        calls(&["call_3"]),
        user("So?"),
    ];
    for to in targets() {
        let there = convert_messages(&messages, Provider::OpenAi, to).expect("said");
        let lost = |id: &str| {
            let mut all = there.losses.iter().filter(|lost| lost.content.contains(id));
            let found = all.next().and_then(|lost| lost.message);
            assert_eq!(all.count(), 0, "{to}: {:?}", there.losses);
            found
        };
        assert_eq!(
            (lost("`call_2`"), lost("`call_3`")),
            (Some(1), Some(4)),
            "{to}"
        );
        let (back, _) = read_messages(&there.messages, to).expect("messages");
        if to != Provider::Mcp {
            assert_eq!(
                answered(&back),
                [(2, 2), (1, 1)],
                "{to}: {:?}",
                there.messages
            );
        }
        let text = json!(there.messages).to_string();
        assert_eq!(
            text.matches("the call has no result").count(),
            2,
            "{to}: {text}"
        );
    }
}

#[test]
fn a_call_at_the_end_waits_for_its_result_and_is_listed() {
    for messages in [
        vec![user("Look."), calls(&["call_1"])],
        vec![
            user("Look."),
            calls(&["call_2", "call_1"]),
            result("call_2", "a cat"),
        ],
    ] {
        for to in targets() {
            let there = convert_messages(&messages, Provider::OpenAi, to).expect("said");
            let lost = there
                .losses
                .iter()
                .find(|lost| lost.content.contains("`call_1`"));
            assert_eq!(
                lost.and_then(|lost| lost.message),
                Some(1),
                "{to}: {:?}",
                there.losses
            );
            let text = json!(there.messages).to_string();
            assert!(!text.contains("no result"), "{to}: {text}");
        }
    }
}

#[test]
fn a_late_result_moves_to_its_call_and_is_listed() {
    let messages = [
        user("Look."),
        calls(&["call_1", "call_2"]),
        result("call_2", "a dog"),
        user("Well?"),
        result("call_1", "a cat"),
        user("So?"),
    ];
    for to in targets().filter(|to| *to != Provider::Mcp) {
        let there = convert_messages(&messages, Provider::OpenAi, to).expect("said");
        // Mistral has one more entry, because the user message comes after a result.
        let of_call = there
            .losses
            .iter()
            .filter(|lost| lost.content.contains("call_1"));
        let lost = of_call.filter_map(|lost| Some((lost.message?, &*lost.content)));
        let lost: Vec<_> = lost.collect();
        let expected = "the place of the result of the call `call_1` after other messages";
        assert_eq!(lost, [(4, expected)], "{to}");
        let (back, _) = read_messages(&there.messages, to).expect("messages");
        assert_eq!(answered(&back), [(2, 2)], "{to}");
        let Some(Message::Results(results)) = back.get(2) else {
            panic!("{to}: {back:?}");
        };
        let texts: Vec<_> = results.iter().map(|result| result.parts.clone()).collect();
        let text = |text: &str| vec![Part::Text(text.into())];
        assert_eq!(texts, [text("a cat"), text("a dog")], "{to}");
    }
}

/// The system texts of a request, as its provider has them.
fn system(provider: Provider) -> Option<Value> {
    Some(match provider {
        Provider::Anthropic => {
            json!([{"type": "text", "text": "Be brief."}, {"type": "text", "text": "Be kind."}])
        }
        Provider::Bedrock => json!([{"text": "Be brief."}, {"text": "Be kind."}]),
        Provider::Gemini | Provider::GeminiJsonSchema | Provider::Vertex => {
            json!({"parts": [{"text": "Be brief."}, {"text": "Be kind."}]})
        }
        Provider::OpenAiResponses => json!("Be brief. Be kind."),
        _ => return None,
    })
}

#[test]
fn system_texts_of_a_request_go_with_the_messages() {
    for from in providers() {
        let Some(system) = system(from) else { continue };
        let hello = Message::User(vec![Part::Text("Hello".into())]);
        let messages = write_messages(&[hello], from).expect("said").messages;
        for to in providers().filter(|to| *to != Provider::Mcp) {
            let there = convert_messages_with_system(&system, &messages, from, to).expect("said");
            assert_eq!(there.losses, [], "{from} to {to}");
            let mut text = there.system.join(" ");
            for message in &there.messages[..there.messages.len() - 1] {
                assert_eq!(message["role"], "system", "{from} to {to}");
                text += message["content"].as_str().expect("a text");
            }
            assert!(text.contains("Be brief."), "{from} to {to}: {there:?}");
            assert!(text.contains("Be kind."), "{from} to {to}: {there:?}");
        }
    }
    for (system, fine) in [
        (Value::Null, true),
        (json!([]), true),
        (json!("Be brief."), true),
        (json!(7), false),
        (json!({"text": "Be brief."}), false),
    ] {
        let (from, to) = (Provider::Anthropic, Provider::OpenAi);
        let there = convert_messages_with_system(&system, &[], from, to);
        assert_eq!(there.is_ok(), fine, "{system}: {there:?}");
    }
    // A part that is not text is listed.
    let system = json!([{"type": "image"}]);
    let (from, to) = (Provider::Anthropic, Provider::OpenAi);
    let there = convert_messages_with_system(&system, &[], from, to).expect("said");
    assert_eq!(there.losses.len(), 1);
}

#[test]
fn a_developer_message_keeps_its_role_where_it_is_one() {
    let messages = [
        json!({"role": "developer", "content": "Be brief."}),
        user("Hello"),
    ];
    for to in providers().filter(|to| *to != Provider::Mcp) {
        let there = convert_messages(&messages, Provider::OpenAi, to).expect("said");
        assert_eq!(there.losses, [], "{to}");
        let role = match to {
            Provider::OpenAi | Provider::AzureOpenAi | Provider::OpenAiResponses => "developer",
            _ => "system",
        };
        if there.system.is_empty() {
            assert_eq!(there.messages[0]["role"], role, "{to}");
        } else {
            assert_eq!(there.system, ["Be brief."], "{to}");
        }
    }
    let there = convert_messages(&messages, Provider::OpenAi, Provider::OpenAiResponses);
    let back = there.and_then(|there| {
        convert_messages(&there.messages, Provider::OpenAiResponses, Provider::OpenAi)
    });
    assert_eq!(back.expect("said").messages, messages);
}

/// Another model can't produce a signature, so a placeholder is sent. The placeholder is not listed
/// as a lost signature.
#[test]
fn a_placeholder_signature_is_not_listed() {
    let messages = [user("Look."), calls(&["call_1"]), result("call_1", "a cat")];
    for gemini in [Provider::Gemini, Provider::Vertex] {
        let there = convert_messages(&messages, Provider::OpenAi, gemini).expect("said");
        assert!(json!(there.messages).to_string().contains("skip_thought"));
        assert_eq!(there.losses, [], "{gemini}");
        for to in providers().filter(|to| *to != gemini && *to != Provider::Mcp) {
            let on = convert_messages(&there.messages, gemini, to).expect("said");
            assert_eq!(on.losses, [], "{gemini} to {to}");
        }
    }
}
