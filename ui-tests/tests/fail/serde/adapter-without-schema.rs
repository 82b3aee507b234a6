use toolcast::ToolSchema;

struct YesNo;

#[derive(ToolSchema)]
struct Filter {
    // As `#[serde_as(as = "YesNo")]` writes it.
    #[serde(with = "serde_with::As::<YesNo>")]
    archived: bool,
}

fn main() {}
