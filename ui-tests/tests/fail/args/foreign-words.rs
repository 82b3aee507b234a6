//! Keys of earlier versions and of other crates.

#![allow(dead_code, unused_variables)]

mod on_a_function {
    use toolcast::tool;

    #[tool(about = "Searches", allow(Gemini), params(query = "Words"), required(query), annotations(read_only_hint = true))]
    fn search(query: &str) {}

    #[tool(read_only_hint, output_schema = "u8", meta(a = 1), input_schema = "u8", hidden, bound = "")]
    fn find(query: &str) {}

    #[tool(icons(src = "a.png"), execution(task_support = "optional"), deprecated, transform = path)]
    fn list(query: &str) {}
}

mod on_a_parameter {
    use toolcast::tool;

    #[tool]
    fn search(
        #[tool(with = "Vec<String>", help = "Words")] query: &str,
        #[tool(with = text, min = 1, default_value = 5)] limit: u8,
        #[tool(regex = "a", max_length = 80, required)] name: &str,
        #[tool(context)] client: &u8,
        #[tool(timeout = 5, skip)] page: u8,
        #[tool(param, url, date_time, value_enum, choices)] link: String,
        #[tool(inner(length(1..)), value_type = String)] links: Vec<String>,
        #[tool(title = "Day", extend("x" = 1), deprecated, transform = path, contains = "-")] day: String,
    ) {
    }
}

mod on_a_field {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    #[tool(title = "Filter", hidden)]
    struct Filter {
        #[tool(with = "String")]
        day: String,
        #[tool(with = text)]
        night: String,
        #[tool(skip)]
        page: u8,
        #[tool(email)]
        sender: String,
        #[tool(optional)]
        note: String,
        #[tool(title = "Day", extend("x" = 1), deprecated, transform = path, contains = "-")]
        start: String,
        #[tool(strict, timeout = 5)]
        end: String,
    }

    #[derive(ToolSchema)]
    #[tool(timeout = 5, extend("x" = 1), deprecated)]
    struct Page {
        limit: u8,
    }
}

fn main() {}
