use toolcast::ToolSchema;

#[derive(ToolSchema)]
#[tool(repr)]
struct Level {
    low: u8,
}

fn main() {}
