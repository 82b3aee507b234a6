use toolcast::tools;

#[tools]
mod weather {}

fn main() {}
