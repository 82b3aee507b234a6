use toolcast::ToolSchema;

struct Nested<T>(Vec<T>);

#[derive(ToolSchema)]
struct Tree<T> {
    value: T,
    kids: Nested<Tree<T>>,
}

fn main() {}
