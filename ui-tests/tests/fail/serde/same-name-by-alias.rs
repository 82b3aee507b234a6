use toolcast::ToolSchema;

#[derive(ToolSchema)]
struct Filter {
    text: String,
    #[serde(alias = "q", alias = "text")]
    query: String,
}

fn main() {}
