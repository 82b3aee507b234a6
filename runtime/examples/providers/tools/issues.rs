//! A search with enums, options and nested types.

use serde::Deserialize;
use toolcast::{ToolSchema, tool};

/// Which issues to look at
#[derive(Clone, Copy, Debug, Deserialize, ToolSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum State {
    Open,
    Closed,
    /// Open and closed ones
    All,
}

/// How to order the results
#[derive(Clone, Copy, Debug, Deserialize, ToolSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Sort {
    /// The best match first
    Relevance,
    /// Newest first
    Created,
    /// Last touched first
    RecentlyUpdated,
    /// Most discussed first
    Comments,
}

/// Who has to do with an issue. Each one is a login name
#[derive(Debug, Deserialize, ToolSchema)]
pub(crate) struct People {
    /// Who opened it
    author: Option<String>,
    /// Who works on it; an empty list means nobody does
    assignees: Option<Vec<String>>,
    /// Who is mentioned in it
    mentions: Option<String>,
}

/// Days as `2026-01-31`, both included
#[derive(Debug, Deserialize, ToolSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Days {
    #[tool(format = "date")]
    first_day: String,
    /// Today, where it is left out
    #[tool(format = "date")]
    last_day: Option<String>,
}

/// Search the issues of a repository.
///
/// Finds by words, state, labels, people and days; everything that is given must fit.
///
/// # Arguments
/// * `words` - words that title or text must have, in any order
/// * `labels` - labels that an issue must have, all of them
/// * `limit` - how many issues to return
#[tool(title = "Issue search", read_only, open_world)]
pub(crate) fn search_issues(
    /// Owner and name
    #[tool(
        pattern = "^[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+$",
        example = "rust-lang/cargo"
    )]
    repository: &str,
    words: Option<&str>,
    #[tool(default = State::Open)] state: State,
    #[tool(length(..=10))] labels: Option<Vec<String>>,
    people: Option<People>,
    /// When the issue was opened
    created: Option<Days>,
    sort: Option<Sort>,
    #[tool(default = 20, range(1..=100))] limit: u8,
) -> Result<Vec<String>, String> {
    Err(format!(
        "no network here: {repository} {words:?} {state:?} {labels:?} {people:?} {created:?} {sort:?} {limit}"
    ))
}
