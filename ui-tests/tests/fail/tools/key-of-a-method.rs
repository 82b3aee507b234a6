#![allow(unused_variables)]

use toolcast::tools;

struct Weather;

#[tools(read_only, crte = toolcast)]
impl Weather {
    #[tool]
    fn forecast(&self, city: &str) {}
}

fn main() {}
