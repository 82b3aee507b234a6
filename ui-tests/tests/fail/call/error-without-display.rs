use toolcast::tool;

struct NotFound;

#[tool]
fn search(query: &str) -> Result<usize, NotFound> {
    query.find('x').ok_or(NotFound)
}

fn main() {}
