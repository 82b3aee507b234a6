use toolcast::{toolset, tools};

struct Weather;

#[tools]
impl Weather {
    #[tool]
    fn forecast(&self, _city: &str) {}
}

fn main() {
    let _ = toolset![Weather::forecast];
}
