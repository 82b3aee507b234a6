use toolcast::{ToolSchema, tool};

#[derive(serde::Deserialize, ToolSchema)]
struct Outer(Inner);

#[derive(serde::Deserialize, ToolSchema)]
struct Inner(Box<Outer>);

#[derive(serde::Deserialize, ToolSchema)]
#[serde(tag = "kind")]
enum Choice {
    One(Outer),
    Other,
}

/// Searches.
#[tool]
fn search(choice: Choice) {
    let _ = choice;
}

fn main() {}
