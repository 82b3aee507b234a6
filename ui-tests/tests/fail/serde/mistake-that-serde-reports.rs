use toolcast::ToolSchema;

#[derive(serde::Deserialize, ToolSchema)]
struct Filter {
    #[serde(renam = "q")]
    text: String,
}

fn main() {}
