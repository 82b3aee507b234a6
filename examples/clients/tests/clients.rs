//! Runs each program against a scripted model on this machine.

use std::process::Command;

use serde_json::json;
use toolcast::Provider;
use toolcast::testing::{Answer, ModelServer, ScriptedModel};

/// Runs a program whose model calls the tool and then answers. `variables` has the key and the base
/// URL, whose value gets this path.
fn answers(program: &str, provider: Provider, key: &str, base_url: (&str, &str)) {
    let call = Answer::new().call("weather", json!({"place": "Oslo"}));
    let model = ScriptedModel::new(provider, [call, Answer::from("It is 18 C.")]);
    let server = ModelServer::start(model).expect("a port");
    let output = Command::new(program)
        .args(["any", "How is the weather in Oslo?"])
        .env_clear()
        .env(key, "sk-secret")
        .env(base_url.0, server.base_url() + base_url.1)
        .output()
        .expect("a program");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {error}", output.status);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "It is 18 C.\n");
    let requests = server.requests();
    assert_eq!(requests.len(), 2);
    assert!(!requests[0].body.contains("18 C in Oslo"));
    assert!(requests[1].body.contains("18 C in Oslo"));
}

#[test]
fn async_openai_answers_after_a_call() {
    let program = env!("CARGO_BIN_EXE_with_async_openai");
    answers(
        program,
        Provider::OpenAi,
        "OPENAI_API_KEY",
        ("OPENAI_BASE_URL", "/v1"),
    );
}

#[test]
fn bedrock_answers_after_a_call() {
    let program = env!("CARGO_BIN_EXE_with_bedrock");
    answers(
        program,
        Provider::Bedrock,
        "AWS_BEARER_TOKEN_BEDROCK",
        ("BASE_URL", ""),
    );
}

#[test]
fn genai_answers_after_a_call() {
    let program = env!("CARGO_BIN_EXE_with_genai");
    answers(
        program,
        Provider::Anthropic,
        "ANTHROPIC_API_KEY",
        ("BASE_URL", "/v1/"),
    );
}

#[test]
fn rig_answers_after_a_call() {
    let program = env!("CARGO_BIN_EXE_with_rig");
    answers(
        program,
        Provider::OpenAi,
        "OPENAI_API_KEY",
        ("OPENAI_BASE_URL", "/v1"),
    );
}

#[test]
fn reqwest_streams_an_answer_after_an_overload_and_a_call() {
    let model = ScriptedModel::new(
        Provider::Anthropic,
        [
            Answer::error(529, "overloaded").header("retry-after", "0"),
            Answer::from("I look.").call("weather", json!({"place": "Oslo"})),
            Answer::from("It is 18 C."),
        ],
    );
    let server = ModelServer::start(model).expect("a port");
    let output = Command::new(env!("CARGO_BIN_EXE_with_reqwest"))
        .args(["anthropic", "any", "How is the weather in Oslo?"])
        .env_clear()
        .env("ANTHROPIC_API_KEY", "sk-secret")
        .env("BASE_URL", server.base_url())
        .output()
        .expect("a program");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {error}", output.status);
    let printed = String::from_utf8_lossy(&output.stdout);
    assert_eq!(printed, "I look.It is 18 C.\n");
    assert_eq!(server.requests().len(), 3);
}
