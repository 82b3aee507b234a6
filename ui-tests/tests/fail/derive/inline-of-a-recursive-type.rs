use toolcast::ToolSchema;

#[derive(ToolSchema)]
#[tool(inline)]
struct Tree {
    kids: Vec<Tree>,
}

fn main() {}
