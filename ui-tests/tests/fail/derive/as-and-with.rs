use toolcast::ToolSchema;

#[derive(ToolSchema)]
struct Filter {
    #[tool(as = "String", with = text)]
    text: String,
}

fn main() {}
