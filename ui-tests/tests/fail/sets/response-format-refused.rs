use toolcast::{Provider, ToolSchema, response_format};

#[derive(ToolSchema)]
struct Answer {
    of: Option<Nothing>,
}

#[derive(ToolSchema)]
enum Nothing {}

fn main() {
    let _ = response_format!(Answer, Provider::Gemini);
}
