#![allow(unused_variables)]

// Each expansion fails with one error, and uses of the functions and types cause no further ones.
use toolcast::{Provider, Tool, ToolSchema, tool};

#[tool(nmae = "find")]
fn search(#[tool(lenght(1..))] query: &str) -> usize {
    query.len()
}

#[tool(nmae = "find", type = Find)]
async fn find(_: u8) {}

#[derive(Default, serde::Deserialize, ToolSchema)]
struct Filter<T> {
    #[tool(rename = "q")]
    text: T,
}

struct Weather;

impl Weather {
    #[tool]
    fn forecast(&self, city: &str) -> usize {
        city.len()
    }
}

#[tool]
fn filtered(filter: Filter<String>) {}

fn describe<T: Tool>() -> &'static str {
    T::DEF.name()
}

fn main() {
    assert_eq!(search("rust"), 4);
    assert_eq!(Weather.forecast("Rome"), 4);
    drop(find(1));
    filtered(Filter::default());
    describe::<search>();
    describe::<Find>();
    let _ = search::try_schema_for(Provider::OpenAi);
    let _ = search::parameters_for(Provider::OpenAi);
    let _ = search::report_for(Provider::OpenAi);
    let _ = <search as Tool>::schema_for(Provider::OpenAi);
    let _ = <Filter<String> as ToolSchema>::SCHEMA;
}
