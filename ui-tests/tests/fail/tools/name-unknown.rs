use toolcast::{ToolDef, tools};

struct Weather;

#[tools]
impl Weather {
    /// The forecast.
    #[tool]
    fn forecast(&self, _city: &str) {}

    /// The stations.
    #[tool]
    fn stations() {}
}

const FORECAST: &ToolDef = Weather::tool_def("forcast");

fn main() {}
