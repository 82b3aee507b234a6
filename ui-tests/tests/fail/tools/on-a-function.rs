use toolcast::tools;

#[tools]
fn forecast(_city: &str) {}

fn main() {}
