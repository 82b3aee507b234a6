use toolcast::ToolSchema;

#[derive(ToolSchema)]
#[tool(repr)]
enum Level {
    Low = 1,
    High = 2,
}

fn main() {}
