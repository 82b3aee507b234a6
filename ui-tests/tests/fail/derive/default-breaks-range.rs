use toolcast::ToolSchema;

#[derive(ToolSchema)]
struct Filter {
    #[tool(range(1..=5), default = 9)]
    stars: u32,
}

fn main() {}
