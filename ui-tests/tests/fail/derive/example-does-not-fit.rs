use toolcast::ToolSchema;

#[derive(ToolSchema)]
struct Filter {
    #[tool(example = true)]
    text: String,
}

fn main() {}
