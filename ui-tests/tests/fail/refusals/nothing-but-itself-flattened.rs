use toolcast::{ToolSchema, tool};

#[derive(serde::Deserialize, ToolSchema)]
struct Outer(Option<Inner>);

#[derive(serde::Deserialize, ToolSchema)]
struct Inner(Option<Box<Outer>>);

/// Searches.
#[tool]
fn search(#[tool(flatten)] outer: Outer) {
    let _ = outer;
}

fn main() {}
