use toolcast::tool;

/// Lists all.
///
/// # Arguments
/// - limit: how many results
#[tool]
fn list() {}

fn main() {}
