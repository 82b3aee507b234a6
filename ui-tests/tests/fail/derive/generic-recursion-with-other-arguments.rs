use toolcast::ToolSchema;

#[derive(ToolSchema)]
struct Tree<T> {
    value: T,
    kids: Option<Box<Tree<Vec<T>>>>,
}

fn main() {}
