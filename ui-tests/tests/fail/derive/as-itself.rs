use toolcast::{ToolSchema, tool};

#[derive(serde::Deserialize, ToolSchema)]
#[tool(as = "Width")]
struct Width(u8);

/// Draws.
#[tool]
fn draw(width: Width) {
    let _ = width;
}

fn main() {}
