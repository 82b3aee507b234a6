//! The tool in the first picture.

use toolcast::{ToolSchema, tool};

// picture: begin
/// Search public repositories.
#[tool]
pub fn search_repos(
    /// Words to look for
    query: &str,
    sort: Option<Sort>,
    #[tool(range(1..=50))] limit: u8,
) -> Vec<String> {
    find(query, sort, limit)
}

#[derive(serde::Deserialize, ToolSchema)]
#[serde(rename_all = "lowercase")]
pub enum Sort {
    Stars,
    Updated,
}
// picture: end

fn find(query: &str, sort: Option<Sort>, limit: u8) -> Vec<String> {
    let order = match sort {
        Some(Sort::Stars) => "most stars",
        Some(Sort::Updated) | None => "newest",
    };
    vec![format!("{limit} repositories about {query}, {order} first")]
}
