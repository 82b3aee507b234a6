//! `#[tools]` on a block or something else.

#![allow(dead_code, unused_variables)]

mod group_of_a_generic_block {
    use toolcast::tools;

    struct Store<T>(T);

    #[tools(type = Reads)]
    impl<T: Send + Sync> Store<T> {
        #[tool]
        fn read(&self) {}
    }

    #[tools(type = Self)]
    impl Store<u8> {
        #[tool]
        fn write(&self) {}
    }
}

mod on_a_function {
    use toolcast::tools;

    #[tools]
    fn forecast(_city: &str) {}
}

mod on_a_module {
    use toolcast::tools;

    #[tools]
    mod weather {}
}

mod on_a_struct {
    use toolcast::tools;

    #[tools]
    struct Weather;
}

mod on_a_trait_impl {
    use toolcast::tools;

    struct Weather;

    trait Forecast {
        fn forecast(&self, city: &str);
    }

    #[tools]
    impl Forecast for Weather {
        #[tool]
        fn forecast(&self, city: &str) {}
    }
}

mod output_of_a_generic_block {
    use toolcast::tools;

    pub struct Store<T>(T);

    #[tools]
    impl<T: Clone + Send + Sync + serde::Serialize + 'static> Store<T> {
        #[tool(output)]
        pub fn get(&self) -> Result<T, String> {
            Ok(self.0.clone())
        }

        #[tool(output = "Vec<T>")]
        pub fn all(&self) -> Vec<T> {
            vec![self.0.clone()]
        }
    }
}

mod values_of_a_generic_block {
    use toolcast::tools;

    pub struct Store<T, const N: u8>(T);

    const LEAST: u8 = 3;

    #[tools]
    impl<T: Send + Sync + 'static, const N: u8> Store<T, N> {
        const DEPTH: u8 = 4;
        const TEXT: &'static str = "Counts.";

        #[tool(blocking, description = Self::TEXT, timeout = std::time::Duration::from_secs(N as u64))]
        pub fn count(
            &self,
            #[tool(default = Self::DEPTH)] depth: u8,
            #[tool(default = N, range(1..))] most: u8,
            #[tool(default = LEAST)] least: u8,
        ) -> u8 {
            depth.min(most).max(least)
        }
    }
}

mod parameters_of_a_method_without_tool {
    use toolcast::tools;

    struct Database;

    #[tools]
    impl Database {
        #[tool]
        fn search(&self, query: &str) {}

        fn count(&self, #[tool(range(1..))] limit: u8, #[cfg(any())] never: u8) {}
    }
}

mod key_value_attribute {
    use toolcast::tools;

    struct Database;

    #[tools]
    impl Database {
        #[tool = "search"]
        fn search(&self, query: &str) {}
    }
}

mod on_a_trait {
    use toolcast::tools;

    #[tools]
    trait Forecast {
        #[tool]
        fn forecast(&self, #[tool(rename = "place")] city: &str);
    }
}

fn main() {}
