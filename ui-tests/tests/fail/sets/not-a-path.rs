use toolcast::{tool, toolset};

#[tool]
fn search() {}

fn main() {
    let _ = toolset![search, search(), "search"];
}
