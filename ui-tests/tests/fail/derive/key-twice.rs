use toolcast::ToolSchema;

#[derive(ToolSchema)]
struct Filter {
    #[tool(range(1..), description = "Stars", range(..=5))]
    stars: u32,
}

fn main() {}
