//! Messages in another provider's format.

use toolcast::Provider;
use toolcast::call::ToolCall;
use toolcast::wire::{Message, Part, ToolResultMessage, write_messages};

/// The message of that place, in the format of a provider.
fn written(messages: &[Message], to: Provider, place: usize) -> String {
    let written = write_messages(messages, to).expect("messages");
    written.messages[place].to_string()
}

fn calling(arguments: &str) -> Message {
    Message::Assistant {
        text: String::new(),
        calls: vec![ToolCall::new("call_1", "look", arguments)],
    }
}

fn user(text: &str) -> Message {
    Message::User(vec![Part::text(text)])
}

fn failed(parts: Vec<Part>) -> Message {
    Message::Results(vec![ToolResultMessage::error("call_1", "look", parts)])
}

fn done() -> Message {
    let parts = vec![Part::text("a cat")];
    Message::Results(vec![ToolResultMessage::new("call_1", "look", parts)])
}

/// The notes in the place of media that a provider doesn't accept.
fn notes_of_media() -> String {
    let parts = vec![
        Part::image("image/png", b"\x89PNG"),
        Part::image_at("https://example.com/cat.png"),
        Part::file("audio/ogg", "", b"OggS"),
        Part::file("video/mp4", "cat.mp4", b"ftyp"),
        Part::file("application/pdf", "cat.pdf", b"%PDF"),
        Part::file_at("", "", "https://example.com/cat"),
    ];
    let written = write_messages(&[Message::User(parts)], Provider::DeepSeek).expect("messages");
    let parts = written.messages[0]["content"]
        .as_array()
        .expect("parts")
        .clone();
    let texts = parts.iter().filter_map(|part| part["text"].as_str());
    texts.collect::<Vec<_>>().join("\n")
}

/// Each case with the message that a model gets.
pub(super) fn messages() -> Vec<(&'static str, String)> {
    use Provider::{Anthropic, Mistral, OpenAi};
    vec![
        (
            "a call without a result",
            written(&[user("Look."), calling("{}"), user("And?")], OpenAi, 2),
        ),
        (
            "a message without content",
            written(&[user(" ")], Anthropic, 0),
        ),
        (
            "a failed result without content",
            written(
                &[user("Look."), calling("{}"), failed(Vec::new())],
                Anthropic,
                2,
            ),
        ),
        (
            "a failed result with an image, where errors have texts alone",
            written(
                &[
                    user("Look."),
                    calling("{}"),
                    failed(vec![Part::image("image/png", b"\x89PNG")]),
                ],
                Anthropic,
                2,
            ),
        ),
        (
            "the model's message between a result and the user's",
            written(
                &[user("Look."), calling("{}"), done(), user("And?")],
                Mistral,
                3,
            ),
        ),
        (
            "arguments that aren't an object",
            written(&[user("Look."), calling(r#"{"place": "#)], Anthropic, 1),
        ),
        ("media that a provider doesn't accept", notes_of_media()),
    ]
}
