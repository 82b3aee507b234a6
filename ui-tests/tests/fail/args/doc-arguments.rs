//! The list of arguments in a doc comment.

#![allow(dead_code, unused_variables)]

mod arguments_list_names_no_parameter {
    use toolcast::tool;

    /// Searches.
    ///
    /// # Arguments
    /// * `query` - words to look for
    /// * `limt` - how many results
    #[tool]
    fn search(query: &str, limit: u8) {}
}

mod arguments_list_of_a_function_without_parameters {
    use toolcast::tool;

    /// Lists all.
    ///
    /// # Arguments
    /// - limit: how many results
    #[tool]
    fn list() {}
}

fn main() {}
