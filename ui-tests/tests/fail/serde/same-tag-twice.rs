use toolcast::ToolSchema;

#[derive(ToolSchema)]
#[serde(tag = "kind")]
enum Filter {
    Text { text: String },
    #[serde(rename = "Text")]
    Words { words: Vec<String> },
}

fn main() {}
