//! Runs each example against a scripted model on this machine.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use toolcast::Provider;
use toolcast::testing::{Answer, ModelServer, ScriptedModel};

/// The chat providers whose URL a base URL replaces, and whose key is in a variable.
const CHATS: &[(&str, &str)] = &[
    ("openai", "OPENAI_API_KEY"),
    ("openai-responses", "OPENAI_API_KEY"),
    ("azure-openai", "AZURE_OPENAI_API_KEY"),
    ("anthropic", "ANTHROPIC_API_KEY"),
    ("gemini", "GOOGLE_API_KEY"),
    ("gemini-json-schema", "GEMINI_API_KEY"),
    ("bedrock", "AWS_BEARER_TOKEN_BEDROCK"),
    ("mistral", "MISTRAL_API_KEY"),
    ("cohere", "COHERE_API_KEY"),
    ("xai", "XAI_API_KEY"),
    ("deepseek", "DEEPSEEK_API_KEY"),
    ("groq", "GROQ_API_KEY"),
    ("ollama", ""),
    ("portable", ""),
];

fn server(provider: &str, answers: impl IntoIterator<Item = Answer>) -> ModelServer {
    let provider: Provider = provider.parse().expect("a provider");
    ModelServer::start(ScriptedModel::new(provider, answers)).expect("a port")
}

/// The base URL of the provider's API at the scripted server.
fn base_url(server: &ModelServer, provider: &str) -> String {
    let path = match provider {
        "groq" | "anthropic" | "gemini" | "gemini-json-schema" | "bedrock" | "cohere"
        | "ollama" | "mistral" => "",
        _ => "/v1",
    };
    server.base_url() + path
}

/// Runs a program without the keys of the environment, with this input and one variable.
fn run(program: &str, arguments: &[&str], variable: &str, input: &str) -> Output {
    let mut command = Command::new(program);
    command.args(arguments).env_clear();
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    if !variable.is_empty() {
        command.env(variable, "sk-secret");
    }
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = pipes.stderr(Stdio::piped()).spawn().expect("a program");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("an open pipe");
    drop(stdin);
    child.wait_with_output().expect("an end")
}

/// Returns the standard output of a run that succeeded.
fn printed(output: &Output) -> String {
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {error}", output.status);
    String::from_utf8(output.stdout.clone()).expect("text")
}

#[test]
fn hello_prints_declarations_and_a_result() {
    let printed = printed(&run(env!("CARGO_BIN_EXE_hello"), &[], "", ""));
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines.len(), 4);
    for (line, provider) in lines.iter().zip(["openai: {", "anthropic: {", "gemini: {"]) {
        assert!(line.starts_with(provider), "{line}");
    }
    assert!(lines[3].contains("10 repositories about toml"));
}

#[test]
fn chat_answers_for_every_provider_with_a_chat() {
    for (provider, variable) in CHATS {
        let server = server(
            provider,
            [
                Answer::error(503, "overloaded").header("retry-after", "0"),
                Answer::new().call("list_files", json!({"folder": "src/bin"})),
                Answer::from("There are some."),
            ],
        );
        let url = base_url(&server, provider);
        let arguments = [
            "--provider",
            provider,
            "--model",
            "any",
            "--ask",
            "Which files?",
            "--base-url",
            &url,
        ];
        let output = run(env!("CARGO_BIN_EXE_chat"), &arguments, variable, "");
        assert_eq!(printed(&output), "There are some.\n", "{provider}");
        let requests = server.requests();
        assert_eq!(requests.len(), 3, "{provider}");
        assert!(requests[2].body.contains("streaming_chat.rs"), "{provider}");
        assert!(
            !requests[1].body.contains("streaming_chat.rs"),
            "{provider}"
        );
    }
}

#[test]
fn chat_without_a_key_or_a_model_is_a_usage_error() {
    let usage = run(
        env!("CARGO_BIN_EXE_chat"),
        &["--provider", "openai"],
        "",
        "",
    );
    assert_eq!(usage.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&usage.stderr).contains("usage: chat --provider NAME"));
    let arguments = ["--provider", "mistral", "--model", "any", "--ask", "Hello"];
    let no_key = run(env!("CARGO_BIN_EXE_chat"), &arguments, "", "");
    assert_eq!(no_key.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&no_key.stderr).contains("MISTRAL_API_KEY"));
}

#[test]
fn chat_shows_the_providers_error() {
    let server = server("anthropic", [Answer::error(400, "no such model")]);
    let url = server.base_url();
    let arguments = [
        "--provider",
        "anthropic",
        "--model",
        "any",
        "--ask",
        "Hello",
        "--base-url",
        &url,
    ];
    let output = run(
        env!("CARGO_BIN_EXE_chat"),
        &arguments,
        "ANTHROPIC_API_KEY",
        "",
    );
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        error.contains("no such model") && !error.contains("sk-secret"),
        "{error}"
    );
}

#[test]
fn streaming_chat_prints_each_answer() {
    for (provider, variable) in CHATS.iter().filter(|(name, _)| *name != "bedrock") {
        let server = server(
            provider,
            [
                Answer::new().call("sum", json!({"numbers": [1, 2.5]})),
                Answer::from("It is 3.5."),
                Answer::from("You're welcome."),
            ],
        );
        let url = base_url(&server, provider);
        let program = env!("CARGO_BIN_EXE_streaming_chat");
        let output = run(
            program,
            &[provider, "any", &url],
            variable,
            "Add them.\nThanks.\n",
        );
        assert_eq!(
            printed(&output),
            "[sum]\nIt is 3.5.\nYou're welcome.\n",
            "{provider}"
        );
        assert!(server.requests()[1].body.contains("3.5"), "{provider}");
    }
}

#[test]
fn a_call_is_approved_or_denied_by_another_process() {
    let program = env!("CARGO_BIN_EXE_approve_later");
    for (decision, result) in [("approve", "`old` is deleted"), ("deny", "The user denied")] {
        let server = server(
            "anthropic",
            [
                Answer::new().call("delete_branch", json!({"name": "old"})),
                Answer::from("Done."),
            ],
        );
        let (url, key) = (server.base_url(), "ANTHROPIC_API_KEY");
        let file = format!(
            "{}/approve_later-{decision}.json",
            env!("CARGO_TARGET_TMPDIR")
        );
        let asked = run(program, &[&file, "ask", "anthropic", "any", &url], key, "");
        assert_eq!(
            printed(&asked),
            "waits: delete_branch {\"name\":\"old\"}\n\n"
        );
        assert_eq!(server.requests().len(), 1);
        let decided = run(program, &[&file, decision, &url], key, "");
        assert_eq!(printed(&decided), "Done.\n");
        assert!(server.requests()[1].body.contains(result));
        // The same decision again finds no call that waits.
        let stored = std::fs::read_to_string(&file).expect("a stored conversation");
        assert!(!stored.contains("sk-secret"));
    }
}

#[test]
fn extract_prints_the_values() {
    let invoice = json!({
        "from": "Harbor Ltd.", "items": [{"name": "rope", "price": 12.5}], "currency": "Eur",
    });
    let server = server("openai", [Answer::from(invoice.to_string())]);
    let url = base_url(&server, "openai");
    let program = env!("CARGO_BIN_EXE_extract");
    let output = run(
        program,
        &["any", "Rope, 12.50 EUR, Harbor Ltd.", &url],
        "OPENAI_API_KEY",
        "",
    );
    let printed = printed(&output);
    for part in ["Harbor Ltd.", "price: 12.5", "currency: Eur"] {
        assert!(printed.contains(part), "{printed}");
    }
    let request: Value = serde_json::from_str(&server.requests()[0].body).expect("JSON");
    assert_eq!(request["response_format"]["json_schema"]["name"], "Invoice");
}

#[test]
fn the_mcp_server_lists_and_calls_its_tool() {
    let message = |id: u8, method: &str, params: Value| {
        json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string() + "\n"
    };
    let client = json!({"name": "test", "version": "1"});
    let hello = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client});
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string() + "\n";
    let call = json!({"name": "count_words", "arguments": {"text": "one two three"}});
    let input = message(1, "initialize", hello)
        + &ready
        + &message(2, "tools/list", json!({}))
        + &message(3, "tools/call", call);
    let printed = printed(&run(env!("CARGO_BIN_EXE_mcp_server"), &[], "", &input));
    let answers: Vec<Value> = printed
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let answer = |id: u8| {
        answers
            .iter()
            .find(|answer| answer["id"] == id)
            .expect("an answer")
    };
    assert_eq!(answer(2)["result"]["tools"][0]["name"], "count_words");
    assert_eq!(answer(3)["result"]["content"][0]["text"], "3");
}
