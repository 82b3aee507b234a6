use toolcast::ToolSchema;

#[derive(ToolSchema)]
struct Stars(#[tool(default = 5)] u32);

fn main() {}
