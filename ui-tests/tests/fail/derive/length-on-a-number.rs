use toolcast::ToolSchema;

#[derive(ToolSchema)]
struct Filter {
    #[tool(length(1..=5))]
    stars: Option<u32>,
}

fn main() {}
