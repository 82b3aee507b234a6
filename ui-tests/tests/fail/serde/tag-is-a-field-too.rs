use toolcast::ToolSchema;

#[derive(serde::Deserialize, ToolSchema)]
#[serde(tag = "kind")]
enum Filter {
    Text { kind: String },
}

fn main() {}
