use toolcast::ToolSchema;

#[derive(ToolSchema)]
struct Inner(Box<Inner>);

#[derive(ToolSchema)]
struct Filter {
    #[tool(range(1..2))]
    inner: Inner,
}

#[derive(ToolSchema)]
struct Inside<const N: usize>(Option<Box<Inside<N>>>);

#[derive(ToolSchema)]
struct Other {
    #[tool(range(1..2))]
    inner: Inside<8>,
}

fn main() {}
