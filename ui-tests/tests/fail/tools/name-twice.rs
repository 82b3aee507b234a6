#![allow(unused_variables)]

use toolcast::tools;

struct Weather;

#[tools]
impl Weather {
    #[tool]
    fn forecast(&self, city: &str) {}

    #[tool(name = "forecast")]
    fn forecast_for_days(&self, city: &str, days: u8) {}
}

fn main() {}
