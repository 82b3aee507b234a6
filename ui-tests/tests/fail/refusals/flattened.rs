//! Flattened fields.

#![allow(dead_code, unused_variables)]

mod flatten_into_itself {
    use toolcast::{ToolSchema, tool};

    #[derive(serde::Deserialize, ToolSchema)]
    struct Tree {
        name: String,
        #[serde(flatten)]
        parent: Option<Box<Tree>>,
    }

    /// Grows.
    #[tool]
    fn grow(tree: Tree) {}
}

mod flatten_of_a_list_in_a_type {
    use toolcast::{ToolSchema, tool};

    #[derive(serde::Deserialize, ToolSchema)]
    struct Filter {
        text: String,
        #[serde(flatten)]
        rest: Vec<String>,
    }

    /// Searches.
    #[tool]
    fn search(query: &str, filter: Filter) {}
}

mod hidden_name_twice {
    use toolcast::{ToolSchema, tool};

    #[derive(serde::Deserialize, ToolSchema)]
    struct Page {
        limit: u8,
    }

    #[derive(serde::Deserialize, ToolSchema)]
    struct Filter {
        #[serde(default)]
        #[tool(hidden)]
        limit: u8,
        #[serde(flatten)]
        page: Page,
    }

    /// Searches.
    #[tool]
    fn search(filter: Filter) {}
}

mod option_beside_a_tag {
    use toolcast::{ToolSchema, tool};

    #[derive(serde::Deserialize, ToolSchema)]
    struct Page {
        limit: u8,
    }

    #[derive(serde::Deserialize, ToolSchema)]
    #[serde(tag = "kind")]
    enum Range {
        All,
        Page(Option<Page>),
    }

    /// Searches.
    #[tool]
    fn search(range: Range) {}
}

mod flatten_of_a_number {
    use toolcast::tool;

    /// Searches.
    #[tool]
    fn search(query: &str, #[tool(flatten)] limit: u8) {}
}

mod flattened_map_of_numbers {
    use std::collections::BTreeMap;
    use toolcast::{ToolSchema, tool};

    #[derive(serde::Deserialize, ToolSchema)]
    struct Quotas {
        user: String,
        #[serde(flatten)]
        by_month: BTreeMap<u8, u64>,
    }

    #[tool]
    fn set_quotas(quotas: Quotas) {}

    #[tool]
    fn set_flags(#[tool(flatten)] flags: BTreeMap<bool, u8>) {}

    // Keys are text.
    #[derive(serde::Deserialize, ToolSchema)]
    struct Letters {
        #[serde(flatten)]
        letters: BTreeMap<char, u8>,
    }

    #[tool]
    fn set_letters(letters: Letters) {}
}

mod name_of_a_flattened_map_is_taken {
    use std::collections::BTreeMap;
    use toolcast::{ToolSchema, tool};

    #[derive(serde::Deserialize, ToolSchema)]
    struct Labels {
        #[serde(rename = "rest")]
        id: u8,
        #[serde(flatten)]
        rest: BTreeMap<String, u32>,
    }

    /// Sets labels.
    #[tool(providers(Gemini))]
    fn set(labels: Labels) {}
}

mod alias_is_another_name {
    use toolcast::{ToolSchema, tool};

    #[derive(serde::Deserialize, ToolSchema)]
    struct Page {
        #[serde(alias = "query")]
        text: String,
    }

    // Serde reads `query` for the parameter, and the alias is free.
    /// Searches.
    #[tool]
    fn search(query: &str, #[tool(flatten)] page: Page) {}

    #[derive(serde::Deserialize, ToolSchema)]
    struct Filter {
        #[serde(flatten)]
        page: Page,
        #[serde(alias = "text")]
        word: String,
    }

    /// Searches.
    #[tool]
    fn find(filter: Filter) {}
}

mod alias_before_the_flattened_type {
    use toolcast::{ToolSchema, tool};

    #[derive(serde::Deserialize, ToolSchema)]
    struct Page {
        text: String,
    }

    #[derive(serde::Deserialize, ToolSchema)]
    struct Filter {
        #[serde(alias = "text")]
        word: String,
        #[serde(flatten)]
        page: Page,
    }

    /// Searches.
    #[tool]
    fn find(filter: Filter) {}
}

mod unit_variant_before_the_other_name {
    use toolcast::{ToolSchema, tool};

    #[derive(serde::Deserialize, ToolSchema)]
    #[serde(rename_all = "lowercase")]
    enum Order {
        Newest,
        By(String),
    }

    #[derive(serde::Deserialize, ToolSchema)]
    struct Filter {
        #[serde(flatten)]
        order: Order,
        newest: Option<bool>,
    }

    /// Searches.
    #[tool]
    fn find(filter: Filter) {}
}

mod unit_variant_is_another_name {
    use toolcast::{ToolSchema, tool};

    #[derive(serde::Deserialize, ToolSchema)]
    #[serde(rename_all = "lowercase")]
    enum Order {
        Newest,
        By(String),
    }

    #[derive(serde::Deserialize, ToolSchema)]
    struct Filter {
        newest: Option<bool>,
        #[serde(flatten)]
        order: Order,
    }

    /// Searches.
    #[tool]
    fn find(filter: Filter) {}
}

mod same_name_after_flatten_in_a_type {
    use toolcast::{ToolSchema, tool};

    #[derive(serde::Deserialize, ToolSchema)]
    struct Page {
        limit: u8,
        text: String,
    }

    #[derive(serde::Deserialize, ToolSchema)]
    struct Filter {
        text: String,
        #[serde(flatten)]
        page: Page,
    }

    /// Searches.
    #[tool]
    fn search(query: &str, filters: Vec<Filter>) {}
}

mod same_name_after_flatten {
    use toolcast::{ToolSchema, tool};

    #[derive(serde::Deserialize, ToolSchema)]
    struct Page {
        limit: u8,
        query: String,
    }

    /// Searches.
    #[tool]
    fn search(query: &str, #[tool(flatten)] page: Page) {}
}

fn main() {}
