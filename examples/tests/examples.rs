//! Runs each example against a scripted model on this machine.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdout, Command, Output, Stdio};

use serde_json::{Value, json};
use toolcast::testing::{Answer, ModelServer, ScriptedModel};
use toolcast::{Provider, ToolCall, lint, toolset};
use toolcast_mcp::Client;

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

/// A program without the variables of the environment, except one with a key.
fn command(program: &str, arguments: &[&str], variable: &str) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).env_clear();
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    if !variable.is_empty() {
        command.env(variable, "sk-secret");
    }
    command
}

/// Runs a program with this input, and a key in one variable.
fn run(program: &str, arguments: &[&str], variable: &str, input: &str) -> Output {
    let mut command = command(program, arguments, variable);
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
    for (line, provider) in lines
        .iter()
        .zip(["openai: {", "anthropic: {", "gemini-json-schema: {"])
    {
        assert!(line.starts_with(provider), "{line}");
    }
    assert!(lines[3].contains("10 repositories about toml"));
}

#[test]
fn chat_answers_for_every_provider_with_a_chat() {
    for (provider, variable) in CHATS {
        // The wait before the second attempt is a second, so only one provider needs it.
        let fails = *provider == "openai";
        let failure = fails.then(|| Answer::error(503, "overloaded"));
        let call = Answer::new().call("list_files", json!({"folder": "src/bin"}));
        let answers = [call, Answer::from("There are some.")];
        let server = server(provider, failure.into_iter().chain(answers));
        let url = base_url(&server, provider);
        let arguments = [
            "--provider",
            provider,
            "--model",
            "any",
            "--base-url",
            &url,
            "Which files?",
        ];
        let output = run(env!("CARGO_BIN_EXE_chat"), &arguments, variable, "");
        assert_eq!(printed(&output), "There are some.\n", "{provider}");
        let requests = server.requests();
        assert_eq!(requests.len(), 2 + usize::from(fails), "{provider}");
        let has_files: Vec<bool> = (requests.iter())
            .map(|request| request.body.contains("streaming_chat.rs"))
            .collect();
        assert!(has_files.ends_with(&[false, true]), "{provider}");
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
    let arguments = ["--provider", "mistral", "--model", "any", "Hello"];
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
        "--base-url",
        &url,
        "Hello",
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
        let stored = std::fs::read_to_string(&file).expect("a stored conversation");
        assert!(!stored.contains("sk-secret"));
        // The same decision again finds no call that waits, and sends nothing.
        let again = run(program, &[&file, decision, &url], key, "");
        assert_eq!(again.status.code(), Some(1));
        assert_eq!(server.requests().len(), 2);
    }
}

#[test]
fn a_decision_is_carried_out_once_if_the_answer_is_lost() {
    let program = env!("CARGO_BIN_EXE_approve_later");
    let server = server(
        "openai",
        [
            Answer::new().call("delete_branch", json!({"name": "old"})),
            Answer::error(500, "lost"),
            Answer::from("Done."),
        ],
    );
    let (url, key) = (base_url(&server, "openai"), "OPENAI_API_KEY");
    let file = format!("{}/approve_later-lost.json", env!("CARGO_TARGET_TMPDIR"));
    let asked = run(program, &[&file, "ask", "openai", "any", &url], key, "");
    assert!(asked.status.success());
    let lost = run(program, &[&file, "approve", &url], key, "");
    assert_eq!(lost.status.code(), Some(1));
    let approved = run(program, &[&file, "approve", &url], key, "");
    assert_eq!(printed(&approved), "Done.\n");
    let requests = server.requests();
    assert_eq!(requests[1].body, requests[2].body);
}

#[test]
fn state_keeps_notes_from_one_run_to_the_next() {
    let file = format!("{}/notes.db", env!("CARGO_TARGET_TMPDIR"));
    let _ = std::fs::remove_file(&file);
    let (program, key) = (env!("CARGO_BIN_EXE_state"), "ANTHROPIC_API_KEY");
    for (call, arguments, result) in [
        ("keep_note", json!({"text": "buy rope"}), "1"),
        ("keep_note", json!({"text": "buy paint"}), "2"),
        (
            "find_notes",
            json!({"text": "buy", "limit": 1}),
            r#"[\"buy paint\"]"#,
        ),
    ] {
        let answers = [Answer::new().call(call, arguments), Answer::from("Done.")];
        let server = server("anthropic", answers);
        let arguments = [&*file, "anthropic", "any", "Notes?", &server.base_url()];
        assert_eq!(printed(&run(program, &arguments, key, "")), "Done.\n");
        let requests = server.requests();
        assert!(!requests[0].body.contains("notes.db"));
        assert!(requests[1].body.contains(result), "{}", requests[1].body);
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
        &["openai", "any", "Rope, 12.50 EUR, Harbor Ltd.", &url],
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

/// The results of a server's answers to an initialization and to these requests, whose ids count
/// from 2.
fn mcp_results(program: &str, requests: &[(&str, Value)]) -> Vec<Value> {
    let message = |id: u8, method: &str, params: Value| {
        json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string() + "\n"
    };
    let client = json!({"name": "test", "version": "1"});
    let hello = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client});
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string() + "\n";
    let mut input = message(1, "initialize", hello) + &ready;
    for (id, (method, params)) in (2..).zip(requests) {
        input += &message(id, method, params.clone());
    }
    let printed = printed(&run(program, &[], "", &input));
    let answers: Vec<Value> = printed
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let result = |id: usize| {
        let answer = answers.iter().find(|answer| answer["id"] == id);
        answer.expect("an answer")["result"].clone()
    };
    (1..requests.len() + 2).map(result).collect()
}

fn words(text: &str) -> Value {
    json!({"name": "count_words", "arguments": {"text": text}})
}

#[test]
fn the_mcp_server_lists_and_calls_its_tool() {
    let requests = [
        ("tools/list", json!({})),
        ("tools/call", words("one two three")),
    ];
    let results = mcp_results(env!("CARGO_BIN_EXE_mcp_server"), &requests);
    assert_eq!(results[1]["tools"][0]["name"], "count_words");
    assert_eq!(results[2]["content"][0]["text"], "3");
}

#[test]
fn an_mcp_server_has_prompts_beside_its_tools() {
    let requests = [
        ("tools/list", json!({})),
        ("tools/call", words("one two")),
        ("prompts/list", json!({})),
        ("prompts/get", json!({"name": "shorten"})),
    ];
    let results = mcp_results(env!("CARGO_BIN_EXE_mcp_prompts"), &requests);
    assert!(results[0]["capabilities"]["tools"]["listChanged"].is_boolean());
    assert!(results[0]["capabilities"]["prompts"].is_object());
    assert_eq!(results[1]["tools"][0]["name"], "count_words");
    assert_eq!(results[2]["content"][0]["text"], "2");
    assert_eq!(results[3]["prompts"][0]["name"], "shorten");
    let text = &results[4]["messages"][0]["content"]["text"];
    assert!(
        text.as_str()
            .is_some_and(|text| text.contains("a hundred words"))
    );
}

/// A program that runs until it is dropped.
struct Running {
    child: Child,
    /// The first line that it printed.
    line: String,
    /// Open, so that the program can print more.
    _output: BufReader<ChildStdout>,
}

impl Running {
    fn start(program: &str, arguments: &[&str]) -> Self {
        let mut command = command(program, arguments, "");
        let mut child = command.stdout(Stdio::piped()).spawn().expect("a program");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut line = String::new();
        let read = output.read_line(&mut line);
        let running = Running {
            child,
            line: line.trim().to_owned(),
            _output: output,
        };
        read.expect("a line");
        running
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn mcp_axum_serves_the_tool_beside_other_routes() {
    let server = Running::start(env!("CARGO_BIN_EXE_mcp_axum"), &["127.0.0.1:0"]);
    let url = server.line.clone();
    let health = ureq::get(url.replace("/mcp", "/health")).call();
    let health = health.expect("a response").body_mut().read_to_string();
    assert_eq!(health.expect("text"), "ok");
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let own = toolset![].build().expect("a set");
        let endpoint = toolcast_mcp::McpEndpoint::http(url);
        let client = Client::builder()
            .tools(own)
            .server("words", endpoint)
            .connect();
        let client = client.await;
        let call = ToolCall::new("1", "count_words", r#"{"text": "one two three"}"#);
        let result = client.tools().call(Provider::OpenAi, call).await;
        let text = format!("{:?}", result.content);
        assert!(text.contains("\"3\""), "{text} {:?}", client.status());
        client.close().await;
    });
}

#[test]
fn mcp_agent_calls_the_tool_of_a_server() {
    let server = server(
        "openai",
        [
            Answer::new().call("count_words", json!({"text": "one two three"})),
            Answer::from("Three."),
        ],
    );
    let arguments = [
        "openai",
        "any",
        "How many?",
        env!("CARGO_BIN_EXE_mcp_server"),
    ];
    let mut agent = command(
        env!("CARGO_BIN_EXE_mcp_agent"),
        &arguments,
        "OPENAI_API_KEY",
    );
    agent.env("BASE_URL", base_url(&server, "openai"));
    assert_eq!(printed(&agent.output().expect("a program")), "Three.\n");
    let requests = server.requests();
    let sent: Value = serde_json::from_str(&requests[1].body).expect("JSON");
    assert_eq!(sent["messages"][2]["content"], "3");
}

#[test]
fn lint_proxy_repairs_a_request_and_restores_the_call() {
    let request = json!({"model": "any", "messages": [{"role": "user", "content": "Who leads?"}],
        "tools": [{"type": "function", "function": {"name": "game.leader", "strict": true,
            "parameters": {"type": "object", "required": ["points"], "additionalProperties": false,
                "properties": {"points":
                    {"type": "object", "additionalProperties": {"type": "integer"}}}}}}]});
    let mut fixed = request.clone();
    let _ = lint::fix(Provider::OpenAi, &mut fixed);
    let name = fixed["tools"][0]["function"]["name"]
        .as_str()
        .expect("a name");
    let points = json!({"points": [{"key": "Ada", "value": 3}]});
    let server = server("openai", [Answer::new().call(name, points)]);
    let upstream = server.base_url();
    let program = env!("CARGO_BIN_EXE_lint_proxy");
    let proxy = Running::start(program, &["127.0.0.1:0", &upstream]);
    let post = |request: &Value| {
        let url = format!("{}/chat/completions", proxy.line);
        let config = ureq::post(url).config().http_status_as_error(false).build();
        let sent = config.header("authorization", "Bearer sk-secret");
        let mut response = sent.send(request.to_string()).expect("a response");
        let body = response.body_mut().read_to_string().expect("text");
        (response.status().as_u16(), body)
    };
    let (status, body) = post(&request);
    assert_eq!(status, 200, "{body}");
    let answer: Value = serde_json::from_str(&body).expect("JSON");
    let call = &answer["choices"][0]["message"]["tool_calls"][0]["function"];
    assert_eq!(
        *call,
        json!({"name": "game.leader", "arguments": r#"{"points":{"Ada":3}}"#})
    );
    let sent: Value = serde_json::from_str(&server.requests()[0].body).expect("JSON");
    assert_eq!(sent, fixed);
    let mut streamed = request;
    streamed["stream"] = true.into();
    assert_eq!(
        post(&streamed),
        (400, "this proxy doesn't stream".to_owned())
    );
}

#[test]
fn the_tutorials_program_asks_before_it_removes() {
    let program = env!("CARGO_BIN_EXE_first_agent");
    let question = "[list_tasks]\n[remove_task]\nremove_task {\"task\":\"buy rope\"}? (y/n) ";
    for answer in ["y\n", "n\n"] {
        let printed = printed(&run(program, &[], "", answer));
        let expected = format!("{question}There is one task left: buy paint.\n");
        assert_eq!(printed, expected);
    }
}

#[test]
fn the_tutorial_shows_its_program_whole() {
    let tutorial = include_str!("../../docs/first-agent.md");
    let program = include_str!("../src/bin/first_agent.rs");
    let blocks = tutorial.split("\n```rust\n").skip(1);
    let blocks: Vec<&str> = blocks
        .map(|rest| rest.split("\n```\n").next().expect("an end"))
        .collect();
    let code = program.lines().skip_while(|line| line.starts_with("//!"));
    let code: Vec<&str> = code.collect();
    let code = code.join("\n");
    let shown = blocks.join("\n\n");
    for (shown, line) in shown.lines().zip(code.trim().lines()) {
        assert_eq!(shown, line);
    }
    assert_eq!(shown.len(), code.trim().len());
}
