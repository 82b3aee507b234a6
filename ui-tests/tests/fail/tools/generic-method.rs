#![allow(unused_variables)]

use toolcast::tools;

struct Weather;

#[tools]
impl Weather {
    #[tool]
    fn forecast<T>(&self, city: T) {}
}

fn main() {}
