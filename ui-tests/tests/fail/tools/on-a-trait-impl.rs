#![allow(unused_variables)]

use toolcast::tools;

struct Weather;

trait Forecast {
    fn forecast(&self, city: &str);
}

#[tools]
impl Forecast for Weather {
    #[tool]
    fn forecast(&self, city: &str) {}
}

fn main() {}
