use toolcast::ToolSchema;

#[derive(ToolSchema)]
struct Filter {
    text: String,
    #[tool(skip)]
    cache: u32,
}

fn main() {}
