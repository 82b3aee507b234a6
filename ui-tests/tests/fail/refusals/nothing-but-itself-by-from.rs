use toolcast::{ToolSchema, tool};

#[derive(serde::Deserialize, ToolSchema)]
#[serde(from = "Box<Inner>")]
struct Inner(u8);

impl From<Box<Inner>> for Inner {
    fn from(inner: Box<Inner>) -> Self {
        *inner
    }
}

/// Searches.
#[tool]
fn search(inner: Inner) {
    let _ = inner;
}

fn main() {}
