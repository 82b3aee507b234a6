//! A conversation with prepared answers, in the format of each API. The first has two calls, of
//! which one has a bad argument. The second is streamed, with that call corrected and another one.
//! The third is the final text.

#[path = "../../../runtime/examples/providers/tools/mod.rs"]
mod tools;

use toolcast::{Conversation, Next, Provider, Tool as _, ToolSet, Turn, toolset};

use super::chats;

/// The three answers of an API.
struct Answers {
    first: &'static str,
    second: &'static str,
    third: &'static str,
}

macro_rules! answers {
    ($folder:literal, $stream:literal) => {
        Answers {
            first: include_str!(concat!("prepared/", $folder, "/first.json")),
            second: include_str!(concat!("prepared/", $folder, "/second.", $stream)),
            third: include_str!(concat!("prepared/", $folder, "/third.json")),
        }
    };
}

fn answers(provider: Provider) -> Answers {
    match provider {
        Provider::OpenAiResponses => answers!("responses", "sse"),
        Provider::Anthropic => answers!("anthropic", "sse"),
        Provider::Gemini | Provider::GeminiJsonSchema | Provider::Vertex => {
            answers!("gemini", "sse")
        }
        Provider::Bedrock => answers!("bedrock", "ndjson"),
        Provider::Mistral => answers!("mistral", "sse"),
        Provider::Cohere => answers!("cohere", "sse"),
        Provider::Ollama => answers!("ollama", "ndjson"),
        _ => answers!("chat", "sse"),
    }
}

/// Makes the calls, which have these names, and returns the body of the next request.
fn answered(chat: &mut Conversation, tools: &ToolSet, next: Next, names: [&str; 2]) -> String {
    let provider = chat.provider();
    let Next::Calls(Turn { calls, .. }) = next else {
        panic!("{provider}: {next:?}")
    };
    let called: Vec<&str> = calls.iter().map(|call| &*call.name).collect();
    assert_eq!(called, names, "{provider}");
    let results = futures_executor::block_on(tools.call_all(provider, calls));
    chat.results(results).expect("open calls");
    chat.stream_request(tools).expect("a request").to_string()
}

#[test]
fn a_bad_argument_is_corrected_in_a_stream() {
    let tools = toolset![
        tools::issues::search_issues,
        tools::calendar::create_event,
        tools::table::query_table
    ];
    let tools = tools.with_state(tools::table::Database::sample()).build();
    let tools = tools.expect("a set");
    for provider in chats() {
        let answers = answers(provider);
        let mut chat = Conversation::new(provider, "any");
        chat.user("List the open issues about the crane, and put a day for it into the calendar.");
        let request = chat.request(&tools).expect("a request").to_string();
        for tool in [
            tools::issues::search_issues::DEF,
            tools::table::query_table::DEF,
        ] {
            let declared: serde_json::Value =
                serde_json::from_str(tool.schema_for(provider)).expect("JSON");
            assert!(request.contains(&declared.to_string()), "{provider}");
        }

        let next = chat.receive(answers.first).expect("an answer");
        let request = answered(&mut chat, &tools, next, ["search_issues", "create_event"]);
        assert!(request.contains("A schedule for the crane"), "{provider}");
        // The model must be able to see the mistake.
        assert!(
            request.contains("firstDay: expected"),
            "{provider}: {request}"
        );

        let mut stream = provider.stream().expect("a stream");
        for piece in answers.second.as_bytes().chunks(61) {
            stream.push(piece).expect("a piece");
        }
        let turn = stream.finish().expect("an end");
        let next = chat.receive_turn(turn).expect("an answer");
        let request = answered(&mut chat, &tools, next, ["create_event", "query_table"]);
        assert!(request.contains("on 2026-11-27"), "{provider}: {request}");
        // The filter is applied.
        assert!(request.contains("Corvo"), "{provider}");
        assert!(!request.contains("Brisa"), "{provider}");

        match chat.receive(answers.third).expect("an answer") {
            Next::Done(turn) => assert!(turn.text.contains("2026-11-27"), "{provider}"),
            other => panic!("{provider}: {other:?}"),
        }
    }
}
