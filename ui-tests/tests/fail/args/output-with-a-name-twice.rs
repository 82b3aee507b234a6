use toolcast::{ToolSchema, tool};

#[derive(serde::Serialize, ToolSchema)]
#[serde(tag = "kind")]
struct Inner {
    place: u8,
}

#[derive(serde::Serialize, ToolSchema)]
struct Found {
    place: u8,
    #[serde(flatten)]
    inner: Inner,
}

/// Searches.
#[tool(output)]
fn search() -> Result<Found, String> {
    Err(String::new())
}

fn main() {}
