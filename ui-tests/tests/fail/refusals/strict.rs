//! Strict modes.

#![allow(dead_code, unused_variables)]

mod strict_deepseek_with_an_optional {
    use toolcast::{ToolSchema, tool};

    #[derive(serde::Deserialize, ToolSchema)]
    struct Filter {
        text: String,
        stars: Option<u32>,
    }

    /// Searches.
    #[tool(strict(DeepSeek))]
    fn search(query: &str, filter: Filter, #[tool(default = 10)] limit: u8) {}
}

mod strict_deepseek_with_an_optional_parameter {
    use toolcast::tool;

    #[tool(strict(DeepSeek))]
    fn search(query: &str, limit: Option<u32>) {}
}

mod strict_nesting_too_deep {
    use toolcast::{ToolSchema, tool};

    macro_rules! nest {
        ($($outer:ident { $inner:ty })*) => {
            $(#[derive(serde::Deserialize, ToolSchema)]
            struct $outer {
                inner: $inner,
            })*
        };
    }

    nest! { A { B } B { C } C { D } D { E } E { F } F { G } G { H } H { I } I { J } J { K } K { u8 } }

    /// Goes deep.
    #[tool(strict, providers(OpenAi))]
    fn dive(name: &str, a: A) {}
}

mod strict_too_many_optional {
    use toolcast::{ToolSchema, tool};

    #[derive(serde::Deserialize, ToolSchema)]
    struct Filter {
        a: Option<u8>, b: Option<u8>, c: Option<u8>, d: Option<u8>, e: Option<u8>,
        f: Option<u8>, g: Option<u8>, h: Option<u8>, i: Option<u8>, j: Option<u8>,
        k: Option<u8>, l: Option<u8>, m: Option<u8>, n: Option<u8>, o: Option<u8>,
        p: Option<u8>, q: Option<u8>, r: Option<u8>, s: Option<u8>, t: Option<u8>,
        u: Option<u8>, v: Option<u8>, w: Option<u8>, x: Option<u8>, y: Option<u8>,
    }

    /// Searches.
    #[tool(strict, providers(Anthropic))]
    fn search(query: &str, filter: Filter) {}
}

mod strict_too_many_unions {
    use toolcast::tool;

    /// Searches.
    #[tool(strict, providers(Anthropic))]
    fn search(
        a: Vec<Option<u8>>, b: Vec<Option<u8>>, c: Vec<Option<u8>>, d: Vec<Option<u8>>, e: Vec<Option<u8>>,
        f: Vec<Option<u8>>, g: Vec<Option<u8>>, h: Vec<Option<u8>>, i: Vec<Option<u8>>, j: Vec<Option<u8>>,
        k: Vec<Option<u8>>, l: Vec<Option<u8>>, m: Vec<Option<u8>>, n: Vec<Option<u8>>, o: Vec<Option<u8>>,
        p: Vec<Option<u8>>, q: Vec<Option<u8>>,
    ) {
    }
}

mod strict_where_there_is_none {
    use toolcast::tool;

    /// Searches.
    #[tool(strict(Gemini))]
    fn search(query: &str) {}
}

fn main() {}
