//! Constraints, defaults and examples on types that the macro doesn't know by name.

#![allow(dead_code, unused_variables)]

type Text = String;
type Count = u8;
type Switch = bool;

mod constraint_at_its_place {
    use toolcast::tool;

    #[tool]
    fn find(name: &str, #[tool(description = "how many", range(1..=5))] most: crate::Text) {}

    #[tool]
    fn list(#[tool(example = "x")] most: crate::Count) {}

    struct Index;

    #[toolcast::tools]
    impl Index {
        #[tool]
        fn search(&self, #[tool(length(1..=5))] most: crate::Count) {}
    }
}

mod default_breaks_range {
    use toolcast::tool;

    const MOST: u8 = 50;

    #[tool]
    fn search(query: &str, #[tool(default = 100, range(1..=MOST))] limit: crate::Count) {}
}

mod default_too_large_for_the_type {
    use toolcast::tool;

    #[tool]
    fn search(query: &str, #[tool(default = 300)] limit: crate::Count) {}
}

mod example_breaks_length {
    use toolcast::tool;

    const MOST: usize = 3;

    #[tool]
    fn search(#[tool(length(..=MOST), example = "rust")] query: crate::Text) {}
}

mod example_does_not_fit {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(example = 5)] query: crate::Text) {}
}

mod format_on_a_bool {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(format = "email")] archived: crate::Switch) {}
}

mod fraction_on_an_integer {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(range(0.5..=9.5))] limit: crate::Count) {}
}

mod length_on_a_number {
    use toolcast::tool;

    #[tool]
    fn search(query: &str, #[tool(length(1..=50))] limit: Option<crate::Count>) {}
}

mod multiple_of_on_a_string {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(multiple_of = 5)] query: crate::Text) {}
}

mod pattern_on_a_number {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(pattern = "^[0-9]+$")] id: crate::Count) {}
}

mod range_of_consts_empty {
    use toolcast::{ToolSchema, tool};

    const MIN: u8 = 60;
    const MAX: u8 = 50;

    #[tool]
    fn find(#[tool(range(MIN..=MAX))] limit: u8) {}

    #[tool]
    fn list(#[tool(range(MAX..50))] limit: u8, #[tool(length(min = MIN, max = MAX))] name: &str) {}

    #[derive(serde::Deserialize, ToolSchema)]
    struct Page {
        #[tool(range(60..=MAX))]
        size: u8,
    }
}

mod range_outside_of_the_type {
    use toolcast::{ToolSchema, tool};

    #[tool]
    fn above(#[tool(range(300..))] limit: u8) {}

    #[tool]
    fn below(#[tool(range(..0))] limit: Option<u32>) {}

    #[tool]
    fn long(#[tool(length(2..=2))] letter: char, #[tool(length(..=1))] pair: [u8; 2]) {}

    #[derive(serde::Deserialize, ToolSchema)]
    struct Field {
        #[tool(range(..=-129))]
        low: i8,
    }

    #[tool]
    fn accepted(#[tool(range(200..=300))] part: u8, #[tool(length(..2))] letter: char) {}
}

mod range_without_a_multiple {
    use toolcast::{ToolSchema, tool};

    #[tool]
    fn pages(#[tool(range(11..=19), multiple_of = 10)] size: u8) {}

    #[derive(serde::Deserialize, ToolSchema)]
    struct Field {
        #[tool(range(-9..0), multiple_of = 10)]
        low: i8,
        #[tool(range(1..), multiple_of = 200)]
        high: i8,
    }

    #[tool]
    fn accepted(
        #[tool(range(11..=20), multiple_of = 10)] size: u8,
        #[tool(range(-10..0), multiple_of = 10)] low: i8,
        #[tool(range(-9..=9), multiple_of = 10)] zero: i8,
    ) {
    }
}

mod range_on_a_string {
    use toolcast::tool;

    #[tool]
    fn search(#[tool(range(1..=80))] query: crate::Text) {}
}

mod default_that_is_no_variant {
    use toolcast::{ToolSchema, tool};

    #[derive(serde::Deserialize, ToolSchema)]
    #[serde(rename_all = "snake_case")]
    enum Sort {
        Stars,
        LastUpdated,
    }

    #[tool]
    fn search(#[tool(example = "forks")] sort: Sort) {}
}

fn main() {}
