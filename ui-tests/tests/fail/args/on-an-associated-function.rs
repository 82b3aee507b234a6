#![allow(unused_variables)]

use toolcast::tool;

struct Weather;

impl Weather {
    #[tool]
    fn forecast(city: &str) -> Self {
        Weather
    }
}

fn main() {}
