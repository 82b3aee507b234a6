//! Keys and values that are written in another way.

#![allow(dead_code, unused_variables)]

mod attribute_not_imported {
    #[tool]
    fn search(query: &str) {}
}

mod attribute_twice {
    use toolcast::tool;

    #[tool(strict)]
    #[tool(title = "Search")]
    fn search(query: &str) {}
}

mod comma_without_a_key {
    use toolcast::tool;

    #[tool(,)]
    fn search(#[tool(,)] query: &str) {}

    #[tool("find")]
    fn find(query: &str) {}
}

mod crate_not_a_path {
    use toolcast::tool;

    #[tool(crate = 5)]
    fn search(query: &str) {}
}

mod key_value_attribute {
    use toolcast::{tool, tools};

    #[tool = "search"]
    fn search(query: &str) {}

    struct Weather;

    #[tools = "weather"]
    impl Weather {
        #[tool]
        fn forecast(&self, city: &str) {}
    }

    fn used() {
        search("");
        Weather.forecast("");
    }
}

mod name_as_list {
    use toolcast::tool;

    #[tool(name("find"))]
    fn search(query: &str) {}
}

mod no_value_after_equals {
    use toolcast::tool;

    #[tool(name = )]
    fn search(query: &str) {}
}

mod unclosed_value {
    use toolcast::tool;

    #[tool(name = "a" title = "b")]
    fn search(query: &str) {}
}

mod value_no_expression {
    use toolcast::tool;

    #[tool(description = "a" +)]
    fn search(query: &str) {}
}

mod value_without_key {
    use toolcast::tool;

    #[tool("find")]
    fn search(query: &str) {}
}

fn main() {}
