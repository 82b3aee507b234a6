#![allow(unused_variables)]

use toolcast::tools;

struct Weather;

#[tools]
impl Weather {
    #[tool]
    #[tool(read_only)]
    fn forecast(&self, city: &str) {}
}

fn main() {}
