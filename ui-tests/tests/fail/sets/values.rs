//! Sets and response formats that a provider refuses.

#![allow(dead_code)]

mod name_twice {
    use toolcast::{tool, toolset};

    #[tool]
    fn search() {}

    mod files {
        #[toolcast::tool(name = "search")]
        pub fn find() {}
    }

    fn used() {
        let _ = toolset![search, files::find];
    }
}

mod response_format_of_deepseek {
    use toolcast::{Provider, ToolSchema, response_format};

    #[derive(ToolSchema)]
    struct Answer {
        correct: bool,
    }

    fn used() {
        let _ = response_format!(Answer, Provider::DeepSeek);
    }
}

mod response_format_of_json_schema {
    use toolcast::{Provider, ToolSchema, response_format};

    #[derive(ToolSchema)]
    struct Answer {
        correct: bool,
    }

    fn used() {
        let _ = response_format!(Answer, Provider::JsonSchema);
    }
}

mod response_format_of_mcp {
    use toolcast::{Provider, ToolSchema, response_format};

    #[derive(ToolSchema)]
    struct Answer {
        correct: bool,
    }

    fn used() {
        let _ = response_format!(Answer, Provider::Mcp);
    }
}

mod response_format_refused {
    use toolcast::{Provider, ToolSchema, response_format};

    #[derive(ToolSchema)]
    struct Answer {
        of: Option<Nothing>,
    }

    #[derive(ToolSchema)]
    enum Nothing {}

    fn used() {
        let _ = response_format!(Answer, Provider::Gemini);
    }
}

mod schema_of_a_type_that_is_refused {
    use serde::Deserialize;
    use toolcast::{Provider, ToolSchema, schema};

    #[derive(Deserialize, ToolSchema)]
    enum Sort {
        #[serde(rename = "")]
        Relevance,
        Stars,
    }

    const SORT: &str = schema!(Sort, Provider::Gemini);
}

fn main() {}
