//! The type of the result.

#![allow(dead_code, unused_variables)]

mod output_impl_trait {
    use toolcast::tool;

    #[tool(output)]
    fn search(query: &str) -> impl Iterator<Item = u8> {
        query.bytes()
    }
}

mod output_not_a_type {
    use toolcast::tool;

    #[tool(output = "Vec<")]
    fn search(query: &str) -> Vec<u8> {
        query.into()
    }
}

mod output_of_nothing {
    use toolcast::tool;

    #[tool(output)]
    fn search(query: &str) {}
}

mod output_type_without_quotes {
    use toolcast::tool;

    #[tool(output = Vec<u8>)]
    fn search(query: &str) -> Vec<u8> {
        query.into()
    }
}

fn main() {}
