//! The arguments and the result that all implementations share.

/// How to order the results.
#[derive(
    Clone,
    Copy,
    Debug,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
    toolcast::ToolSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Sort {
    /// Most stars first
    Stars,
    /// Newest first
    Updated,
}

/// The arguments of one call, as a model sends them.
pub const ARGUMENTS: &str = r#"{"query":"json schema","sort":"stars","limit":20,"labels":["rust","macro","llm"],"fuzzy":true,"min_score":0.5,"owner":"octo","since":"2026-01-01"}"#;

/// The result of a search.
#[derive(Debug, serde::Serialize)]
pub struct Found {
    pub query: String,
    pub total: usize,
    pub names: Vec<String>,
}

/// The work of the tool, the same for all implementations.
pub fn found(query: &str, limit: u8, labels: usize) -> Found {
    Found {
        query: query.to_owned(),
        total: usize::from(limit) + labels,
        names: vec!["one".to_owned(), "two".to_owned()],
    }
}
