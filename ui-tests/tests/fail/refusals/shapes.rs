//! Shapes that every provider refuses.

#![allow(dead_code, unused_variables)]

mod alternatives_that_multiply {
    use toolcast::{ToolSchema, tool};

    macro_rules! choice {
        ($name:ident: $($variant:ident)*) => {
            #[derive(serde::Deserialize, ToolSchema)]
            enum $name {
                $($variant(u8),)*
            }
        };
    }

    choice!(First: A B C D);
    choice!(Second: E F G H);
    choice!(Third: I J K L);
    choice!(Fourth: M N O P);

    #[derive(serde::Deserialize, ToolSchema)]
    struct Filter {
        #[serde(flatten)]
        first: Option<First>,
        #[serde(flatten)]
        second: Option<Second>,
        #[serde(flatten)]
        third: Option<Third>,
        #[serde(flatten)]
        fourth: Option<Fourth>,
    }

    #[tool]
    fn search(query: &str, filter: Filter) {}
}

mod constraint_of_a_type_that_a_tool_takes {
    use toolcast::{ToolSchema, tool};

    type Text = String;

    #[derive(serde::Deserialize, ToolSchema)]
    struct Filter {
        #[tool(range(1..=80))]
        text: Text,
    }

    /// Searches.
    #[tool]
    fn search(filter: Filter) {}
}

mod enum_with_an_empty_string {
    use toolcast::{ToolSchema, tool};

    #[derive(serde::Deserialize, ToolSchema)]
    enum Sort {
        #[serde(rename = "")]
        None,
        Stars,
    }

    /// Searches.
    #[tool]
    fn search(query: &str, sort: Sort) {}
}

mod enum_without_variants {
    use toolcast::{ToolSchema, tool};

    #[derive(serde::Deserialize, ToolSchema)]
    enum Sort {}

    /// Searches.
    #[tool]
    fn search(query: &str, sort: Option<Sort>) {}
}

mod field_constraint_in_a_generic_type {
    use toolcast::{ToolSchema, tool};

    #[derive(serde::Deserialize, ToolSchema)]
    struct Page<T> {
        items: Vec<T>,
        #[tool(range(1..=50))]
        limit: T,
    }

    /// Searches.
    #[tool]
    fn search(page: Page<String>) {}
}

mod tag_is_a_field_of_the_content {
    use toolcast::{ToolSchema, tool};

    #[derive(serde::Deserialize, ToolSchema)]
    struct Text {
        kind: String,
    }

    #[derive(serde::Deserialize, ToolSchema)]
    #[serde(tag = "kind")]
    enum Filter {
        Text(Text),
    }

    /// Searches.
    #[tool]
    fn search(filter: Filter) {}
}

mod tagged_variant_of_a_list {
    use toolcast::{ToolSchema, tool};

    #[derive(serde::Deserialize, ToolSchema)]
    #[serde(tag = "kind")]
    enum Filter {
        Words(Vec<String>),
    }

    /// Searches.
    #[tool]
    fn search(filter: Filter) {}
}

fn main() {}
