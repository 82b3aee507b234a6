//! A conversation whose process is killed after each step loses nothing, and does nothing twice.

use std::process::Command;

use serde_json::json;
use toolcast::Provider;
use toolcast::testing::{Answer, ModelServer, ScriptedModel};

/// The providers whose base URL is the whole host, and the path behind it.
const PROVIDERS: &[(Provider, &str)] = &[
    (Provider::OpenAi, "/v1"),
    (Provider::OpenAiResponses, "/v1"),
    (Provider::AzureOpenAi, "/v1"),
    (Provider::Anthropic, ""),
    (Provider::Gemini, ""),
    (Provider::GeminiJsonSchema, ""),
    (Provider::Bedrock, ""),
    (Provider::Mistral, ""),
    (Provider::Cohere, ""),
    (Provider::XAi, "/v1"),
    (Provider::DeepSeek, "/v1"),
    (Provider::Groq, ""),
    (Provider::Ollama, ""),
    (Provider::Portable, "/v1"),
];

fn answers() -> [Answer; 3] {
    [
        Answer::new()
            .call("note", json!({"text": "alpha"}))
            .call("note", json!({"text": "beta"})),
        Answer::new().call("erase", json!({})),
        Answer::from("Done."),
    ]
}

/// Starts processes until one has the answer, and returns how many were killed.
fn until_answered(provider: Provider, folder: &str, url: &str) -> usize {
    for killed in 0..40 {
        let arguments = [folder, provider.name(), url];
        let program = env!("CARGO_BIN_EXE_one_step");
        let output = Command::new(program).args(arguments).output();
        let output = output.expect("a program");
        if output.status.success() {
            assert_eq!(String::from_utf8_lossy(&output.stdout), "Done.\n");
            return killed;
        }
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), None, "{provider}: {error}");
    }
    panic!("{provider}: no answer")
}

#[test]
fn a_conversation_killed_after_each_step_calls_each_tool_once() {
    for (provider, path) in PROVIDERS {
        let folder = format!("{}/killed-{provider}", env!("CARGO_TARGET_TMPDIR"));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        // Each request is sent twice, because its first answer is lost.
        let twice = answers()
            .into_iter()
            .flat_map(|answer| [answer.clone(), answer]);
        let model = ScriptedModel::new(*provider, twice);
        let server = ModelServer::start(model).expect("a port");
        let killed = until_answered(*provider, &folder, &(server.base_url() + path));
        // Three requests, three repetitions, three responses, three calls, a decision.
        assert_eq!(killed, 12, "{provider}");
        let log = std::fs::read_to_string(format!("{folder}/log")).expect("a log");
        assert_eq!(log, "note alpha\nnote beta\nerase\n", "{provider}");
        let requests = server.requests();
        assert_eq!(requests.len(), 6, "{provider}");
        for pair in requests.chunks(2) {
            assert_eq!(pair[0].body, pair[1].body, "{provider}");
        }
        let last = &requests[5].body;
        for text in ["Be brief.", "Note two things", "alpha", "beta"] {
            assert_eq!(
                last.matches(text).count(),
                1,
                "{provider}: {text} in {last}"
            );
        }
    }
}
