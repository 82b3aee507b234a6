use toolcast::ToolSchema;

#[derive(ToolSchema)]
#[tool(descripton = "How to filter")]
struct Filter {
    text: String,
}

fn main() {}
