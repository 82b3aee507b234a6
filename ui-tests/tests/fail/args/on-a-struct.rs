use toolcast::tool;

#[tool]
struct Search {
    query: String,
}

fn main() {}
