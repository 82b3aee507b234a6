use toolcast::{ToolSchema, tool};

#[derive(serde::Deserialize, ToolSchema)]
struct Inner(Box<Inner>);

/// Searches.
#[tool]
fn search(#[tool(range(1..2))] inner: Inner) {
    let _ = inner;
}

fn main() {}
