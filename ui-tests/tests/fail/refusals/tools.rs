//! The texts of a tool.

#![allow(dead_code, unused_variables)]

mod const_text_for_an_excluded_provider {
    use toolcast::{Provider, tool};

    /// Searches.
    #[tool(except(Cohere))]
    fn search(query: &str) {}

    const COHERE: &str = search::schema_for(Provider::Cohere);

    fn used() {
        println!("{COHERE}");
    }
}

mod const_text_of_a_refused_tool {
    use toolcast::{Provider, tool};

    /// Searches.
    #[tool(name = "github.search")]
    fn search(query: &str) {}

    const OPENAI: &str = search::schema_for(Provider::OpenAi);

    fn used() {
        println!("{OPENAI}");
    }
}

mod description_too_long {
    use toolcast::tool;

    /// Searches everything: 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789
    /// 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789
    /// 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789
    /// 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789
    /// 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789
    /// 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789
    /// 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789
    /// 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789
    /// 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789
    /// 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789
    /// 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789
    #[tool]
    fn search(query: &str) {}
}

mod lossless_with_loss {
    use toolcast::tool;

    /// Searches.
    #[tool(lossless, providers(OpenAi, Gemini))]
    fn search(query: &str, #[tool(multiple_of = 5)] limit: u8) {}
}

mod name_once {
    use toolcast::tool;

    const NAME: &str = "find.it";

    #[tool(description = "Finds.", name = NAME)]
    fn find(query: &str) {}

    #[tool(name = "search it", providers(OpenAi, Anthropic))]
    fn search(query: &str) {}
}

mod several_parameters {
    use toolcast::{ToolSchema, tool};

    #[derive(serde::Deserialize, ToolSchema)]
    enum Sort {
        #[serde(rename = "")]
        None,
        Stars,
    }

    #[derive(serde::Deserialize, ToolSchema)]
    struct Filter {
        text: String,
        sort: Vec<Sort>,
    }

    /// Searches.
    #[tool(name = "github.search")]
    fn search(query: &str, filter: Filter, sort: Sort) {}
}

mod two_faults_of_every_provider {
    use toolcast::tool;

    type Text = String;
    type Count = u8;

    /// Searches.
    #[tool]
    fn search(#[tool(range(1..=80))] query: Text, #[tool(default = 300, length(1..))] limit: Count) {}
}

fn main() {}
