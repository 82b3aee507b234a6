use toolcast::ToolSchema;

#[derive(ToolSchema)]
enum Filter {
    Text(String),
    #[serde(with = "humantime")]
    Age(std::time::Duration),
}

fn main() {}
