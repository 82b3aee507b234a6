#![allow(unused_variables)]

use toolcast::tools;

struct Weather;

#[tools]
impl Weather {
    #[tool(type = Forecast)]
    fn forecast(&self, city: &str) {}
}

fn main() {}
