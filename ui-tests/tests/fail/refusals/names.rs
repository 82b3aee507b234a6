//! Names of tools that a provider refuses.

#![allow(dead_code, unused_variables)]

mod name_begins_with_a_digit {
    use toolcast::tool;

    /// Converts.
    #[tool(name = "2d_to_3d")]
    fn convert(model: &str) {}
}

mod name_that_is_not_ascii {
    use toolcast::tool;

    /// Sucht.
    #[tool]
    fn prüfe(wort: &str) {}
}

mod name_without_ascii_letters {
    use toolcast::tool;

    /// Searches.
    #[tool]
    fn 查找文件(query: &str) {}
}

mod name_too_long {
    use toolcast::tool;

    /// Searches.
    #[tool]
    fn search_all_the_public_repositories_that_have_some_words_in_their_readme(query: &str) {}
}

mod name_with_a_blank {
    use toolcast::tool;

    /// Searches.
    #[tool(name = "search repos")]
    fn search(query: &str) {}
}

mod name_with_a_dot {
    use toolcast::tool;

    /// Searches.
    #[tool(name = "github.search")]
    fn search(query: &str) {}
}

fn main() {}
