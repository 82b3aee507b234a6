#![allow(unused_variables)]

use toolcast::tools;

struct Weather<'a>(&'a str);

#[tools]
impl Weather<'_> {
    #[tool]
    fn forecast(&self, city: &str) {}
}

fn main() {}
