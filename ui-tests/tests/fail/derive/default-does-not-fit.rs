use toolcast::ToolSchema;

#[derive(ToolSchema)]
struct Filter {
    #[tool(default = "many")]
    stars: u32,
}

fn main() {}
