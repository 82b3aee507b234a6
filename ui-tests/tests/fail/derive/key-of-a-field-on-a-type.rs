use toolcast::ToolSchema;

#[derive(ToolSchema)]
#[tool(range(1..=5))]
struct Stars(u32);

fn main() {}
