//! `range` and `multiple_of`.

#![allow(dead_code, unused_variables)]

mod multiple_of_as_list {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(multiple_of(5))] limit: u8) {}
}

mod multiple_of_zero {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(multiple_of = 0)] limit: u8) {}
}

mod range_bound_twice {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(range(min = 1, min = 2))] limit: u8) {}
}

mod range_empty_half_open {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(range(5..5))] limit: u8) {}
}

mod range_empty {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(range(50..=1))] limit: u8) {}
}

mod range_misspelt {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(range(1 to 50))] limit: u8) {}
}

mod range_of_consts {
    use toolcast::tool;

    const MAX: u8 = 50;
    const LENGTH: usize = 4;

    #[tool]
    fn search(#[tool(range(1..=MAX + 1))] limit: u8) {}

    #[tool]
    fn read(#[tool(length(..LENGTH))] path: String, #[tool(multiple_of = MAX)] block: u16) {}
}

mod range_unknown_bound {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(range(min = 1, most = 50))] limit: u8) {}
}

mod range_without_bounds {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(range(..))] limit: u8) {}
}

mod range_in_quotes {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(range = "1..=5")] limit: u8) {}
}

mod bounds_in_quotes {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(range(min = "1", max = 5))] limit: u8, #[tool(range(1..="5"))] page: u8) {}

    #[tool]
    fn read(#[tool(length = "1..=5")] path: &str) {}
}

mod length_below_zero {
    use toolcast::tool;

    #[tool]
    fn read(#[tool(length(..0))] path: &str, #[tool(length(0..0))] mode: &str) {}
}

mod range_without_list {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(range)] limit: u8) {}
}

fn main() {}
