use toolcast::ToolSchema;

struct Raw;

#[derive(ToolSchema)]
#[serde(from = "Raw")]
struct Filter {
    text: String,
}

fn main() {}
