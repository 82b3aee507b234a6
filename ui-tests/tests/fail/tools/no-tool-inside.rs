#![allow(unused_variables)]

use toolcast::tools;

struct Weather;

#[tools]
impl Weather {
    fn forecast(&self, city: &str) {}
}

fn main() {
    Weather.forecast("Rome");
}
