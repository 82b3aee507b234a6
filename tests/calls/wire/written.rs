//! Conversations of all kinds of content and of all orders of results, written for each provider.
//! The messages and what they lose are in `expected/lists/wire-written-messages.txt`.

use toolcast::Provider;
use toolcast::call::ToolCall;
use toolcast::wire::{Message, Part, ToolResultMessage, write_messages};
use toolcast_test_support::lists;

use super::grouped::Lines;
use super::shapes::providers;

fn call(id: &str, name: &str) -> ToolCall {
    ToolCall::new(id, name, r#"{"at":1}"#)
}

fn calls(calls: &[(&str, &str)]) -> Message {
    Message::Assistant {
        text: String::new(),
        calls: calls.iter().map(|(id, name)| call(id, name)).collect(),
    }
}

fn result(id: &str, name: &str) -> ToolResultMessage {
    ToolResultMessage::new(id, name, vec![Part::text(format!("of {id}"))])
}

fn results(results: &[(&str, &str)]) -> Message {
    Message::Results(results.iter().map(|(id, name)| result(id, name)).collect())
}

fn said(text: &str) -> Message {
    Message::User(vec![Part::text(text)])
}

/// A user's message with one file of each type that some API knows, and of one that none knows.
fn files() -> Message {
    const OFFICE: &str = "application/vnd.openxmlformats-officedocument";
    let document = format!("{OFFICE}.wordprocessingml.document");
    let sheet = format!("{OFFICE}.spreadsheetml.sheet");
    let types = [
        "image/png",
        "image/jpeg",
        "image/gif",
        "image/webp",
        "image/heic",
        "application/pdf",
        "text/csv",
        "application/msword",
        &document,
        "application/vnd.ms-excel",
        &sheet,
        "text/html",
        "text/plain",
        "text/markdown",
        "audio/wav",
        "audio/mp3",
        "video/mp4",
        "",
    ];
    let name = |media_type: &str| match media_type {
        "image/png" | "text/csv" => "",
        _ => "a b.x",
    };
    let files = types.map(|media_type| Part::file(media_type, name(media_type), b"abc"));
    let addresses = [
        Part::image_at("https://a.b/c.png"),
        Part::image_at("data:image/png;base64,AQID"),
        Part::file_at("application/pdf", "c.pdf", "https://a.b/c.pdf"),
        Part::file_at("application/pdf", "", "gs://a/c.pdf"),
        Part::file_at("text/plain", "c.txt", "https://x.googleapis.com/c.txt"),
    ];
    let parts = [Part::text("Read."), Part::text(" ")];
    Message::User(parts.into_iter().chain(files).chain(addresses).collect())
}

/// Results of all kinds, whose calls are there.
fn result_kinds() -> [Message; 2] {
    let json = |text: &str| vec![Part::Json(text.to_owned())];
    let kinds = [
        vec![Part::text("")],
        vec![],
        json(r#"{"a":1}"#),
        json("[1]"),
        json("1.50"),
        vec![Part::text("a"), Part::Json(r#"{"b":2}"#.to_owned())],
        vec![Part::text("a"), Part::image("image/png", b"abc")],
        vec![Part::file("application/pdf", "a.pdf", b"abc")],
    ];
    let mut asked = Vec::new();
    let mut all = Vec::new();
    for (i, parts) in kinds.into_iter().enumerate() {
        asked.push(call(&format!("c{i}"), "look"));
        all.push(ToolResultMessage::new(format!("c{i}"), "look", parts));
    }
    asked.push(call("e", "look"));
    all.push(ToolResultMessage::error(
        "e",
        "look",
        vec![Part::text("no")],
    ));
    let asked = Message::Assistant {
        text: "I look.".to_owned(),
        calls: asked,
    };
    [asked, Message::Results(all)]
}

fn conversations() -> Vec<(&'static str, Vec<Message>)> {
    let mut signed = call("c", "look");
    signed.signature = Some("c2ln".to_owned());
    let [asked, answered] = result_kinds();
    vec![
        (
            "roles",
            vec![
                Message::System("Be brief.".to_owned()),
                Message::Developer("Be kind.".to_owned()),
                said("Hello"),
                Message::User(Vec::new()),
                said(""),
                Message::Assistant {
                    text: "Yes".to_owned(),
                    calls: vec![signed, call("d", "my tool!")],
                },
                results(&[("c", "look"), ("d", "my tool!")]),
                Message::Assistant {
                    text: String::new(),
                    calls: Vec::new(),
                },
                Message::System("Stop.".to_owned()),
            ],
        ),
        ("files", vec![files()]),
        ("results", vec![said("Go"), asked, answered]),
        (
            "late",
            vec![
                calls(&[("a", "look"), ("b", "look")]),
                said("Wait"),
                results(&[("b", "look"), ("z", "other"), ("a", "look")]),
                said("Go"),
            ],
        ),
        (
            "missing",
            vec![
                calls(&[("a", "look"), ("b", "wait")]),
                results(&[("b", "wait"), ("y", "other")]),
                calls(&[("c", "look")]),
                said("Go"),
                results(&[("z", "other"), ("z", "other")]),
                calls(&[("d", "look")]),
            ],
        ),
        (
            "other order",
            vec![
                calls(&[("a", "look"), ("b", "look"), ("c", "wait")]),
                results(&[("c", "wait"), ("b", "look"), ("a", "look")]),
            ],
        ),
        (
            "open",
            vec![
                calls(&[("a", "look"), ("b", "look")]),
                results(&[("b", "look")]),
            ],
        ),
        (
            "twice",
            vec![
                calls(&[("a", "look")]),
                calls(&[("a", "look")]),
                results(&[("a", "look"), ("a", "look")]),
                said("Go"),
            ],
        ),
    ]
}

#[test]
fn written_messages_and_their_losses_are_those_of_the_list() {
    let mut lines = Lines::default();
    for provider in providers() {
        for (what, messages) in conversations() {
            let written = write_messages(&messages, provider).expect("messages");
            for (i, message) in written.messages.iter().enumerate() {
                // The parts of a message are lines of their own.
                let key = ["content", "parts"]
                    .into_iter()
                    .find(|key| message[key].is_array());
                let Some(key) = key else {
                    lines.add(provider, &format!("{what} {i:02} {message}"));
                    continue;
                };
                let mut message = message.clone();
                let parts = message[key].take();
                for (n, part) in parts.as_array().into_iter().flatten().enumerate() {
                    lines.add(provider, &format!("{what} {i:02} part {n:02} {part}"));
                }
                lines.add(provider, &format!("{what} {i:02} {message}"));
            }
            for (i, system) in written.system.iter().enumerate() {
                lines.add(provider, &format!("{what} system {i}: {system}"));
            }
            for lost in written.losses {
                let message = lost.message.expect("a message");
                let line = format!("{what} lost of {message}: {}", lost.content);
                lines.add(provider, &line);
            }
        }
    }
    lists::agrees("wire-written-messages", lines.finish());
}

/// Results that no call takes stay where they are, and late ones move behind their calls.
#[test]
fn results_of_no_call_stay_in_their_place() {
    let messages = [
        calls(&[("a", "look")]),
        said("Wait"),
        results(&[("z", "other"), ("a", "look")]),
        said("Go"),
    ];
    let written = write_messages(&messages, Provider::OpenAi).expect("messages");
    let ids = written.messages.iter().map(|message| {
        let id = message["tool_call_id"].as_str();
        id.or(message["role"].as_str()).unwrap_or_default()
    });
    assert_eq!(
        ids.collect::<Vec<_>>(),
        ["assistant", "a", "user", "z", "user"]
    );
    let lost: Vec<_> = written
        .losses
        .iter()
        .filter_map(|lost| Some((lost.message?, lost.content.as_str())))
        .collect();
    let late = "the place of the result of the call `a` after other messages";
    assert_eq!(lost, [(2, late)]);
}
