use toolcast::ToolSchema;

#[derive(ToolSchema)]
struct Page {
    limit: u8,
}

#[derive(ToolSchema)]
struct Filter {
    #[serde(flatten)]
    #[tool(range(1..=5))]
    page: Page,
}

fn main() {}
