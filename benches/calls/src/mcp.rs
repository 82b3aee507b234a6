//! rmcp's implementation: its router, from the request's parameters to its result.

use crate::arguments::{Sort, found};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::tool::ToolCallContext;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ClientJsonRpcMessage, ClientRequest,
    JsonRpcMessage, NumberOrString, ServerJsonRpcMessage, ServerResult,
};
use rmcp::service::{RequestContext, RunningService, serve_directly};
use rmcp::{Json, RoleServer, ServerHandler, tool, tool_handler, tool_router};

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
#[allow(dead_code)]
pub struct SearchRepos {
    query: String,
    sort: Option<Sort>,
    limit: u8,
    labels: Vec<String>,
    fuzzy: bool,
    min_score: f64,
    owner: Option<String>,
    since: Option<String>,
}

#[derive(serde::Serialize, schemars::JsonSchema)]
pub struct Out {
    query: String,
    total: usize,
    names: Vec<String>,
}

#[derive(Clone)]
pub struct Service {
    tool_router: ToolRouter<Self>,
}

#[tool_router]
impl Service {
    /// Search public repositories.
    #[tool]
    fn search_repos(&self, Parameters(p): Parameters<SearchRepos>) -> Json<Out> {
        let f = found(&p.query, p.limit, p.labels.len());
        Json(Out {
            query: f.query,
            total: f.total,
            names: f.names,
        })
    }
}

#[tool_handler]
impl ServerHandler for Service {}

pub struct Mcp {
    service: Service,
    running: RunningService<RoleServer, Service>,
}

impl Mcp {
    pub fn new() -> Self {
        let service = Service {
            tool_router: Service::tool_router(),
        };
        let (here, _there) = tokio::io::duplex(64);
        let running = serve_directly(service.clone(), here, None);
        Mcp { service, running }
    }

    /// Handles `request`, the `params` of a `tools/call`.
    pub async fn call(&self, request: &str) -> String {
        let params: CallToolRequestParams = serde_json::from_str(request).unwrap();
        serde_json::to_string(&self.result(params).await).unwrap()
    }

    /// Handles `request`, a whole `tools/call`, as rmcp's transports do, and returns the whole
    /// response.
    pub async fn answer(&self, request: &str) -> String {
        let message: ClientJsonRpcMessage = serde_json::from_str(request).unwrap();
        let JsonRpcMessage::Request(request) = message else {
            panic!("not a request");
        };
        let ClientRequest::CallToolRequest(call) = request.request else {
            panic!("not a call");
        };
        let result = ServerResult::CallToolResult(self.result(call.params).await);
        serde_json::to_string(&ServerJsonRpcMessage::response(result, request.id)).unwrap()
    }

    async fn result(&self, params: CallToolRequestParams) -> CallToolResult {
        let context = RequestContext::new(NumberOrString::Number(1), self.running.peer().clone());
        let result = self
            .service
            .tool_router
            .call(ToolCallContext::new(&self.service, params, context))
            .await
            .unwrap();
        let CallToolResponse::Complete(result) = result else {
            panic!("the tool asked for input");
        };
        result
    }
}
