use toolcast::tool;

#[tool(output)]
fn search(query: &str) -> impl Iterator<Item = u8> {
    query.bytes()
}

fn main() {}
