// Code that `docs/errors.md` shows as the way out of an error.

#![allow(dead_code, unused_imports, unused_variables)]
#![recursion_limit = "512"]

mod a_function_per_type {
    use toolcast::tool;

    fn total<T: Into<f64>>(prices: Vec<T>) -> f64 {
        prices.into_iter().map(Into::into).sum()
    }

    #[tool]
    fn total_price(prices: Vec<f64>) -> f64 {
        total(prices)
    }
}

mod named_pattern {
    use toolcast::tool;

    #[tool]
    fn place(#[tool(rename = "position")] (lat, lon): (f64, f64)) {}
}

mod default_of_serde {
    use toolcast::ToolSchema;

    #[derive(serde::Deserialize, ToolSchema)]
    struct Filter {
        #[serde(default = "stars")]
        stars: u32,
    }

    fn stars() -> u32 {
        5
    }
}

mod recursion_through_a_type_of_ours {
    use toolcast::ToolSchema;

    #[derive(serde::Deserialize)]
    #[serde(transparent)]
    struct Shared<T>(Box<T>);

    #[derive(serde::Deserialize, ToolSchema)]
    struct Tree<T> {
        value: T,
        #[tool(recursive)]
        left: Option<Shared<Tree<T>>>,
    }
}

mod type_as_another {
    use std::time::Duration;
    use toolcast::ToolSchema;

    #[derive(serde::Deserialize, ToolSchema)]
    struct Timer {
        #[serde(with = "seconds")]
        #[tool(as = "u64")] // without this: a function decodes this
        delay: Duration,
    }

    mod seconds {
        use serde::{Deserialize, Deserializer};

        pub fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<std::time::Duration, D::Error> {
            u64::deserialize(d).map(std::time::Duration::from_secs)
        }
    }
}

mod length_of_a_text {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(length(1..=80))] query: &str) {}
}

mod strict_and_required {
    use toolcast::tool;

    #[tool(strict(DeepSeek))]
    fn search(query: &str, limit: u32) {}
}

mod not_kept_across_await {
    use std::rc::Rc;
    use toolcast::tool;

    #[tool]
    async fn search(query: &str) -> usize {
        let length = *Rc::new(query.len());
        std::future::ready(()).await;
        length
    }
}

mod injected {
    use toolcast::tool;

    struct Client;

    #[tool]
    async fn search(query: &str, #[tool(inject)] client: &Client) {}
}

mod attribute_below_derive {
    use toolcast::{ToolSchema, tool};

    #[derive(serde::Deserialize, ToolSchema)]
    #[tool(description = "How to filter")]
    struct Filter {
        text: String,
    }
}

mod recursion_by_an_alias {
    use toolcast::ToolSchema;

    type Kid<T> = Tree<T>;

    #[derive(serde::Deserialize, ToolSchema)]
    struct Tree<T> {
        value: T,
        #[tool(recursive)] // without this: E0391 if a tool takes a `Tree`
        kids: Vec<Kid<T>>,
    }
}

mod type_of_another_name {
    mod search {
        #[toolcast::tool(type = Search)]
        pub fn search(query: &str) {}
    }
    pub use search::{Search, search};
}

mod bound_by_a_literal {
    use toolcast::tool;

    #[tool]
    fn list(#[tool(range(0.5..))] limit: f64) {}
}

mod schema_of_a_module {
    use toolcast::{ToolSchema, tool};

    mod hex {
        use toolcast::{ToolSchema, schema::SchemaRef};
        pub const SCHEMA: SchemaRef = <String as ToolSchema>::SCHEMA;
    }

    #[tool]
    fn paint(#[tool(schema_with = hex)] color: u32) {}
}

fn main() {}
