//! `#[tool]` on what is not a plain function.

#![allow(dead_code, unused_variables)]

mod extern_function {
    use toolcast::tool;

    #[tool]
    extern "C" fn search(query: u32) {}
}

mod generic_over_a_const {
    use toolcast::tool;

    #[tool]
    fn search<const LIMIT: usize>(query: &str) {}
}

mod generic_over_a_type {
    use toolcast::tool;

    #[tool]
    fn total<T: Into<f64>>(prices: Vec<T>) -> f64 {
        prices.into_iter().map(Into::into).sum()
    }
}

mod on_a_const {
    use toolcast::tool;

    #[tool]
    const SEARCH: &str = "search";
}

mod on_a_default_method {
    use toolcast::tool;

    trait Weather {
        #[tool]
        fn forecast(&self, city: &str) {}
    }
}

mod on_a_function_without_body {
    use toolcast::tool;

    unsafe extern "C" {
        #[tool]
        fn search(query: u32);
    }
}

mod on_a_method {
    use toolcast::tool;

    struct Weather;

    impl Weather {
        #[tool]
        fn forecast(&self, city: &str) {}
    }
}

mod on_a_module {
    use toolcast::tool;

    #[tool]
    mod tools {
        fn search(query: &str) {}
    }
}

mod on_a_struct {
    use toolcast::tool;

    #[tool]
    struct Search {
        query: String,
    }
}

mod on_a_trait_method {
    use toolcast::tool;

    trait Weather {
        #[tool]
        fn forecast(&self, city: &str);
    }
}

mod on_an_associated_function {
    use toolcast::tool;

    struct Weather;

    impl Weather {
        #[tool]
        fn forecast(city: &str) -> Self {
            Weather
        }
    }
}

mod on_an_impl_block {
    use toolcast::tool;

    struct Weather;

    #[tool]
    impl Weather {
        #[tool]
        fn forecast(&self, #[tool(default = "Rome")] city: &str) {}

        #[toolcast::tool(read_only)]
        fn stations(&self) {}
    }
}

mod on_a_trait {
    use toolcast::tool;

    #[tool]
    trait Weather {
        #[tool]
        fn forecast(&self, city: &str);
    }

    #[tool]
    unsafe trait Stations {
        fn stations(&self);
    }
}

mod type_is_self {
    use toolcast::tool;

    #[tool(type = Self)]
    fn search(query: &str) {}
}

mod unsafe_function {
    use toolcast::tool;

    #[tool]
    unsafe fn search(query: &str) {}
}

fn main() {}
