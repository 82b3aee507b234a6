use toolcast::ToolSchema;

#[derive(ToolSchema)]
struct Filter {
    #[tool(example = String::new())]
    text: String,
}

fn main() {}
