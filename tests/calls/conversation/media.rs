//! Images and files of the user.

use toolcast::conversation::ConversationError;
use toolcast::wire::Part;
use toolcast::{Conversation, Provider};

use super::{chats, messages, tools};

/// The providers that accept an image's bytes, an image's URL, a PDF's bytes, a text's bytes.
const TAKEN: &[(Provider, [bool; 4])] = &[
    (Provider::OpenAi, [true, true, true, false]),
    (Provider::OpenAiResponses, [true, true, true, false]),
    (Provider::AzureOpenAi, [true, true, true, false]),
    (Provider::Anthropic, [true, true, true, true]),
    (Provider::Gemini, [true, false, true, true]),
    (Provider::GeminiJsonSchema, [true, false, true, true]),
    (Provider::Vertex, [true, false, true, true]),
    (Provider::Bedrock, [true, false, true, true]),
    (Provider::Mistral, [true, true, false, false]),
    (Provider::Cohere, [true, true, false, false]),
    (Provider::XAi, [true, true, false, false]),
    (Provider::DeepSeek, [false, false, false, false]),
    (Provider::Groq, [true, true, false, false]),
    (Provider::Ollama, [true, false, false, false]),
    (Provider::Portable, [true, true, false, false]),
];

fn parts() -> [Part; 4] {
    [
        Part::image("image/png", b"\x89PNG\r\n\x1a\n\0\0\0\r"),
        Part::image_at("https://example.com/cat.png?signature=hunter2"),
        Part::file("application/pdf", "secret-name.pdf", b"%PDF-1.7"),
        Part::file("text/plain", "a.txt", b"A text."),
    ]
}

#[test]
fn a_part_is_in_the_request_or_an_error_names_what_is_accepted() {
    assert!(chats().eq(TAKEN.iter().map(|(provider, _)| *provider)));
    for (provider, taken) in TAKEN {
        for (part, taken) in parts().into_iter().zip(*taken) {
            let mut chat = Conversation::new(*provider, "some-model");
            let added = chat
                .user_parts([Part::text("Look."), part.clone()])
                .map(|_| ());
            if taken {
                added.unwrap_or_else(|error| panic!("{error}"));
                let request = chat.request(&tools()).expect("a request");
                let message = messages(&request)[0].to_string();
                assert!(message.contains("Look."), "{provider}: {message}");
                assert!(!message.contains("left out"), "{provider}: {message}");
                continue;
            }
            let error = added.expect_err("the provider doesn't take it");
            let text = error.to_string();
            let ConversationError::Media { accepted, .. } = error else {
                panic!("{text}");
            };
            assert!(
                text.starts_with(&format!("{provider} can't take a")),
                "{text}"
            );
            assert!(text.ends_with(accepted) && !accepted.is_empty(), "{text}");
            // The address may be a secret, and the name private.
            assert!(
                !text.contains("hunter2") && !text.contains("secret"),
                "{text}"
            );
            let empty = chat.request(&tools()).unwrap_err();
            assert_eq!(empty, ConversationError::NothingToSend, "{provider}");
        }
    }
}

#[test]
fn the_media_type_of_a_data_url_is_written_as_providers_write_it() {
    for media_type in ["image/PNG", "image/png;charset=utf-8"] {
        let image = Part::image_at(&format!("data:{media_type};base64,iVBORw0KGgo="));
        for (provider, _) in TAKEN.iter().filter(|(_, taken)| taken[0]) {
            let mut chat = Conversation::new(*provider, "some-model");
            chat.user_parts([image.clone()]).expect("an image");
            let request = chat.request(&tools()).expect("a request").to_string();
            assert!(!request.contains("PNG"), "{provider}: {request}");
            assert!(!request.contains("charset"), "{provider}: {request}");
        }
    }
}

#[test]
fn a_change_to_a_provider_without_images_lists_the_image() {
    for (provider, taken) in TAKEN.iter().filter(|(_, taken)| taken[0]) {
        for to in chats() {
            let mut chat = Conversation::new(*provider, "some-model");
            let [image, ..] = parts();
            chat.user_parts([Part::text("Look."), image])
                .expect("an image");
            // Before it was sent, and after.
            let mut sent = chat.clone();
            sent.request(&tools()).expect("a request");
            for chat in [&mut chat, &mut sent] {
                let losses = chat.switch(to, "another").expect("another provider");
                let (_, takes) = TAKEN.iter().find(|(one, _)| *one == to).expect("a row");
                assert_eq!(
                    losses.is_empty(),
                    takes[0],
                    "{provider} to {to}: {losses:?}"
                );
                assert!(chat.request(&tools()).is_ok(), "{provider} to {to}");
            }
            assert_eq!(taken.len(), 4);
        }
    }
}

#[test]
fn a_file_at_a_url_is_in_the_request_of_a_provider_that_fetches_it() {
    let taken = |url: &str| -> Vec<Provider> {
        let takes = |provider: &Provider| {
            let mut chat = Conversation::new(*provider, "some-model");
            let file = Part::file_at("application/pdf", "a.pdf", url);
            if chat.user_parts([Part::text("Look."), file]).is_err() {
                return false;
            }
            let request = chat.request(&tools()).expect("a request");
            assert!(messages(&request)[0].to_string().contains(url), "{request}");
            true
        };
        chats().filter(takes).collect()
    };
    let anywhere = taken("https://example.com/a.pdf");
    assert_eq!(anywhere, [Provider::OpenAiResponses, Provider::Anthropic]);
    let google = taken("https://generativelanguage.googleapis.com/v1beta/files/abc");
    assert_eq!(
        google,
        [
            Provider::OpenAiResponses,
            Provider::Anthropic,
            Provider::Gemini,
            Provider::GeminiJsonSchema,
            Provider::Vertex
        ]
    );
}

/// Return the same file twice.
#[toolcast::tool]
fn files() -> [toolcast::call::Content; 2] {
    let file = || toolcast::call::Content::file("application/pdf", "a.pdf", b"%PDF-1.7");
    [file(), file()]
}

/// Bedrock: "Messages can't contain duplicate document names."
#[test]
fn documents_of_one_name_have_numbers_in_a_bedrock_request() {
    let tools = toolcast::toolset![files].build().unwrap();
    let mut chat = Conversation::new(Provider::Bedrock, "some-model");
    chat.user_parts([
        Part::file("application/pdf", "A.pdf", b"%PDF-1.7"),
        Part::file("application/pdf", "a.pdf", b"%PDF-1.7"),
        Part::file("application/pdf", "a-pdf-2", b"%PDF-1.7"),
    ])
    .unwrap();
    chat.request(&tools).unwrap();
    let answer = r#"{"stopReason":"tool_use","output":{"message":{"role":"assistant","content":[{"toolUse":{"toolUseId":"c1","name":"files","input":{}}}]}}}"#;
    let toolcast::Next::Calls(turn) = chat.receive(answer).unwrap() else {
        panic!("a call");
    };
    let results = futures_executor::block_on(tools.call_all(Provider::Bedrock, turn.calls));
    chat.results(results).unwrap();
    // A request of the program's own is not changed otherwise.
    for messages in [
        serde_json::json!(["hi", {"role": "user"}, {"content": [{"toolResult": null}, {"toolResult": "x"}, 7]}]),
        serde_json::json!("none"),
    ] {
        let mut request = serde_json::json!({ "messages": messages });
        let _ = tools
            .extend_request(Provider::Bedrock, &mut request)
            .unwrap();
        assert_eq!(request["messages"], messages);
    }
    for _ in 0..2 {
        let request = chat.request(&tools).unwrap().to_string();
        let names: Vec<_> = request.split(r#""name":""#).skip(1).collect();
        let names = names.iter().filter_map(|rest| rest.split('"').next());
        let names: Vec<_> = names.filter(|name| *name != "files").collect();
        assert_eq!(
            names,
            ["A-pdf", "a-pdf-2", "a-pdf-2-2", "a-pdf-3", "a-pdf-4"]
        );
    }
}
