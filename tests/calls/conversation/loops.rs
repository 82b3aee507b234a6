//! The loop of a program, with a fake of each provider.

use serde_json::{Value, json};
use toolcast::conversation::ConversationError;
use toolcast::{Conversation, Next, Provider, ToolChoice, Turn, lint, toolset};

use super::{asked, called, chats, last_answer, messages, run, tools, two_calls};
use crate::wire::shapes::whole;

/// Talks with a fake until the end. Stores and reads the conversation before each step.
fn talk(provider: Provider) -> (Vec<Value>, String) {
    let again = |chat: &mut Conversation| {
        let stored = serde_json::to_string(chat).expect("JSON");
        let read = serde_json::from_str(&stored).expect("a conversation");
        assert_eq!(*chat, read, "{provider}");
        *chat = read;
    };
    let mut chat = asked(provider);
    let mut requests = Vec::new();
    let text = loop {
        again(&mut chat);
        let request = chat.request(&tools()).expect("a request");
        again(&mut chat);
        assert_eq!(chat.request(&tools()).expect("the same"), request);
        let answers = [two_calls(provider), last_answer(provider)];
        let answer = &answers[requests.len()];
        requests.push(request);
        let next = chat.receive(answer).expect("an answer");
        again(&mut chat);
        match next {
            Next::Calls(Turn { calls, .. }) => {
                let results = run(provider, calls);
                let mut results = results.into_iter();
                // One now, in this process; the other one later.
                chat.results(results.next()).expect("an open call");
                again(&mut chat);
                chat.results(results).expect("an open call");
            }
            Next::Done(turn) => break turn.text,
            Next::Limit(_) => panic!("two steps are no limit"),
        }
    };
    (requests, text)
}

#[test]
fn each_provider_gets_its_own_messages_back_with_the_results() {
    let mut tried = 0;
    for provider in chats() {
        let (requests, text) = talk(provider);
        assert_eq!(text, "18 degrees.", "{provider}");
        let [first, second] = &requests[..] else {
            panic!("{provider}: {requests:?}");
        };
        for request in [first, second] {
            assert_eq!(lint::check(provider, request), [], "{provider}");
            assert!(request.to_string().contains("Be brief."), "{provider}");
            assert!(request.to_string().contains("alpha"), "{provider}");
        }
        // The set writes the same results, behind the messages of the turn.
        let turn = provider.parse_turn(&two_calls(provider)).expect("a turn");
        let mut expected = messages(first).to_vec();
        expected.extend(turn.messages);
        expected.extend(run(provider, turn.calls).to_messages(provider));
        assert_eq!(messages(second), expected, "{provider}");
        tried += 1;
    }
    assert_eq!(tried, 15);
}

#[test]
fn the_first_request_has_each_providers_layout() {
    let body = |provider: Provider| {
        let mut chat = asked(provider);
        chat.max_tokens(99).temperature(0.5);
        chat.request(&toolset![].build().expect("a set"))
            .expect("a request")
    };
    let chat = |max_tokens: &str| {
        json!({
            "model": "some-model",
            "messages": [
                {"role": "system", "content": "Be brief."},
                {"role": "user", "content": "How warm is it?"},
            ],
            max_tokens: 99,
            "temperature": 0.5,
        })
    };
    let gemini = json!({
        "systemInstruction": {"parts": [{"text": "Be brief."}]},
        "contents": [{"role": "user", "parts": [{"text": "How warm is it?"}]}],
        "generationConfig": {"maxOutputTokens": 99, "temperature": 0.5},
    });
    for provider in chats() {
        let expected = match provider {
            Provider::OpenAi | Provider::AzureOpenAi | Provider::Groq => {
                chat("max_completion_tokens")
            }
            Provider::OpenAiResponses => json!({
                "model": "some-model",
                "instructions": "Be brief.",
                "input": [{"role": "user", "content": "How warm is it?"}],
                "max_output_tokens": 99,
                "temperature": 0.5,
            }),
            Provider::Anthropic => json!({
                "model": "some-model",
                "system": "Be brief.",
                "messages": [
                    {"role": "user", "content": [{"type": "text", "text": "How warm is it?"}]},
                ],
                "max_tokens": 99,
                "temperature": 0.5,
            }),
            Provider::Gemini | Provider::GeminiJsonSchema | Provider::Vertex => gemini.clone(),
            Provider::Bedrock => json!({
                "system": [{"text": "Be brief."}],
                "messages": [{"role": "user", "content": [{"text": "How warm is it?"}]}],
                "inferenceConfig": {"maxTokens": 99, "temperature": 0.5},
            }),
            Provider::Ollama => json!({
                "model": "some-model",
                "stream": false,
                "messages": [
                    {"role": "system", "content": "Be brief."},
                    {"role": "user", "content": "How warm is it?"},
                ],
                "options": {"num_predict": 99, "temperature": 0.5},
            }),
            _ => chat("max_tokens"),
        };
        assert_eq!(body(provider), expected, "{provider}");
    }
}

#[test]
fn anthropic_has_a_limit_on_tokens_if_the_program_sets_none() {
    for provider in chats() {
        let request = asked(provider).request(&tools()).expect("a request");
        let limits = ["max_tokens", "max_completion_tokens", "max_output_tokens"];
        let limit = limits.into_iter().find_map(|key| request.get(key));
        let expected = (provider == Provider::Anthropic).then(|| json!(4096));
        assert_eq!(limit, expected.as_ref(), "{provider}");
    }
}

#[test]
fn a_call_is_answered_once() {
    for provider in chats() {
        let (mut chat, calls) = called(provider);
        let again = run(provider, calls.clone());
        chat.results(run(provider, calls.clone()))
            .expect("open calls");
        let before = chat.clone();
        let error = chat.results(again).expect_err("it is answered");
        let expected = ConversationError::NotOpen {
            call: calls[0].clone(),
        };
        assert_eq!(error, expected, "{provider}");
        assert_eq!(chat, before);
        // Nor after the next request, nor twice in one list.
        chat.request(&tools()).expect("a request");
        assert!(chat.results(run(provider, calls.clone())).is_err());
        let (mut chat, calls) = called(provider);
        let twice = [calls[0].clone(), calls[0].clone()].to_vec();
        assert!(chat.results(run(provider, twice)).is_err());
        assert_eq!(chat.open_calls().count(), 2, "{provider}: no result counts");
    }
}

#[test]
fn a_call_without_a_result_is_an_error_before_the_request() {
    for provider in chats() {
        let (mut chat, calls) = called(provider);
        let mut results = run(provider, calls.clone()).into_iter();
        results.next();
        chat.results(results).expect("an open call");
        let before = chat.clone();
        let error = chat.request(&tools()).expect_err("a call is open");
        let message = error.to_string();
        assert!(
            message.starts_with(&format!(
                "calls have no result: `{}` of `alpha`;",
                calls[0].id
            )),
            "{message}"
        );
        assert!(message.contains("`decline_calls`"), "{message}");
        assert_eq!(chat, before);
    }
}

#[test]
fn results_in_another_order_are_sent_in_the_order_of_the_calls() {
    for provider in chats() {
        let request = |turned: bool| {
            let (mut chat, calls) = called(provider);
            let mut results: Vec<_> = run(provider, calls).into_iter().collect();
            if turned {
                results.reverse();
            }
            for result in results {
                chat.results([result]).expect("an open call");
            }
            chat.request(&tools()).expect("a request")
        };
        assert_eq!(request(true), request(false), "{provider}");
    }
}

#[test]
fn a_message_beside_open_calls_follows_their_results() {
    for provider in chats() {
        let (mut chat, calls) = called(provider);
        chat.user("And tomorrow?");
        assert!(matches!(
            chat.request(&tools()),
            Err(ConversationError::Unanswered { .. })
        ));
        chat.results(run(provider, calls)).expect("open calls");
        let request = chat.request(&tools()).expect("a request").to_string();
        let at = |text: &str| {
            request
                .find(text)
                .unwrap_or_else(|| panic!("{provider}: {text}"))
        };
        assert!(
            at("no such city") < at("And tomorrow?"),
            "{provider}: {request}"
        );
    }
}

#[test]
fn a_failed_request_loses_nothing_and_is_the_same_again() {
    let error = r#"{"error":{"message":"overloaded","type":"server_error"}}"#;
    for provider in chats() {
        let (mut chat, calls) = called(provider);
        chat.results(run(provider, calls)).expect("open calls");
        let request = chat.request(&tools()).expect("a request");
        for answer in ["", "<html>502</html>", error, "{}"] {
            let error = chat.receive(answer).expect_err(answer);
            assert!(
                matches!(error, ConversationError::Wire(_)),
                "{provider}: {error}"
            );
            let again = chat.request(&tools()).expect("a request");
            assert_eq!(again.to_string(), request.to_string(), "{provider}");
        }
        assert!(matches!(
            chat.receive(&last_answer(provider)),
            Ok(Next::Done(_))
        ));
    }
}

#[test]
fn an_answer_needs_a_request_and_a_request_something_to_answer() {
    for provider in chats() {
        let mut chat = asked(provider);
        let early = chat.receive(&last_answer(provider));
        assert_eq!(early.unwrap_err(), ConversationError::NotAwaiting);
        chat.request(&tools()).expect("a request");
        assert!(matches!(
            chat.receive(&last_answer(provider)),
            Ok(Next::Done(_))
        ));
        let twice = chat.receive(&last_answer(provider));
        assert_eq!(twice.unwrap_err(), ConversationError::NotAwaiting);
        let empty = chat.request(&tools()).unwrap_err();
        assert_eq!(empty, ConversationError::NothingToSend);
        assert_eq!(
            empty.to_string(),
            "there is nothing to answer: add a message by `user`"
        );
    }
}

#[test]
fn a_message_added_after_the_request_follows_its_answer() {
    let mut chat = asked(Provider::OpenAi);
    chat.request(&tools()).expect("a request");
    chat.user("And tomorrow?");
    let answer = last_answer(Provider::OpenAi);
    assert!(matches!(chat.receive(&answer), Ok(Next::Done(_))));
    let request = chat.request(&tools()).expect("a request");
    let roles: Vec<_> = messages(&request).iter().map(|one| &one["role"]).collect();
    assert_eq!(roles, ["system", "user", "assistant", "user"]);
}

#[test]
fn the_limit_of_steps_is_counted_from_the_users_message() {
    let mut chat = asked(Provider::Anthropic);
    chat.max_steps(2);
    let step = |chat: &mut Conversation| {
        chat.request(&tools()).expect("a request");
        chat.receive(&two_calls(Provider::Anthropic))
            .expect("an answer")
    };
    let Next::Calls(Turn { calls, .. }) = step(&mut chat) else {
        panic!("the first step of two");
    };
    chat.results(run(Provider::Anthropic, calls)).expect("open");
    let Next::Limit(Turn { calls, .. }) = step(&mut chat) else {
        panic!("the second step of two");
    };
    assert_eq!((calls.len(), chat.steps()), (2, 2));
    assert_eq!(chat.open_calls().count(), 2);
    // One last answer, without calls.
    chat.decline_calls("the limit of steps is reached");
    chat.tool_choice(ToolChoice::None);
    let request = chat.request(&tools()).expect("a request");
    assert_eq!(request["tool_choice"], json!({"type": "none"}));
    let results = &messages(&request)[4]["content"];
    assert_eq!(results[1]["is_error"], true);
    assert_eq!(results[1]["content"], "the limit of steps is reached");
    let answer = last_answer(Provider::Anthropic);
    assert!(matches!(chat.receive(&answer), Ok(Next::Done(_))));
    chat.clear_tool_choice().user("Again.");
    assert!(matches!(step(&mut chat), Next::Calls(_)));
}

#[test]
fn a_paused_answer_is_sent_again_unchanged() {
    let mut chat = asked(Provider::Anthropic);
    chat.request(&tools()).expect("a request");
    let paused = r#"{"content":[{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{}}],"stop_reason":"pause_turn"}"#;
    let next = chat.receive(paused).expect("an answer");
    assert!(matches!(next, Next::Calls(Turn { calls, .. }) if calls.is_empty()));
    chat.results(run(Provider::Anthropic, vec![]))
        .expect("none");
    let request = chat.request(&tools()).expect("a request");
    assert_eq!(messages(&request).len(), 2);
    assert_eq!(
        messages(&request)[1]["content"][0]["type"],
        "server_tool_use"
    );
    let done = chat.receive(&last_answer(Provider::Anthropic));
    assert!(matches!(done, Ok(Next::Done(_))));
}

#[test]
fn an_answer_that_was_cut_has_its_reason() {
    let mut chat = asked(Provider::OpenAi);
    chat.request(&tools()).expect("a request");
    let cut = last_answer(Provider::OpenAi).replace("\"stop\"", "\"length\"");
    match chat.receive(&cut).expect("an answer") {
        Next::Done(turn) => assert_eq!(turn.finish_reason, toolcast::wire::FinishReason::Length),
        other => panic!("{other:?}"),
    }
}

#[test]
fn members_are_merged_and_cannot_replace_the_messages() {
    let mut chat = asked(Provider::Gemini);
    chat.max_tokens(9)
        .extra("generationConfig", json!({"topP": 0.5}))
        .extra("generationConfig", json!({"topK": 3}))
        .extra("tools", json!([{"googleSearch": {}}]));
    let request = chat.request(&tools()).expect("a request");
    let config = json!({"maxOutputTokens": 9, "topP": 0.5, "topK": 3});
    assert_eq!(request["generationConfig"], config);
    assert_eq!(request["tools"][0], json!({"googleSearch": {}}));
    let declared = &request["tools"][1]["functionDeclarations"];
    assert_eq!(declared.as_array().map(Vec::len), Some(2));
    chat.extra("contents", json!([]));
    let error = chat.request(&tools()).expect_err("messages are replaced");
    assert!(error.to_string().contains("`contents`"), "{error}");
    chat.remove_extra("contents")
        .remove_extra("generationConfig");
    let request = chat.request(&tools()).expect("a request");
    assert_eq!(request["generationConfig"], json!({"maxOutputTokens": 9}));
    assert_eq!(request["contents"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_choice_that_the_provider_lacks_is_an_error_of_the_request() {
    let mut chat = asked(Provider::Ollama);
    chat.tool_choice(ToolChoice::Required);
    let error = chat
        .request(&tools())
        .expect_err("Ollama has no such choice");
    assert!(
        error.to_string().contains("ollama doesn't support"),
        "{error}"
    );
    chat.clear_tool_choice();
    assert!(chat.request(&tools()).is_ok());
}

#[test]
fn formats_without_a_model_are_errors_that_name_another() {
    for provider in [Provider::Mcp, Provider::JsonSchema] {
        let error = asked(provider).request(&tools()).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!(
                "{provider} has no chat API that takes messages; for a host with OpenAI's API use `portable`"
            )
        );
    }
}

#[test]
fn a_turn_of_the_program_is_received_like_a_response() {
    for provider in chats() {
        let answer = whole(provider, "18 degrees.", &[]);
        let (mut read, mut given) = (asked(provider), asked(provider));
        for chat in [&mut read, &mut given] {
            chat.request(&tools()).expect("a request");
        }
        let turn = provider.parse_turn(&answer).expect("a turn");
        let next = given.receive_turn(turn).expect("an answer");
        assert_eq!(read.receive(&answer).expect("an answer"), next);
        assert_eq!(read, given);
        let turn = provider.parse_turn(&answer).expect("a turn");
        let error = given.receive_turn(turn).unwrap_err();
        assert_eq!(error, ConversationError::NotAwaiting);
    }
}
