use toolcast::ToolSchema;

#[derive(ToolSchema)]
#[tool(repr)]
#[repr(u8)]
enum Level {
    Low,
    High(u8),
}

fn main() {}
