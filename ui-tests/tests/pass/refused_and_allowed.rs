#![deny(warnings)]
// A rejection that the author allows, and one by a provider that the tool is not made for.

use toolcast::{Provider, ToolSchema, tool};

#[derive(serde::Deserialize, ToolSchema)]
enum Sort {
    #[serde(rename = "")]
    None,
    Stars,
}

/// Searches.
#[tool(allow_rejected(Gemini), except(Vertex, Portable))]
fn search(sort: Sort) -> u8 {
    sort as u8
}

const GEMINI: &str = search::schema_for(Provider::Gemini);

fn main() {
    assert_eq!(search(Sort::None) + search(Sort::Stars), 1);
    assert!(GEMINI.contains("\"\""));
    assert!(search::try_schema_for(Provider::Vertex).is_none());
}
