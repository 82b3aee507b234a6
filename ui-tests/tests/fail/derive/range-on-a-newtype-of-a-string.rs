use toolcast::ToolSchema;

#[derive(ToolSchema)]
struct Text(#[tool(range(1..=80))] String);

fn main() {}
