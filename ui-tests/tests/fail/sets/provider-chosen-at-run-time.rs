use toolcast::{Provider, ToolSchema, response_format};

#[derive(ToolSchema)]
struct Answer {
    #[expect(dead_code)]
    text: String,
}

fn format(provider: Provider) -> &'static str {
    response_format!(Answer, provider)
}

fn main() {
    format(Provider::OpenAi);
}
