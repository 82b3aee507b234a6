//! Parameters without a name of their own.

#![allow(dead_code, unused_variables)]

mod attribute_of_a_plain_function {
    use toolcast::tool;

    fn search(#[tool(length(1..=80))] query: &str) {}
}

mod by_reference_pattern {
    use toolcast::tool;

    #[tool]
    fn search(ref query: String) {}
}

mod cfg_attr {
    use toolcast::tool;

    #[tool]
    fn search(#[cfg_attr(unix, tool(rename = "q"))] query: &str) {}
}

mod destructured {
    use toolcast::tool;

    #[tool]
    fn place((lat, lon): (f64, f64)) {}
}

mod same_name_twice {
    use toolcast::tool;

    #[tool]
    fn search(query: &str, #[tool(rename = "query")] words: Vec<String>) {}
}

mod same_name_under_cfg {
    use toolcast::tool;

    #[tool]
    fn search(query: &str, #[cfg(all())] #[tool(rename = "query")] words: Vec<String>) {}
}

mod serde_attribute {
    use toolcast::tool;

    #[tool]
    fn search(#[serde(rename = "q")] query: &str) {}
}

mod wildcard {
    use toolcast::tool;

    #[tool]
    fn search(_: &str) {}
}

fn main() {}
