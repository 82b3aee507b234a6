#![allow(unused_variables)]

use toolcast::tool;

trait Weather {
    #[tool]
    fn forecast(&self, city: &str) {}
}

fn main() {}
