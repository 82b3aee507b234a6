//! Messages that the program adds: examples, an interrupted answer, an earlier conversation.

use toolcast::call::{CallId, ToolCall};
use toolcast::conversation::ConversationError;
use toolcast::wire::{Message, Part, ToolResultMessage, read_messages};
use toolcast::{Conversation, Next, Provider, Turn};

use super::{asked, called, chats, last_answer, run, tools, two_calls};

fn user(text: &str) -> Message {
    Message::User(vec![Part::text(text)])
}

fn model(text: &str, calls: &[(&str, &str)]) -> Message {
    let calls = calls
        .iter()
        .map(|(id, name)| ToolCall::new(*id, *name, "{}"));
    Message::Assistant {
        text: text.to_owned(),
        calls: calls.collect(),
    }
}

fn results(ids: &[(&str, &str)]) -> Message {
    let results = ids.iter().map(|(id, name)| ToolResultMessage {
        id: CallId::from(*id),
        name: (*name).to_owned(),
        parts: vec![Part::text("18 degrees")],
        is_error: false,
    });
    Message::Results(results.collect())
}

fn read(chat: &Conversation) -> Vec<Message> {
    read_messages(chat.messages(), chat.provider())
        .expect("messages")
        .0
}

#[test]
fn an_earlier_conversation_is_added_as_it_was() {
    for provider in chats() {
        let (mut chat, calls) = called(provider);
        chat.results(run(provider, calls)).expect("open calls");
        chat.request(&tools()).expect("a request");
        let _ = chat.receive(&last_answer(provider)).expect("an answer");
        let mut copy = Conversation::new(provider, "some-model");
        let lost = copy.add_messages(read(&chat)).expect("messages");
        assert!(lost.is_empty(), "{provider}: {lost:?}");
        assert_eq!(read(&copy), read(&chat), "{provider}");
        // Nothing is to be answered, and the conversation goes on.
        let error = copy.request(&tools()).expect_err("no question");
        assert_eq!(error, ConversationError::NothingToSend, "{provider}");
        copy.user("And tomorrow?");
        copy.request(&tools()).expect("a request");
        let next = copy.receive(&two_calls(provider)).expect("an answer");
        assert!(matches!(next, Next::Calls(_)), "{provider}");
    }
}

#[test]
fn calls_at_the_end_of_added_messages_are_open() {
    for provider in chats() {
        let mut chat = Conversation::new(provider, "some-model");
        let calls = [("first call", "alpha"), ("second call", "beta")];
        let lost = chat.add_messages([user("How warm is it?"), model("", &calls)]);
        assert_eq!(lost, Ok(vec![]), "{provider}");
        let open: Vec<_> = chat.open_calls().cloned().collect();
        let ids: Vec<_> = open.iter().map(|call| call.id.as_str()).collect();
        assert_eq!(ids, ["first call", "second call"], "{provider}");
        let error = chat.add_messages([user("Well?")]).expect_err("open calls");
        assert!(
            matches!(error, ConversationError::Unanswered { .. }),
            "{provider}"
        );
        chat.results(run(provider, open)).expect("open calls");
        let request = chat.request(&tools()).expect("a request");
        assert!(
            request.to_string().contains("no such city"),
            "{provider}: {request}"
        );
        assert!(
            matches!(chat.receive(&last_answer(provider)), Ok(Next::Done(_))),
            "{provider}"
        );
    }
}

#[test]
fn results_and_questions_at_the_end_of_added_messages_are_answered_next() {
    let calls = [("c1", "alpha"), ("c2", "beta")];
    for provider in chats() {
        let ends = [
            vec![user("Hello")],
            vec![user("Hello"), model("", &calls), results(&calls)],
        ];
        for end in ends {
            let mut chat = Conversation::new(provider, "some-model");
            chat.add_messages(end.clone()).expect("messages");
            chat.request(&tools()).expect("a request");
            assert_eq!(read(&chat).len(), end.len(), "{provider}");
            assert!(
                matches!(chat.receive(&last_answer(provider)), Ok(Next::Done(_))),
                "{provider}"
            );
        }
    }
}

#[test]
fn invalid_messages_are_errors_and_add_nothing() {
    let calls = [("c1", "alpha"), ("c2", "beta")];
    for provider in chats() {
        let mut chat = asked(provider);
        let before = chat.clone();
        let error = chat.add_messages([user("Hello"), model("", &calls), results(&calls[..1])]);
        let Err(ConversationError::Unanswered { calls: missing, .. }) = error else {
            panic!("{provider}: {error:?}");
        };
        assert_eq!(missing[0].name, "beta");
        let error = chat.add_messages([user("Hello"), results(&calls[..1])]);
        assert!(
            matches!(error, Err(ConversationError::NotOpen { .. })),
            "{provider}: {error:?}"
        );
        let twice = [calls[0], calls[0]];
        let error = chat.add_messages([model("", &calls[..1]), results(&twice)]);
        assert!(
            matches!(error, Err(ConversationError::NotOpen { .. })),
            "{provider}: {error:?}"
        );
        assert_eq!(chat, before, "{provider}");
    }
    let mut none = Conversation::new(Provider::Mcp, "some-model");
    let error = none.add_messages([user("Hello")]).expect_err("no chat API");
    assert!(matches!(error, ConversationError::NoChat { .. }));
}

#[test]
fn system_texts_of_added_messages_are_in_the_request() {
    for provider in chats() {
        let mut chat = asked(provider);
        chat.add_messages([
            Message::System("Answer in verse.".to_owned()),
            Message::Developer("Use metres.".to_owned()),
        ])
        .expect("texts");
        let request = chat.request(&tools()).expect("a request").to_string();
        let system = "Be brief.\\n\\nAnswer in verse.\\n\\nUse metres.";
        assert!(request.contains(system), "{provider}: {request}");
    }
}

#[test]
fn an_interrupted_answer_is_kept_and_the_conversation_goes_on() {
    for provider in chats() {
        let mut chat = asked(provider);
        chat.stream_request(&tools()).expect("a request");
        chat.assistant("It is about").expect("a text");
        assert!(matches!(
            chat.receive(&last_answer(provider)),
            Err(ConversationError::NotAwaiting)
        ));
        chat.user("Go on.");
        chat.stream_request(&tools()).expect("a request");
        let expected = [
            user("How warm is it?"),
            model("It is about", &[]),
            user("Go on."),
        ];
        assert_eq!(read(&chat), expected, "{provider}");
        // No text had arrived: the question is still the last message.
        let mut chat = asked(provider);
        chat.request(&tools()).expect("a request");
        chat.assistant(" ").expect("no text");
        assert!(
            matches!(chat.receive(&last_answer(provider)), Ok(Next::Done(_))),
            "{provider}"
        );
    }
}

#[test]
fn the_text_beside_calls_is_in_the_next_step() {
    for provider in chats() {
        let mut chat = asked(provider);
        chat.request(&tools()).expect("a request");
        let next = chat.receive(&two_calls(provider)).expect("an answer");
        let Next::Calls(Turn { text, calls, .. }) = next else {
            panic!("{provider}: no calls");
        };
        assert_eq!((&*text, calls.len()), ("Let me see.", 2), "{provider}");
    }
}
