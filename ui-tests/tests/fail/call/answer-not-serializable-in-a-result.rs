use toolcast::tool;

struct Hit;

#[tool]
async fn search(query: &str) -> Result<Hit, String> {
    Err(query.to_owned())
}

fn main() {}
