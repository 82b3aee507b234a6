use toolcast::ToolSchema;

#[derive(ToolSchema)]
struct Filter {
    #[tool(rename = "q")]
    text: String,
}

fn main() {}
