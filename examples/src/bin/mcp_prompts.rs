//! Serves a tool and a prompt over MCP on standard input and output: a handler of the SDK that
//! forwards everything about tools.
//!
//! `cargo run -p toolcast-examples --bin mcp_prompts`, as the command of an MCP client.

use std::error::Error;

use toolcast::{tool, toolset};
use toolcast_mcp::rmcp::model::{
    CallToolRequestParams, CallToolResponse, ErrorData, GetPromptRequestParams, GetPromptResponse,
    GetPromptResult, ListPromptsResult, ListToolsResult, PaginatedRequestParams, Prompt,
    PromptMessage, PromptsCapability, Role, ServerConfig, SubscriptionFilter, Tool,
};
use toolcast_mcp::rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use toolcast_mcp::rmcp::transport::stdio;
use toolcast_mcp::rmcp::{RoleServer, ServerHandler, ServiceExt};
use toolcast_mcp::{Handler, Server};

/// The number of words in a text.
#[tool(read_only)]
fn count_words(text: &str) -> usize {
    text.split_whitespace().count()
}

struct WithPrompts(Handler);

impl ServerHandler for WithPrompts {
    fn get_info(&self) -> ServerConfig {
        let mut info = self.0.get_info();
        info.capabilities.prompts = Some(PromptsCapability::default());
        info
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let shorten = Prompt::new("shorten", Some("Asks for a shorter text"), None);
        Ok(ListPromptsResult::with_all_items(vec![shorten]))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        if request.name != "shorten" {
            return Err(ErrorData::invalid_params("no such prompt", None));
        }
        let text = "Shorten the text to a hundred words. Count them with the tool.";
        let message = PromptMessage::new_text(Role::User, text);
        Ok(GetPromptResult::new(vec![message]).into())
    }

    // Everything about tools.

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.0.get_tool(name)
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        self.0.list_tools(request, context).await
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.0.call_tool(request, context).await
    }

    // Changes of the list of tools.

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        self.0.on_initialized(context).await;
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        self.0.accepted_subscription_filter(requested)
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        self.0.listen(context).await
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let server = Server::new(toolset![count_words].build()?).name("words");
    let running = WithPrompts(server.handler()).serve(stdio()).await?;
    running.waiting().await?;
    Ok(())
}
