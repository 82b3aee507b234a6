use toolcast::tool;

#[tool(output = Vec<u8>)]
fn search(query: &str) -> Vec<u8> {
    query.into()
}

fn main() {}
