use toolcast::ToolSchema;

#[derive(ToolSchema)]
struct Filter {
    #[tool(range(1..=80))]
    text: String,
}

fn main() {}
