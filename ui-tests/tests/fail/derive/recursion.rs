//! Recursion that has no end or no name.

#![allow(dead_code)]

mod generic_recursion_in_an_unknown_wrapper {
    use toolcast::ToolSchema;

    struct Nested<T>(Vec<T>);

    #[derive(ToolSchema)]
    struct Tree<T> {
        value: T,
        kids: Nested<Tree<T>>,
    }
}

mod generic_recursion_with_other_arguments {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    struct Tree<T> {
        value: T,
        kids: Option<Box<Tree<Vec<T>>>>,
    }
}

mod inline_of_a_recursive_type {
    use toolcast::ToolSchema;

    #[derive(ToolSchema)]
    #[tool(inline)]
    struct Tree {
        kids: Vec<Tree>,
    }
}

mod recursive_array_of_const_length {
    use toolcast::ToolSchema;

    const KIDS: usize = 2;

    #[derive(ToolSchema)]
    struct Tree<T> {
        value: T,
        kids: Box<[Tree<T>; KIDS]>,
    }
}

fn main() {}
