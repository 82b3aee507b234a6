//! Keys that are unknown, doubled or of another place, and names.

#![allow(dead_code, unused_variables)]

mod description_of_a_missing_file {
    use toolcast::tool;

    #[tool(description = include_str!("search.md"))]
    fn search(query: &str) {}
}

mod key_of_a_parameter {
    use toolcast::tool;

    #[tool(range(1..=50))]
    fn search(limit: u8) {}
}

mod key_twice {
    use toolcast::tool;

    #[tool(title = "Search", strict, title = "Find")]
    fn search(query: &str) {}
}

mod name_empty {
    use toolcast::tool;

    /// Searches.
    #[tool(name = "")]
    fn search(query: &str) {}
}

mod name_without_value {
    use toolcast::tool;

    #[tool(name)]
    fn search(query: &str) {}
}

mod rename_for_name {
    use toolcast::tool;

    #[tool(rename = "find")]
    fn search(query: &str) {}
}

mod type_not_an_identifier {
    use toolcast::tool;

    #[tool(type = tools::Search)]
    fn search(query: &str) {}
}

mod unknown_key_like_none {
    use toolcast::tool;

    #[tool(colour = "red")]
    fn search(query: &str) {}
}

mod unknown_key {
    use toolcast::tool;

    #[tool(descripton = "Search public repositories.")]
    fn search(query: &str) {}
}

mod state_for_inject {
    use toolcast::tool;

    #[tool(state)]
    fn search(query: &str) {}
}

mod paths_with_arguments {
    use toolcast::tool;

    #[tool(type = "Search<u8>", crate = toolcast::<u8>)]
    fn search(query: &str) {}
}

fn main() {}
