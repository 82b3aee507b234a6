#![allow(unused_variables)]

use std::cell::Cell;
use toolcast::tools;

struct Weather(Cell<u8>);

#[tools]
impl Weather {
    #[tool]
    fn forecast(&self, city: &str) {}
}

fn main() {}
