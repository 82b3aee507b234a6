//! Parameters whose type no schema can have.

#![allow(dead_code, unused_variables)]

mod boxed_dyn_trait {
    use toolcast::tool;

    #[tool]
    fn search(query: Box<dyn ToString>) {}
}

mod dyn_trait {
    use toolcast::tool;

    #[tool]
    fn search(query: &dyn ToString) {}
}

mod function_pointer {
    use toolcast::tool;

    #[tool]
    fn search(query: &str, on_hit: fn(&str)) {}
}

mod impl_trait {
    use toolcast::tool;

    #[tool]
    fn search(query: impl Into<String>) {}
}

mod mutable_reference {
    use toolcast::tool;

    #[tool]
    fn search(query: &mut String) {}
}

mod raw_pointer {
    use toolcast::tool;

    #[tool]
    fn search(query: *const u8) {}
}

mod static_reference {
    use toolcast::tool;

    #[tool]
    fn search(query: Option<&'static str>) {}
}

mod borrowed_bytes_inside_a_type {
    use std::collections::BTreeMap;
    use toolcast::tool;

    #[tool]
    fn search(
        parts: &[&[u8]],
        list: Vec<&[u8]>,
        pair: (u8, &[u8]),
        map: BTreeMap<String, &[u8]>,
        twice: &&[u8],
    ) {
    }
}

fn main() {}
