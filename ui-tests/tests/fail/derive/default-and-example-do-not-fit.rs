use toolcast::ToolSchema;

fn size() -> u8 {
    10
}

#[derive(serde::Deserialize, ToolSchema)]
struct Filter {
    #[serde(default = "size")]
    #[tool(default = 300, example = 400)]
    size: u8,
}

fn main() {}
