use toolcast::{Provider, ToolSchema, response_format};

#[derive(ToolSchema)]
struct Answer {
    correct: bool,
}

fn main() {
    let _ = response_format!(Answer, Provider::DeepSeek);
}
