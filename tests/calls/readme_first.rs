use toolcast::tool;

/// Search public repositories.
#[tool]
fn search_repos(
    /// Words to look for
    query: &str,
    #[tool(default = 10, range(1..=50))] limit: u8,
) -> Vec<String> {
    vec![format!("{limit} repositories about {query}")]
}

fn main() {
    println!("{}", search_repos::schema_for(toolcast::Provider::Anthropic));
}
