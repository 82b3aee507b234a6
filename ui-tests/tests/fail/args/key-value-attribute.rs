#![allow(unused_variables)]

use toolcast::{tool, tools};

#[tool = "search"]
fn search(query: &str) {}

struct Weather;

#[tools = "weather"]
impl Weather {
    #[tool]
    fn forecast(&self, city: &str) {}
}

fn main() {
    search("");
    Weather.forecast("");
}
