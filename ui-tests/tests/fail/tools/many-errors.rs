#![allow(unused_variables)]

use toolcast::tools;

struct Weather;

#[tools]
impl Weather {
    #[tool(nmae = "x")]
    fn forecast(&mut self, city: &str) {}

    #[tool]
    fn stations(&self, #[tool(range(5..=1))] most: u8) {}

    fn plain(&self) -> u8 {
        7
    }
}

// The tools exist nevertheless, without texts.
const FORECAST: &toolcast::ToolDef = Weather::tool_def("forecast");

fn main() {
    Weather.stations(Weather.plain());
}
