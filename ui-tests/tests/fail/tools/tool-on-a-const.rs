#![allow(unused_variables)]

use toolcast::tools;

struct Weather;

#[tools]
impl Weather {
    #[tool]
    const CITY: &str = "Rome";

    #[tool]
    fn forecast(&self, city: &str) {}
}

fn main() {
    Weather.forecast(Weather::CITY);
}
