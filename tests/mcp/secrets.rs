//! Credentials of MCP servers never appear in a text for a model, a person or a log. Failures and
//! servers that repeat their input don't change that.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex};

use serde_json::json;
use toolcast::call::{Content, ToolCall};
use toolcast::set::CallOptions;
use toolcast::{Provider, ToolSet, tool, toolset};
use toolcast_history::Recorder;
use toolcast_mcp::{Client, ConnectionState, McpEndpoint};
use toolcast_test_support::log::Log;

use crate::stub::{FAILURES, Failure, start};
use crate::support::within;

/// The credential as given, and decoded, as a server may write it.
const QUERY: &str = "QUERY%2Dcredential";
const PATH: &str = "PATH%2Dcredential-0123";
const SECRETS: [&str; 12] = [
    QUERY,
    "QUERY-credential",
    PATH,
    "PATH-credential-0123",
    "FRAGMENT-credential",
    "PASSWORD-credential",
    // `user:PASSWORD-credential` in base64, without its beginning.
    "UEFTU1dPUkQtY3JlZGVudGlhb",
    "HEADER-credential",
    "COOKIE-credential",
    "TOKEN-credential",
    "ENV-credential",
    "STATE-credential",
];

#[derive(Debug)]
struct Key(#[allow(dead_code)] &'static str);

/// A tool of the program.
#[tool]
fn own(#[tool(inject)] key: &Key) -> usize {
    key.0.len()
}

fn own_tools() -> ToolSet {
    toolset![own]
        .with_state(Key("STATE-credential"))
        .build()
        .unwrap()
}

/// All texts that result from a server: those of its connection and of a call, and the log.
struct Seen {
    all: String,
    /// The text that the model gets.
    model: String,
    connection: ConnectionState,
}

async fn use_of(endpoint: McpEndpoint) -> Seen {
    let log = Log::default();
    let guard = tracing::subscriber::set_default(log.clone());
    let mut all = format!("{endpoint:?} {endpoint:#?}\n");
    let builder = Client::builder()
        .tools(own_tools())
        .server("maps", endpoint);
    let _ = writeln!(all, "{builder:?}");
    let client = within(builder.connect()).await;
    let connection = client.status()[0].connection.clone();
    let tools = client.tools();
    let recorder = Recorder::new();
    let options = CallOptions::new().observer(recorder.clone());
    let call = |name: &str| ToolCall::new("1", name, r#"{"place": "x"}"#);
    let result = within(tools.call_with(Provider::OpenAi, call("find"), &options)).await;
    let own = within(tools.call_with(Provider::OpenAi, call("own"), &options)).await;
    let mut model = String::new();
    for &provider in Provider::ALL {
        if let Ok(request) = tools.request_fragment(provider) {
            let _ = writeln!(model, "{request}");
        }
        let _ = writeln!(model, "{:?}", result.to_messages(provider));
        let _ = writeln!(model, "{:?}", own.to_messages(provider));
    }
    let _ = writeln!(all, "{model}{result:?}\n{own:?}\n{:?}", recorder.unsent());
    if let Some(error) = &result.error {
        let _ = writeln!(all, "{error} {error:?}");
    }
    for status in client.status() {
        let _ = writeln!(all, "{status}\n{status:?}");
    }
    let _ = writeln!(all, "{client:?} {tools:?}");
    within(client.close()).await;
    drop(guard);
    all.push_str(&log.text());
    Seen {
        all,
        model: result.to_messages(Provider::OpenAi)[0].to_string(),
        connection,
    }
}

/// The endpoints of a port, which differ in how credentials are given.
fn endpoints(scheme: &str, port: u16) -> [McpEndpoint; 2] {
    let place = format!("127.0.0.1:{port}/mcp/s/{PATH}/sse?api_key={QUERY}#FRAGMENT-credential");
    [
        McpEndpoint::http(format!("{scheme}://user:PASSWORD-credential@{place}"))
            .header("X-Api-Key", "HEADER-credential")
            .header("Cookie", "a=b; session=COOKIE-credential"),
        McpEndpoint::http(format!("{scheme}://{place}")).token("TOKEN-credential"),
    ]
}

#[track_caller]
fn none_in(text: &str, what: &str) {
    for secret in SECRETS {
        if let Some(at) = text.find(secret) {
            let before: String = text[..at].chars().rev().take(300).collect();
            let before: String = before.chars().rev().collect();
            panic!("{what}: {before}{secret}");
        }
    }
}

/// Stages, and what a failure of each leaves of the connection.
#[tokio::test]
async fn credentials_are_in_no_text_whatever_fails() {
    for method in ["initialize", "tools/list", "tools/call"] {
        for failure in FAILURES.into_iter().chain([Failure::Echo]) {
            let port = start(method, failure).await;
            for (way, endpoint) in endpoints("http", port).into_iter().enumerate() {
                let what = format!("{method}, {failure:?}, way {way}");
                let seen = use_of(endpoint).await;
                none_in(&seen.all, &what);
                let good = matches!(failure, Failure::Echo | Failure::EchoStream);
                let connected = seen.connection == ConnectionState::Connected;
                assert_eq!(connected, good || method == "tools/call", "{what}");
                if good && method == "tools/call" {
                    assert!(seen.model.contains("[redacted]"), "{what}: {}", seen.model);
                } else if method == "tools/call" {
                    assert!(
                        seen.model.contains("the server `maps`"),
                        "{what}: {}",
                        seen.model
                    );
                    // The model gets the server's text of a protocol error, unless the status is
                    // 401 or 403, and nothing of other responses.
                    let word = matches!(failure, Failure::Error | Failure::StatusJson(404 | 500));
                    let echoes = seen.model.contains("POST") || seen.model.contains("127.0.0.1");
                    assert_eq!(echoes, word, "{what}: {}", seen.model);
                }
            }
        }
    }
}

#[tokio::test]
async fn credentials_are_in_no_text_without_a_connection() {
    let plain = start("none", Failure::Closed).await;
    let closed = {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        listener.local_addr().unwrap().port()
    };
    for (scheme, port) in [
        ("http", closed),
        ("https", plain),
        ("https", closed),
        ("ftp", plain),
    ] {
        for endpoint in endpoints(scheme, port) {
            let what = format!("{scheme}, {port}");
            let seen = use_of(endpoint).await;
            none_in(&seen.all, &what);
            assert!(
                matches!(seen.connection, ConnectionState::Failed { .. }),
                "{what}"
            );
        }
    }
}

/// An address is shown up to the port, by `Debug` and in errors, for `transport` too.
#[tokio::test]
async fn an_address_is_shown_up_to_the_port() {
    let [endpoint, _] = endpoints("https", 443);
    assert_eq!(
        format!("{endpoint:?}"),
        "McpEndpoint(Http(\"https://127.0.0.1\"))"
    );
    let [endpoint, _] = endpoints("https", 8443);
    assert_eq!(
        format!("{endpoint:?}"),
        "McpEndpoint(Http(\"https://127.0.0.1:8443\"))"
    );
    let own = McpEndpoint::transport(|| async {
        let reason = format!("wss://u:p@127.0.0.1:1/s/{PATH}?k=v is closed");
        Err::<tokio::io::DuplexStream, _>(reason)
    });
    let seen = use_of(own).await;
    none_in(&seen.all, "transport");
    let ConnectionState::Failed { reason, .. } = seen.connection else {
        panic!("{:?}", seen.connection);
    };
    assert_eq!(reason, "wss://127.0.0.1:1 is closed");
}

/// If a server dies after it listed its tools, the model gets only its name. `status` has the
/// reason.
#[tokio::test]
async fn the_error_of_a_dead_server_has_only_its_name() {
    let port = start("tools/call", Failure::Closed).await;
    let [endpoint, _] = endpoints("http", port);
    let client = Client::builder()
        .tools(own_tools())
        .server("maps", endpoint)
        .connect()
        .await;
    let call = ToolCall::new("1", "find", "{}");
    let result = within(client.tools().call(Provider::Anthropic, call)).await;
    let wanted = Content::Text("the server `maps` can't be reached".to_owned());
    assert_eq!(result.content, [wanted]);
    let error = client.status()[0].last_error.clone().unwrap();
    assert!(error.contains("sending request"), "{error}");
    none_in(&error, "status");
    within(client.close()).await;
}

/// The environment of a child, which it repeats wherever it can.
#[cfg(unix)]
#[tokio::test]
#[cfg_attr(not(has_python), ignore = "needs python3")]
async fn credentials_of_a_child_are_in_no_text() {
    let script = r#"
import json, os, sys
env = json.dumps(dict(os.environ)) + os.environ["SERVICE_API_KEY"]
for line in sys.stdin:
    request = json.loads(line)
    if "id" not in request: continue
    reply = {"jsonrpc": "2.0", "id": request["id"]}
    if request["method"] == sys.argv[1]:
        if sys.argv[2] == "dies":
            print(env); print(env, file=sys.stderr); sys.exit(env)
        reply["error"] = {"code": -32000, "message": env, "data": env}
    elif request["method"] == "initialize":
        reply["result"] = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": env, "version": "0"}, "instructions": env}
    elif request["method"] == "tools/list":
        reply["result"] = {"tools": [{"name": "find", "description": env, "inputSchema": {"type": "object"}}]}
    else:
        print(json.dumps({"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": 0, "progress": 1, "message": env}}))
        reply["result"] = {"content": [{"type": "text", "text": env}], "isError": sys.argv[2] == "fails"}
    print(json.dumps(reply), flush=True)
"#;
    let key_file = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    for (method, how) in [
        ("initialize", "dies"),
        ("initialize", "refuses"),
        ("tools/list", "dies"),
        ("tools/list", "refuses"),
        ("tools/call", "dies"),
        ("tools/call", "refuses"),
        ("none", "fails"),
        ("none", "answers"),
    ] {
        let child = McpEndpoint::command("python3", ["-c", script, method, how])
            .env("SERVICE_API_KEY", "ENV-credential")
            .env("SERVICE_ROOT", "/srv/of/the/service")
            .env("SERVICE_KEY_FILE", key_file)
            .env("OTHER_KEY_FILE", "/srv/ENV-credential")
            .discard_stderr();
        let seen = use_of(child).await;
        none_in(&seen.all, &format!("{method}, {how}"));
        if method == "none" {
            assert!(seen.model.contains("[redacted]"), "{}", seen.model);
            // A folder is not a credential.
            assert!(seen.model.contains("/srv/of/the/service"), "{}", seen.model);
            // Nor is the path of an existing file.
            assert!(seen.model.contains(key_file), "{}", seen.model);
        }
    }
    // A variable that the program allows is in results.
    let child = McpEndpoint::command("python3", ["-c", script, "none", "answers"])
        .env("SERVICE_API_KEY", "ENV-credential")
        .allow_env_in_results("SERVICE_API_KEY")
        .discard_stderr();
    let model = use_of(child).await.model;
    assert!(model.contains("ENV-credential"), "{model}");
}

/// A value in a header that is a proper part of answers stays there.
#[tokio::test]
async fn values_that_are_not_credentials_stay_in_results() {
    let port = start("tools/call", Failure::Echo).await;
    let url = format!("http://127.0.0.1:{port}/mcp?region=north-west");
    let seen = use_of(McpEndpoint::http(url).header("X-Project", "project-blue")).await;
    assert!(seen.model.contains("project-blue"), "{}", seen.model);
    assert!(seen.model.contains("north-west"), "{}", seen.model);
}

/// The path of a URL: a credential that only the caller knows as one, and an id that the model
/// needs.
#[tokio::test]
async fn a_path_in_results_is_redacted_as_the_caller_configures() {
    const ID: &str = "0f8fad5b-d9cb-469f-a165-70867728950e";
    let port = start("tools/call", Failure::Echo).await;
    let url = format!("http://127.0.0.1:{port}/mcp/letmein/{ID}");
    let default = use_of(McpEndpoint::http(&url)).await;
    assert!(default.model.contains("letmein"), "{}", default.model);
    assert!(!default.model.contains(ID), "{}", default.model);
    let named = McpEndpoint::http(&url)
        .allow_path_in_results()
        .redact("letmein");
    let named = use_of(named).await;
    assert!(!named.all.contains("letmein"), "{}", named.all);
    assert!(named.model.contains(ID), "{}", named.model);
}

/// A server over a transport that the program made, which repeats a credential.
#[tokio::test]
async fn a_named_credential_is_redacted_over_every_transport() {
    #[tool]
    fn find(place: &str) -> String {
        format!("{place}: letmein, let me in")
    }
    let server = toolcast_mcp::Server::new(toolset![find].build().unwrap());
    let seen = use_of(McpEndpoint::in_process(&server).redact("letmein")).await;
    // Not `all`: the server is in this process, and its SDK logs what it sends.
    assert!(!seen.model.contains("letmein"), "{}", seen.model);
    assert!(
        seen.model.contains("[redacted], let me in"),
        "{}",
        seen.model
    );
}

/// Headers and tokens go to other machines by `https` alone.
#[tokio::test]
async fn credentials_over_plain_http_go_to_this_machine_only() {
    let refused = |endpoint: McpEndpoint| async move {
        let endpoint = endpoint.connect_timeout(std::time::Duration::from_millis(50));
        let client = Client::builder()
            .tools(own_tools())
            .server("far", endpoint)
            .connect()
            .await;
        let status = client.status()[0].to_string();
        within(client.close()).await;
        status.contains("over `http` to another machine")
    };
    // An unassigned address, reserved for documentation.
    let far = "http://192.0.2.1/mcp";
    assert!(refused(McpEndpoint::http(far).token("TOKEN-credential")).await);
    assert!(refused(McpEndpoint::http(far).header("X-Api-Key", "k")).await);
    assert!(refused(McpEndpoint::http("http://user:pass@192.0.2.1/mcp")).await);
    assert!(refused(McpEndpoint::http("http://localhost.example/mcp").token("t")).await);
    assert!(refused(McpEndpoint::http("http://192.0.2.1/mcp?api%5Fkey=k")).await);
    assert!(!refused(McpEndpoint::http("http://192.0.2.1/mcp?region=north")).await);
    let allowed = McpEndpoint::http("http://192.0.2.1/mcp?api_key=k").allow_plain_http();
    assert!(!refused(allowed).await);
    assert!(!refused(McpEndpoint::http("http://localhost:1/mcp").token("t")).await);
    assert!(!refused(McpEndpoint::http("http://[::1]:1/mcp").token("t")).await);
    assert!(!refused(McpEndpoint::http("http://127.0.0.2:1/mcp").token("t")).await);
    assert!(!refused(McpEndpoint::http("https://127.0.0.1:1/mcp").token("t")).await);
}

/// A token that is renewed is as secret as the first.
#[tokio::test]
async fn renewed_tokens_are_in_no_text() {
    let port = start("tools/call", Failure::Status(401)).await;
    let given = Arc::new(Mutex::new(0));
    let endpoint = McpEndpoint::http(format!("http://127.0.0.1:{port}/mcp")).tokens(move || {
        let mut given = given.lock().unwrap();
        *given += 1;
        let token = format!("TOKEN-credential-{given}");
        async move { Ok::<_, String>(token) }
    });
    let seen = use_of(endpoint).await;
    none_in(&seen.all, "renewed");
    let wanted = "the server `maps` refused the request with HTTP 401 (Unauthorized)";
    assert!(seen.model.contains(wanted), "{}", json!(seen.model));
}

/// Cargo sets `CARGO_MANIFEST_DIR` for a test.
#[tokio::test]
async fn a_child_has_the_programs_environment_only_if_that_is_set() {
    let script = r#"
import json, os, sys
for line in sys.stdin:
    request = json.loads(line)
    if "id" not in request: continue
    if request["method"] == "initialize":
        result = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "py", "version": "0"},
            "instructions": str("CARGO_MANIFEST_DIR" in os.environ)}
    else:
        result = {"tools": []}
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
"#;
    let child = McpEndpoint::command("python3", ["-c", script]);
    for (endpoint, expected) in [(child.clone(), "False"), (child.inherit_env(), "True")] {
        let client = Client::builder()
            .tools(own_tools())
            .server("child", endpoint)
            .connect()
            .await;
        let status = client.status()[0].clone();
        assert_eq!(status.instructions.as_deref(), Some(expected), "{status}");
        within(client.close()).await;
    }
}
