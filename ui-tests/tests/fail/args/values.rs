//! Values of attributes that only const evaluation knows.

#![allow(dead_code, unused_variables)]

mod extra_member_of_the_declaration {
    use toolcast::tool;

    #[tool(extra(
        Anthropic = r#"{"cache_control": null, "name": "other"}"#,
        Mcp = r#"{"inputSchema": 1}"#,
        OpenAi = r#"{"strict": null}"#
    ))]
    fn search(query: &str) {}
}

mod output_with_a_name_twice {
    use toolcast::{ToolSchema, tool};

    #[derive(serde::Serialize, ToolSchema)]
    #[serde(tag = "kind")]
    struct Inner {
        place: u8,
    }

    #[derive(serde::Serialize, ToolSchema)]
    struct Found {
        place: u8,
        #[serde(flatten)]
        inner: Inner,
    }

    /// Searches.
    #[tool(output)]
    fn search() -> Result<Found, String> {
        Err(String::new())
    }
}

mod texts_of_empty_consts {
    use toolcast::tool;

    const NOTHING: &str = "";

    /// Searches.
    #[tool(title = NOTHING, description = NOTHING)]
    fn search(query: &str) {}
}

mod timeout_of_no_time {
    use std::time::Duration;
    use toolcast::tool;

    #[tool(blocking, timeout = Duration::ZERO)]
    fn search(query: &str) {}
}

fn main() {}
