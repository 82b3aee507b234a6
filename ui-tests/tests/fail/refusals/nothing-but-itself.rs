use toolcast::{ToolSchema, tool};

#[derive(ToolSchema)]
struct Outer(Option<Inner>);

#[derive(ToolSchema)]
struct Inner(Option<Box<Outer>>);

/// Searches.
#[tool]
fn search(outer: Outer) {
    let _ = outer;
}

fn main() {}
