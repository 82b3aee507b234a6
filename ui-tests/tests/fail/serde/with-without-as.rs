use toolcast::ToolSchema;

#[derive(ToolSchema)]
struct Filter {
    #[serde(with = "humantime")]
    age: std::time::Duration,
}

fn main() {}
