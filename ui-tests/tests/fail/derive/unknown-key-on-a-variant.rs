use toolcast::ToolSchema;

#[derive(ToolSchema)]
enum Sort {
    #[tool(describe = "Most stars first")]
    Stars,
}

fn main() {}
