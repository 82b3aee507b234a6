//! A search with enums, options and nested types.

use serde::Deserialize;
use std::cmp::Reverse;
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
    let known: Vec<&Issue> = ISSUES
        .iter()
        .filter(|issue| issue.repository == repository)
        .collect();
    if known.is_empty() {
        return Err(format!("unknown repository `{repository}`"));
    }
    let mut found: Vec<&Issue> = known
        .into_iter()
        .filter(|issue| match state {
            State::Open => issue.open,
            State::Closed => !issue.open,
            State::All => true,
        })
        .filter(|issue| {
            words
                .unwrap_or("")
                .split_whitespace()
                .all(|word| issue.title.to_lowercase().contains(&word.to_lowercase()))
        })
        .filter(|issue| {
            labels
                .iter()
                .flatten()
                .all(|label| issue.labels.contains(&label.as_str()))
        })
        .filter(|issue| people.as_ref().is_none_or(|people| people.fit(issue)))
        .filter(|issue| created.as_ref().is_none_or(|days| days.hold(issue.created)))
        .collect();
    match sort {
        Some(Sort::Created) => found.sort_by_key(|issue| Reverse(issue.created)),
        Some(Sort::RecentlyUpdated) => found.sort_by_key(|issue| Reverse(issue.updated)),
        Some(Sort::Comments) => found.sort_by_key(|issue| Reverse(issue.comments)),
        Some(Sort::Relevance) | None => {}
    }
    Ok(found
        .into_iter()
        .take(limit.into())
        .map(|issue| format!("#{} {}", issue.number, issue.title))
        .collect())
}

impl People {
    fn fit(&self, issue: &Issue) -> bool {
        let author = self.author.as_ref();
        let mentioned = self.mentions.as_ref();
        author.is_none_or(|author| author == issue.author)
            && mentioned.is_none_or(|name| issue.mentions.contains(&name.as_str()))
            && self
                .assignees
                .as_ref()
                .is_none_or(|names| match &names[..] {
                    [] => issue.assignees.is_empty(),
                    names => names
                        .iter()
                        .all(|name| issue.assignees.contains(&name.as_str())),
                })
    }
}

impl Days {
    /// Days written as `2026-01-31` are in order as texts are.
    fn hold(&self, day: &str) -> bool {
        day >= self.first_day.as_str() && self.last_day.as_deref().is_none_or(|last| day <= last)
    }
}

/// An issue of the imaginary host.
struct Issue {
    repository: &'static str,
    number: u32,
    title: &'static str,
    open: bool,
    author: &'static str,
    assignees: &'static [&'static str],
    mentions: &'static [&'static str],
    labels: &'static [&'static str],
    created: &'static str,
    updated: &'static str,
    comments: u32,
}

const ISSUES: &[Issue] = &[
    Issue {
        repository: "octo/harbor",
        number: 17,
        title: "The crane stops when two ships ask at once",
        open: true,
        author: "mira",
        assignees: &["jon"],
        mentions: &["ada"],
        labels: &["bug", "crane"],
        created: "2026-03-02",
        updated: "2026-10-20",
        comments: 12,
    },
    Issue {
        repository: "octo/harbor",
        number: 21,
        title: "A schedule for the crane",
        open: true,
        author: "ada",
        assignees: &[],
        mentions: &[],
        labels: &["feature", "crane"],
        created: "2026-05-11",
        updated: "2026-05-12",
        comments: 3,
    },
    Issue {
        repository: "octo/harbor",
        number: 9,
        title: "Lights stay on by day",
        open: false,
        author: "jon",
        assignees: &["mira"],
        mentions: &[],
        labels: &["bug"],
        created: "2026-01-05",
        updated: "2026-02-01",
        comments: 7,
    },
];
