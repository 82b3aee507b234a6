use rig_core::tool::{Tool, ToolContext};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct SearchArgs {
    query: String,
    limit: Option<u8>,
}

struct SearchRepos;

impl Tool for SearchRepos {
    const NAME: &'static str = "search_repos";
    type Args = SearchArgs;
    type Output = String;
    type Error = std::convert::Infallible;

    fn description(&self) -> String {
        "Search public repositories.".to_owned()
    }

    fn parameters(&self) -> Value {
        json!({
            "type": "object",
            "properties": {
                "query": {"type": "string", "description": "Words to look for"},
                "limit": {"type": "integer", "minimum": 1, "maximum": 50},
            },
            "required": ["query"],
        })
    }

    async fn call(&self, _: &mut ToolContext, args: SearchArgs) -> Result<String, Self::Error> {
        let limit = args.limit.unwrap_or(10);
        Ok(format!("{limit} repositories about {}", args.query))
    }
}
