//! Timeouts, hints for approval, and strict mode.

#![allow(dead_code, unused_variables)]

mod hint_not_a_bool {
    use toolcast::tool;

    #[tool(read_only = 1)]
    fn search(query: &str) {}
}

mod read_only_and_destructive {
    use toolcast::tool;

    #[tool(read_only, destructive)]
    fn search(query: &str) {}

    #[tool(read_only = false, destructive)]
    fn delete(query: &str) {}
}

mod strict_not_a_bool {
    use toolcast::tool;

    #[tool(strict = "yes")]
    fn search(query: &str) {}
}

mod timeout_as_text {
    use toolcast::tool;

    #[tool(blocking, timeout = "5s")]
    fn search() {}
}

mod timeout_negative {
    use toolcast::tool;

    #[tool(blocking, timeout = -1.5)]
    fn search() {}
}

mod timeout_on_a_plain_function {
    use toolcast::{tool, tools};

    #[tool(timeout = 0.05)]
    fn search() {}

    #[tool(blocking = false, timeout = 0.05)]
    fn find() {}

    struct Index;

    #[tools]
    impl Index {
        #[tool(timeout = 5)]
        fn look_up(&self) {}

        #[tool(timeout = 5)]
        async fn load(&self) {}
    }

    #[tool(timeout = 5)]
    fn later() -> impl Future<Output = ()> {
        async {}
    }
}

mod timeout_without_value {
    use toolcast::tool;

    #[tool(timeout)]
    fn search(query: &str) {}
}

mod timeout_zero {
    use toolcast::tool;

    #[tool(blocking, timeout = 0)]
    fn search() {}
}

fn main() {}
