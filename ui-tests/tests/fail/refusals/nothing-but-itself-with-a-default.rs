use toolcast::{ToolSchema, tool};

#[derive(serde::Deserialize, ToolSchema)]
struct Inner(Box<Inner>);

/// Searches.
#[tool]
fn search(#[tool(default = None)] inner: Option<Inner>) {
    let _ = inner;
}

fn main() {}
