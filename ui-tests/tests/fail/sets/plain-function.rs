use toolcast::{tool, toolset};

#[tool]
fn search() {}

fn read() {}

fn main() {
    let _ = toolset![search, read];
}
