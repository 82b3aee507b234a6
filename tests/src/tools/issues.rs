//! An issue search: enums, options, nesting, a pattern, a default.

use serde::{Deserialize, Serialize};
use toolcast::{ToolSchema, tool};

/// How to order the issues.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(rename_all = "snake_case")]
pub enum Sort {
    /// Newest first
    Created,
    /// Latest change first
    Updated,
    /// Most comments first
    Comments,
}

/// Who and what an issue is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(rename_all = "camelCase")]
pub struct IssueFilter {
    /// Login of the author
    pub created_by: Option<String>,
    /// Labels that all have to be there
    #[serde(default)]
    pub labels: Vec<String>,
    /// Only issues of this state
    pub state: Option<State>,
}

/// Open or closed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToolSchema)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Not done yet
    Open,
    /// Done
    Closed,
}

/// Search the issues of a repository.
///
/// Gives titles and numbers, not the text.
///
/// # Arguments
/// * `repository` - owner and name, with a slash between them
/// * `limit` - how many issues to return
#[tool(read_only, title = "Search issues")]
pub fn search_issues(
    /// Words to look for
    query: &str,
    #[tool(pattern = "^[A-Za-z0-9-]+/[A-Za-z0-9._-]+$")] repository: &str,
    sort: Option<Sort>,
    filter: Option<IssueFilter>,
    #[tool(default = 10, range(1..=50))] limit: u8,
) -> Vec<String> {
    let _ = (repository, sort, filter);
    vec![query.to_string(); limit.into()]
}
