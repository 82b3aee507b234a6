use toolcast::ToolSchema;

#[derive(ToolSchema)]
struct Filter {
    text: String,
    #[serde(rename = "text")]
    query: String,
}

fn main() {}
