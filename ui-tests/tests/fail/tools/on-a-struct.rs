use toolcast::tools;

#[tools]
struct Weather;

fn main() {}
