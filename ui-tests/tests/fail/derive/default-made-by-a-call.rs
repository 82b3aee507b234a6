use toolcast::ToolSchema;

#[derive(ToolSchema)]
struct Filter {
    #[tool(default = stars())]
    stars: u32,
}

fn stars() -> u32 {
    5
}

fn main() {}
