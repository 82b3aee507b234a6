use toolcast::ToolSchema;

const HIGH: u8 = 2;

#[derive(ToolSchema)]
#[tool(repr)]
#[repr(u8)]
enum Level {
    Low = 1,
    High = HIGH,
}

fn main() {}
