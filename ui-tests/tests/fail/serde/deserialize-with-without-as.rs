use toolcast::ToolSchema;

#[derive(ToolSchema)]
struct Filter {
    text: String,
    #[serde(default, deserialize_with = "stars")]
    stars: u32,
}

fn main() {}
