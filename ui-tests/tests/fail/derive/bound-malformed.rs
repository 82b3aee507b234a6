use toolcast::ToolSchema;

#[derive(ToolSchema)]
#[tool(bound = "T ToolSchema")]
struct Page<T> {
    items: Vec<T>,
}

fn main() {}
