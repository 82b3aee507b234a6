//! Methods that can be no tools.

#![allow(dead_code, unused_variables)]

mod boxed_receiver {
    use toolcast::tools;

    struct Weather;

    #[tools]
    impl Weather {
        #[tool]
        fn forecast(self: Box<Self>, city: &str) {}
    }
}

mod crate_key_on_a_method {
    use toolcast::tools;

    struct Weather;

    #[tools]
    impl Weather {
        #[tool(crate = toolcast)]
        fn forecast(&self, city: &str) {}
    }
}

mod generic_method {
    use toolcast::tools;

    struct Weather;

    #[tools]
    impl Weather {
        #[tool]
        fn forecast<T>(&self, city: T) {}
    }
}

mod generic_parameter {
    use toolcast::tools;

    struct Store<T>(T);

    #[tools]
    impl<T> Store<T> {
        #[tool]
        fn put(&self, value: Option<T>) {}

        #[tool]
        fn all(&self, #[tool(as = "Vec<T>")] values: String) {}
    }
}

mod key_of_a_method {
    use toolcast::tools;

    struct Weather;

    #[tools(read_only, crte = toolcast)]
    impl Weather {
        #[tool]
        fn forecast(&self, city: &str) {}
    }
}

mod method_without_body {
    use toolcast::tools;

    struct Weather;

    #[tools]
    impl Weather {
        #[tool]
        fn forecast(&self, city: &str);
    }
}

mod mutable_receiver {
    use toolcast::tools;

    struct Weather;

    #[tools]
    impl Weather {
        #[tool]
        fn forecast(&mut self, city: &str) {}
    }
}

mod no_tool_inside {
    use toolcast::tools;

    struct Weather;

    #[tools]
    impl Weather {
        fn forecast(&self, city: &str) {}
    }

    fn used() {
        Weather.forecast("Rome");
    }
}

mod owned_receiver {
    use toolcast::tools;

    struct Weather;

    #[tools]
    impl Weather {
        #[tool]
        async fn forecast(self, city: &str) {}
    }
}

mod receiver_that_borrows {
    use toolcast::tools;

    struct Weather<'a>(&'a str);

    #[tools]
    impl Weather<'_> {
        #[tool]
        fn forecast(&self, city: &str) {}
    }
}

mod tool_on_a_const {
    use toolcast::tools;

    struct Weather;

    #[tools]
    impl Weather {
        #[tool]
        const CITY: &str = "Rome";

        #[tool]
        fn forecast(&self, city: &str) {}
    }

    fn used() {
        Weather.forecast(Weather::CITY);
    }
}

mod tool_twice {
    use toolcast::tools;

    struct Weather;

    #[tools]
    impl Weather {
        #[tool]
        #[tool(read_only)]
        fn forecast(&self, city: &str) {}
    }
}

mod type_key {
    use toolcast::tools;

    struct Weather;

    #[tools]
    impl Weather {
        #[tool(type = Forecast)]
        fn forecast(&self, city: &str) {}
    }
}

mod tool_by_cfg_attr {
    use toolcast::tools;

    struct Weather;

    #[tools]
    impl Weather {
        #[cfg_attr(unix, tool)]
        fn forecast(&self, #[tool(default = 3)] days: u8) {}

        #[tool]
        #[cfg_attr(unix, cfg_attr(windows, toolcast::tool(name = "w")), allow(dead_code))]
        fn warn(&self) {}
    }
}

mod reference_to_a_pointer {
    use std::sync::Arc;
    use toolcast::tools;

    struct Weather;

    #[tools]
    impl Weather {
        #[tool]
        fn forecast(self: &Arc<Self>, city: &str) {}

        #[tool]
        fn stations(self: &Box<Self>) {}

        #[tool]
        fn named(self: &Weather) {}
    }
}

mod attribute_on_self {
    use toolcast::tools;

    struct Weather;

    #[tools]
    impl Weather {
        #[tool]
        fn forecast(#[tool(inject, unheard)] &self, city: &str) {}
    }
}

fn main() {}
