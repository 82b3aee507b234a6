use toolcast::ToolSchema;

#[derive(ToolSchema)]
struct Filter {
    #[tool(default)]
    stars: u32,
}

fn main() {}
