//! `Self` and the parameters in the values of a generic type.

#![allow(dead_code)]

mod bound_of_a_generic_type {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    struct Page<T> {
        #[tool(range(..=Self::MOST), default = Self::FEW)]
        size: u8,
        items: Vec<T>,
    }

    impl<T> Page<T> {
        const MOST: u8 = 50;
        const FEW: u8 = 5;
    }
}

mod description_of_a_generic_type {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    #[tool(description = Self::TEXT)]
    struct Page<T> {
        items: Vec<T>,
    }

    impl<T> Page<T> {
        const TEXT: &str = "A page";
    }
}

mod parameters_of_a_generic_type {
    use toolcast::ToolSchema;

    trait Described {
        const TEXT: &'static str;
    }

    #[derive(ToolSchema)]
    #[tool(description = T::TEXT)]
    struct Batch<T: Described, const N: usize> {
        #[tool(length(..=N))]
        items: Vec<T>,
        #[tool(range(..=consts::N))]
        size: u8,
    }

    mod consts {
        pub const N: u8 = 50;
    }
}

fn main() {}
