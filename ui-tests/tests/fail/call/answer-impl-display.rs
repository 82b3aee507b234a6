use toolcast::tool;

#[tool]
fn search(query: &str) -> impl std::fmt::Display {
    query.len()
}

fn main() {}
