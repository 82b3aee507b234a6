use toolcast::tool;

struct Hit;

#[tool]
fn search(query: &str) -> Vec<Hit> {
    query.chars().map(|_| Hit).collect()
}

fn main() {}
