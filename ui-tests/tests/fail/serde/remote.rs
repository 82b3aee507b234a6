use toolcast::ToolSchema;

#[derive(ToolSchema)]
#[serde(remote = "std::time::Duration")]
struct Span {
    secs: u64,
    nanos: u32,
}

fn main() {}
