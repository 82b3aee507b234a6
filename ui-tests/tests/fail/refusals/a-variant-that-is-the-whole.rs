use toolcast::{ToolSchema, tool};

#[derive(serde::Deserialize, ToolSchema)]
#[serde(untagged)]
enum Term {
    Again(Box<Term>),
    Number(u8),
}

/// Searches.
#[tool]
fn search(term: Term) {
    let _ = term;
}

fn main() {}
