use toolcast::ToolSchema;

#[derive(ToolSchema)]
#[serde(variant_identifier)]
enum Kind {
    Text,
    Age,
}

fn main() {}
