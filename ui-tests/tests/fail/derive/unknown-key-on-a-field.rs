use toolcast::ToolSchema;

#[derive(ToolSchema)]
struct Filter {
    #[tool(patern = "^[a-z]+$")]
    text: String,
}

fn main() {}
