use toolcast::ToolSchema;

#[derive(ToolSchema)]
#[serde(field_identifier)]
enum Kind {
    Text,
    Age,
}

fn main() {}
