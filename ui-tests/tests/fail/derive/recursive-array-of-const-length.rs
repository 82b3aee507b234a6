use toolcast::ToolSchema;

const KIDS: usize = 2;

#[derive(ToolSchema)]
struct Tree<T> {
    value: T,
    kids: Box<[Tree<T>; KIDS]>,
}

fn main() {}
