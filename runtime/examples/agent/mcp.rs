//! The reverse direction: over MCP the program is the server, and the model's host calls it. The
//! host here sends prepared requests and checks the answers.

use crate::client::Wire;
use serde_json::{Value, json};
use std::net::Ipv4Addr;
use std::thread;
use std::time::Duration;
use tiny_http::{Response, Server};
use toolcast::{Provider, ToolDef, ToolSet};

/// How long the server waits for a request before it gives up.
const PATIENCE: Duration = Duration::from_secs(20);

/// Serves the tools to an MCP host that calls them, and returns the host's complaint if one is
/// wrong.
pub(crate) fn play(tools: ToolSet, known: &[&ToolDef]) -> Result<String, String> {
    let server = Server::http((Ipv4Addr::LOCALHOST, 0)).map_err(|error| error.to_string())?;
    let port = server.server_addr().to_ip().ok_or("no port")?.port();
    let serving = thread::spawn(move || serve(&server, &tools));
    let said = host(&Wire::new(port, "/mcp"), known);
    // The server ends after the last request, or when it stops waiting for one.
    serving.join().map_err(|_| "the server failed")?.and(said)
}

/// Four requests, and an end.
fn serve(server: &Server, tools: &ToolSet) -> Result<(), String> {
    for _ in 0..4 {
        let mut request = server
            .recv_timeout(PATIENCE)
            .map_err(|error| error.to_string())?
            .ok_or("no request came")?;
        let mut body = String::new();
        request
            .as_reader()
            .read_to_string(&mut body)
            .map_err(|error| error.to_string())?;
        let answer = answer(tools, &body).map_err(|error| error.to_string())?;
        request
            .respond(Response::from_string(answer.to_string()))
            .map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// The answer to one JSON-RPC request.
fn answer(tools: &ToolSet, body: &str) -> Result<Value, Box<dyn std::error::Error>> {
    let request: Value = serde_json::from_str(body)?;
    let result = match request["method"].as_str() {
        Some("tools/list") => {
            let mut list = json!({});
            tools.extend_request(Provider::Mcp, &mut list)?;
            list
        }
        Some("tools/call") => {
            let calls = Provider::Mcp.parse_calls(body)?;
            let results = futures_executor::block_on(tools.call_all(Provider::Mcp, calls));
            results
                .to_messages(Provider::Mcp)
                .pop()
                .ok_or("no result")?
        }
        other => return Err(format!("no method {other:?}").into()),
    };
    Ok(json!({ "jsonrpc": "2.0", "id": request["id"], "result": result }))
}

/// The host: the tools, two calls, one of them with a bad argument, and that one again.
fn host(wire: &Wire, known: &[&ToolDef]) -> Result<String, String> {
    let list = request(wire, 1, "tools/list", &json!({}))?;
    let declared: Vec<Value> = known
        .iter()
        .map(|tool| serde_json::from_str(tool.schema_for(Provider::Mcp)).unwrap_or_default())
        .collect();
    if list["tools"] != Value::Array(declared) {
        return Err("the tools are not those that were compiled".to_owned());
    }
    let search = json!({ "repository": "octo/harbor", "labels": ["crane"], "limit": 5 });
    let found = call(wire, 2, "search_issues", &search)?;
    says(&found, false, "A schedule for the crane")?;
    let event = |day: &str| {
        json!({
            "title": "Crane day",
            "when": { "kind": "all_day", "firstDay": day },
            "attendees": [],
        })
    };
    let refused = call(wire, 3, "create_event", &event("next friday"))?;
    says(&refused, true, "firstDay")?;
    let written = call(wire, 4, "create_event", &event("2026-11-27"))?;
    says(&written, false, "on 2026-11-27")?;
    Ok(written["content"][0]["text"].to_string())
}

fn call(wire: &Wire, id: u32, name: &str, arguments: &Value) -> Result<Value, String> {
    let params = json!({ "name": name, "arguments": arguments });
    request(wire, id, "tools/call", &params)
}

fn request(wire: &Wire, id: u32, method: &str, params: &Value) -> Result<Value, String> {
    let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
    let text = wire.send_for_text(&request)?;
    let mut answer: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    if answer["id"] != id {
        return Err(format!(
            "the answer to request {id} has the id {}",
            answer["id"]
        ));
    }
    Ok(answer["result"].take())
}

fn says(result: &Value, error: bool, words: &str) -> Result<(), String> {
    let text = result["content"][0]["text"].as_str().unwrap_or_default();
    if (result["isError"] == true) == error && text.contains(words) {
        return Ok(());
    }
    Err(format!("the result lacks `{words}`: {result}"))
}
