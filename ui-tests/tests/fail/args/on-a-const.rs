use toolcast::tool;

#[tool]
const SEARCH: &str = "search";

fn main() {}
