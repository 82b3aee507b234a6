#![allow(unused_variables)]

use toolcast::tool;

struct Weather;

#[tool]
impl Weather {
    fn forecast(&self, city: &str) {}
}

fn main() {}
