//! Real tools through a server, a client and a server again, and the specification's own samples.

use std::path::PathBuf;

use serde_json::{Value, json};
use toolcast::Provider;
use toolcast_mcp::rmcp::model::Tool;
use toolcast_mcp::{Client, ConnectionState, Server, ToMcpTool as _, definition};
use toolcast_test_support::corpus;
use toolcast_test_support::json::values;

use crate::older::fake;
use crate::support::{client, within};

fn folder(name: &str) -> Vec<(String, Value)> {
    let files = corpus::files(name);
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, serde_json::from_str(&text).unwrap_or_default())
    };
    files.into_iter().map(read).collect()
}

/// All tools in a document, at any depth.
fn tools_in(document: &Value) -> Vec<&Value> {
    let is_tool = |one: &&Value| one["name"].is_string() && one.get("inputSchema").is_some();
    values(document).filter(is_tool).collect()
}

/// The samples of the specification of 2026-07-28: as the SDK reads them, as definitions, and back.
#[tokio::test]
#[cfg_attr(not(has_corpus), ignore = "needs the corpus")]
async fn samples_of_the_specification_round_trip() {
    let files = folder("mcp_spec_examples");
    let mut number = 0;
    for (file, sample) in &files {
        let tools = tools_in(sample);
        assert!(!tools.is_empty(), "{file}");
        for sample in tools {
            number += 1;
            let tool: Tool = serde_json::from_value(sample.clone())
                .unwrap_or_else(|error| panic!("{file}: {error}"));
            let definition = definition(&tool).unwrap_or_else(|error| panic!("{file}: {error}"));
            let again = definition
                .to_mcp_tool()
                .unwrap_or_else(|error| panic!("{file}: {error}"));
            assert_eq!(
                (
                    &again.name,
                    &again.title,
                    &again.icons,
                    &again.output_schema
                ),
                (&tool.name, &tool.title, &tool.icons, &tool.output_schema),
                "{file}"
            );

            // Through a connection, then served again.
            let theirs = fake(json!([sample]));
            let user = Client::builder().server("theirs", theirs).connect().await;
            let status = &user.status()[0];
            assert_eq!(
                (&status.connection, status.tools.len()),
                (&ConnectionState::Connected, 1),
                "{file}: {status}"
            );
            let server = Server::new(user.tools());
            assert!(
                server.skipped().is_empty(),
                "{file}: {:?}",
                server.skipped()
            );
            for &provider in Provider::ALL {
                user.tools()
                    .tools()
                    .next()
                    .unwrap()
                    .schema_for(provider)
                    .unwrap_or_else(|| panic!("{file}: {provider}"));
            }
            within(user.close()).await;
        }
    }
    assert_eq!(number, 8);
}

/// All tools of real servers: each server's list by one server of ours, then by one more.
#[tokio::test]
async fn tools_of_real_servers_round_trip() {
    let files = folder("mcp_tools");
    let (mut there, mut lost) = (0, Vec::new());
    for (file, listed) in &files {
        let tools = tools_in(listed);
        let theirs = fake(json!(tools));
        let user = Client::builder().server("theirs", theirs).connect().await;
        let status = &user.status()[0];
        assert_eq!(
            status.connection,
            ConnectionState::Connected,
            "{file}: {status}"
        );
        // A name that a file has twice is one tool. Every other tool is present or reported.
        assert_eq!(
            status.tools.len() + status.skipped.len(),
            tools.len(),
            "{file}"
        );
        lost.extend(status.skipped.iter().map(|one| format!("{file}: {one}")));
        let server = Server::new(user.tools());
        lost.extend(
            server
                .skipped()
                .iter()
                .map(|one| format!("{file}: served: {one}")),
        );
        let (sdk, _serving) = client(&server, ()).await;
        let again = within(sdk.list_all_tools()).await.unwrap();
        assert_eq!(
            again.len(),
            server.tools().len() - server.skipped().len(),
            "{file}"
        );
        for tool in &again {
            let sample = tools
                .iter()
                .find(|one| one["name"] == *tool.name)
                .unwrap_or_else(|| panic!("{file}: {}", tool.name));
            // MCP-specific members come through unchanged.
            let kept = |name: &str, value: Option<Value>| {
                let given = sample.get(name).filter(|one| !one.is_null()).cloned();
                assert_eq!(
                    value.unwrap_or_default(),
                    given.unwrap_or_default(),
                    "{file}: {}: {name}",
                    tool.name
                );
            };
            let whole = serde_json::to_value(tool).unwrap();
            kept("outputSchema", whole.get("outputSchema").cloned());
            kept("_meta", whole.get("_meta").cloned());
        }
        there += again.len();
        within(user.close()).await;
    }
    assert_eq!(lost, [""; 0]);
    // The repository has a part of the corpus.
    assert_eq!(there, if cfg!(has_corpus) { 1_960 } else { 1_152 });
}
