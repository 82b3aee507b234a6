use toolcast::{tool, toolset};

#[tool]
fn search() {}

struct Weather;

fn main() {
    let _ = toolset![search, Weather];
}
