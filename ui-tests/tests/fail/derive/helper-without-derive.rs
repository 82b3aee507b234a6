use toolcast::tool;

#[derive(serde::Deserialize)]
struct Filter {
    #[tool(length(1..=80))]
    text: String,
}

fn main() {}
