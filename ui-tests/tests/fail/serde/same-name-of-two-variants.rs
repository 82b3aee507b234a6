use toolcast::ToolSchema;

#[derive(ToolSchema)]
#[serde(rename_all = "snake_case")]
enum Sort {
    Stars,
    #[serde(rename = "stars")]
    Forks,
}

fn main() {}
