//! Requests of a client over HTTP that run at a time. Loopback only.

use core::sync::atomic::Ordering;
use core::time::Duration;
use std::sync::Arc;

use toolcast::call::ToolCall;
use toolcast::{Provider, ToolSet};
use toolcast_mcp::{Client, Server};

use crate::gate::{Gate, behind};
use crate::support::{tools, within};

#[tokio::test]
async fn twenty_calls_run_at_a_time_as_far_as_the_bound_allows() {
    for (most, expected) in [(None, 16), (Some(3), 3), (Some(0), 1), (Some(32), 20)] {
        let gate = Arc::new(Gate {
            delay: Duration::from_millis(300),
            ..Gate::default()
        });
        let mut endpoint = behind(&gate, &Server::new(tools())).await;
        if let Some(most) = most {
            endpoint = endpoint.max_concurrent_requests(most);
        }
        let own = ToolSet::builder().build().unwrap();
        let client = within(
            Client::builder()
                .tools(own)
                .server("web", endpoint)
                .connect(),
        )
        .await;
        let calls: Vec<_> = (0..20)
            .map(|i| {
                let call = ToolCall::new(i.to_string(), "places", "{}");
                tokio::spawn(client.tools().call(Provider::Mcp, call))
            })
            .collect();
        for call in calls {
            let result = within(call).await.unwrap();
            assert!(!result.is_error(), "{result:?}");
        }
        assert_eq!(gate.most_calls.load(Ordering::SeqCst), expected);
        within(client.close()).await;
    }
}
