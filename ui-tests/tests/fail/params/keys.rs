//! Keys that are unknown, doubled, of another place, or without their value.

#![allow(dead_code, unused_variables)]

mod as_and_with {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(as = "String", schema_with = text)] query: &str) {}
}

mod as_not_a_type {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(as = "not a type")] query: &str) {}
}

mod as_without_quotes {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(as = Vec<String>)] query: Vec<&str>) {}
}

mod attribute_without_keys {
    use toolcast::tool;

    #[tool]
    fn search(#[tool] query: &str) {}
}

mod default_as_list {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(default(10))] limit: u8) {}
}

mod default_no_expression {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(default = )] limit: u8) {}
}

mod flatten_with_default {
    use toolcast::{ToolSchema, tool};

    #[derive(serde::Deserialize, ToolSchema)]
    struct Page {
        limit: u8,
    }

    #[tool]
    fn search(query: &str, #[tool(flatten, default)] page: Page) {}
}

mod impl_trait_injected {
    use toolcast::tool;

    #[tool]
    fn search(query: &str, #[tool(inject)] log: &impl Fn(&str)) {}
}

mod inject_with_rename {
    use toolcast::tool;

    #[tool]
    fn search(query: &str, #[tool(inject, rename = "client")] github: &String) {}
}

mod inject_with_value {
    use toolcast::tool;

    #[tool]
    fn search(query: &str, #[tool(inject = true)] github: &str) {}
}

mod key_of_the_function {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(strict)] query: &str) {}
}

mod key_twice {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(range(1..=50))] #[tool(range(1..))] limit: u8) {}
}

mod name_for_rename {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(name = "q")] query: &str) {}
}

mod rename_empty {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(rename = "")] query: &str) {}
}

mod rename_not_a_literal {
    use toolcast::tool;

    const NAME: &str = "q";

    #[tool]
    fn search(#[tool(rename = NAME)] query: &str) {}
}

mod two_mistakes_in_one_attribute {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(range(9..=1), patern = "a", format = "")] query: &str) {}
}

mod unknown_key_like_none {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(colour = "red")] query: &str) {}
}

mod unknown_key {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(lenght(1..=80))] query: &str) {}
}

mod key_of_a_field {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(recursive)] query: &str) {}
}

mod alias_for_rename {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(alias = "q")] query: &str) {}
}

mod skip_for_inject {
    use toolcast::tool;

    #[tool]
    fn search(query: &str, #[tool(skip)] github: &str) {}
}

mod bounds_without_a_name {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(range(min = 1, 50))] limit: u8) {}
}

mod with_a_type {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(schema_with = "Option<String>")] query: Option<&str>) {}
}

fn main() {}
