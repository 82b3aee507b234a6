use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SearchArgs {
    /// Words to look for
    query: String,
    #[serde(default = "ten")]
    #[schemars(range(min = 1, max = 50))]
    limit: u8,
}

fn ten() -> u8 {
    10
}

fn declaration() -> Value {
    let schema = schemars::schema_for!(SearchArgs);
    json!({"name": "search_repos", "description": "Search public repositories.", "input_schema": schema})
}

fn call(arguments: Value) -> Result<String, serde_json::Error> {
    let SearchArgs { query, limit } = serde_json::from_value(arguments)?;
    Ok(format!("{limit} repositories about {query}"))
}
