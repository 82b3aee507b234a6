//! Servers of growing lists, and connections of growing numbers of calls, with a client and a
//! server of this crate in one process.

use crate::instructions::{assert_linear_tasks, count, count_a_square, is_counted, sizes};
use toolcast::{Provider, ToolCall, ToolSet};
use toolcast_mcp::{Client, McpEndpoint, Server};

/// A client of a server with a set.
async fn connected(set: ToolSet) -> Client {
    let endpoint = McpEndpoint::transport(move || {
        let server = Server::new(set.clone());
        async move {
            let (here, there) = tokio::io::duplex(1 << 16);
            tokio::spawn(async move {
                let running = server.serve(there).await.expect("a client");
                let _ = running.waiting().await;
            });
            Ok::<_, String>(here)
        }
    });
    connected_by(endpoint).await
}

/// A client of a server.
pub(crate) async fn connected_by(endpoint: McpEndpoint) -> Client {
    let own = ToolSet::builder().build().expect("a set");
    Client::builder()
        .tools(own)
        .server("s", endpoint)
        .connect()
        .await
}

pub(crate) fn run(work: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.expect("a runtime").block_on(work);
}

fn listed(set: &ToolSet) {
    run(async {
        let client = connected(set.clone()).await;
        assert_eq!(client.tools().len(), set.len(), "{}", client.status()[0]);
        client.close().await;
    });
}

fn called(size: usize) {
    let set = crate::tools::set_of(1);
    run(async {
        let client = connected(set).await;
        let tools = client.tools();
        let name = tools.names().next().expect("a tool").to_owned();
        let calls = (0..size).map(|i| ToolCall::new(format!("c{i}"), &*name, r#"{"words":"a"}"#));
        let results = tools.call_all(Provider::Mcp, calls).await;
        assert!(results.iter().all(|result| !result.is_error()));
        client.close().await;
    });
}

const SIZES: [usize; 3] = [50, 100, 200];

#[test]
#[cfg_attr(not(has_valgrind), ignore = "needs valgrind")]
fn tools_and_calls_of_a_server_run_instructions_in_proportion_to_their_number() {
    assert_linear_tasks("mcp::task_mcp");
}

#[test]
#[ignore = "a task for valgrind"]
fn task_mcp() {
    if !is_counted() {
        return;
    }
    count_a_square(sizes(SIZES));
    called(1);
    for size in sizes(SIZES) {
        let set = crate::tools::set_of(size);
        count("tools of a server", size, || listed(&set));
    }
    for size in sizes(SIZES) {
        count("calls of a server", size, || called(size));
    }
}
