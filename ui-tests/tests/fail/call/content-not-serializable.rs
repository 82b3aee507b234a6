use toolcast::call::ToolOutput;
use toolcast::tool;

struct Hit;

#[tool]
fn search(query: &str) -> ToolOutput<Hit, usize> {
    ToolOutput::new(Hit, query.len())
}

fn main() {}
