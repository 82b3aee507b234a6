//! Old messages and old results that are removed from a conversation.

use serde_json::Value;
use toolcast::conversation::ConversationError;
use toolcast::wire::{Message, Part, convert_messages, read_messages};
use toolcast::{Conversation, Next, Provider, Turn};

use super::{asked, called, chats, id, last_answer, run, tools, two_calls, whole};

const NOTICE: &str = "(This result was removed to save space. Call the tool again if you need it.)";

/// A conversation with three messages of the user. Each has two calls, their results and an answer.
fn three_rounds(provider: Provider) -> Conversation {
    let mut chat = Conversation::new(provider, "some-model");
    chat.system("Be brief.");
    for question in ["How warm is it?", "And tomorrow?", "And in May?"] {
        chat.user(question);
        chat.request(&tools()).expect("a request");
        let Next::Calls(Turn { calls, .. }) =
            chat.receive(&two_calls(provider)).expect("an answer")
        else {
            panic!("{provider}: no calls");
        };
        chat.results(run(provider, calls)).expect("open calls");
        chat.request(&tools()).expect("a request");
        let done = chat.receive(&last_answer(provider)).expect("an answer");
        assert!(matches!(done, Next::Done(_)));
    }
    chat
}

fn read(chat: &Conversation) -> Vec<Message> {
    read_messages(chat.messages(), chat.provider())
        .expect("messages of the provider")
        .0
}

fn users(messages: &[Message]) -> usize {
    let users = messages.iter();
    users.filter(|one| matches!(one, Message::User(_))).count()
}

/// The texts of all results, in order.
fn results(chat: &Conversation) -> Vec<String> {
    let mut texts = Vec::new();
    for message in read(chat) {
        let Message::Results(results) = message else {
            continue;
        };
        for result in results {
            match result.parts.as_slice() {
                [Part::Text(text) | Part::Json(text)] => texts.push(text.clone()),
                other => panic!("{other:?}"),
            }
        }
    }
    texts
}

/// Fails if a call has no result, or a result no call.
fn assert_paired(chat: &Conversation) {
    let from = chat.provider();
    let to = match from {
        Provider::Anthropic => Provider::OpenAi,
        _ => Provider::Anthropic,
    };
    let converted = convert_messages(chat.messages(), from, to).expect("readable messages");
    for lost in &converted.losses {
        assert!(!lost.content.contains("result"), "{from}: {}", lost.content);
    }
}

/// The conversation goes on: a question, an answer with calls, their results, an answer.
fn assert_goes_on(mut chat: Conversation) {
    let provider = chat.provider();
    chat.user("And at night?");
    let request = chat.request(&tools()).expect("a request");
    assert!(request.to_string().contains("Be brief."), "{provider}");
    let Next::Calls(Turn { calls, .. }) = chat.receive(&two_calls(provider)).expect("an answer")
    else {
        panic!("{provider}: no calls");
    };
    chat.results(run(provider, calls)).expect("open calls");
    chat.request(&tools()).expect("a request");
    let done = chat.receive(&last_answer(provider)).expect("an answer");
    assert!(matches!(done, Next::Done(_)), "{provider}");
}

#[test]
fn the_last_messages_of_the_user_stay_with_what_follows_them() {
    for provider in chats() {
        let whole = three_rounds(provider);
        assert_eq!(users(&read(&whole)), 3, "{provider}");
        for count in 0..5 {
            let mut chat = whole.clone();
            let removed = chat.keep_last_user_messages(count).expect("readable");
            assert_eq!(chat.messages(), &whole.messages()[removed..], "{provider}");
            assert_eq!(users(&read(&chat)), count.min(3), "{provider} {count}");
            if count > 0 {
                assert!(matches!(read(&chat)[0], Message::User(_)), "{provider}");
            } else {
                assert!(chat.messages().is_empty(), "{provider}");
            }
            assert_paired(&chat);
            assert_eq!(chat.keep_last_user_messages(count).expect("readable"), 0);
            assert_goes_on(chat);
        }
    }
}

#[test]
fn a_message_that_was_not_sent_counts_as_one_of_the_last() {
    for provider in chats() {
        let mut chat = three_rounds(provider);
        chat.user("And at night?");
        chat.keep_last_user_messages(2).expect("readable");
        assert_eq!(users(&read(&chat)), 1, "{provider}");
        chat.keep_last_user_messages(1).expect("readable");
        assert!(chat.messages().is_empty(), "{provider}");
        chat.request(&tools()).expect("a request");
        assert_eq!(users(&read(&chat)), 1, "{provider}");
    }
}

#[test]
fn open_calls_and_a_request_without_its_answer_keep_their_messages() {
    for provider in chats() {
        let (mut chat, calls) = called(provider);
        let before = chat.messages().to_vec();
        for count in 0..3 {
            assert_eq!(chat.keep_last_user_messages(count).expect("readable"), 0);
        }
        // The user interrupts them.
        chat.user("Wait.");
        assert_eq!(chat.keep_last_user_messages(1).expect("readable"), 0);
        assert_eq!(chat.messages(), before, "{provider}");
        chat.results(run(provider, calls)).expect("open calls");
        chat.request(&tools()).expect("a request");
        let sent = chat.messages().to_vec();
        assert_eq!(chat.keep_last_user_messages(0).expect("readable"), {
            // Some formats have the interrupting message in the one with the results.
            sent.len() - chat.messages().len()
        });
        assert_paired(&chat);
        let done = chat.receive(&last_answer(provider)).expect("an answer");
        assert!(matches!(done, Next::Done(_)), "{provider}");

        let mut chat = asked(provider);
        let request = chat.request(&tools()).expect("a request");
        assert_eq!(chat.keep_last_user_messages(0).expect("readable"), 0);
        assert_eq!(chat.request(&tools()).expect("a request"), request);
    }
}

#[test]
fn old_results_are_replaced_and_stay_with_their_calls() {
    for provider in chats() {
        let long = |text: &Value| text.to_string().len();
        let mut chat = with_long_results(provider);
        let texts = results(&chat);
        let size: usize = chat.messages().iter().map(long).sum();
        let count = chat.messages().len();
        assert_eq!(
            chat.clear_old_results(1).expect("readable"),
            3,
            "{provider}"
        );
        let cleared = results(&chat);
        assert_eq!(cleared[..3], [NOTICE; 3], "{provider}");
        assert_eq!(cleared[3], texts[3], "{provider}");
        assert_eq!(chat.messages().len(), count, "{provider}");
        assert!(chat.messages().iter().map(long).sum::<usize>() < size);
        assert_paired(&chat);
        assert_eq!(
            chat.clear_old_results(1).expect("readable"),
            0,
            "{provider}"
        );
        assert_eq!(
            chat.clear_old_results(0).expect("readable"),
            1,
            "{provider}"
        );
        assert_eq!(results(&chat), [NOTICE; 4], "{provider}");
        assert_goes_on(chat);
    }
}

/// Four results of two hundred characters, in two turns for one message of the user.
fn with_long_results(provider: Provider) -> Conversation {
    let mut chat = asked(provider);
    for turn in 0..2 {
        chat.request(&tools()).expect("a request");
        let ids = [id(provider, 2 * turn + 1), id(provider, 2 * turn + 2)];
        let calls = [(&*ids[0], "alpha", "{}"), (&*ids[1], "beta", "{}")];
        let answer = whole(provider, "Let me see.", &calls);
        let Next::Calls(Turn { calls, .. }) = chat.receive(&answer).expect("an answer") else {
            panic!("{provider}: no calls");
        };
        let text = "18 degrees. ".repeat(20);
        let results = calls.into_iter().map(|call| {
            let content = vec![toolcast::call::Content::Text(text.clone())];
            toolcast::call::ToolResult::new(call, content)
        });
        chat.results(results).expect("open calls");
    }
    chat.request(&tools()).expect("a request");
    let _ = chat.receive(&last_answer(provider)).expect("an answer");
    chat
}

#[test]
fn short_results_and_everything_else_stay() {
    for provider in chats() {
        let whole = three_rounds(provider);
        let mut chat = whole.clone();
        assert_eq!(chat.clear_old_results(0).expect("readable"), 0);
        assert_eq!(chat.messages(), whole.messages(), "{provider}");
    }
}

#[test]
fn an_unreadable_message_is_an_error_and_nothing_changes() {
    for provider in chats() {
        let chat = three_rounds(provider);
        // Without its first messages, there is one with results that answer no call. The same
        // behind the first message.
        for kept in 0..2 {
            let mut errors = 0;
            for cut in kept + 1..chat.messages().len() {
                let mut stored = serde_json::to_value(&chat).expect("plain data");
                let messages = stored["messages"].as_array_mut().expect("messages");
                messages.drain(kept..cut);
                let mut chat: Conversation = serde_json::from_value(stored).expect("a stored form");
                let before = chat.clone();
                if let Err(error) = read_messages(chat.messages(), provider) {
                    // It has the place of the message.
                    let expected = ConversationError::Wire(error);
                    let error = chat.keep_last_user_messages(1);
                    assert_eq!(error, Err(expected.clone()), "{provider}");
                    let error = chat.clear_old_results(1);
                    assert_eq!(error, Err(expected), "{provider}");
                    assert_eq!(chat, before, "{provider}");
                    errors += 1;
                } else {
                    assert!(chat.keep_last_user_messages(1).is_ok(), "{provider}");
                    assert!(chat.clear_old_results(1).is_ok(), "{provider}");
                }
            }
            assert!(errors > 0, "{provider} {kept}");
        }
    }
}

/// Some hosts count ids anew in each answer.
#[test]
fn results_of_repeated_ids_keep_their_calls() {
    for provider in chats() {
        let mut chat = asked(provider);
        for _ in 0..2 {
            chat.request(&tools()).expect("a request");
            let answer = whole(provider, "", &[(&*id(provider, 1), "alpha", "{}")]);
            let Next::Calls(Turn { calls, .. }) = chat.receive(&answer).expect("an answer") else {
                panic!("{provider}: no calls");
            };
            let content = vec![toolcast::call::Content::Text("18 degrees. ".repeat(20))];
            let results = calls
                .into_iter()
                .map(|call| toolcast::call::ToolResult::new(call, content.clone()));
            chat.results(results).expect("open calls");
        }
        chat.request(&tools()).expect("a request");
        let ids = |chat: &Conversation| {
            let text = serde_json::to_string(chat.messages()).expect("JSON");
            text.matches(&format!("\"{}\"", id(provider, 1))).count()
        };
        let before = ids(&chat);
        assert_eq!(
            chat.clear_old_results(0).expect("readable"),
            2,
            "{provider}"
        );
        assert_eq!(results(&chat), [NOTICE; 2], "{provider}");
        assert_eq!(ids(&chat), before, "{provider}");
        assert_eq!(chat.clear_old_results(0).expect("readable"), 0);
        chat.keep_last_user_messages(1).expect("readable");
        assert_paired(&chat);
        let _ = chat.receive(&last_answer(provider)).expect("an answer");
        assert_goes_on(chat);
    }
}
