use toolcast::tool;

#[tool(output = "Vec<")]
fn search(query: &str) -> Vec<u8> {
    query.into()
}

fn main() {}
