//! A set from the view of the SDK's own client.

use core::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use toolcast::call::{CallContext, ToolCall};
use toolcast::set::CallOptions;
use toolcast::{Provider, Tool as _, tool, toolset};
use toolcast_mcp::rmcp::model::{
    CallToolRequest, CallToolRequestParams, CallToolResult, ClientRequest, ErrorCode,
    PaginatedRequestParams, ProgressNotificationParam, ProtocolVersion, SubscriptionFilter,
};
use toolcast_mcp::rmcp::service::{
    ClientLifecycleMode, ClientServiceExt as _, NotificationContext, Peer, PeerRequestOptions,
    ServiceError,
};
use toolcast_mcp::rmcp::{ClientHandler, RoleClient};
use toolcast_mcp::{Server, ToMcpTool as _, call_tool_result};

use crate::support::{Log, client, count, places, postcard, tools, tools_with, weather, within};

async fn call(peer: &Peer<RoleClient>, name: &'static str, arguments: Value) -> CallToolResult {
    try_call(peer, name, arguments).await.unwrap()
}

async fn try_call(
    peer: &Peer<RoleClient>,
    name: &'static str,
    arguments: Value,
) -> Result<CallToolResult, ServiceError> {
    let mut params = CallToolRequestParams::new(name);
    if let Value::Object(arguments) = arguments {
        params = params.with_arguments(arguments);
    }
    within(peer.call_tool(params)).await
}

fn text(result: &CallToolResult) -> &str {
    &result.content[0].as_text().unwrap().text
}

#[tokio::test]
async fn the_list_has_the_compile_time_declarations() {
    let server = Server::new(tools())
        .name("fixtures")
        .version("4.5.6")
        .title("Fixtures")
        .instructions("Ask for places first.");
    let (client, _serving) = client(&server, ()).await;
    let info = client.peer_info().unwrap();
    let own = info.server_info.as_ref().unwrap();
    assert_eq!(
        (own.name.as_str(), own.version.as_str()),
        ("fixtures", "4.5.6")
    );
    assert_eq!(info.instructions.as_deref(), Some("Ask for places first."));
    assert_eq!(
        info.capabilities.tools.as_ref().unwrap().list_changed,
        Some(true)
    );

    let listed = within(client.list_all_tools()).await.unwrap();
    let texts: Vec<String> = listed
        .iter()
        .map(|tool| serde_json::to_string(tool).unwrap())
        .collect();
    let ours = tools();
    let declared = ours.declarations(Provider::Mcp).unwrap();
    assert_eq!(texts.len(), 6);
    // Compares more than the values: properties are in declaration order.
    for (text, declared) in texts.iter().zip(declared) {
        let (listed, declared): (Value, Value) = (
            serde_json::from_str(text).unwrap(),
            serde_json::from_str(declared).unwrap(),
        );
        assert_eq!(listed, declared);
    }
    let keys: Vec<&String> = listed[0].input_schema["properties"]
        .as_object()
        .unwrap()
        .keys()
        .collect();
    assert_eq!(keys, ["place", "days", "wind"]);
    let weather = &listed[0];
    assert_eq!(weather.title.as_deref(), Some("Weather"));
    assert_eq!(
        weather.annotations.as_ref().unwrap().read_only_hint,
        Some(true)
    );
    assert!(
        weather
            .meta
            .as_ref()
            .unwrap()
            .0
            .contains_key("a.example/kind")
    );
    assert_eq!(weather.output_schema.as_ref().unwrap()["type"], "object");
}

#[tokio::test]
async fn results_are_text_and_structured_content() {
    let (client, _serving) = client(&Server::new(tools()), ()).await;
    let result = call(&client, "weather", json!({"place": "Oslo"})).await;
    assert_eq!(result.is_error, Some(false));
    let structured = result.structured_content.clone().unwrap();
    assert_eq!(structured, json!({"place": "Oslo", "degrees": 12.5}));
    assert_eq!(
        serde_json::from_str::<Value>(text(&result)).unwrap(),
        structured
    );

    // A schema whose root is not an object is wrapped, and so are its values.
    let result = call(&client, "places", json!({})).await;
    assert_eq!(text(&result), r#"["Bergen","Oslo"]"#);
    assert_eq!(
        result.structured_content,
        Some(json!({"value": ["Bergen", "Oslo"]}))
    );
    let result = call(&client, "nearest", json!({"to": "Ås"})).await;
    assert_eq!(text(&result), "Oslo");
    assert_eq!(result.structured_content, Some(json!({"value": "Oslo"})));
    let result = call(&client, "nearest", json!({"to": "nowhere"})).await;
    assert_eq!(result.structured_content, Some(json!({"value": null})));
}

/// Each answer fits the schema that the list has for it.
#[tokio::test]
async fn structured_content_fits_the_schema() {
    let (client, _serving) = client(&Server::new(tools()), ()).await;
    let listed = within(client.list_all_tools()).await.unwrap();
    let calls = [
        ("weather", json!({"place": "Oslo", "days": 3})),
        ("places", json!({"most": 3})),
        ("nearest", json!({"to": "x"})),
        ("nearest", json!({"to": "nowhere"})),
    ];
    for (name, arguments) in calls {
        let tool = listed.iter().find(|tool| tool.name == name).unwrap();
        let schema = Value::Object(tool.output_schema.as_deref().unwrap().clone());
        let structured = call(&client, name, arguments)
            .await
            .structured_content
            .unwrap();
        let judge = jsonschema::validator_for(&schema).unwrap();
        assert!(
            judge.is_valid(&structured),
            "{name}: {structured} against {schema}"
        );
        // The validator can reject.
        assert!(!judge.is_valid(&json!({"other": 1})), "{name}");
    }
}

#[tokio::test]
async fn wrong_arguments_are_an_error_result_for_the_model() {
    let (client, _serving) = client(&Server::new(tools()), ()).await;
    let result = call(&client, "weather", json!({"palce": "Oslo", "days": 99})).await;
    assert_eq!(result.is_error, Some(true));
    assert_eq!(result.structured_content, None);
    for words in [
        "$.place is missing",
        "$.days: expected an integer from 1 to 14",
        "did you mean `place`",
    ] {
        assert!(text(&result).contains(words), "{words}: {}", text(&result));
    }
    let result = call(&client, "weather", json!({"place": "Atlantis"})).await;
    assert_eq!(
        (result.is_error, text(&result)),
        (Some(true), "Atlantis has no weather")
    );

    let Err(ServiceError::McpError(error)) = try_call(&client, "wether", json!({})).await else {
        panic!("an unknown tool is the protocol's error");
    };
    assert_eq!(error.code, ErrorCode::INVALID_PARAMS);
    assert_eq!(
        error.message,
        "Unknown tool: wether; did you mean `weather`?"
    );
}

#[tokio::test]
async fn images_audio_and_files_are_content_of_mcp() {
    let (client, _serving) = client(&Server::new(tools()), ()).await;
    let result = call(&client, "postcard", json!({})).await;
    let content = serde_json::to_value(&result.content).unwrap();
    assert_eq!(
        content,
        json!([
            {"type": "text", "text": "Greetings"},
            {"type": "image", "data": "iVBORw==", "mimeType": "image/png"},
            {"type": "audio", "data": "UklGRg==", "mimeType": "audio/wav"},
            {"type": "resource", "resource": {
                "uri": "file:///a%20map.pdf", "mimeType": "application/pdf", "blob": "JVBERg=="
            }},
        ])
    );
}

/// Keeps the server's notifications.
#[derive(Clone, Default)]
struct Ears {
    steps: Arc<Mutex<Vec<ProgressNotificationParam>>>,
    changes: Arc<AtomicUsize>,
    changed: Arc<tokio::sync::Notify>,
}

impl ClientHandler for Ears {
    async fn on_progress(
        &self,
        said: ProgressNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        self.steps.lock().unwrap().push(said);
        self.changed.notify_one();
    }

    async fn on_tool_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.changes.fetch_add(1, Ordering::SeqCst);
        self.changed.notify_one();
    }
}

#[tokio::test]
async fn progress_of_a_tool_reaches_the_client_as_notifications() {
    let ears = Ears::default();
    let (client, _serving) = client(&Server::new(tools()), ears.clone()).await;
    let result = call(&client, "count", json!({"to": 3})).await;
    assert_eq!(text(&result), "counted to 3, progress: true");
    // The SDK's client dispatches notifications on separate tasks.
    within(async {
        while ears.steps.lock().unwrap().len() < 3 {
            ears.changed.notified().await;
        }
    })
    .await;
    let mut steps = ears.steps.lock().unwrap().clone();
    steps.sort_by(|a, b| a.progress.total_cmp(&b.progress));
    let last = &steps[2];
    assert_eq!(
        (last.progress, last.total, last.message.as_deref()),
        (3.0, Some(3.0), Some("at 3"))
    );
}

#[tokio::test]
async fn a_cancelled_call_stops() {
    let log = Arc::new(Log::default());
    let (client, _serving) = client(&Server::new(tools_with(&log)), ()).await;
    let request =
        ClientRequest::CallToolRequest(CallToolRequest::new(CallToolRequestParams::new("wait")));
    let handle = client
        .send_cancellable_request(request, PeerRequestOptions::no_options())
        .await
        .unwrap();
    log.noted("began").await;
    handle.cancel(Some("enough".to_owned())).await.unwrap();
    log.noted("dropped").await;
    // The connection still works.
    let result = call(&client, "places", json!({"most": 1})).await;
    assert_eq!(text(&result), r#"["Bergen"]"#);
}

#[tokio::test]
async fn a_changed_set_sends_list_changed_to_each_client() {
    let ears = Ears::default();
    let server = Server::new(tools());
    let (client, _serving) = client(&server, ears.clone()).await;
    assert!(
        within(client.list_all_tools())
            .await
            .unwrap()
            .iter()
            .any(|tool| tool.name == "weather")
    );
    // A separate task handles the notification that the client is ready.
    call(&client, "places", json!({})).await;
    let changing = server.clone();
    // From a thread outside the runtime.
    std::thread::spawn(move || {
        changing
            .update(|tools| tools.with_disabled("weather"))
            .unwrap();
    })
    .join()
    .unwrap();
    within(async {
        while ears.changes.load(Ordering::SeqCst) == 0 {
            ears.changed.notified().await;
        }
    })
    .await;
    let listed = within(client.list_all_tools()).await.unwrap();
    assert!(listed.iter().all(|tool| tool.name != "weather"));
    assert!(
        try_call(&client, "weather", json!({"place": "Oslo"}))
            .await
            .is_err()
    );
}

/// The protocol without a handshake: what the client wants to hear it subscribes to.
#[tokio::test]
async fn the_newest_protocol_works_without_a_handshake() {
    let server = Server::new(tools()).name("fixtures");
    let (here, there) = tokio::io::duplex(1 << 16);
    let lifecycle = ClientLifecycleMode::Discover {
        preferred_versions: vec![ProtocolVersion::V_2026_07_28],
    };
    // Serving starts with the first request after the discovery, so the test must not wait for it
    // first.
    let serving = server.clone();
    tokio::spawn(async move { serving.serve(there).await.unwrap().waiting().await });
    let client = within(().serve_with_lifecycle(here, lifecycle))
        .await
        .unwrap();
    let info = client.peer_info().unwrap();
    assert_eq!(info.protocol_version, ProtocolVersion::V_2026_07_28);

    let list = within(client.list_tools(None)).await.unwrap();
    assert_eq!(list.tools.len(), 6);
    assert!(list.ttl_ms.is_some() && list.cache_scope.is_some());
    let filter = SubscriptionFilter::builder().tools_list_changed().build();
    let mut subscription = within(client.listen(filter)).await.unwrap();
    server.update(|tools| tools.with_disabled("wait")).unwrap();
    assert!(within(subscription.next()).await.unwrap().is_some());
    assert_eq!(
        within(client.list_tools(None)).await.unwrap().tools.len(),
        5
    );
    let result = call(&client, "weather", json!({"place": "Oslo"})).await;
    assert_eq!(
        result.structured_content,
        Some(json!({"place": "Oslo", "degrees": 12.5}))
    );
}

#[tokio::test]
async fn long_lists_come_in_pages() {
    let server = Server::new(tools()).page_size(4);
    let (client, _serving) = client(&server, ()).await;
    let first = within(client.list_tools(None)).await.unwrap();
    assert_eq!(first.tools.len(), 4);
    let next = PaginatedRequestParams::default().with_cursor(first.next_cursor.clone());
    let second = within(client.list_tools(Some(next.clone()))).await.unwrap();
    assert_eq!((second.tools.len(), second.next_cursor), (2, None));
    assert_eq!(within(client.list_all_tools()).await.unwrap().len(), 6);
    // The tool that the cursor refers to is gone.
    server
        .update(|tools| tools.with_disabled(first.next_cursor.as_deref().unwrap()))
        .unwrap();
    let Err(ServiceError::McpError(error)) = within(client.list_tools(Some(next))).await else {
        panic!("the cursor leads nowhere");
    };
    assert_eq!(error.code, ErrorCode::INVALID_PARAMS);
}

/// Not for MCP.
#[tool(except(Mcp))]
fn elsewhere() {}

/// A member that MCP's tools have otherwise.
#[tool(extra(Mcp = r#"{"icons":"none"}"#))]
fn odd() {}

#[tokio::test]
async fn a_tool_without_a_declaration_does_not_affect_the_others() {
    let server = Server::new(toolset![elsewhere, odd, places].build().unwrap());
    let skipped = server.skipped();
    assert_eq!(skipped.len(), 2);
    assert_eq!(skipped[0].tool, "elsewhere");
    let reports: Vec<bool> = skipped.iter().map(|one| one.report.is_some()).collect();
    assert_eq!(reports, [true, false]);
    assert!(skipped[1].reason.contains("invalid type"), "{}", skipped[1]);
    let (client, _serving) = client(&server, ()).await;
    let listed = within(client.list_all_tools()).await.unwrap();
    assert_eq!(listed.len(), 1);
    assert!(try_call(&client, "elsewhere", json!({})).await.is_err());
}

/// Returns the caller's name.
#[tool]
fn who(#[tool(inject)] context: &CallContext) -> String {
    context.extension::<String>().cloned().unwrap_or_default()
}

#[tokio::test]
async fn options_of_a_request_reach_the_tool() {
    let server = Server::new(toolset![who].build().unwrap()).call_options(|request| {
        let who = request
            .client_info()
            .map(|info| info.name)
            .unwrap_or_default();
        CallOptions::new().extension(who)
    });
    let (client, _serving) = client(&server, ()).await;
    assert_eq!(text(&call(&client, "who", json!({})).await), "rmcp");
}

#[tokio::test]
async fn a_panic_of_the_program_is_an_error() {
    let server = Server::new(tools()).call_options(|_| panic!("not today"));
    let (client, _serving) = client(&server, ()).await;
    let Err(ServiceError::McpError(error)) = try_call(&client, "places", json!({})).await else {
        panic!("it has no options");
    };
    assert_eq!(error.code, ErrorCode::INTERNAL_ERROR);
    assert!(!error.message.contains("today"), "{}", error.message);
}

#[test]
fn a_tool_converts_to_the_sdks_type() {
    let tool = weather::DEF.to_mcp_tool().unwrap();
    assert_eq!(
        serde_json::to_value(&tool).unwrap(),
        serde_json::from_str::<Value>(weather::schema_for(Provider::Mcp)).unwrap()
    );
    let set = tools().with_prefix("a_");
    let tool = set.get("a_places").unwrap().to_mcp_tool().unwrap();
    assert_eq!(tool.name, "a_places");
    for def in [places::DEF, postcard::DEF, count::DEF] {
        assert_eq!(def.to_mcp_tool().unwrap().name, def.name());
    }
    assert!(
        elsewhere::DEF
            .to_mcp_tool()
            .unwrap_err()
            .to_string()
            .contains("`elsewhere`")
    );
}

#[tokio::test]
async fn a_result_converts_to_the_sdks_type() {
    let call = ToolCall::new("1", "weather", r#"{"place": "Oslo"}"#);
    let result = tools().call(Provider::Mcp, call).await;
    let written = result.to_messages(Provider::Mcp).pop().unwrap();
    let result = call_tool_result(result);
    assert_ne!(result.is_error, Some(true));
    assert_eq!(serde_json::to_value(&result).unwrap(), written);
}

#[tokio::test]
async fn a_server_has_a_page_and_tools_that_can_be_replaced() {
    let server = Server::new(tools()).website("https://example.com/server");
    let (client, _serving) = client(&server, ()).await;
    let info = client.peer_info().unwrap();
    let own = info.server_info.as_ref().unwrap();
    assert_eq!(
        own.website_url.as_deref(),
        Some("https://example.com/server")
    );
    server.set_tools(toolset![weather].build().unwrap());
    let listed = within(client.list_all_tools()).await.unwrap();
    let names: Vec<&str> = listed.iter().map(|tool| tool.name.as_ref()).collect();
    assert_eq!(names, ["weather"]);
}

#[tokio::test]
async fn the_sdk_can_run_the_handler_itself() {
    use toolcast_mcp::rmcp::ServiceExt as _;
    let server = Server::new(tools());
    let (here, there) = tokio::io::duplex(1 << 16);
    let (serving, client) = within(async {
        tokio::join!(
            Box::pin(server.handler().serve(there)),
            Box::pin(().serve(here))
        )
    })
    .await;
    let (_serving, client) = (serving.unwrap(), client.unwrap());
    let result = call(&client, "weather", json!({"place": "Oslo"})).await;
    assert!(text(&result).contains("12.5"));
}
